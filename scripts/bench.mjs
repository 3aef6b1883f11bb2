// Measures the language server on a generated file, beside yardsticks in the same run. Clocks drift, so quote the ratios.
//   --requests N   requests in the file (10000)     --edits N   edits of each kind (20)     --cold N   cold starts (3)
//   --keep FILE    also write the generated file     --no-faces     leave out bundle sizes, start and sending
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './ensure.mjs';

ensureDependencies();
const { build } = await import('esbuild');
const { parseTree } = await import('jsonc-parser');
const { editKinds } = await import('./bench/edits.mjs');
const { build: buildProduct } = await import('./build.mjs');
const { measureBodies, measureCheck, measureProcess, measureRequests } = await import('./bench/further-goals.mjs');
const { generateFile } = await import('./bench/generate-file.mjs');
const { startSession } = await import('./bench/server-session.mjs');
const { median, quantile } = await import('./bench/statistics.mjs');

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    edits: { type: 'string', default: '20' },
    cold: { type: 'string', default: '3' },
    keep: { type: 'string' },
    faces: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const count = { requests: Number(values.requests), edits: Number(values.edits), cold: Number(values.cold) };
const folder = mkdtempSync(join(tmpdir(), 'rulebook-bench-'));
try {
  await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.faces) {
  const { benchFaces } = await import('./bench-faces.mjs');
  await benchFaces();
  const { printSandboxLoad } = await import('./lib/bench-sandbox.mjs');
  await printSandboxLoad({ say });
}

async function run() {
  const server = await bundle('server/src/node-main.ts', 'server.js', 'cjs');
  const engine = await bundle('engine/src/index.ts', 'engine.mjs', 'esm');
  const { createEngine } = await import(pathToFileURL(engine).href);
  const { catalogue } = createEngine();
  const text = generateFile(catalogue, { requests: count.requests });
  if (values.keep) writeFileSync(values.keep, text);
  const document = { uri: 'file:///bench/generated.http', text };
  const echo = join(import.meta.dirname, 'bench', 'echo-server.mjs');
  say(`Generated file: ${count.requests} requests, ${(text.length / 1e6).toFixed(2)} MB.`);

  /** @type {Record<'bare' | 'echo' | 'echoStart' | 'product' | 'productStart' | 'split', number[]>} */
  const cold = { bare: [], echo: [], echoStart: [], product: [], productStart: [], split: [] };
  let diagnostics = 0;
  for (let round = 0; round < count.cold; round++) {
    cold.bare.push(timed(() => spawnSync(process.execPath, ['-e', '0'])));
    cold.split.push(timed(() => splitAndParse(text)));
    for (const { file, start, first } of [
      { file: echo, start: cold.echoStart, first: cold.echo },
      { file: server, start: cold.productStart, first: cold.product },
    ]) {
      const session = await startSession(file, document);
      start.push(session.initialized);
      first.push(session.firstDiagnostics);
      diagnostics = session.diagnostics;
      await session.stop();
    }
  }
  const split = median(cold.split);
  const bare = median(cold.bare);
  say(`The server finds ${diagnostics} diagnostics in it.\n`);
  say('Cold start, median of', count.cold, 'in ms');
  row('node -e 0', bare);
  row('split at ### and parse every body, in process', split);
  row('echo server: to initialize', median(cold.echoStart), [bare, 'node -e 0']);
  row('rulebook: to initialize', median(cold.productStart), [bare, 'node -e 0']);
  row('echo server: to first diagnostics', median(cold.echo));
  row(
    'rulebook: to first diagnostics',
    median(cold.product),
    [median(cold.echo), 'echo server'],
    [median(cold.echo) + split, 'echo server + split and parse'],
  );

  say(`\nKey to diagnostics, ${count.edits} edits of each kind in ms (median, p95)`);
  const sessions = { echo: await startSession(echo, document), product: await startSession(server, document) };
  /** @type {{ echo: number[], product: number[] }} */
  const all = { echo: [], product: [] };
  for (const [kind, edits] of Object.entries(editKinds(text, count.edits + 1))) {
    /** @type {{ echo: number[], product: number[] }} */
    const times = { echo: [], product: [] };
    for (const [index, { range, newText }] of edits.entries()) {
      for (const side of ['echo', 'product']) {
        const elapsed = await sessions[side].edit(range, newText);
        // The first of each kind warms up; every edit is followed by its undoing, which counts as well.
        if (index > 1) times[side].push(elapsed);
      }
    }
    keyRow(kind, times, split);
    for (const side of ['echo', 'product']) all[side].push(...times[side]);
  }
  keyRow('all', all, split);
  await sessions.echo.stop();
  await sessions.product.stop();

  await buildProduct({ say: () => undefined });
  const cli = join(root, 'dist', 'cli.js');
  const bench = { files: { product: server, echo, cli }, document, catalogue, folder, count, split, say };
  await measureProcess(bench);
  await measureRequests(bench);
  await measureBodies(bench);
  measureCheck(bench);
}

async function bundle(entry, name, format) {
  const outfile = join(folder, name);
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    format,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  return outfile;
}

function splitAndParse(text) {
  let nodes = 0;
  for (const block of text.split(/^###/m)) {
    const body = block.indexOf('\n{');
    if (body >= 0 && parseTree(block.slice(body + 1))) nodes++;
  }
  return nodes;
}

function timed(task) {
  const start = performance.now();
  task();
  return performance.now() - start;
}

function say(...words) {
  console.log(words.join(' '));
}

function row(name, value, ...ratios) {
  const compared = ratios.map(([other, what]) => `${(value / other).toFixed(2)} x ${what}`).join(', ');
  say(`  ${name.padEnd(48)}${value.toFixed(1).padStart(9)}  ${compared}`);
}

function keyRow(kind, { echo, product }, split) {
  const [middle, high] = [median(product), quantile(product, 0.95)];
  const [echoMiddle, echoHigh] = [median(echo), quantile(echo, 0.95)];
  say(
    `  ${kind.padEnd(12)} rulebook ${middle.toFixed(2).padStart(7)} ${high.toFixed(2).padStart(7)}`,
    `   echo ${echoMiddle.toFixed(2).padStart(6)} ${echoHigh.toFixed(2).padStart(6)}`,
    `   ${(middle / echoMiddle).toFixed(1).padStart(5)} x echo,  1/${(split / middle).toFixed(0)} of split and parse`,
  );
}
