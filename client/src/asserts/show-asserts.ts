import * as vscode from 'vscode';
import type { RequestPlan } from '@rulebook/sender/plan';
import type { AssertResult, SnapshotDifference } from '@rulebook/sender/asserts';
import { changeOf } from '../response/line-changes';
import { shiftOf, type RequestLines } from '../response/refused-requests';
import { markOf } from '../response/assert-notes';
import { judgedLines, resultPerLine } from './judged-lines';

/** Shows the results of asserts behind their lines, until the request changes. */
export interface AssertView extends vscode.Disposable {
  /** Takes note of the results of a request that was sent from this version of the document; they replace the former ones. */
  readonly note: (
    document: vscode.TextDocument,
    version: number,
    plan: RequestPlan,
    results: readonly AssertResult[],
    /** The Test Explorer writes what was received behind the lines of those that do not hold. */
    isTest?: boolean,
  ) => void;
  /** Returns the snapshot that differs at a line, and the file of its request where that differs. */
  readonly snapshotAt: (document: vscode.TextDocument, line: number) => ShownSnapshot | undefined;
  /** Takes note that a snapshot is now as the response was. */
  readonly accept: (document: vscode.TextDocument, line: number) => void;
}

/** A snapshot that differs. */
interface ShownSnapshot {
  readonly snapshot: SnapshotDifference;
  readonly file: string | undefined;
}

/** The results of one request. */
interface Judged {
  readonly lines: RequestLines;
  readonly results: readonly AssertResult[];
  readonly isTest: boolean;
  /** The file of the request, where it is not this one. */
  readonly file: string | undefined;
}

/** Creates the view of results. */
export function createAssertView(): AssertView {
  const passed = decorationOf('testing.iconPassed');
  const failed = decorationOf('testing.iconFailed');
  const collection = vscode.languages.createDiagnosticCollection('rulebook-asserts');
  const shown = new Map<string, readonly Judged[]>();
  const paint = (editor: vscode.TextEditor) => {
    const results = (shown.get(editor.document.uri.toString()) ?? []).flatMap(({ results, isTest }) =>
      resultPerLine(results).filter(({ outcome }) => outcome === 'passed' || !isTest),
    );
    const optionsOf = (isPassed: boolean) =>
      results
        .filter(({ outcome, line }) => (outcome === 'passed') === isPassed && line < editor.document.lineCount)
        .map((result) => decorationFor(editor.document, result));
    editor.setDecorations(passed, optionsOf(true));
    editor.setDecorations(failed, optionsOf(false));
  };
  const show = (document: vscode.TextDocument, judged: readonly Judged[]) => {
    const uri = document.uri.toString();
    if (judged.length === 0) shown.delete(uri);
    else shown.set(uri, judged);
    const problems = judged.flatMap(({ results }) =>
      results.filter(({ outcome, isMalformed }) => outcome !== 'passed' && isMalformed !== true),
    );
    collection.set(
      document.uri,
      problems.filter(({ line }) => line < document.lineCount).map((result) => diagnosticOf(document, result)),
    );
    for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) paint(editor);
  };
  const subscriptions = [
    passed,
    failed,
    collection,
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      for (const editor of editors) if (shown.has(editor.document.uri.toString())) paint(editor);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const judged = shown.get(document.uri.toString());
      if (judged === undefined || contentChanges.length === 0) return;
      const changes = contentChanges.map(changeOf);
      show(
        document,
        judged.flatMap((one) => moved(one, changes) ?? []),
      );
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (shown.has(document.uri.toString())) show(document, []);
    }),
  ];
  return {
    note: (document, version, plan, found, isTest = false) => {
      const judged = judgedLines(plan, found);
      if (judged === undefined) return;
      const { lines, results } = judged;
      const rest = (shown.get(document.uri.toString()) ?? []).filter(
        (one) => one.lines.last < lines.first || one.lines.first > lines.last,
      );
      // What was judged is no longer what is there.
      const isSame = document.version === version && !document.isClosed;
      show(document, isSame ? [...rest, { lines, results, isTest, file: plan.file }] : rest);
    },
    snapshotAt: (document, line) => {
      for (const { results, file } of shown.get(document.uri.toString()) ?? []) {
        const snapshot = results.find((one) => one.line === line && one.snapshot !== undefined)?.snapshot;
        if (snapshot !== undefined) return { snapshot, file };
      }
      return undefined;
    },
    accept: (document, line) => {
      const judged = shown.get(document.uri.toString()) ?? [];
      show(
        document,
        judged.map((one) => ({ ...one, results: one.results.map((result) => accepted(result, line)) })),
      );
    },
    dispose: () => {
      shown.clear();
      for (const one of subscriptions) one.dispose();
    },
  };
}

/** Returns the result of a snapshot as it is when its file was written anew. */
function accepted(result: AssertResult, line: number): AssertResult {
  if (result.line !== line || result.snapshot === undefined) return result;
  return { text: result.text, line, outcome: 'passed', message: '' };
}

function decorationOf(color: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    after: { margin: '0 0 0 2em', color: new vscode.ThemeColor(color) },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

function decorationFor(document: vscode.TextDocument, result: AssertResult): vscode.DecorationOptions {
  const { range } = document.lineAt(result.line);
  return {
    range: new vscode.Range(range.end, range.end),
    renderOptions: { after: { contentText: markOf(result) } },
    ...(result.message !== '' && { hoverMessage: result.message }),
  };
}

function diagnosticOf(document: vscode.TextDocument, { line, message, snapshot }: AssertResult): vscode.Diagnostic {
  const { text, range } = document.lineAt(line);
  const start = range.start.with({ character: text.length - text.trimStart().length });
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(start, range.end),
    [message, ...(snapshot?.lines ?? [])].join('\n'),
    vscode.DiagnosticSeverity.Error,
  );
  diagnostic.source = 'rulebook';
  diagnostic.code = 'assert';
  return diagnostic;
}

function moved(
  { lines, results, ...rest }: Judged,
  changes: readonly ReturnType<typeof changeOf>[],
): Judged | undefined {
  let total = 0;
  for (const change of changes) {
    // The editor reports changes from the last one in the document to the first, so the lines of each are still those of before.
    const shift = shiftOf(lines, change);
    if (shift === undefined) return undefined;
    total += shift;
  }
  return {
    lines: { first: lines.first + total, last: lines.last + total },
    results: results.map((result) => ({ ...result, line: result.line + total })),
    ...rest,
  };
}
