import { LSPClient, hoverTooltips, signatureHelp } from '@codemirror/lsp-client';
import type { Transport } from '@codemirror/lsp-client';
import DOMPurify from 'dompurify';
import type { PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import { descriptions } from '../.generated/descriptions';
import workerAddress from '../.generated/server-worker.js?url';
import { root, uriOf, type WorkerAnswer, type WorkerMessage } from '../worker/messages';

/** The language server in its worker. */
export interface Connection {
  readonly client: LSPClient;
  /** Replaces the files next to the request file. */
  readonly setFiles: (files: Readonly<Record<string, string>>) => Promise<void>;
  readonly close: () => void;
}

/** What the page wants to know from the server. */
export interface ConnectionListeners {
  readonly onDiagnostics: (params: PublishDiagnosticsParams) => void;
  /** Receives a sentence for the user. */
  readonly onMessage: (message: string) => void;
}

/** A check of a very large file takes seconds. In milliseconds. */
const patience = 60_000;

/** Starts the language server with its first files; `base` is the address below which the site is. */
export function connect(
  base: string,
  files: Readonly<Record<string, string>>,
  { onDiagnostics, onMessage }: ConnectionListeners,
): Connection {
  const worker = new Worker(workerAddress);
  const { port1: port, port2 } = new MessageChannel();
  const waiting = new Map<number, () => void>();
  let turn = 0;
  worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
    if (data.kind === 'files') {
      waiting.get(data.turn)?.();
      waiting.delete(data.turn);
    } else if (data.missing.length > 0) {
      onMessage(
        'The published descriptions could not be loaded, so only documented operations are checked. Reload the page.',
      );
    }
  };
  worker.onerror = () => {
    onMessage('The language server could not be started. Reload the page.');
  };
  const send = (message: WorkerMessage, transfer: Transferable[] = []): void => {
    worker.postMessage(message, transfer);
  };
  const address = (path: string): string => new URL(path, location.href).href;
  send(
    {
      kind: 'start',
      port: port2,
      descriptions: Object.fromEntries(Object.entries(descriptions).map(([name, path]) => [name, address(path)])),
      rulePages: address(`${base}rules/`),
      files,
    },
    [port2],
  );
  let names = Object.keys(files);
  const client = new LSPClient({
    rootUri: root,
    timeout: patience,
    // Texts of descriptions and of links are someone else's.
    sanitizeHTML: (html) => DOMPurify.sanitize(html, { FORBID_TAGS: ['style', 'img', 'form'], FORBID_ATTR: ['style'] }),
    extensions: [hoverTooltips({ hoverTime: 300 }), signatureHelp(), receivesDiagnostics],
    notificationHandlers: {
      'textDocument/publishDiagnostics': (_client, params: PublishDiagnosticsParams) => {
        onDiagnostics(params);
        return true;
      },
      'window/showMessage': (_client, { message }: { readonly message: string }) => {
        onMessage(message);
        return true;
      },
    },
  }).connect(transportOf(port));
  return {
    client,
    setFiles: async (next) => {
      const changed = [...new Set([...names, ...Object.keys(next)])];
      names = Object.keys(next);
      turn++;
      const known = new Promise<void>((done) => waiting.set(turn, done));
      send({ kind: 'files', turn, files: next });
      await Promise.all([known, client.initializing]);
      client.notification('workspace/didChangeWatchedFiles', { changes: changed.map((uri) => ({ uri, type: 2 })) });
    },
    close: () => {
      client.disconnect();
      worker.terminate();
    },
  };
}

const receivesDiagnostics = {
  clientCapabilities: {
    textDocument: { publishDiagnostics: { versionSupport: true, codeDescriptionSupport: true } },
  },
};

/** The library's messages are texts, those of the port are values. */
function transportOf(port: MessagePort): Transport {
  const handlers = new Set<(message: string) => void>();
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = JSON.stringify(data);
    for (const handler of handlers) handler(message);
  };
  return {
    send: (message) => {
      port.postMessage(JSON.parse(message, withoutPulling));
    },
    subscribe: (handler) => handlers.add(handler),
    unsubscribe: (handler) => handlers.delete(handler),
  };
}

/** The library announces that it pulls diagnostics (6.3.0) and does not; the server sends none to clients that pull them. */
function withoutPulling(key: string, value: unknown): unknown {
  if (key !== 'capabilities') return value;
  const { textDocument, ...others } = value as { readonly textDocument?: object };
  return { ...others, textDocument: { ...textDocument, diagnostic: undefined } };
}

/** The file that is edited. */
export const requestFile = uriOf('request.http');
