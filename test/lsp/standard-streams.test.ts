import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { server } from './language-client';

function framed(message: object): string {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  return `Content-Length: ${String(Buffer.byteLength(text))}\r\n\r\n${text}`;
}

const initialize = { id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } };
const shutdown = { id: 2, method: 'shutdown' };
const exit = { method: 'exit' };

function start(args: readonly string[] = [server]) {
  const child = spawn(process.execPath, [...args, '--stdio'], { stdio: 'pipe' });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  return {
    send: (...messages: readonly object[]) => child.stdin.write(messages.map(framed).join('')),
    answer: async (id: number) => {
      while (!output.includes(`"id":${String(id)},`)) await once(child.stdout, 'data');
    },
    endInput: () => child.stdin.end(),
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output, errors })),
  };
}

describe('a server on standard input and output', () => {
  it('ends with 0 at exit after shutdown', async () => {
    const { send, answer, ended } = start();
    send(initialize, shutdown);
    await answer(2);
    send(exit);
    expect((await ended).code).toBe(0);
  });

  it('ends with 1 at exit without shutdown', async () => {
    const { send, answer, ended } = start();
    send(initialize);
    await answer(1);
    send(exit);
    expect((await ended).code).toBe(1);
  });

  it('ends with 0 when its input ends after shutdown', async () => {
    const { send, answer, endInput, ended } = start();
    send(initialize, shutdown);
    await answer(2);
    endInput();
    expect((await ended).code).toBe(0);
  });

  it('ends with 1 when its input ends before', async () => {
    const { send, answer, endInput, ended } = start();
    send(initialize);
    await answer(1);
    endInput();
    expect((await ended).code).toBe(1);
  });

  it('ends with 1 when nothing is ever sent', async () => {
    const { endInput, ended } = start();
    endInput();
    expect(await ended).toMatchObject({ code: 1, output: '' });
  });

  it('writes nothing but messages to standard output', async () => {
    // The last lines stand for any code that writes to the console later on.
    const module = JSON.stringify(join(dirname(server), 'parts/server.cjs'));
    const script = `import(${module}).then(() => { console.log('log'); console.info('info'); console.table([1]); });`;
    const { send, answer, endInput, ended } = start(['--eval', script, '--']);
    send(initialize, shutdown);
    await answer(2);
    endInput();
    const { output, errors } = await ended;
    expect(output).toMatch(/^Content-Length: /);
    expect(output).not.toMatch(/^(?:log|info)$/m);
    expect(errors).toContain('info');
  });
});
