import { LanguageClient, TransportKind, type LanguageClientOptions } from 'vscode-languageclient/node';

/** Returns the client of the language server in a file, which is started as a process of its own. */
export function createLanguageClient(file: string, options: LanguageClientOptions): LanguageClient {
  // The server has a writer of its own for these streams, which makes less work of what has been sent before.
  const run = { module: file, transport: TransportKind.stdio };
  // The library takes `debug` while the extension itself is being debugged; see .vscode/launch.json.
  const server = { run, debug: { ...run, options: { execArgv: ['--inspect=6009'] } } };
  return new LanguageClient('rulebook', 'Rulebook', server, options);
}
