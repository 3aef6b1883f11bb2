// A language server, used as VS Code's client uses it.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CancellationTokenSource,
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
} from 'vscode-languageserver-protocol/node';

/** What VS Code says of itself, as far as these servers look at it. */
const capabilities = {
  general: { positionEncodings: ['utf-16'], staleRequestSupport: { cancel: true, retryOnContentModified: [] } },
  window: { workDoneProgress: true, showMessage: { messageActionItem: { additionalPropertiesSupport: true } } },
  workspace: {
    applyEdit: true,
    configuration: true,
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    codeLens: { refreshSupport: true },
    diagnostics: { refreshSupport: true },
    foldingRange: { refreshSupport: true },
  },
  textDocument: {
    synchronization: { dynamicRegistration: true, willSave: true, willSaveWaitUntil: true, didSave: true },
    publishDiagnostics: {
      relatedInformation: true,
      versionSupport: false,
      codeDescriptionSupport: true,
      dataSupport: true,
      tagSupport: { valueSet: [1, 2] },
    },
    diagnostic: {
      dynamicRegistration: true,
      relatedInformation: true,
      tagSupport: { valueSet: [1, 2] },
      codeDescriptionSupport: true,
      dataSupport: true,
      relatedDocumentSupport: false,
    },
    codeLens: { dynamicRegistration: true, resolveSupport: { properties: ['command'] } },
    documentSymbol: { dynamicRegistration: true, hierarchicalDocumentSymbolSupport: true, labelSupport: true },
    foldingRange: { dynamicRegistration: true, rangeLimit: 5000, lineFoldingOnly: true },
  },
};

/** What the extension sends with its first message, in a window without a configuration. */
const initializationOptions = {
  configuration: { endpoints: [], defaults: {}, bodies: [], rules: {}, services: [], rulesets: [] },
  codeLens: true,
  folders: [],
  suggestCommand: 'editor.action.triggerSuggest',
  opensUnselected: true,
  sends: true,
  boundsLenses: true,
  addsCodeDescription: true,
  reportsJsonSyntax: true,
  severityCommand: 'rulebook.configureSeverity',
};

/** How long the processor time of a server must stay as it is until the server counts as idle, in milliseconds. */
const idleTime = 6;

/**
 * @typedef {{ line: number, character: number }} Position
 * @typedef {{ start: Position, end: Position }} Range
 * @typedef {Awaited<ReturnType<typeof startSession>>} Session
 */

/**
 * Starts a language server.
 * @param {string} file
 * @param {{ settings?: unknown, root?: string, workspaceDiagnostics?: boolean }} [options] `root` is the URI of the folder of the workspace
 */
