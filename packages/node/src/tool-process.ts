import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isRecord } from '@rulebook/json/is-record';

/** In milliseconds: a process that has answered nothing for this long ends. */
const idle = 60_000;

/** Calls tools of `rulebook mcp`, with a process for each folder that ends when it is not used for a while. */
export interface ToolProcesses {
  /** Returns the text of the tool; rejects with a sentence when it cannot be called. */
  call(folder: string, name: string, input: object, onCancel: (listener: () => void) => void): Promise<string>;
  dispose(): void;
}

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly waiting: Map<number, (answer: unknown) => void>;
  timer?: NodeJS.Timeout;
  number: number;
}

/** Returns what calls the tools of the command line at a path. */
export function createToolProcesses(commandLine: string): ToolProcesses {
  const running = new Map<string, Running>();
  const processOf = (folder: string): Running => {
    const known = running.get(folder);
    if (known !== undefined) return known;
    const child = spawn(process.execPath, [commandLine, 'mcp'], {
      cwd: folder,
      // In the editor, `execPath` is Electron, which is Node only with this variable.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const started: Running = { child, waiting: new Map(), number: 0 };
    running.set(folder, started);
    child.stdin.on('error', () => undefined);
    child.stderr.resume();
    createInterface({ input: child.stdout }).on('line', (line) => {
      const answer = parsed(line);
      const id = answer['id'];
      if (typeof id !== 'number') return;
      started.waiting.get(id)?.(answer['result'] ?? answer['error']);
      started.waiting.delete(id);
    });
    const end = () => {
      if (running.get(folder) === started) running.delete(folder);
      clearTimeout(started.timer);
      for (const answer of started.waiting.values()) answer(undefined);
      started.waiting.clear();
    };
    child.once('error', end).once('close', end);
    void request(started, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'rulebook-editor', version: '1' },
    }).answer;
    write(started, { method: 'notifications/initialized' });
    return started;
  };
  return {
    call: async (folder, name, input, onCancel) => {
      const used = processOf(folder);
      clearTimeout(used.timer);
      const { id, answer } = request(used, 'tools/call', { name, arguments: input });
      onCancel(() => {
        write(used, { method: 'notifications/cancelled', params: { requestId: id } });
        used.waiting.get(id)?.(undefined);
        used.waiting.delete(id);
      });
      const text = textOfAnswer(await answer);
      used.timer = setTimeout(() => used.child.stdin.end(), idle);
      used.timer.unref();
      if (text === undefined) throw new Error('The tool of Rulebook did not answer. Try it again.');
      return text;
    },
    dispose: () => {
      for (const { child } of running.values()) child.kill();
      running.clear();
    },
  };
}

function request(
  used: Running,
  method: string,
  params: object,
): { readonly id: number; readonly answer: Promise<unknown> } {
  const id = ++used.number;
  const answer = new Promise<unknown>((resolve) => used.waiting.set(id, resolve));
  write(used, { id, method, params });
  return { id, answer };
}

function write({ child }: Running, message: object): void {
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** Returns the text of what a tool has answered, or of why it has not. */
function textOfAnswer(answer: unknown): string | undefined {
  if (!isRecord(answer)) return undefined;
  const { content, message } = answer;
  if (typeof message === 'string') return message;
  if (!Array.isArray(content)) return undefined;
  return (content as readonly unknown[])
    .map((one) => (isRecord(one) && typeof one['text'] === 'string' ? one['text'] : ''))
    .join('\n');
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
