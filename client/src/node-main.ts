import type { CookieJar } from '@rulebook/sender/ports';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { Transport } from '@rulebook/sender/plan';
import type { RunScript } from '@rulebook/sender/scripts';
import type { NodeTransport } from '@rulebook/node/http/transport';
import type { ConnectionSource } from '@rulebook/node/http/connection-options';
import { dotenvOf } from '@rulebook/node/files/dotenv';
import { findEnvironmentFiles } from '@rulebook/node/files/environment-files';
import { pathInside, readBytes, realPathOf } from '@rulebook/node/files/files';
import { createHistoryFiles } from '@rulebook/node/files/history-files';
import { createResponseFiles } from '@rulebook/node/files/response-files';
import { createResponseWriter } from '@rulebook/node/files/write-outputs';
import type { ToolProcesses } from '@rulebook/node/tool-process';
import { offerMcpServer } from './agents/offer-mcp-server';
import { offerTools, type CallTool } from './agents/offer-tools';
import { configurationFolder } from './configuration/configuration';
import { proxySettings } from './configuration/proxy-settings';
import { longestInMemory } from './response/collect-body';
import { startWhenNeeded, type Beginning } from './server/wake';
import { createReferences } from './credentials/references';
import { testServiceInTask } from './test-explorer/test-service-task';

let stop: (() => Promise<void>) | undefined;

/** Starts the extension on a machine with Node, as soon as something needs it; the editor calls it. */
export function activate(context: vscode.ExtensionContext): Promise<void> {
  const program = context.asAbsolutePath('dist/cli.js');
  context.subscriptions.push(offerMcpServer(process.execPath, program));
  return startWhenNeeded(
    context,
    (beginning) => start(context, beginning),
    (sending) => offerTools({ call: toolsOf(context, program), sending }),
  );
}

/** Returns what calls the tools of the command line; what starts it is loaded with the first call. */
function toolsOf(context: vscode.ExtensionContext, program: string): CallTool {
  let processes: Promise<ToolProcesses> | undefined;
  context.subscriptions.push({
    dispose: () =>
      void processes?.then((all) => {
        all.dispose();
      }),
  });
  return async (folder, name, input, token) => {
    processes ??= import('@rulebook/node/tool-process').then(({ createToolProcesses }) => createToolProcesses(program));
    return (await processes).call(folder, name, input, token.onCancellationRequested);
  };
}

/** Ends the language server; the editor calls it and waits. */
export async function deactivate(): Promise<void> {
  await stop?.();
}

async function start(context: vscode.ExtensionContext, beginning: Beginning): Promise<void> {
  // What is loaded here is not loaded in windows that never need it.
  const { createLanguageClient } = await import('./server/language-client');
  const { startExtension } = await import('./extension');
  const { startSandboxProcess } = await import('@rulebook/node/sandbox/sandbox-process');
  const { findSandbox } = await import('@rulebook/node/sandbox/sandbox-runtime');
  let cookies: Promise<CookieJar> | undefined;
  let scripts: Promise<RunScript> | undefined;
  const bodyFiles = createResponseFiles(join(context.globalStorageUri.fsPath, 'responses'));
  context.subscriptions.push({ dispose: bodyFiles.removeAll });
  let connections: ConnectionSource | undefined;
  let kept: { readonly proxies: string; readonly transport: NodeTransport } | undefined;
  context.subscriptions.push({ dispose: () => kept?.transport.close() });
  const transport: Transport = {
    // The HTTP client is large, and most windows send nothing for a while.
    send: async (request, options, signal, observer) => {
      const { sending } = await import('@rulebook/node/sending/sending');
      const http = vscode.workspace.getConfiguration('http');
      const proxies = proxySettings(
        (name) => http.get(name),
        (name) => process.env[name],
      );
      // Who takes the bytes has the whole body, so that less of it is enough in memory.
      const limits = observer?.onBytes === undefined ? {} : { maximumBody: longestInMemory };
      const way = JSON.stringify(proxies);
      if (kept?.proxies !== way) {
        // Requests that are on their way by the former proxies end by themselves, and their connections soon after.
        kept = { proxies: way, transport: sending.createTransport({ proxies, keepsConnections: true }) };
      }
      return kept.transport.send(request, { ...limits, ...options }, signal, observer);
    },
  };
  stop = await startExtension(context, beginning, {
    transport,
    createTokens: (given) =>
      import('@rulebook/node/sending/sending').then(({ sending }) => sending.createTokens({ transport, ...given })),
    connectionOf: async (endpoint, document, passphraseOf) => {
      const { sending } = await import('@rulebook/node/sending/sending');
      connections ??= sending.createConnectionSource({ environment: (name) => process.env[name], passphraseOf });
      const folder = configurationFolder(document) ?? vscode.Uri.joinPath(document, '..');
      return connections(endpoint, folder.fsPath);
    },
    evaluateAsserts: async (...asserts) => {
      const { sending } = await import('@rulebook/node/sending/sending');
      return sending.evaluateAsserts(...asserts);
    },
    snapshots: async ({ scheme, fsPath }) => {
      const { sending } = await import('@rulebook/node/sending/sending');
      return scheme === 'file' ? sending.createSnapshots(fsPath) : undefined;
    },
    scriptBox: () =>
      (scripts ??= import('@rulebook/node/sending/sending').then(({ sending }) => sending.createScriptRunner())),
    cookies: () =>
      (cookies ??= import('@rulebook/node/sending/sending').then(({ sending }) => sending.createCookieJar())),
    system: {
      now: Date.now,
      guid: randomUUID,
      random: Math.random,
      environment: (name) => process.env[name],
    },
    references: createReferences(),
    dotenv: (document) => (document.scheme === 'file' ? dotenvOf(dirname(document.fsPath)) : undefined),
    environmentFiles: (document) =>
      document.scheme === 'file' ? findEnvironmentFiles(dirname(document.fsPath)) : undefined,
    realFolder: (folder) => realPathOf(folder) ?? folder,
    readBodyFile: (path, folders) => {
      const found = folders === undefined ? path : pathInside(path, folders);
      if (found === undefined && existsSync(path)) return 'outside';
      const content = readBytes(found ?? path);
      return 'bytes' in content ? { ...content, path: found ?? realPathOf(path) ?? path } : content;
    },
    responseWriter: createResponseWriter,
    bodyFiles,
    markup: () => import('./response/markup'),
    historyFiles: ({ fsPath }) => createHistoryFiles(fsPath),
    createClient: (options) => createLanguageClient(context.asAbsolutePath('dist/server.js'), options),
    findSandbox: () => findSandbox((name) => process.env[name]),
    runCommand: async (args, run) => {
      const { runCommandLine } = await import('@rulebook/node/program-run');
      return runCommandLine(context.asAbsolutePath('dist/cli.js'), args, run);
    },
    testService: (folder, service, endpoint) =>
      testServiceInTask(
        { node: process.execPath, program: context.asAbsolutePath('dist/cli.js') },
        folder,
        service,
        endpoint,
      ),
    startSandbox: (folder, service) => {
      const services = service === undefined ? ['--own-services'] : ['--service', service];
      const options = folder === undefined ? [] : [...services, '--folder', folder.fsPath];
      return startSandboxProcess(context.asAbsolutePath('dist/cli.js'), options);
    },
  });
}
