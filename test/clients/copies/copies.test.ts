import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine, root } from '../../cli/command-line';
import { named } from './named-differences';

/** How copied texts are run. */
interface Language {
  readonly form: string;
  /** The name of a copied text, which is in a folder of its own. */
  readonly file: string;
  /** The program that runs all of them, in front of their paths. What it says on standard error is a fault. */
  readonly program: readonly string[];
  /** Why it is not run on this machine. */
  readonly missing: string | undefined;
}

const runsAll = process.env.RULEBOOK_COPIES === 'all';

function lacks(program: string, ...args: readonly string[]): string | undefined {
  if (spawnSync(program, args).status === 0) return undefined;
  return `there is no ${[program, ...args].join(' ')}`;
}

/** Languages that are slow to start are run with `RULEBOOK_COPIES=all`. */
function lacksSlow(program: string, ...args: readonly string[]): string | undefined {
  return runsAll ? lacks(program, ...args) : 'RULEBOOK_COPIES=all runs it';
}

/** Returns a program that runs another one for each file. */
function eachBy(program: string): readonly string[] {
  return ['bash', '-c', `for f; do ${program} "$f" > "$f.out" 2>&1 < /dev/null || cat "$f" "$f.out" >&2; done`, '-'];
}

const node = 'for (const f of process.argv.slice(1)) await import(f).catch((error) => console.error(f, error));';
const python = [
  'import runpy, sys, traceback',
  'for f in sys.argv[1:]:',
  '    try: runpy.run_path(f)',
  '    except Exception: traceback.print_exc()',
];
const php = 'foreach (array_slice($argv, 1) as $f) { include $f; }';
const hasAxios = existsSync(join(root, 'node_modules', 'axios'));
const nodeProgram = [process.execPath, '--input-type=module', '-e', node, '--'];

const languages: readonly Language[] = [
  { form: 'fetch', file: 'copied.mjs', program: nodeProgram, missing: undefined },
  {
    ...{ form: 'axios', file: 'copied.mjs', program: nodeProgram },
    missing: hasAxios ? undefined : 'the package axios is not in node_modules',
  },
  { form: 'bash', file: 'copied.sh', program: eachBy('bash'), missing: lacks('curl', '--version') },
  {
    ...{ form: 'python', file: 'copied.py', program: ['python3', '-c', python.join('\n')] },
    missing: lacks('python3', '-c', 'import requests'),
  },
  { form: 'httpie', file: 'copied.sh', program: eachBy('bash'), missing: lacksSlow('http', '--version') },
  { form: 'go', file: 'copied.go', program: eachBy('go run'), missing: lacksSlow('go', 'version') },
  { form: 'java', file: 'Request.java', program: eachBy('java'), missing: lacksSlow('javac', '--version') },
  {
    ...{ form: 'php', file: 'copied.php', program: ['php', '-r', php, '--'] },
    missing: lacksSlow('php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);'),
  },
  { form: 'csharp', file: 'Program.cs', program: eachBy('dotnet run'), missing: lacksSlow('dotnet', '--version') },
];

const text = readFileSync(join(import.meta.dirname, 'requests.http'), 'utf8');
const titles = [...text.matchAll(/^### (.*)$/gm)].map(([, title = '']) => title);

/** Inside of the checkout, where Node finds the packages. */
const folder = mkdtempSync(join(root, 'node_modules', '.rulebook-copies-'));
let arrived: string[][] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { rawHeaders, method = '', url = '' } = request;
    const fields = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [`${name.toLowerCase()}: ${rawHeaders[index + 1] ?? ''}`] : [],
    );
    arrived.push([`${method} ${url}`, ...fields, `body: ${Buffer.concat(chunks).toString('latin1')}`]);
    const goesOn = url.startsWith('/redirect');
    response.writeHead(goesOn ? 302 : 200, { connection: 'close', ...(goesOn && { location: `/landed${url}` }) });
    response.end();
  });
});

