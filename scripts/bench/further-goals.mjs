// The goals beside start and keys: processor time and memory, large JSON bodies, requests of the editor, and whole runs of `check`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseTree } from 'jsonc-parser';
import { editKinds } from './edits.mjs';
import { generateBody } from './generate-body.mjs';
import { generateFile } from './generate-file.mjs';
import { startSession } from './server-session.mjs';
import { median, quantile } from './statistics.mjs';

/**
 * @typedef {object} Bench
 * @property {{ product: string, echo: string, cli: string }} files
 * @property {{ uri: string, text: string }} document
 * @property {{ services: readonly any[] }} catalogue
 * @property {string} folder for generated files
 * @property {{ edits: number, cold: number }} count
 * @property {number} split milliseconds to split the document and parse its bodies, in process
 * @property {(line: string) => void} say
 */

/**
 * Completion behind a key (P5), hover (P5) and outline (P10), with the time of the echo server beside them.
 * @param {Bench} bench
 */
export async function measureRequests({ files, document, count, split, say }) {
  say('\nRequests of the editor, in ms (median, p95)');
  const sessions = {
    echo: await startSession(files.echo, document),
    product: await startSession(files.product, document),
  };
  const [keys = []] = Object.values(editKinds(document.text, count.edits));
  /** @type {Record<string, Record<'echo' | 'product', number[]>>} */
  const times = {};
  const note = (kind, side, elapsed) => ((times[kind] ??= { echo: [], product: [] })[side] ?? []).push(elapsed);
  for (const { range, newText } of keys) {
    for (const side of /** @type {const} */ (['echo', 'product'])) {
      const position = range.start;
      const textDocument = { uri: document.uri };
      const edited = sessions[side].edit(range, newText);
      note(
        'completion behind a key',
        side,
        await sessions[side].request('textDocument/completion', { textDocument, position }),
      );
      await edited;
      note('hover', side, await sessions[side].request('textDocument/hover', { textDocument, position }));
      note('outline', side, await sessions[side].request('textDocument/documentSymbol', { textDocument }));
    }
  }
  for (const [kind, { echo, product }] of Object.entries(times))
    row(say, kind, product, echo, split, 'split and parse');
  await sessions.echo.stop();
  await sessions.product.stop();
}

/**
 * Processor time of a key (P3) and memory after opening and after edits (P8); only where /proc reports them.
 * @param {Bench} bench
 */
export async function measureProcess({ files, document, count, split, say }) {
  const keys = Object.values(editKinds(document.text, count.edits)).flat();
  /** @type {Record<string, { cpu: number, open: number, peak: number }>} */
  const found = {};
  for (const side of /** @type {const} */ (['echo', 'product'])) {
    const session = await startSession(files[side], document);
    const before = session.usage();
    for (const { range, newText } of keys) await session.edit(range, newText);
    const after = session.usage();
    await session.stop();
    if (!before || !after) return say('\nProcessor time and memory: this system does not report them');
    found[side] = { cpu: (after.cpu - before.cpu) / keys.length, open: before.memory, peak: after.peak };
  }
  const { echo, product } = found;
  say('\nProcess');
  say(
    `  processor time a key   rulebook ${product.cpu.toFixed(2)} ms, echo ${echo.cpu.toFixed(2)} ms, 1/${(split / product.cpu).toFixed(0)} of split and parse`,
  );
  say(
    `  memory after opening   rulebook ${product.open.toFixed(0)} MB, ${(product.open / echo.open).toFixed(2)} x echo`,
  );
  say(
    `  peak after edits       rulebook ${product.peak.toFixed(0)} MB, ${(product.peak / echo.peak).toFixed(2)} x echo`,
  );
}

/**
 * A key inside one large JSON body (P4).
 * @param {Bench} bench
 */
export async function measureBodies({ files, count, say }) {
  say('\nKey inside one JSON body, in ms (median, p95)');
  for (const size of [100_000, 1_000_000, 10_000_000]) {
    const text = generateBody(size);
    const parse = timed(() => parseTree(text));
    const document = { uri: 'file:///bench/body.json', languageId: 'jsonc', text };
    const sessions = {
      echo: await startSession(files.echo, document),
      product: await startSession(files.product, document),
    };
    const edits = Math.max(2, Math.round(count.edits / (size > 1e6 ? 5 : 1)));
    const { 'in a value': keys = [] } = editKinds(text, edits);
    /** @type {Record<'echo' | 'product', number[]>} */
    const times = { echo: [], product: [] };
    for (const { range, newText } of keys) {
      for (const side of /** @type {const} */ (['echo', 'product']))
        times[side].push(await sessions[side].edit(range, newText));
    }
    row(say, `${size / 1e6} MB`, times.product, times.echo, parse, 'parsing it');
    await sessions.echo.stop();
    await sessions.product.stop();
  }
}

/**
 * Whole runs of `check` (P7), over one file and over a thousand, beside a process that reads, splits and parses.
 * @param {Bench} bench
 */
export function measureCheck({ files, document, catalogue, folder, count, say }) {
  const one = join(folder, 'big.http');
  writeFileSync(one, document.text);
  const many = join(folder, 'many');
  mkdirSync(many);
  for (let index = 0; index < 1000; index++) {
    writeFileSync(join(many, `file-${index}.http`), generateFile(catalogue, { requests: 5, seed: index + 1 }));
  }
  say(`\nWhole runs of check, median of ${count.cold} in ms`);
  const raw = join(import.meta.dirname, 'raw-check.mjs');
  for (const [name, path] of [
    ['one file', one],
    ['1,000 files', many],
  ]) {
    /** @type {Record<'raw' | 'product', number[]>} */
    const times = { raw: [], product: [] };
    for (let round = 0; round < count.cold; round++) {
      times.raw.push(timed(() => spawnSync(process.execPath, [raw, path])));
      times.product.push(timed(() => spawnSync(process.execPath, [files.cli, 'check', path], { maxBuffer: 1 << 28 })));
    }
    const [product, yardstick] = [median(times.product), median(times.raw)];
    say(
      `  ${name.padEnd(14)} rulebook ${product.toFixed(0)}, read, split and parse ${yardstick.toFixed(0)}: ${(product / yardstick).toFixed(2)} x`,
    );
  }
}

function row(say, kind, product, echo, yardstick, what) {
  const figures = [median(product), quantile(product, 0.95), median(echo), quantile(echo, 0.95)];
  const [middle = 0, high = 0, echoMiddle = 0, echoHigh = 0] = figures;
  say(
    `  ${kind.padEnd(24)} rulebook ${middle.toFixed(2).padStart(7)} ${high.toFixed(2).padStart(7)}` +
      `   echo ${echoMiddle.toFixed(2).padStart(6)} ${echoHigh.toFixed(2).padStart(6)}` +
      `   1/${(yardstick / middle).toFixed(1)} of ${what}`,
  );
}

function timed(task) {
  const start = performance.now();
  task();
  return performance.now() - start;
}
