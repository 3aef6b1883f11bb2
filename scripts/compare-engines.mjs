// Checks files with the engine of a former commit and with the present one, and prints what differs.
//   node scripts/compare-engines.mjs COMMIT [--mutations 6] [--seed 1] [--show 20] FOLDER|FILE...
// Folders are searched for .http, .rest and .jsonl files; a line of the last kind with `method` and `path` is a request of the corpus.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutations: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '20' },
  },
});
const [commit = 'HEAD', ...paths] = positionals;

/** Bundles the engine that stands in a folder, and returns its exports. */
async function engineIn(/** @type {string} */ folder, /** @type {string} */ outfile) {
  await build({
    absWorkingDir: folder,
    entryPoints: ['engine/src/index.ts'],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  return createRequire(import.meta.url)(outfile);
}

function textsIn(/** @type {string} */ path) {
  if (statSync(path).isDirectory()) return readdirSync(path).flatMap((name) => textsIn(join(path, name)));
  if (/\.(?:http|rest)$/.test(path)) return [{ name: path, text: readFileSync(path, 'utf8') }];
  if (!path.endsWith('.jsonl')) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const item = line.trim() === '' ? {} : JSON.parse(line);
    if (typeof item.method !== 'string' || typeof item.path !== 'string') return [];
    const query = new URLSearchParams(item.query ?? {}).toString();
    const head = `${item.method} ${item.path}${query === '' ? '' : `?${query}`}`;
    const headers = Object.entries(item.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
    const body = item.body === null || item.body === undefined ? [] : ['', item.body];
    return [{ name: `${path}:${index + 1}`, text: [head, ...headers, ...body, ''].join('\n') }];
  });
}

/** Numbers below a bound, the same for each seed (mulberry32). */
function randomNumbers(/** @type {number} */ seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
const next = randomNumbers(Number(values.seed));
const characters = [...'{}[]",:/\\*#@?&=<>.-_ x1\n\r\t', '😀', '\u0000', '{{', '}}', '"""', '###'];

/** Inserts, removes or replaces one character. */
function mutated(/** @type {string} */ text) {
  const at = next(text.length + 1);
  const kind = next(3);
  const inserted = kind === 1 ? '' : (characters[next(characters.length)] ?? '');
  return { at, text: text.slice(0, at) + inserted + text.slice(kind === 0 ? at : at + 1) };
}

const options = { context: { endpoints: [], defaults: {} }, severities: {} };

/** Everything that the engine says of a text, one line each, with offsets in the file. */
function saidOf(/** @type {any} */ { createEngine, indexOfBlock }, /** @type {string} */ text) {
  const failures = /** @type {string[]} */ ([]);
  const engine = createEngine({
    onRuleFailure: (/** @type {string} */ rule) => void failures.push(`failure: ${rule}`),
  });
  const file = engine.openFile(text);
  const blocks = [...file.blocks];
  const starts = blocks.reduce((known, block) => [...known, known.at(-1) + block.text.length], [0]);
  const report = engine.check(file, options);
  const found = blocks.flatMap((_, index) => {
    const at = starts[index];
    const place = (/** @type {any} */ span, of = index) => `${starts[of] + span.start}-${starts[of] + span.end}`;
    const findings = engine.withFixes(file, index, report.findings[index] ?? [], options);
    return [
      ...findings.map((/** @type {any} */ { rule, severity, message, span, related = [], tag, isRefused, fixes }) => {
        const others = related.map((/** @type {any} */ { message: note, span: other, block }) => {
          // Formerly the distance in blocks.
          const of = typeof block === 'object' ? indexOfBlock(report, block) : index + (block ?? 0);
          return `${place(other, of)} ${note}`;
        });
        const offered = fixes?.().map((/** @type {any} */ fix) => [fix.title, fix.isSafe, fix.edits]) ?? [];
        return `finding ${place(span)} ${severity} ${rule}: ${message} ${JSON.stringify([tag, isRefused, others, offered])}`;
      }),
      ...engine.symbols(file, index).map((/** @type {any} */ one) => `symbol ${at} ${JSON.stringify(one)}`),
      ...engine.folding(file, index).map((/** @type {any} */ one) => `fold ${at} ${JSON.stringify(one)}`),
      `plan ${at} ${JSON.stringify(engine.plan(file, index, options))}`,
    ];
  });
  return [...failures, ...found];
}

const folder = mkdtempSync(join(tmpdir(), 'rulebook-compare-'));
try {
  const archive = execFileSync('git', ['archive', commit, 'engine', 'package.json', 'tsconfig.base.json'], {
    cwd: root,
    maxBuffer: 2 ** 28,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const former = await engineIn(folder, join(folder, 'former.cjs'));
  const present = await engineIn(root, join(folder, 'present.cjs'));
  const files = paths.flatMap(textsIn);
  const count = { files: files.length, differing: 0, mutations: 0, differingMutations: 0 };
  let shown = 0;
  const differs = (/** @type {string} */ name, /** @type {string} */ text, at = -1) => {
    const [before, now] = [saidOf(former, text), saidOf(present, text)];
    const [lost, added] = [before.filter((line) => !now.includes(line)), now.filter((line) => !before.includes(line))];
    if (lost.length + added.length === 0) return false;
    if (shown++ < Number(values.show)) {
      console.log(
        `\n${name}${at === -1 ? '' : ` changed at ${at}: ${JSON.stringify(text.slice(Math.max(0, at - 30), at + 30))}`}`,
      );
      for (const line of lost) console.log(`  - ${line.slice(0, 400)}`);
      for (const line of added) console.log(`  + ${line.slice(0, 400)}`);
    }
    return true;
  };
  for (const { name, text } of files) {
    if (differs(name, text)) count.differing++;
    for (let times = 0; times < Number(values.mutations); times++) {
      const changed = mutated(text);
      count.mutations++;
      if (differs(name, changed.text, changed.at)) count.differingMutations++;
    }
  }
  console.log(`\nFiles: ${count.files}, differing: ${count.differing}`);
  console.log(`With one character changed: ${count.mutations}, differing: ${count.differingMutations}`);
} finally {
  rmSync(folder, { recursive: true });
}