/** What each sender says of itself, of the connection, and of a body that is not there; where it is written, it counts. */
const ofSender = /^(?:host|connection|accept|user-agent|accept-encoding|accept-language|sec-fetch-mode): /;

/** Returns what is in a request, line by line. */
function linesOf(request: readonly string[], title: string): readonly string[] {
  const written = text.split(/^### /m).find((block) => block.startsWith(`${title}\n`)) ?? '';
  return request.filter((line, index) => {
    const [name = ''] = line.split(':');
    return (
      index === 0 ||
      !(ofSender.test(line) || line === 'content-length: 0') ||
      new RegExp(`^${name}:`, 'im').test(written)
    );
  });
}

/** Returns the requests that came from each block, by the beginnings of their paths. */
function byTitle(requests: readonly (readonly string[])[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    titles.map((title) => {
      const [, path = ''] = new RegExp(`^### ${title}\\n[A-Z]+ http://HOST(/[\\w-]+)`, 'm').exec(text) ?? [];
      const own = requests.filter(([line = '']) => new RegExp(`^[A-Z]+ (?:/landed)?${path}(?![\\w-])`).test(line));
      return [title, own.flatMap((request) => linesOf(request, title))];
    }),
  );
}

/** Returns what is missing with a minus sign, and what is too much with a plus sign. */
function difference(sent: readonly string[], copied: readonly string[]): readonly string[] {
  const extra = [...copied];
  const missing = sent.filter((line) => {
    const at = extra.indexOf(line);
    if (at >= 0) extra.splice(at, 1);
    return at < 0;
  });
  return [...missing.map((line) => `- ${line}`), ...extra.map((line) => `+ ${line}`)];
}

/** Runs a program, and returns what it says on standard error. */
async function run([name = '', ...args]: readonly string[]): Promise<string> {
  return new Promise((done) => {
    execFile(name, args, { cwd: folder, timeout: 400_000, maxBuffer: 10_000_000 }, (failure, _out, stderr) => {
      done(stderr || (failure === null ? '' : String(failure)));
    }).stdin?.end();
  });
}

let place = '';
let sent: ReadonlyMap<string, readonly string[]> = new Map();

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(join(folder, 'a.http'), text.replaceAll('HOST', place));
  writeFileSync(join(folder, 'a.txt'), 'one ä\n');
  writeFileSync(join(folder, 'a.bin'), Buffer.from([0x89, 0, 255, 13, 10, 26, 10, 0xfe]));
  await commandLine(['run', 'a.http', '--all', '--no-cookies', '--send-anyway', '--yes'], { cwd: folder });
  sent = byTitle(arrived);
}, 60_000);

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

it('all of them are sent', () => {
  expect([...sent].filter(([, lines]) => lines.length === 0)).toEqual([]);
});

describe.each(languages)('requests copied as $form', ({ form, file, program, missing }) => {
  it.skipIf(missing !== undefined)(
    `arrive as they are sent, but for what is named${missing === undefined ? '' : `: ${missing}`}`,
    { timeout: 500_000 },
    async () => {
      const found: Record<string, readonly string[]> = {};
      const files = new Map<string, string>();
      for (const [index, title] of titles.entries()) {
        const as = form === 'bash' ? [] : ['--as', form];
        const copied = await commandLine(['curl', 'a.http', '--name', title, '--show-secrets', ...as], { cwd: folder });
        const path = join(folder, `${form}-${index}`, file);
        mkdirSync(join(path, '..'), { recursive: true });
        writeFileSync(path, copied.out);
        if (copied.code === 0) files.set(title, path);
        else found[title] = [copied.error.trim()];
      }
      arrived = [];
      const error = await run([...program, ...files.values()]);
      const copied = byTitle(arrived);
      for (const title of files.keys()) {
        const lines = difference(sent.get(title) ?? [], copied.get(title) ?? []).map((one) =>
          one.replace(place, 'PLACE'),
        );
        if (lines.length > 0) found[title] = lines;
      }
      expect({ error, found }).toEqual({ error: '', found: named[form] ?? {} });
    },
  );
});
