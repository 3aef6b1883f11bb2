import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { commandLine, root, startSandbox, type RunningSandbox } from '../cli/command-line';
import { stagedPackage } from '../packages/installed';
import { requestLanguages, type Block, type Page } from './page';

/** The ports that pages name; the sandbox of a test has others. */
const usualPorts = [9270, 9271, 9272];

/** A finding, as `rulebook check --format json` reports it. */
interface Reported {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
}

/** What a command printed and ended with. */
export interface Printed {
  readonly code: number | null;
  readonly text: string;
}

/** The files of a page and what runs there. */
export interface Workspace {
  /** Returns what the checker reports of a block that is a request file or a body. */
  findingsOf(block: Block): Promise<readonly Reported[]>;
  /** Sends the requests of a block to a fresh sandbox, and returns the statuses of the responses. */
  send(block: Block): Promise<readonly number[]>;
  /** Runs a block of commands; one that starts a sandbox goes on until the page ends. */
  run(block: Block): Promise<Printed>;
  close(): Promise<void>;
}

/** Writes the files of a page into a folder of its own, and starts its sandbox. */
export async function openWorkspace(page: Page): Promise<Workspace> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rulebook-docs-')));
  /** Where the commands run; where files are checked, with the usual ports; and where blocks without a path are. */
  const [commands, checked, single] = ['workspace', 'checked', 'single'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [commands, checked, single, join(folder, 'bin'), join(folder, 'home')]) mkdirSync(path);
  writeFileSync(join(folder, 'bin', 'rulebook'), `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'dist/cli.js')}" "$@"\n`);
  chmodSync(join(folder, 'bin', 'rulebook'), 0o755);
  const own = { XDG_RUNTIME_DIR: join(folder, 'run'), XDG_CONFIG_HOME: join(folder, 'config') };
  mkdirSync(own.XDG_RUNTIME_DIR, { mode: 0o700 });

  // Programs of the page import the package as it is published.
  if (/from 'rulebook-http\//.test(page.text)) {
    mkdirSync(join(commands, 'node_modules'));
    symlinkSync((await stagedPackage()).folder, join(commands, 'node_modules/rulebook-http'), 'dir');
  }

  let ports = new Map<number, number>();
  let sandbox: RunningSandbox | undefined;
  if (page.wantsSandbox) {
    sandbox = await startSandbox(['--free-ports'], { env: own, cwd: commands });
    ports = portsIn(sandbox.ready.endpoints.map(({ baseUrl }) => baseUrl).join(' '), usualPorts);
  }
  for (const { attributes, text, line, language } of page.blocks) {
    if (attributes.file !== undefined) {
      write(join(commands, attributes.file), withPorts(text, ports));
      write(join(checked, attributes.file), text);
    } else if (requestLanguages.includes(language)) write(join(single, `${line}.${language}`), text);
  }

  const reports = new Map<string, Promise<ReadonlyMap<string, readonly Reported[]>>>();
  const placeOf = ({ attributes: { file }, line, language }: Block) =>
    file === undefined ? { cwd: single, path: `${line}.${language}` } : { cwd: checked, path: file };
  const background: { stop(): Promise<void> }[] = [];

  return {
    async findingsOf(block) {
      const { cwd, path } = placeOf(block);
      const configurations = [...page.blocks].flatMap(({ attributes: { file } }) =>
        cwd === checked && file !== undefined && basename(file) === 'rulebook.json' ? [file] : [],
      );
      const report = reports.get(cwd) ?? checkFolder(cwd, configurations, own);
      reports.set(cwd, report);
      return (await report).get(path) ?? [];
    },
    async send(block) {
      const { cwd, path } = placeOf(block);
      const args = ['run', '--sandbox', '--all', '--format', 'json', path];
      const { out, error } = await commandLine(args, { cwd, env: own });
      const { requests } = JSON.parse(out || '{ "requests": [] }') as {
        requests: readonly { label: string; status?: number; isSent: boolean; reason?: string }[];
      };
      const unsent = requests.filter(({ isSent }) => !isSent);
      if (requests.length === 0 || unsent.length > 0) throw new Error(`${block.at}: not all was sent\n${error}`);
      return requests.map(({ status }) => status ?? 0);
    },
    run(block) {
      const env = {
        ...machineWithoutRulebook(),
        ...own,
        HOME: join(folder, 'home'),
        PATH: [join(folder, 'bin'), process.env['PATH'] ?? ''].join(delimiter),
      };
      const lines = withPorts(block.text, ports).trimEnd().split('\n');
      const last = lines.pop() ?? '';
      const startsSandbox = /^rulebook sandbox\b(?!.*(--help|[|&]))/.test(last);
      if (!startsSandbox) return shell([...lines, last].join('\n'), { cwd: commands, env }).then(printed);
      const [, base] = /--port-base[ =](\d+)/.exec(last) ?? [];
      const wanted = base === undefined ? usualPorts : [0, 1, 2].map((offset) => Number(base) + offset);
      const free = `${last.replace(/ --port-base[ =]\d+/, '')} --free-ports`;
      return startInBackground([...lines, free].join('\n'), { cwd: commands, env, wanted });
    },
    async close() {
      for (const { stop } of background) await stop();
      await sandbox?.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  function printed({ code, text }: Printed): Printed {
    return { code, text: withUsualPorts(text, ports).replaceAll(`${commands}/`, '').replaceAll(commands, '.') };
  }

  /** Starts a sandbox as in another terminal; the one before it is stopped, since both want the same ports. */
  async function startInBackground(
    script: string,
    { cwd, env, wanted }: ShellOptions & { readonly wanted: readonly number[] },
  ): Promise<Printed> {
    for (const { stop } of background.splice(0)) await stop();
    const running = startShell(script, { cwd, env });
    background.push(running);
    for (;;) {
      const seen = portsIn(running.text(), wanted);
      if (seen.size === wanted.length) {
        ports = seen;
        return printed({ code: 0, text: running.text() });
      }
      const code = await Promise.race([running.ended, pause(50)]);
      if (code !== 'later') return printed({ code, text: running.text() });
    }
  }
}

async function checkFolder(cwd: string, configurations: readonly string[], env: Readonly<Record<string, string>>) {
  const { out, error } = await commandLine(['check', '--format', 'json', '.', ...configurations], { cwd, env });
  if (!out.startsWith('{')) throw new Error(`The files of the page cannot be checked.\n${error}`);
  const { files } = JSON.parse(out) as { files: readonly { path: string; findings: readonly Reported[] }[] };
  return new Map(files.map(({ path, findings }) => [path, findings]));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** What decides about answers stays out; what the machine needs stays in. */
function machineWithoutRulebook(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter(([name]) => !/^(RULEBOOK_|FORCE_COLOR|NO_COLOR|CI$|.*_PROXY$)/i.test(name)));
}

interface ShellOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a script to its end, at most for a minute. */
async function shell(script: string, options: ShellOptions): Promise<Printed> {
  const running = startShell(script, options);
  const timer = setTimeout(() => void running.stop(), 60_000);
  const code = await running.ended;
  clearTimeout(timer);
  return { code, text: running.text() };
}

function startShell(script: string, { cwd, env }: ShellOptions) {
  const child = spawn('bash', ['-c', `exec 2>&1\nset -e\n${script}`], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<number | null>((done, reject) => {
    child.on('error', reject);
    child.on('close', done);
  });
  return {
    text: () => text,
    ended,
    async stop() {
      // The whole group: bash, and what it started.
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

function pause(milliseconds: number): Promise<'later'> {
  return new Promise((done) => setTimeout(() => done('later'), milliseconds));
}

/** Returns, for the ports of pages, those of the addresses in a text, in their order. */
function portsIn(text: string, usual: readonly number[]): Map<number, number> {
  const found = [...text.matchAll(/https?:\/\/[^\s:/"]+:(\d+)/g)].map(([, port]) => Number(port));
  const distinct = [...new Set(found)];
  return new Map(usual.flatMap((port, index) => (distinct[index] === undefined ? [] : [[port, distinct[index]]])));
}

function withPorts(text: string, ports: ReadonlyMap<number, number>): string {
  return text.replace(/:(\d{4,5})\b/g, (whole, port) => `:${ports.get(Number(port)) ?? port}`);
}

function withUsualPorts(text: string, ports: ReadonlyMap<number, number>): string {
  return withPorts(text, new Map([...ports].map(([usual, port]) => [port, usual])));
}
