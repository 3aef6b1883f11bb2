import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, onTestFinished } from 'vitest';
import { endOf, type Ended } from '../end-of';

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

/** Starts the command line without the variables of the machine that could change its answers. */
export function spawnCommandLine(args: readonly string[], { cwd = root, env = {} }: Spawned = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(RULEBOOK_|FORCE_COLOR|NO_COLOR)/.test(name));
  return spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...Object.fromEntries(inherited), ...ownFolders, ...env },
  });
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
};

/** Runs the command line to its end. */
export function commandLine(args: readonly string[], options: Spawned = {}): Promise<Ended> {
  return endOf(spawnCommandLine(args, options), options.input);
}

/** Returns what `run --all` wrote to standard error above its summary. */
export function aboveSummary(error: string): string {
  return error.replace(/^requests {2}sent .*\n.*\n$/m, '');
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
  const child = spawnCommandLine(['sandbox', '--json', ...args], options);
  const ended = new Promise<number | null>((done) => child.on('close', done));
  const line = await new Promise<string>((done, reject) => {
    createInterface({ input: child.stdout }).once('line', done);
    let error = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (error += chunk));
    child.once('close', () => {
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
      child.stdin.end();
      return ended;
    },
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
