import * as vscode from 'vscode';
import { maskResponse } from '@rulebook/sender/response';
import type { RefusalParams, RefusalResult } from '../../../server/src/protocol';
import type { Exchange } from './kept-responses';
import { changeOf } from './line-changes';
import { shiftOf, type LineChange, type RequestLines } from './refused-requests';

/** In characters: a longer body is not an error message. */
const longestBody = 64 * 1024;

/** Shows in request files why the service refused a request, until its text changes. */
interface Refusals extends vscode.Disposable {
  /** Takes note of a response: it replaces what was shown of its request. */
  readonly note: (exchange: Exchange) => Promise<void>;
}

interface Refused {
  readonly lines: RequestLines;
  readonly diagnostics: readonly vscode.Diagnostic[];
}

/** Creates the diagnostics of refused requests; `explain` asks the language server. */
export function showRefusals(explain: (params: RefusalParams) => Promise<RefusalResult | undefined>): Refusals {
  const collection = vscode.languages.createDiagnosticCollection('rulebook-refused');
  const shown = new Map<string, readonly Refused[]>();
  const show = (uri: vscode.Uri, refused: readonly Refused[]) => {
    if (refused.length === 0) shown.delete(uri.toString());
    else shown.set(uri.toString(), refused);
    collection.set(
      uri,
      refused.flatMap(({ diagnostics }) => diagnostics),
    );
  };
  const subscriptions = [
    collection,
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const refused = shown.get(document.uri.toString());
      if (refused === undefined || contentChanges.length === 0) return;
      const changes = contentChanges.map(changeOf);
      show(
        document.uri,
        refused.flatMap((one) => moved(one, changes) ?? []),
      );
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (shown.has(uri.toString())) show(uri, []);
    }),
  ];
  return {
    note: async ({ source, response, secrets }) => {
      const uri = vscode.Uri.parse(source.uri);
      const rest = (shown.get(source.uri) ?? []).filter(
        ({ lines }) => source.line < lines.first || source.line > lines.last,
      );
      if (shown.has(source.uri)) show(uri, rest);
      const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === source.uri);
      const isRefused = response.status >= 400 && response.status < 500;
      // What was sent is no longer what is there.
      if (!isRefused || document === undefined || document.version !== source.version) return;
      const { body } = maskResponse(response, secrets);
      if (body.length > longestBody) return;
      const { line, version } = source;
      const found = await explain({ uri: source.uri, line, version, status: response.status, body });
      if (found?.lines === undefined || found.problems.length === 0 || document.version !== version) return;
      show(uri, [...rest, { lines: found.lines, diagnostics: found.problems.map(toDiagnostic) }]);
    },
    dispose: () => {
      for (const one of subscriptions) one.dispose();
    },
  };
}

function toDiagnostic({ range: { start, end }, message, rule }: RefusalResult['problems'][number]): vscode.Diagnostic {
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
  diagnostic.source = 'rulebook';
  if (rule !== undefined) diagnostic.code = rule;
  return diagnostic;
}

/** Returns a refusal after changes; undefined when they change its request. */
function moved({ lines, diagnostics }: Refused, changes: readonly LineChange[]): Refused | undefined {
  let total = 0;
  for (const change of changes) {
    // The editor reports changes from the last one in the document to the first, so the lines of each are still those of before.
    const shift = shiftOf(lines, change);
    if (shift === undefined) return undefined;
    total += shift;
  }
  if (total === 0) return { lines, diagnostics };
  return {
    lines: { first: lines.first + total, last: lines.last + total },
    diagnostics: diagnostics.map(({ range, message, severity, source, code }) => {
      const { start, end } = range;
      const next = new vscode.Diagnostic(
        new vscode.Range(start.translate(total), end.translate(total)),
        message,
        severity,
      );
      next.source = source;
      next.code = code;
      return next;
    }),
  };
}
