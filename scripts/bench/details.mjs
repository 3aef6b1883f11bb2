// `npm run bench -- --details`: every measure with its times.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseTree } from 'jsonc-parser';
import { benchFaces } from '../bench-faces.mjs';
import { build } from '../build.mjs';
import { loadEngine } from '../lib/load-engine.mjs';
import { printSandboxLoad } from '../lib/bench-sandbox.mjs';
import { editKinds } from './edits.mjs';
import { measureBodies, measureCheck, measureProcess, measureRequests } from './further-goals.mjs';
import { generateFile } from './generate-file.mjs';
import { startSession } from './server-session.mjs';
import { median, quantile } from './statistics.mjs';

/**
 * Prints starts, keys, requests, bodies and whole runs beside their yardsticks.
 * @param {{ folder: string, count: { requests: number, edits: number, cold: number }, keep?: string, say: (line: string) => void }} options
 */
export async function printDetails(options) {
  await run(options);
  await benchFaces({ requests: options.count.requests });
  await printSandboxLoad({ say: options.say });
}

/** @param {Parameters<typeof printDetails>[0]} options */
async function run({ folder, count, keep, say }) {
  const dist = join(folder, 'dist');
  await build({ production: true, say: () => undefined, folder: dist });
  const server = join(dist, 'server.js');
  const { createEngine } = await loadEngine();
  const { catalogue } = createEngine();
  const text = generateFile(catalogue, { requests: count.requests });
  if (keep) writeFileSync(keep, text);
  const document = { uri: 'file:///bench/generated.http', text };
  const echo = join(import.meta.dirname, 'echo-server.mjs');
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
  say(`Cold start, median of ${count.cold} in ms`);
  row(say, 'node -e 0', bare);
  row(say, 'split at ### and parse every body, in process', split);
  row(say, 'echo server: to initialize', median(cold.echoStart), [bare, 'node -e 0']);
  row(say, 'rulebook: to initialize', median(cold.productStart), [bare, 'node -e 0']);
  row(say, 'echo server: to first diagnostics', median(cold.echo));
  row(
    say,
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
    keyRow(say, kind, times, split);
    for (const side of ['echo', 'product']) all[side].push(...times[side]);
  }
  keyRow(say, 'all', all, split);
  await sessions.echo.stop();
  await sessions.product.stop();

  const cli = join(dist, 'cli.js');
  const bench = { files: { product: server, echo, cli }, document, catalogue, folder, count, split, say };
  await measureProcess(bench);
  await measureRequests(bench);
  await measureBodies(bench);
  measureCheck(bench);
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

function row(say, name, value, ...ratios) {
  const compared = ratios.map(([other, what]) => `${(value / other).toFixed(2)} x ${what}`).join(', ');
  say(`  ${name.padEnd(48)}${value.toFixed(1).padStart(9)}  ${compared}`);
}

function keyRow(say, kind, { echo, product }, split) {
  const [middle, high] = [median(product), quantile(product, 0.95)];
  const [echoMiddle, echoHigh] = [median(echo), quantile(echo, 0.95)];
  say(
    `  ${kind.padEnd(12)} rulebook ${middle.toFixed(2).padStart(7)} ${high.toFixed(2).padStart(7)} ` +
      `   echo ${echoMiddle.toFixed(2).padStart(6)} ${echoHigh.toFixed(2).padStart(6)} ` +
      `   ${(middle / echoMiddle).toFixed(1).padStart(5)} x echo,  1/${(split / middle).toFixed(0)} of split and parse`,
  );
}