export async function startSession(file, { settings, root, workspaceDiagnostics = false } = {}) {
  const child = spawn(process.execPath, [file, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let bytes = 0;
  child.stdout.on('data', (/** @type {Buffer} */ chunk) => (bytes += chunk.length));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onRequest('workspace/configuration', ({ items }) => items.map(() => null));
  connection.onRequest('client/registerCapability', () => null);
  // What a refresh asks for is pulled anew, as VS Code does.
  connection.onRequest('workspace/diagnostic/refresh', () => {
    for (const document of documents.values()) pull(document);
    return null;
  });
  connection.onRequest('workspace/codeLens/refresh', () => null);
  connection.onRequest('workspace/foldingRange/refresh', () => null);
  connection.listen();
  const { capabilities: provided } = await connection.sendRequest('initialize', {
    processId: process.pid,
    clientInfo: { name: 'Visual Studio Code', version: '1.139.0' },
    rootUri: root ?? null,
    workspaceFolders: root === undefined ? null : [{ uri: root, name: 'workspace' }],
    capabilities,
    initializationOptions: { ...initializationOptions, workspaceDiagnostics },
  });
  await connection.sendNotification('initialized', {});
  if (settings !== undefined) await connection.sendNotification('workspace/didChangeConfiguration', { settings });

  /**
   * What the client knows of a document. Of each, one request for diagnostics is under way at most; a change meanwhile cancels it, and it
   * is sent again when the first one has been answered (`DiagnosticRequestor` of vscode-languageclient).
   * @typedef {{ uri: string, version: number, resultId?: string, items: any[], asked?: CancellationTokenSource, isAskedAgain: boolean,
   *   waiting: { version: number, done: (at: number) => void }[], reports: number, unchanged: number }} Open
   */
  /** @type {Map<string, Open>} */
  const documents = new Map();

  /** @param {Open} document */
  function pull(document) {
    if (document.asked) {
      document.asked.cancel();
      document.isAskedAgain = true;
      return;
    }
    const asked = new CancellationTokenSource();
    document.asked = asked;
    document.isAskedAgain = false;
    const { uri, version, resultId } = document;
    const params = { textDocument: { uri }, ...(resultId !== undefined && { previousResultId: resultId }) };
    connection
      .sendRequest('textDocument/diagnostic', params, asked.token)
      .then(
        (/** @type {any} */ report) => {
          document.reports++;
          if (report.kind === 'full') document.items = report.items;
          else document.unchanged++;
          document.resultId = report.resultId;
          const at = performance.now();
          const isHeard = (one) => one.version <= version;
          for (const { done } of document.waiting.filter(isHeard)) done(at);
          document.waiting = document.waiting.filter((one) => !isHeard(one));
        },
        () => (document.isAskedAgain = true),
      )
      .finally(() => {
        document.asked = undefined;
        if (document.isAskedAgain && documents.has(uri)) pull(document);
      });
  }

  /** @param {string} uri */
  function documentOf(uri) {
    const document = documents.get(uri);
    if (!document) throw new Error(`${uri} is not open.`);
    return document;
  }

  /** Returns the nanoseconds of all threads, and whether one of them works or waits for a processor. */
  const processorTime = () => {
    const tasks = `/proc/${child.pid}/task`;
    let time = 0;
    let isBusy = false;
    for (const task of readdirSync(tasks)) {
      try {
        time += Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
        isBusy ||= /\) R /.test(readFileSync(`${tasks}/${task}/stat`, 'utf8'));
      } catch {
        // The thread has ended since.
      }
    }
    return { time, isBusy };
  };

  return {
    provided,
    pid: child.pid,
    bytes: () => bytes,
    /** The document as the client has it. */
    documentOf,
    /**
     * Opens a document, and resolves when its first diagnostics have arrived.
     * @param {{ uri: string, languageId?: string, text: string }} opened
     */
    async open({ uri, languageId = 'http', text }) {
      /** @type {Open} */
      const document = { uri, version: 1, items: [], isAskedAgain: false, waiting: [], reports: 0, unchanged: 0 };
      documents.set(uri, document);
      const answered = new Promise((done) => document.waiting.push({ version: 1, done }));
      void connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId, version: 1, text },
      });
      pull(document);
      await answered;
    },
    /** @param {string} uri */
    async close(uri) {
      documents.delete(uri);
      await connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    },
    /**
     * Sends an edit, and returns the milliseconds to the diagnostics of its version or a later one.
     * @param {string} uri
     * @param {Range} range
     * @param {string} text
     * @returns {Promise<number>}
     */
    edit(uri, range, text) {
      const document = documentOf(uri);
      const sent = performance.now();
      const version = ++document.version;
      void connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ range, text }],
      });
      const answered = new Promise((done) => document.waiting.push({ version, done }));
      pull(document);
      return answered.then((at) => at - sent);
    },
    /**
     * Returns all diagnostics, whatever the client already has.
     * @param {string} uri
     * @returns {Promise<any[]>}
     */
    async diagnosticsOf(uri) {
      const report = await connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } });
      return report.items;
    },
    /** @returns {Promise<any>} */
    request: (method, params) => connection.sendRequest(method, params),
    notify: (method, params) => connection.sendNotification(method, params),
    /** Waits until the server does nothing, and returns the milliseconds of processor time that it has taken so far. */
    async idle() {
      let before = processorTime();
      for (;;) {
        await sleep(idleTime);
        const now = processorTime();
        // Timers of the runtime take some microseconds.
        if (now.time - before.time < 50_000 && !now.isBusy) return now.time / 1e6;
        before = now;
      }
    },
    /** Returns the memory now and at most, in megabytes. */
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      const megabytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
      return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
    },
    async stop() {
      documents.clear();
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      await exited;
      connection.dispose();
    },
  };
}

/**
 * Returns the milliseconds of processor time that something costs a server.
 * @param {Session} session
 * @param {() => Promise<unknown>} task
 */
export async function costOf(session, task) {
  const before = await session.idle();
  await task();
  return (await session.idle()) - before;
}
