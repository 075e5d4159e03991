// Workers beside the first one, for studies of many metrics. Each has the
// scores in use; one that is lost is done without.

import { Channel } from "./channel.js";

/** @typedef {import("../tiescope.js").Task} Task */
/** @typedef {(task: Task) => Promise<any>} Study */

/** More workers than this gain little, and each holds the scores. */
const MOST = 3;

/** How many the machine has cores for, beside the first one. */
const most = () => Math.min(MOST, navigator.hardwareConcurrency - 1);

export class Pool {
  #program;
  #share;
  /** Workers that have the scores in use. */
  /** @type {Channel[]} */
  #channels = [];
  /** Workers that have started and have no scores yet. */
  /** @type {Channel[]} */
  #spare = [];
  /** Counts the scores in use: workers that have others are not asked. */
  #generation = 0;

  /**
   * @param {Promise<WebAssembly.Module>} program what workers run
   * @param {() => Promise<any>} share the scores in use, for other workers
   */
  constructor(program, share) {
    this.#program = program;
    this.#share = share;
  }

  /** Starts the workers, so that they are there when they are needed. */
  warm() {
    for (let started = 0; started < most(); started += 1) this.#spare.push(this.#start());
  }

  /** Other scores are in use. */
  forget() {
    this.#generation += 1;
    for (const channel of this.#channels) channel.close(new Error("Other scores are in use."));
    this.#channels = [];
  }

  /**
   * Computes every task once, in their order as far as workers are free.
   * @template {Task} T
   * @param {T[]} tasks
   * @param {Study} first how the first worker computes one
   * @param {(task: T, result: any) => void} onResult
   * @param {AbortSignal} signal
   */
  async run(tasks, first, onResult, signal) {
    const open = [...tasks];
    const work = async (/** @type {Study} */ study) => {
      for (let task = open.shift(); task && !signal.aborted; task = open.shift()) {
        const result = await study(task).catch((error) => {
          // Another worker may finish what a lost one began.
          if (study !== first && task) open.unshift(task);
          throw error;
        });
        if (result === undefined) return;
        if (!signal.aborted) onResult(task, result);
      }
    };
    const others = this.#others(tasks.length - 1).then((channels) => {
      signal.addEventListener("abort", () => {
        for (const channel of channels) channel.ask("cancel", [tasks[0]?.study]).catch(() => {});
      });
      return Promise.allSettled(
        channels.map((channel) => work((task) => channel.ask("study", [task]))),
      );
    });
    await work(first);
    await others;
    // What a lost worker gave back at the very end.
    await work(first);
  }

  /**
   * Other workers that have the scores; none while they cannot be had.
   * @param {number} wanted
   */
  async #others(wanted) {
    const generation = this.#generation;
    while (this.#channels.length < Math.min(wanted, most())) {
      const channel = this.#spare.pop() ?? this.#start();
      this.#channels.push(channel);
      try {
        await channel.ask("adopt", [await this.#share()]);
      } catch {
        this.#drop(channel);
        break;
      }
      if (generation !== this.#generation) return [];
    }
    return [...this.#channels];
  }

  #start() {
    /** @type {Channel} */
    const channel = new Channel(this.#program, () => this.#drop(channel));
    return channel;
  }

  /** @param {Channel} channel */
  #drop(channel) {
    this.#channels = this.#channels.filter((other) => other !== channel);
    this.#spare = this.#spare.filter((other) => other !== channel);
    channel.close(new Error("A worker was lost."));
  }
}
