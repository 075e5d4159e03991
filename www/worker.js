// The worker: holds the session, computes, and stays open to messages while it
// does, so that a job can be cancelled and the cursor read at any time.
//
// One message brings the program, { module }. Each other is { id, method, args };
// each answer { id, result } or { id, error }, and { id, progress } in between.

import { catalogue, initSync, Session, sampleCsv, version } from "../tiescope.js";

/** Milliseconds of work between two looks at the messages. */
const TURN = 12;

/** @type {(session: Session) => void} */
let begin;
/** @type {Promise<Session>} */
const session = new Promise((resolve) => {
  begin = resolve;
});

/**
 * The newest job of each kind: another one, or a cancel, ends those before.
 * @type {Map<string, number>}
 */
const newest = new Map();

/** @type {Record<string, (id: number, ...args: any[]) => unknown>} */
const methods = {
  async open(id, /** @type {import("./engine.js").NamedBlob[]} */ files, settings) {
    const names = files.map(({ name }) => name);
    const buffers = await Promise.all(files.map(({ blob }) => blob.arrayBuffer()));
    const contents = buffers.map((buffer) => new Uint8Array(buffer));
    const onProgress = (/** @type {number} */ share) =>
      self.postMessage({ id, progress: { doing: "reading", share } });
    return (await session).open(names, contents, settings, onProgress);
  },
  names: async (_id, column) => (await session).names(column),
  report: async (_id, metric) => (await session).report(metric),
  csv: async () => new Blob([(await session).toCsv()], { type: "text/csv" }),
  discard: async () => (await session).discard(),
  async assign(_id, roles) {
    const summary = (await session).assign(roles);
    newest.clear(); // not before: jobs go on when the roles cannot be used
    return summary;
  },
  at: async (_id, epsilon) => (await session).at(epsilon),
  candidate: async (_id, epsilon, above) => (await session).candidate(epsilon, above),
  spare: async () => (await session).spare(),
  async openOther(_id, /** @type {import("./engine.js").NamedBlob[]} */ files) {
    const buffers = await Promise.all(files.map(({ blob }) => blob.arrayBuffer()));
    const contents = buffers.map((buffer) => new Uint8Array(buffer));
    return (await session).openOther(
      files.map(({ name }) => name),
      contents,
    );
  },
  takeGroup: async (_id, grouping, name, metrics) =>
    (await session).takeGroup(grouping, name, new Uint32Array(metrics)),
  groupNames: async (_id, grouping) => (await session).groupNames(grouping),
  baselines: async (_id, grouping) => (await session).baselines(grouping),
  share: async () => (await session).share(),
  adopt: async (_id, scores) => (await session).adopt(scores),
  study: run,
  cancel: (_id, kind) => newest.delete(kind),
  async about() {
    await session;
    return { version: version(), catalogue: catalogue() };
  },
  async sample(_id, human, systems, items) {
    await session;
    return new Blob([sampleCsv(human, systems, items)]);
  },
};

/**
 * Runs a study, turn by turn. Resolves to nothing when it was cancelled.
 * @param {number} id
 * @param {import("../tiescope.js").Task} task
 */
async function run(id, task) {
  const open = await session;
  open.start(id, task);
  newest.set(task.study, id);
  for (;;) {
    const { progress, result } = open.run(id, TURN);
    if (result !== undefined) return result;
    self.postMessage({ id, progress });
    await nextMessage();
    if (newest.get(task.study) !== id) {
      open.cancel(id);
      return undefined;
    }
  }
}

/** Lets waiting messages in; a timeout would wait four milliseconds more. */
function nextMessage() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(undefined);
  });
}

self.onmessage = async ({ data: { module, id, method, args } }) => {
  try {
    if (module) {
      initSync({ module });
      return begin(new Session());
    }
    self.postMessage({ id, result: await methods[method]?.(id, ...args) });
  } catch (error) {
    // A trap leaves the module's memory in doubt: the page hears of it as the
    // worker's own error, and starts a new one.
    if (module || error instanceof WebAssembly.RuntimeError) return self.reportError(error);
    const { message, remedy, line, column, choices } = /** @type {any} */ (error);
    self.postMessage({ id, error: { message, remedy, line, column, choices } });
  }
};
