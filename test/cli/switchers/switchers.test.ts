import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../command-line';
import { openRecorder } from '../recorder';

/** What a tool sends from a folder of its users, by its documentation or by itself; the file next to the folder says it. */
interface Story {
  readonly tool: string;
  /** Commands before the requests are sent: an import. */
  readonly before?: readonly (readonly string[])[];
  /** What these end with; absent: 0. */
  readonly beforeCode?: number;
  /** The arguments behind `run --all`. */
  readonly run: readonly (readonly string[])[];
  /** The environment of the process. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly sent: readonly Expected[];
  /** Files that are added behind an import: one that runs all requests of a collection, as its tool does. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files that the requests write. */
  readonly written?: Readonly<Record<string, string>>;
}

/** A text that begins with `~` is a pattern; a body that is not a text is JSON. */
interface Expected {
  readonly line: string;
  /** Null: there is no such field. */
  readonly fields?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
}

/** Stands for the server in the files; the real port differs each time. */
const place = '127.0.0.1:7357';

let recorder: Awaited<ReturnType<typeof openRecorder>>;
beforeAll(async () => {
  recorder = await openRecorder(answerTo);
});
afterAll(() => {
  recorder.close();
});

/** Responds to everything with what a login, a list and an item have. */
function answerTo(request: string): string {
  const [method = '', path = ''] = request.split(' ', 2);
  const isCreated = method === 'POST' && /\/(?:books|orders|items|users|notes)$/.test(path.split('?', 1)[0] ?? '');
  const body = JSON.stringify({
    ...{ id: 7, name: 'Ada', token: 'token-1', access_token: 'token-1', token_type: 'Bearer', expires_in: 600 },
    ...{ items: [{ id: 11 }, { id: 12 }], user: { id: 'u-1', roles: ['reader', 'writer'] } },
  });
  const fields = [
    `HTTP/1.1 ${isCreated ? '201 Created' : '200 OK'}`,
    'content-type: application/json',
    'x-request-id: r-1',
    'etag: "e-1"',
    ...(path.endsWith('/login') ? ['set-cookie: session=s-1; Path=/'] : []),
    `content-length: ${body.length}`,
    'connection: close',
  ];
  return `${fields.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`;
}

/** Puts the port into the files of a copy. */
function fill(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(place, recorder.place).replaceAll('7357', recorder.place.split(':')[1] ?? ''));
  }
}

function partsOf(request: string) {
  const text = Buffer.from(request, 'latin1').toString('utf8').replaceAll(recorder.place, place);
  const end = text.indexOf('\r\n\r\n');
  const [line = '', ...lines] = text.slice(0, end).split('\r\n');
  const fields: Record<string, string> = {};
  for (const field of lines) {
    const [, name = '', value = ''] = /^([^:]*): *(.*)$/.exec(field) ?? [];
    const key = name.toLowerCase();
    fields[key] = fields[key] === undefined ? value : `${fields[key]}, ${value}`;
  }
  return { line: line.replace(/ HTTP\/1\.1$/, ''), fields, body: text.slice(end + 4) };
}

function agrees(sent: string | undefined, wanted: string): boolean {
  return wanted.startsWith('~') ? new RegExp(wanted.slice(1)).test(sent ?? '') : sent === wanted;
}

/** Returns what was sent, with what was wanted in the places where both agree. */
function compared(request: string | undefined, wanted: Expected): Expected | undefined {
  if (request === undefined) return undefined;
  const { line, fields, body } = partsOf(request);
  const names = Object.entries(wanted.fields ?? {});
  const found = names.map(([name, value]) => {
    const agreed = value === null ? fields[name] === undefined : agrees(fields[name], value);
    return [name, agreed ? value : (fields[name] ?? null)] as const;
  });
  return {
    line: agrees(line, wanted.line) ? wanted.line : line,
    ...(wanted.fields && { fields: Object.fromEntries(found) }),
    ...(wanted.body !== undefined && { body: comparedBody(body, wanted.body) }),
  };
}

function comparedBody(body: string, wanted: unknown): unknown {
  if (typeof wanted === 'string') return agrees(body, wanted) ? wanted : body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

const here = import.meta.dirname;
const stories = readdirSync(here)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

describe('a folder of another tool is sent right at the first try', () => {
  it('has two folders of each of at least five tools', () => {
    const tools = new Map<string, number>();
    for (const name of stories) {
      const { tool } = storyOf(name);
      tools.set(tool, (tools.get(tool) ?? 0) + 1);
    }
    expect([...tools.values()].filter((count) => count >= 2).length).toBeGreaterThanOrEqual(5);
  });

  it.each(stories)('%s', async (name) => {
    const { before = [], beforeCode = 0, run, environment = {}, files = {}, sent, written = {} } = storyOf(name);
    const folder = mkdtempSync(join(tmpdir(), 'rulebook-switcher-'));
    try {
      cpSync(join(here, name), folder, { recursive: true });
      fill(folder);
      const options = { cwd: folder, env: environment };
      for (const args of before) {
        const { code, error } = await commandLine(args, options);
        expect({ args, code, error }).toMatchObject({ args, code: beforeCode });
      }
      for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
      recorder.requests.length = 0;
      const said: string[] = [];
      const codes: (number | null)[] = [];
      for (const args of run) {
        const { code, error } = await commandLine(
          [
            'run',
            '--all',
            '--yes',
            '--allow-origin',
            `http://${recorder.place}`,
            ...args.map((arg) => arg.replace(place, recorder.place)),
          ],
          options,
        );
        codes.push(code);
        said.push(error);
      }
      const arrived = sent.map((wanted, index) => compared(recorder.requests[index], wanted));
      const more = recorder.requests.slice(sent.length).map((request) => partsOf(request).line);
      expect({ arrived, more }, said.join('\n')).toEqual({ arrived: sent, more: [] });
      expect(codes, said.join('\n')).toEqual(codes.map(() => 0));
      for (const [path, text] of Object.entries(written)) {
        const file = join(folder, path);
        expect(existsSync(file) && agrees(readFileSync(file, 'utf8'), text), path).toBe(true);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

function storyOf(name: string): Story {
  return JSON.parse(readFileSync(join(here, `${name}.json`), 'utf8')) as Story;
}
