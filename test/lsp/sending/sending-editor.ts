import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClientCapabilities, InitializeParams, MessageConnection } from 'vscode-languageserver-protocol';
import type { SendCommandChoices, SendResult } from '../../../server/src/protocol';
import { startClient, type LanguageClient } from '../language-client';

/** What an editor that sends by the server can do and how it answers. */
export interface EditorOptions {
  readonly capabilities?: ClientCapabilities;
  /** The title with which each question is answered. */
  readonly answer?: string;
  readonly endpoint?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly init?: Partial<InitializeParams>;
}

/** An editor that sends by the server, and what it was sent. */
export interface Editor {
  readonly client: LanguageClient;
  readonly uri: string;
  /** What the client was sent with `window/showMessage`. */
  readonly messages: string[];
  /** What it was asked with `window/showMessageRequest`. */
  readonly questions: string[];
  /** The documents that it showed. */
  readonly documents: string[];
  readonly progress: string[];
  readonly send: (line?: number, uri?: string, choices?: SendCommandChoices) => Promise<SendResult>;
}

/** The ability to show documents and progress. */
export const showsDocuments = { showDocument: { support: true }, workDoneProgress: true };

/** Starts an editor with a request file in a folder; its paths go to the URL. */
export async function startSendingEditor(
  text: string,
  { folder, url, ...options }: EditorOptions & { readonly folder: string; readonly url: string },
): Promise<Editor> {
  const endpoint = { service: 'search-cluster', baseUrl: url, ...options.endpoint };
  const configuration = { endpoints: { local: endpoint }, defaults: { 'search-cluster': 'local' } };
  writeFileSync(join(folder, 'rulebook.json'), JSON.stringify(configuration));
  const messages: string[] = [];
  const questions: string[] = [];
  const documents: string[] = [];
  const progress: string[] = [];
  const client = await startClient(
    { rootUri: pathToFileURL(folder).href, capabilities: options.capabilities ?? {}, ...options.init },
    {
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_RUNTIME_DIR: join(folder, 'run'),
      TMPDIR: folder,
      NO_PROXY: '*',
      ...options.env,
    },
  );
  const { connection } = client;
  connection.onNotification('window/showMessage', ({ message }: { message: string }) => void messages.push(message));
  connection.onRequest('window/showMessageRequest', ({ message, actions }) => {
    questions.push(`${String(message)} ${actions.map(({ title }: { title: string }) => title).join('|')}`);
    return actions.find(({ title }: { title: string }) => title === options.answer) ?? null;
  });
  connection.onRequest('window/showDocument', (params: { uri: string }) => {
    documents.push(params.uri);
    return { success: true };
  });
  connection.onRequest('window/workDoneProgress/create', () => null);
  (connection as unknown as MessageConnection).onUnhandledProgress(
    ({ value }) => void progress.push((value as { kind: string }).kind),
  );
  const uri = pathToFileURL(join(folder, 'a.http')).href;
  await client.open(uri, text);
  const send = (line = 0, of = uri, choices?: SendCommandChoices): Promise<SendResult> => {
    const given = choices === undefined ? [of, line] : [of, line, choices];
    return connection.sendRequest('workspace/executeCommand', { command: 'rulebook.send', arguments: given });
  };
  return { client, uri, messages, questions, documents, progress, send };
}
