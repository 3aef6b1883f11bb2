import type { CookieJar } from '@rulebook/sender/ports';
import * as vscode from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import type { WorkerStart } from '../../server/src/protocol';
import { startExtension } from './extension';
import { startWhenNeeded, type Beginning } from './server/wake';
import { createEnvironmentFiles } from './web/environment-files';
import { answerFiles } from './web/workspace-files';

/** The published descriptions that a browser fetches. What they know of responses is not needed where nothing is sent. */
const descriptions = ['elasticsearch', 'github', 'github-graphql', 'opensearch'];

let stop: (() => Promise<void>) | undefined;

/** Starts the extension in a browser's worker, as soon as something needs it; the editor calls it. */
export function activate(context: vscode.ExtensionContext): Promise<void> {
  return startWhenNeeded(context, (beginning) => start(context, beginning));
}

/** Ends the language server; the editor calls it and waits. */
export async function deactivate(): Promise<void> {
  await stop?.();
}

async function start(context: vscode.ExtensionContext, beginning: Beginning): Promise<void> {
  const cannotSend = vscode.l10n.t(
    'Sending needs VS Code on a desktop or in a remote window such as a codespace, or `rulebook run` on the command line: a page in a browser cannot connect to services and has no sandbox.',
  );
  const first = await fetchStart(context.extensionUri);
  const program = vscode.Uri.joinPath(context.extensionUri, 'dist/web/server.js').toString(true);
  const environmentFiles = createEnvironmentFiles();
  context.subscriptions.push(environmentFiles);
  stop = await startExtension(context, beginning, {
    cannotSend,
    transport: { send: () => Promise.resolve({ failure: { kind: 'other', message: cannotSend } }) },
    evaluateAsserts: () => Promise.resolve([]),
    cookies: () => Promise.resolve(noCookies),
    system: {
      now: Date.now,
      guid: () => crypto.randomUUID(),
      random: Math.random,
      environment: () => undefined,
    },
    environmentFiles: environmentFiles.environmentFiles,
    onEnvironmentFiles: environmentFiles.onEnvironmentFiles,
    createClient: (options) => {
      let worker: Worker | undefined;
      // Called again by "Restart Language Server".
      const startWorker = () => {
        worker?.terminate();
        worker = new Worker(program, { name: 'Rulebook' });
        worker.postMessage(first);
        // Workers in VS Code's worker of the extensions are no instances of `Worker`, for which the library looks.
        return Promise.resolve({ reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) });
      };
      const client = new LanguageClient('rulebook', 'Rulebook', startWorker, options);
      context.subscriptions.push({ dispose: () => worker?.terminate() });
      answerFiles(client);
      return client;
    },
    startSandbox: () => Promise.reject(new Error(cannotSend)),
  });
}

/** Fetches what the server needs of the extension's own files: it cannot wait for it later. */
async function fetchStart(extension: vscode.Uri): Promise<WorkerStart> {
  const read = (path: string) =>
    Promise.resolve(vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, 'dist', path))).catch(() => undefined);
  const [decoder, ...contents] = await Promise.all([
    read('web/brotli.wasm'),
    ...descriptions.map((name) => read(`descriptions/${name}.json.br`)),
  ]);
  const packed = descriptions.flatMap((name, index) => {
    const content = contents[index];
    return content === undefined ? [] : [[name, content] as const];
  });
  return { packed: Object.fromEntries(packed), decoder: decoder ?? new Uint8Array(), readsFiles: true };
}

const noCookies: CookieJar = {
  fieldFor: () => undefined,
  keep: () => undefined,
  list: () => [],
  delete: () => undefined,
  clear: () => undefined,
};
