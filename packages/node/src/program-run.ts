import { spawn } from 'node:child_process';

/** In milliseconds: what a command prints comes by another way than its questions, and may be a little later. */
const settling = 50;

/** What a command is run with. */
export interface ProgramRun {
  /** The folder in which it works; absent: that of this program. */
  readonly folder?: string;
  /** Variables of its environment, besides those of this program. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Answers its questions, which it asks with `--ask-parent`; `output` is what it has printed until then. Absent: it cannot ask. */
  readonly ask?: (question: string, output: string) => Promise<boolean>;
  /** A longer output is cut, in UTF-16 code units. */
  readonly longest: number;
}

/** What came of a command. */
export interface ProgramResult {
  readonly code: number;
  /** What it has printed for programs and people. */
  readonly output: string;
  /** What it has complained about. */
  readonly errors: string;
  /** Both, in their order. */
  readonly all: string;
}

/** Runs a command of the command line at a path, without a terminal. */
export function runCommandLine(
  commandLine: string,
  args: readonly string[],
  { folder, variables = {}, signal, ask, longest }: ProgramRun,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [commandLine, ...args], {
      ...(folder !== undefined && { cwd: folder }),
      // In the editor, `execPath` is Electron, which is Node only with this variable.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', ...variables },
      stdio: ['ignore', 'pipe', 'pipe', ...(ask === undefined ? [] : (['ipc'] as const))],
      windowsHide: true,
      ...(signal !== undefined && { signal }),
    });
    const said = { output: '', errors: '', all: '' };
    const take = (part: 'output' | 'errors') => (chunk: string) => {
      for (const each of [part, 'all'] as const)
        if (said[each].length < longest) said[each] = (said[each] + chunk).slice(0, longest);
    };
    child.stdout?.setEncoding('utf8').on('data', take('output'));
    child.stderr?.setEncoding('utf8').on('data', take('errors'));
    child.on('message', (message) => {
      const { question } = message as { readonly question?: unknown };
      if (typeof question !== 'string' || ask === undefined) return;
      setTimeout(() => {
        void ask(question, said.output).then((isConfirmed) => {
          if (child.connected) child.send({ isConfirmed });
        });
      }, settling);
    });
    child.on('error', ({ message }) => {
      const why = `It could not be started: ${message}`;
      resolve({ code: 1, output: '', errors: why, all: why });
    });
    child.on('close', (code) => {
      resolve({ code: code ?? 1, ...said });
    });
  });
}
