import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../packages/engine/src/index';
import { commandLine } from '../cli/command-line';
import { openRecorder } from '../cli/recorder';

/** The folders of request files in the language of each tool, with the files that they need. */
const tools = ['rest-client', 'jetbrains', 'httpyac', 'kulala', 'visual-studio', 'kibana'];

/** What a golden file says of a request file. With `UPDATE=1` it is written anew; review what changes. */
interface Golden {
  /** The first arguments behind `rulebook run --all FILE`. */
  readonly run: readonly string[];
  /** `line:column severity rule: message`. */
  readonly findings: readonly string[];
  /** `line name — detail`. */
  readonly symbols: readonly string[];
  /** `line:column type text`. */
  readonly tokens: readonly string[];
  /** The requests as they arrive, byte for byte in Latin-1; each line is an item. */
  readonly sent: readonly (readonly string[])[];
  readonly exit: number | null;
  /** The lines of standard error. */
  readonly said: readonly string[];
  /** The files that were written, with their texts. */
  readonly written: Readonly<Record<string, string>>;
}

/** Where the requests of the files go; the port differs each time. */
let recorder: Awaited<ReturnType<typeof openRecorder>>;

beforeAll(async () => {
  recorder = await openRecorder(answerTo);
});
afterAll(() => {
  recorder.close();
});

function answerTo(request: string, { length }: readonly string[]): string {
  const body = JSON.stringify({ id: length, name: 'first', items: [{ n: 'a' }, { n: 'b' }] });
  const fields = [
    request.startsWith('GET /moved ') ? 'HTTP/1.1 302 Found\r\nlocation: /there' : 'HTTP/1.1 200 OK',
    'content-type: application/json',
    'x-answer: yes',
    'set-cookie: session=abc; Path=/',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  return `${fields.join('\r\n')}\r\n\r\n${body}`;
}

const engine = createEngine();
const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };

/** What is read in a file, without what its folder adds. */
function reading(text: string): Pick<Golden, 'symbols' | 'tokens'> {
  const file = engine.openFile(text);
  const symbols: string[] = [];
  const tokens: string[] = [];
  for (let index = 0; index < file.blocks.size; index++) {
    const block = file.blocks.at(index)?.text ?? '';
    const firstLine = file.blocks.lineOf(index) + 1;
    const at = (offset: number): string => {
      const before = block.slice(0, offset).split('\n');
      return `${firstLine + before.length - 1}:${(before.at(-1)?.length ?? 0) + 1}`;
    };
    for (const { name, detail, span } of engine.symbols(file, index))
      symbols.push(`${at(span.start).split(':', 1)[0] ?? ''} ${name}${detail ? ` — ${detail}` : ''}`);
    for (const { type, modifier, span } of engine.semanticTokens(file, index, options.context))
      tokens.push(
        `${at(span.start)} ${modifier === undefined ? type : `${type}.${modifier}`} ${block.slice(span.start, span.end).replace(/\s*\n\s*/g, ' ')}`,
      );
  }
  return { symbols, tokens };
}

async function findingsIn(folder: string, file: string): Promise<readonly string[]> {
  const { out } = await commandLine(['check', '--format', 'text', file], { cwd: folder });
  return out
    .split('\n')
    .filter((line) => line.startsWith(`${file}:`))
    .map((line) => line.slice(file.length + 1));
}

/** The files in a folder and below. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

const ports = /127\.0\.0\.1:\d+/g;

async function golden(tool: string, file: string, run: readonly string[]): Promise<Golden> {
  const source = join(import.meta.dirname, tool);
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-dialect-'));
  try {
    cpSync(source, folder, { recursive: true });
    recorder.requests.length = 0;
    const place = `http://${recorder.place}`;
    // The Console has one server for all requests.
    if (tool === 'kibana') {
      const endpoints = { recorder: { service: 'search-cluster', baseUrl: place } };
      writeFileSync(join(folder, 'rulebook.json'), JSON.stringify({ endpoints }));
    }
    const before = new Set(filesIn(folder));
    const { code, error } = await commandLine(
      ['run', '--all', file, '--var', `recorder=${place}`, '--allow-origin', place, ...run],
      {
        cwd: folder,
        env: { DIALECT_NAME: 'from the process' },
      },
    );
    const written = filesIn(folder).filter((name) => !before.has(name));
    return {
      run,
      findings: await findingsIn(folder, file),
      ...reading(readFileSync(join(source, file), 'utf8')),
      sent: recorder.requests.map((one) =>
        one
          .replace(ports, '127.0.0.1:PORT')
          .replace(/^(user-agent: rulebook\/)\S+/im, '$1VERSION')
          .split('\r\n'),
      ),
      exit: code,
      said: error
        .trimEnd()
        .split('\n')
        .filter((line) => !/^(?:requests|\s+\d+)\s.*(?:time|ms|s)$/.test(line))
        .map((line) => line.replaceAll(folder, '.').replace(ports, '127.0.0.1:PORT')),
      written: Object.fromEntries(
        [...written]
          .sort()
          .map((name) => [name, readFileSync(join(folder, name), 'utf8').replace(ports, '127.0.0.1:PORT')]),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.each(tools)('request files in the language of %s', (tool) => {
  const folder = join(import.meta.dirname, tool);
  const files = readdirSync(folder).filter((name) => name.endsWith('.http') && !name.startsWith('_'));

  it.each(files)('%s is read, checked and sent as its golden file says', async (file) => {
    const path = join(folder, file.replace(/\.http$/, '.golden.json'));
    const expected = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Golden) : undefined;
    const found = await golden(tool, file, expected?.run ?? []);
    if (process.env['UPDATE']) writeFileSync(path, `${JSON.stringify(found, undefined, 2)}\n`);
    else expect(found).toEqual(expected);
  });
});
