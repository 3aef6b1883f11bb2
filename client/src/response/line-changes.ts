import type * as vscode from 'vscode';
import type { LineChange } from './refused-requests';

/** Returns which lines a change of a document replaces. */
export function changeOf({ range, text }: vscode.TextDocumentContentChangeEvent): LineChange {
  return {
    first: range.start.line,
    last: range.end.character === 0 && range.end.line > range.start.line ? range.end.line - 1 : range.end.line,
    added: text.split('\n').length - 1 - (range.end.line - range.start.line),
    isBefore: range.isEmpty && range.start.character === 0 && text.endsWith('\n'),
  };
}
