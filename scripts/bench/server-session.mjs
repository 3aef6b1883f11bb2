import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import {
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
} from 'vscode-languageserver-protocol/node';

/**
 * Starts a language server, opens the text in it, and waits for its first diagnostics.
 * @param {string} file
 * @param {{ uri: string, text: string }} document
 */
export async function startSession(file, { uri, text }) {
  const started = performance.now();
  const child = spawn(process.execPath, [file, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  /** @type {{ version: number, done: (count: number) => void } | undefined} */
  let waiting;
  connection.onNotification('textDocument/publishDiagnostics', (params) => {
    if (!waiting || params.version < waiting.version) return;
    const { done } = waiting;
    waiting = undefined;
    done(params.diagnostics.length);
  });
  connection.listen();
  await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
  const initialized = performance.now() - started;
  await connection.sendNotification('initialized', {});

  let version = 1;
  /** @returns {Promise<number>} */
  const diagnosticsOf = (wanted) => new Promise((done) => (waiting = { version: wanted, done }));
  const opened = diagnosticsOf(version);
  const textDocument = { uri, languageId: 'http', version, text };
  await connection.sendNotification('textDocument/didOpen', { textDocument });
  const diagnostics = await opened;
  const firstDiagnostics = performance.now() - started;

  return {
    /** Milliseconds from the start of the process. */
    initialized,
    firstDiagnostics,
    diagnostics,
    /** Sends one edit, and returns the milliseconds to the diagnostics of its version. */
    async edit(range, newText) {
      version++;
      const answered = diagnosticsOf(version);
      const sent = performance.now();
      void connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ range, text: newText }],
      });
      await answered;
      return performance.now() - sent;
    },
    async stop() {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      await exited;
      connection.dispose();
    },
  };
}
