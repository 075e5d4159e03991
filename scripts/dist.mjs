// `make dist`: from the page that Trunk built in target/page, the page to
// publish, dist/, and the same in one file, dist/tiescope.html.
//
// Both are the sources bundled: a worker is text within the page, so nothing is
// fetched once the page is there, and the worker is under the page's own
// content-security policy.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const PAGE = "target/page";
const DIST = "dist";
const WASM = "tiescope_bg.wasm";
/** The oldest browsers that the page works in; see README.md and www/support.js. */
const TARGET = ["chrome112", "firefox121", "safari16.4"];

/** The program is asked for before the script that asks for it is there. */
const PRELOAD = `<link rel="preload" href="./${WASM}" as="fetch" type="application/wasm" crossorigin />`;

const read = (path) => readFileSync(path, "utf8");
const write = (name, content) => writeFileSync(`${DIST}/${name}`, content);

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST);
optimise();
const html = read(`${PAGE}/index.html`);
const head = (await bundle("support.js", "iife")) + (await bundle("theme.js", "iife"));
const worker = await bundle("worker.js", "iife");
const styles = await bundleStyles();
await writeSite();
await writeSingleFile();

/**
 * The program, with what is not needed taken out. For what is sent compressed,
 * it is as important that what is alike lies together and looks alike: functions
 * stay apart that would only be drawn into their one caller, and are sorted by
 * name.
 */
function optimise() {
  const features = ["simd", "bulk-memory", "sign-ext", "mutable-globals", "reference-types"];
  const more = ["bulk-memory-opt", "multivalue", "nontrapping-float-to-int"];
  execFileSync("node_modules/.bin/wasm-opt", [
    ...[...features, ...more].map((name) => `--enable-${name}`),
    "-Oz",
    "--converge",
    "--low-memory-unused", // the far end of the stack lies there
    "--one-caller-inline-max-function-size=20",
    "--reorder-functions-by-name",
    `${PAGE}/${WASM}`,
    `--output=${DIST}/${WASM}`,
  ]);
}

/** A module of the page with all that it imports, as text. */
async function bundle(name, format, wasm) {
  const { outputFiles } = await build({
    entryPoints: [`${PAGE}/www/${name}`],
    plugins: [{ name: "parts", setup: (on) => replaceParts(on, wasm) }],
    bundle: true,
    minify: true,
    format,
    target: TARGET,
    write: false,
    logOverride: { "empty-import-meta": "silent" },
  });
  return outputFiles[0].text.trim();
}

/** www/parts.js says where the program is: here, within the page. */
function replaceParts({ onLoad }, wasm) {
  onLoad({ filter: /www\/parts\.js$/ }, () => ({
    contents: `
      export const wasm = ${wasm};
      const source = ${JSON.stringify(worker)};
      const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      export const worker = { address, type: "classic" };`,
  }));
}

/** All styles of the page, in the order in which it links them. */
async function bundleStyles() {
  const links = [...html.matchAll(/<link rel="stylesheet" href="\.\/(.+)"/g)];
  const contents = links.map(([, path]) => `@import "./${path}";`).join("");
  const { outputFiles } = await build({
    stdin: { contents, loader: "css", resolveDir: PAGE },
    bundle: true,
    minify: true,
    target: TARGET,
    write: false,
  });
  return outputFiles[0].text.trim();
}

/** The page with these styles and scripts in the place of its own. */
function assemble(css, classic, module) {
  const withoutOwn = html
    .replaceAll(/ *<link rel="stylesheet".*\n/g, "")
    .replaceAll(/ *<script .*<\/script>\n/g, "");
  return change(withoutOwn, "</head>", `${css}\n${classic}\n${module}\n</head>`);
}

async function writeSite() {
  cpSync("www/icons", `${DIST}/icons`, { recursive: true });
  cpSync("www/manifest.webmanifest", `${DIST}/manifest.webmanifest`);
  write("app.js", await bundle("main.js", "esm", `new URL("./${WASM}", import.meta.url)`));
  write("head.js", head);
  write("styles.css", styles);
  let page = assemble(
    `<link rel="stylesheet" href="./styles.css" />\n${PRELOAD}`,
    '<script src="./head.js"></script>',
    '<script type="module" src="./app.js"></script>',
  );
  // What only the published page has, see index.html.
  page = page.replaceAll(/<!-- published: (.*?) -->/gs, "$1");
  page = change(page, "worker-src 'self'", "worker-src 'self' blob:; manifest-src 'self'");
  write("index.html", page);
  writeServiceWorker();
}

function writeServiceWorker() {
  const names = readdirSync(DIST, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(DIST.length + 1))
    .sort();
  const digest = (content, encoding) => createHash("sha256").update(content).digest(encoding);
  const files = names.map((name) => {
    const integrity = `sha256-${digest(readFileSync(`${DIST}/${name}`), "base64")}`;
    return name === "index.html" ? ["./", ""] : [`./${name}`, integrity];
  });
  const version = digest(JSON.stringify(files) + read(`${DIST}/index.html`), "hex").slice(0, 16);
  const build = { version, files };
  write(
    "service-worker.js",
    `self.BUILD = ${JSON.stringify(build)};\n${read("www/service-worker.js")}`,
  );
}

async function writeSingleFile() {
  const base64 = readFileSync(`${DIST}/${WASM}`).toString("base64");
  const bytes = `Uint8Array.from(atob("${base64}"), (c) => c.charCodeAt(0))`;
  const module = await bundle("main.js", "esm", bytes);
  const page = assemble(
    `<style>${styles}</style>`,
    `<script>${head}</script>`,
    `<script type="module">${module}</script>`,
  );
  // Scripts are allowed by their hashes, and no others; nothing may be fetched.
  const policy = [
    "default-src 'none'",
    `script-src ${[head, module].map(hashSource).join(" ")} 'wasm-unsafe-eval'`,
    "style-src 'unsafe-inline'",
    "worker-src blob:",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  write("tiescope.html", change(page, /content="default-src.*"/, `content="${policy.join("; ")}"`));
}

function hashSource(script) {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** Replaces what must be there. */
function change(text, from, to) {
  const changed = text.replace(from, () => to);
  if (changed === text) throw new Error(`${from} is not in index.html`);
  return changed;
}
