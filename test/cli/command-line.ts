import { fork, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { afterAll, onTestFinished } from 'vitest';
import { endOf, type Ended } from '../end-of';
import { triesAll } from '../sample';

/** The checkout. */
export const root = resolve(import.meta.dirname, '../..');

// `npm run mutate` has bundles of its own.
const program = join(process.env.RULEBOOK_BUNDLES ?? join(root, 'dist'), 'cli.js');
if (!existsSync(program)) throw new Error('dist/cli.js does not exist; run `npm run build` first.');

export interface Spawned {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What standard input holds. */
  readonly input?: string;
}

/** Starts the command line without the variables of the machine that could change its responses. */
export function spawnCommandLine(args: readonly string[], { cwd = root, env = {} }: Spawned = {}) {
  return spawn(process.execPath, [program, ...args], { cwd, env: environmentOf(env) });
}

function environmentOf(env: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    /^(RULEBOOK_|FORCE_COLOR|NO_COLOR|GITHUB_ACTIONS$|TF_BUILD$|TEAMCITY_VERSION$)/.test(name) || value === undefined
      ? []
      : [[name, value] as const],
  );
  return { ...Object.fromEntries(inherited), ...ownFolders, ...env };
}

/** Neither the sandboxes nor the settings of whoever runs the tests, nor those of other test files. */
const ownFolder = mkdtempSync(join(tmpdir(), 'rulebook-own-'));
afterAll(() => {
  rmSync(ownFolder, { recursive: true, force: true });
});
const ownFolders = {
  XDG_RUNTIME_DIR: join(ownFolder, 'run'),
  XDG_CONFIG_HOME: join(ownFolder, 'config'),
  XDG_CACHE_HOME: join(ownFolder, 'cache'),
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
};

/** Returns whether a command needs a process of its own: all of them do when all is tried, or with mistakes of `npm run mutate`. */
function isOfProcess(env: Readonly<Record<string, string>>): boolean {
  if (triesAll || process.env.RULEBOOK_BUNDLES !== undefined) return true;
  return Object.keys(env).some((name) => /^(NODE_|FORCE_COLOR|NO_COLOR|CI$|TERM$|TZ$)/.test(name));
}

/** Runs the command line to its end: in a process of its own where the start of the process matters, else in one that serves many commands. */
export function commandLine(args: readonly string[], options: Spawned = {}): Promise<Ended> {
  const { cwd = root, env = {}, input } = options;
  const host = isOfProcess(env) ? undefined : (idleHosts.pop() ?? startLimitedHost());
  if (host === undefined) return endOf(spawnCommandLine(args, options), input);
  return new Promise((done, reject) => {
    let more = '';
    const add = (chunk: string) => (more += chunk);
    const lost = () => {
      finish();
      reject(new Error(`The process that serves commands ended: ${more}`));
    };
    const finish = () => {
      host.off('message', receive).off('close', lost).unref();
      host.stderr?.off('data', add);
    };
    const receive = ({ isOver, code, out, error }: Ended & { readonly isOver?: true }) => {
      finish();
      if (isOver) hosts--;
      else idleHosts.push(host);
      done({ code, out, error: error + more });
    };
    host.on('message', receive).on('close', lost).ref();
    host.stderr?.setEncoding('utf8').on('data', add);
    host.send({ args, cwd, env: environmentOf(env), input });
  });
}

/** Processes that have served a command and wait for the next one. */
const idleHosts: ChildProcess[] = [];
let hosts = 0;

/** A command that goes on until its input ends. */
export interface StreamedCommand {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves with its exit code and what it wrote to standard error. */
  readonly ended: Promise<{ readonly code: number | null; readonly error: string }>;
  kill(signal: NodeJS.Signals): void;
}

/** Processes that have served a command with streams and wait for the next one. */
const idleStreamed: ChildProcess[] = [];
/** How many commands had streams. */
let streamed = 0;

/** Starts a command that goes on until its input ends, in a process as `commandLine` has it. */
export function streamCommandLine(args: readonly string[], options: Spawned = {}): StreamedCommand {
  const { cwd = root, env = {} } = options;
  let error = '';
  if (isOfProcess(env)) {
    const child = spawnCommandLine(args, options);
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (error += chunk));
    const ended = new Promise<{ code: number | null; error: string }>((done) =>
      child.on('close', (code) => {
        done({ code, error });
      }),
    );
    return { stdin: child.stdin, stdout: child.stdout, ended, kill: (signal) => child.kill(signal) };
  }
  const host = idleStreamed.pop() ?? startHost();
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const ended = new Promise<{ code: number | null; error: string }>((done) => {
    const finish = (code: number | null) => {
      host.off('message', receive).off('close', finish).unref();
      stdout.end();
      done({ code, error });
    };
    const receive = (message: Partial<Ended> & { readonly isOver?: true }) => {
      error += message.error ?? '';
      if (message.code === undefined) stdout.write(message.out ?? '');
      else {
        if (!message.isOver) idleStreamed.push(host);
        finish(message.code);
      }
    };
    host.on('message', receive).on('close', finish).ref();
  });
  const command = ++streamed;
  host.send({ args, cwd, env: environmentOf(env), command });
  const isThere = () => host.connected;
  stdin.setEncoding('utf8').on('data', (input: string) => isThere() && host.send({ input, command }));
  stdin.on('end', () => isThere() && host.send({ isInputOver: true, command }));
  return { stdin, stdout, ended, kill: (signal) => host.kill(signal) };
}

/** Starts a process that serves commands; undefined when there are enough of them, all of which are busy. */
function startLimitedHost(): ChildProcess | undefined {
  if (hosts === 3) return undefined;
  hosts++;
  return startHost();
}

function startHost(): ChildProcess {
  const main = join(root, 'dist/parts/cli.cjs');
  return fork(join(import.meta.dirname, 'command-host.mjs'), [program, main], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** Returns what `run --all` wrote to standard error above its summary. */
export function aboveSummary(error: string): string {
  return error.replace(/^requests {2}answered .*\n.*\n$/m, '');
}

/** Makes a folder of files that is removed after the test. */
export function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-cli-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** A sandbox on free ports. */
export interface RunningSandbox {
  readonly ready: {
    readonly ready: boolean;
    readonly endpoints: readonly {
      readonly name: string;
      readonly service: string;
      readonly baseUrl: string;
      readonly credential: string;
    }[];
  };
  /** Variables that lead the command line to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends its input, and resolves with its exit code. */
  end(): Promise<number | null>;
  /** Sends a signal, and resolves with its exit code. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts `rulebook sandbox --json --free-ports`. */
export async function startSandbox(
  args: readonly string[] = ['--free-ports'],
  options: Spawned = {},
): Promise<RunningSandbox> {
  const { stdin, stdout, ended, kill } = streamCommandLine(['sandbox', '--json', ...args], options);
  const line = await new Promise<string>((done, reject) => {
    createInterface({ input: stdout }).once('line', done);
    void ended.then(({ error }) => {
      reject(new Error(error));
    });
  });
  const ready = JSON.parse(line) as RunningSandbox['ready'];
  const env: Record<string, string> = {};
  for (const { name, baseUrl, credential } of ready.endpoints) {
    const suffix = name.toUpperCase().replaceAll('-', '_');
    env[`RULEBOOK_ENDPOINT_${suffix}`] = baseUrl;
    env[`RULEBOOK_CREDENTIAL_${suffix}`] = credential;
  }
  return {
    ready,
    env,
    end: () => {
      stdin.end();
      return ended.then(({ code }) => code);
    },
    kill: (signal) => {
      kill(signal);
      return ended.then(({ code }) => code);
    },
  };
}
