// Sends generated files with httpYac and with Rulebook to the same recorder, and compares what arrives.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { casesOf } from './generate.mjs';
import { startRecorder } from './recorder.mjs';

const run = promisify(execFile);
const cli = join(import.meta.dirname, '../../dist/cli.js');

/** What is missing, and how it is had. */
const missing =
  'httpYac is not there. `npm install httpyac` in another folder, and name that folder by RULEBOOK_PEERS.';

/** How many files one process of httpYac gets. */
const lot = 100;

/**
 * Sends the cases with both. Returns those that differ, with what each sent.
 * @param {{ seed: number, count: number, log: (line: string) => void }} options
 */
export async function compareWire({ seed, count, log }) {
  const httpyac = join(process.env.RULEBOOK_PEERS ?? '', 'node_modules/.bin/httpyac');
  if (process.env.RULEBOOK_PEERS === undefined || !existsSync(httpyac)) return { skipped: missing, count: 0, rows: [] };
  const recorder = await startRecorder();
  const folder = await mkdtemp(join(tmpdir(), 'rulebook-wire-'));
  try {
    const cases = casesOf(seed, count);
    for (const one of cases) await write(folder, one, recorder.base);
    const rows = [];
    for (let start = 0; start < cases.length; start += lot) {
      const some = cases.slice(start, start + lot);
      const files = some.map(({ name }) => join(folder, name, 'one.http'));
      await quietly(httpyac, ['send', ...files, '--all', '--output', 'none'], folder);
      const theirs = byCase(recorder.taken());
      for (const { name, parts, files: texts } of some) {
        const { stdout, stderr } = await quietly(
          process.execPath,
          [cli, 'run', 'one.http', '--all', '--yes'],
          join(folder, name),
        );
        const ours = byCase(recorder.taken()).get(name) ?? [];
        const their = theirs.get(name) ?? [];
        if (JSON.stringify(ours) !== JSON.stringify(their))
          rows.push({
            name,
            parts,
            text: texts['one.http'],
            ours,
            theirs: their,
            said: saidIn(`${stdout}\n${stderr}`),
          });
      }
      log(`${Math.min(start + lot, cases.length)} of ${cases.length}, ${rows.length} differ`);
    }
    return { count: cases.length, rows };
  } finally {
    recorder.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns how many files were sent alike, and those that were not, with their constructs.
 * @param {{ skipped?: string, count: number, rows: readonly any[] }} result
 */
export function wireTable({ skipped, count, rows }) {
  if (skipped !== undefined) return { lines: [`Not compared with httpYac: ${skipped}`], isGood: true };
  const lines = rows.map(({ name, text, ours, theirs, said }) =>
    [`${name}:`, text, `  Rulebook: ${JSON.stringify(ours)}`, `  httpYac:  ${JSON.stringify(theirs)}`, ...said].join(
      '\n',
    ),
  );
  return { lines: [`${count - rows.length} of ${count} files alike`, ...lines], isGood: rows.length === 0 };
}

async function write(folder, { name, files }, base) {
  const own = join(folder, name);
  await mkdir(own);
  for (const [file, text] of Object.entries(files))
    await writeFile(join(own, file), file.endsWith('.http') ? `@base = ${base}/${name}\n${text}` : text);
}

async function quietly(program, args, cwd) {
  try {
    return await run(program, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error);
    return { stdout, stderr };
  }
}

/** Requests by the case, which begins their path. */
function byCase(requests) {
  const found = new Map();
  for (const { url, ...request } of requests) {
    const [, name = '', rest = ''] = /^\/([^/?]+)(.*)$/.exec(url) ?? [];
    found.set(name, [...(found.get(name) ?? []), { url: rest, ...request, body: comparable(request) }]);
  }
  return found;
}

/** A body without what means nothing: the blanks of a document that Rulebook puts into JSON, and the line end behind the last boundary. */
function comparable({ body, fields }) {
  if (fields.some((field) => field.startsWith('content-type: multipart/'))) return body.replace(/\r\n$/, '');
  if (!fields.some((field) => /^x-request-type: graphql$/i.test(field))) return body;
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}

/** What Rulebook said of requests that were not sent. */
function saidIn(text) {
  return text
    .split('\n')
    .filter((line) => /not sent|cannot|error|Problem|problem/.test(line))
    .slice(0, 6);
}
