import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import {
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
} from 'vscode-languageserver-protocol/node';

/**
 * Starts a language server, opens the text in it, and waits for its first diagnostics.
 * @param {string} file
 * @param {{ uri: string, languageId?: string, text: string }} document
 * @param {{ pulls?: boolean, settings?: unknown }} [options] whether diagnostics are asked for, rather than waited for
 */
export async function startSession(file, { uri, languageId = 'http', text }, { pulls = false, settings } = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, [file, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  /** @type {{ version: number, done: (count: number) => void } | undefined} */
  let waiting;
  let published = 0;
  connection.onNotification('textDocument/publishDiagnostics', (params) => {
    published++;
    if (!waiting || params.version < waiting.version) return;
    const { done } = waiting;
    waiting = undefined;
    done(params.diagnostics.length);
  });
  connection.listen();
  const capabilities = pulls ? { textDocument: { diagnostic: { dynamicRegistration: false } } } : {};
  await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities });
  const initialized = performance.now() - started;
  await connection.sendNotification('initialized', {});
  if (settings !== undefined) await connection.sendNotification('workspace/didChangeConfiguration', { settings });

  let version = 1;
  /** @returns {Promise<number>} */
  const diagnosticsOf = (wanted, change) => {
    if (!pulls) {
      const answered = new Promise((done) => (waiting = { version: wanted, done }));
      void change();
      return answered;
    }
    void change();
    return connection
      .sendRequest('textDocument/diagnostic', { textDocument: { uri } })
      .then(({ items = [] }) => items.length);
  };
  const textDocument = { uri, languageId, version, text };
  const diagnostics = await diagnosticsOf(version, () =>
    connection.sendNotification('textDocument/didOpen', { textDocument }),
  );
  const firstDiagnostics = performance.now() - started;

  return {
    /** Milliseconds from the start of the process. */
    initialized,
    firstDiagnostics,
    diagnostics,
    /** Sends one edit, and returns the milliseconds to the diagnostics of its version. */
    async edit(range, newText) {
      version++;
      const sent = performance.now();
      await diagnosticsOf(version, () =>
        connection.sendNotification('textDocument/didChange', {
          textDocument: { uri, version },
          contentChanges: [{ range, text: newText }],
        }),
      );
      return performance.now() - sent;
    },
    /** Returns how often diagnostics were published. */
    publishedCount: () => published,
    /** Sends a request, and returns the milliseconds to its answer. */
    async request(method, params) {
      const sent = performance.now();
      await connection.sendRequest(method, params);
      return performance.now() - sent;
    },
    /** Returns the processor time in milliseconds and the memory in megabytes, or undefined where the system does not report them. */
    usage() {
      try {
        const [, fields = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
        const megabytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
        const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
        // The kernel counts in hundredths of a second.
        return { cpu: (user + system) * 10, memory: megabytes('VmRSS'), peak: megabytes('VmHWM') };
      } catch {
        return undefined;
      }
    },
    async stop() {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      await exited;
      connection.dispose();
    },
  };
}
