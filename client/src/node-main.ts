import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { startSandboxProcess } from '../../platform/node/sandbox-process';
import { dotenvOf } from '../../platform/node/dotenv';
import { startExtension } from './extension';

let stop: (() => Promise<void>) | undefined;

/** Starts the extension on a machine with Node; the editor calls it. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const server = { module: context.asAbsolutePath('dist/server.js'), transport: TransportKind.ipc };
  stop = await startExtension(context, {
    transport: {
      // The HTTP client is large, and most windows send nothing for a while.
      send: async (...request) => {
        const { createTransport } = await import('../../platform/node/transport');
        return createTransport().send(...request);
      },
    },
    system: {
      now: Date.now,
      guid: randomUUID,
      random: Math.random,
      environment: (name) => process.env[name],
    },
    dotenv: (document) => (document.scheme === 'file' ? dotenvOf(dirname(document.fsPath)) : undefined),
    createClient: (options) => new LanguageClient('rulebook', 'Rulebook', server, options),
    startSandbox: () => startSandboxProcess(context.asAbsolutePath('dist/cli.js')),
  });
}

/** Ends the language server; the editor calls it and waits. */
export async function deactivate(): Promise<void> {
  await stop?.();
}
