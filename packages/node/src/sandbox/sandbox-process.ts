import { spawn } from 'node:child_process';

/** One service of a running sandbox, as its ready line describes it. */
export interface SandboxEndpoint {
  readonly name: string;
  readonly baseUrl: string;
  /** The service that it plays; absent in what an earlier version wrote. */
  readonly service?: string;
  /** Absent when the service needs none. */
  readonly credential?: string;
}

/** A sandbox in a process of its own. */
export interface SandboxProcess {
  readonly endpoints: readonly SandboxEndpoint[];
  /** Ends it; a second call does nothing. */
  stop(): void;
  /** Calls back with each error that the sandbox reports from now on. */
  onLog(listener: (text: string) => void): void;
  /** Calls back once when it has ended, for whatever reason. */
  onExit(listener: () => void): void;
}

const patience = 20_000;
const freePorts = '--free-ports';

/** Starts the command line's sandbox and resolves when it answers. Rejects with a sentence for the user. */
export async function startSandboxProcess(
  commandLine: string,
  options: readonly string[] = [],
): Promise<SandboxProcess> {
  try {
    return await startWith(commandLine, options);
  } catch (error) {
    // Another sandbox has the usual ports, and the message names this option. The ready line reports the ports.
    if (!(error instanceof Error && error.message.includes(freePorts))) throw error;
    return startWith(commandLine, [...options, freePorts]);
  }
}

async function startWith(commandLine: string, options: readonly string[]): Promise<SandboxProcess> {
  const { createInterface } = await import('node:readline');
  // In the editor, `execPath` is Electron, which is Node only with this variable.
  const child = spawn(process.execPath, [commandLine, 'sandbox', '--json', ...options], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const stop = () => {
    child.stdin.destroy();
    child.kill();
  };
  let errors = '';
  child.stdin.on('error', () => undefined);
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors = `${errors}${chunk}`.slice(-2000)));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(new Error('The sandbox did not start in time. See the log, and try `rulebook sandbox` in a terminal.'));
    }, patience);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const endpoints = readReadyLine(line);
      if (endpoints === undefined) return;
      clearTimeout(timer);
      resolve({
        endpoints,
        stop,
        onLog: (listener) => {
          child.stderr.on('data', (chunk: string) => {
            listener(chunk.trimEnd());
          });
        },
        onExit: (listener) => {
          if (child.exitCode !== null || child.signalCode !== null) listener();
          else child.once('exit', listener);
        },
      });
    });
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(new Error(`The sandbox could not be started: ${error.message}.`));
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      const why = errors.trim();
      reject(new Error(why === '' ? `The sandbox ended with code ${code} before it was ready.` : why));
    });
  });
}

/** Returns the services that a ready line names, or undefined for any other line. */
export function readReadyLine(line: string): readonly SandboxEndpoint[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('ready' in value) || value.ready !== true) return undefined;
  if (!('endpoints' in value) || !Array.isArray(value.endpoints)) return undefined;
  return (value.endpoints as readonly unknown[]).flatMap((one) => {
    if (typeof one !== 'object' || one === null) return [];
    const { name, baseUrl, service, credential } = one as Record<string, unknown>;
    if (typeof name !== 'string' || typeof baseUrl !== 'string') return [];
    const ofService = typeof service === 'string' && { service };
    return [
      { name, baseUrl, ...ofService, ...(typeof credential === 'string' && credential !== '' && { credential }) },
    ];
  });
}
