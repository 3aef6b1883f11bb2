import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { triesAll } from '../sample';
import { startHosted, type Streams } from './hosted-server';
import type {
  Diagnostic,
  InitializeParams,
  InitializeResult,
  PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import type { ProtocolConnection } from 'vscode-languageserver-protocol/node';

/** The program that is shipped, or the one with a mistake of `npm run mutate`. */
export const server = join(process.env.RULEBOOK_BUNDLES ?? join(import.meta.dirname, '../../dist'), 'server.js');
if (!existsSync(server)) throw new Error('dist/server.js does not exist; run `npm run build` first.');

export interface LanguageClient {
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  /** All that was published, in order. */
  readonly published: readonly PublishDiagnosticsParams[];
  /** What the server wrote to its log. */
  readonly log: readonly string[];
  open(uri: string, text: string, languageId?: string): Promise<void>;
  /** Replaces a range, or the whole text without one. */
  change(uri: string, version: number, changes: readonly Change[]): Promise<void>;
  /** Waits for diagnostics that fulfil the condition, and returns the newest that do. */
  publishedWith(holds: (params: PublishDiagnosticsParams) => boolean): Promise<readonly Diagnostic[]>;
  /** Waits for the diagnostics of this version or a later one. */
  diagnosticsOf(uri: string, version: number): Promise<readonly Diagnostic[]>;
  stop(): Promise<number | null>;
}

export interface Change {
  readonly range?: InitializeRange;
  readonly text: string;
}
type InitializeRange = Diagnostic['range'];

/** Starts the server in a process of its own. */
function startProcess(program: string, env: NodeJS.ProcessEnv): Streams {
  const child = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'], env });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { output: child.stdout, input: child.stdin, exited };
}

/**
 * Starts the server and shakes hands. It is one of several in its process, unless all is tried, it has mistakes of `npm run mutate`, or another
 * program is given.
 */
export async function startClient(
  options: Partial<InitializeParams> = {},
  env: Readonly<Record<string, string>> = {},
  program = server,
): Promise<LanguageClient> {
  const isHosted = !triesAll && process.env.RULEBOOK_BUNDLES === undefined && program === server;
  const environment = { ...process.env, ...env };
  const { output, input, exited } = isHosted
    ? await startHosted(program, environment)
    : startProcess(program, environment);
  const connection = createProtocolConnection(new StreamMessageReader(output), new StreamMessageWriter(input));
  const published: PublishDiagnosticsParams[] = [];
  const log: string[] = [];
  const waiting = new Set<() => void>();
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    published.push(params);
    for (const check of [...waiting]) check();
  });
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
    log.push(message);
  });
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('workspace/diagnostic/refresh', () => null);
  connection.onRequest('workspace/codeLens/refresh', () => null);
  connection.listen();
  const initialized: InitializeResult = await connection.sendRequest('initialize', {
    processId: isHosted ? null : process.pid,
    rootUri: null,
    capabilities: {},
    ...options,
  });
  await connection.sendNotification('initialized', {});
  const publishedWith: LanguageClient['publishedWith'] = (holds) =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = [...published].reverse().find(holds);
        if (!found) return;
        waiting.delete(check);
        resolve(found.diagnostics);
      };
      waiting.add(check);
      check();
    });
  return {
    connection,
    initialized,
    published,
    log,
    open: (uri, text, languageId = 'http') =>
      connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } }),
    change: (uri, version, contentChanges) =>
      connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges }),
    publishedWith,
    diagnosticsOf: (uri, version) => publishedWith((params) => params.uri === uri && (params.version ?? -1) >= version),
    stop: async () => {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      const code = await exited;
      connection.dispose();
      return code;
    },
  };
}

/** Returns the range of a line's columns. */
export function onLine(line: number, start: number, end: number): InitializeRange {
  return { start: { line, character: start }, end: { line, character: end } };
}

/** Returns the text after the edits of a code action or a completion, in UTF-16 columns. */
export function applied(
  text: string,
  edits: readonly { readonly range: InitializeRange; readonly newText: string }[],
): string {
  const lines = text.split('\n');
  const offset = ({ line, character }: { line: number; character: number }): number =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + character;
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (result, { range, newText }) => result.slice(0, offset(range.start)) + newText + result.slice(offset(range.end)),
      text,
    );
}
