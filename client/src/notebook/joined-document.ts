import * as vscode from 'vscode';
import { lineStartsOf, positionAt, startOfLine } from '@rulebook/text';

/** Returns a document with the text of a whole notebook, for what sends requests of documents. It is one version, and no one edits it. */
export function joinedDocument(
  uri: vscode.Uri,
  { text, version, languageId }: { readonly text: string; readonly version: number; readonly languageId: string },
): vscode.TextDocument {
  const starts = lineStartsOf(text);
  const startAt = (line: number) => startOfLine(starts, line) ?? text.length;
  const clamped = (line: number) => Math.max(0, Math.min(starts.count - 1, line));
  const lineText = (line: number) => text.slice(startAt(line), startAt(line + 1)).replace(/[\r\n]+$/, '');
  const validatePosition = ({ line, character }: vscode.Position) => {
    const valid = clamped(line);
    return new vscode.Position(valid, Math.max(0, Math.min(lineText(valid).length, character)));
  };
  const offsetAt = (position: vscode.Position) => {
    const { line, character } = validatePosition(position);
    return startAt(line) + character;
  };
  const lineAt = (given: number | vscode.Position): vscode.TextLine => {
    const line = clamped(typeof given === 'number' ? given : given.line);
    const content = lineText(line);
    const first = /^\s*/.exec(content)?.[0].length ?? 0;
    return {
      ...{ lineNumber: line, text: content, firstNonWhitespaceCharacterIndex: first },
      isEmptyOrWhitespace: first === content.length,
      range: new vscode.Range(line, 0, line, content.length),
      rangeIncludingLineBreak: new vscode.Range(line, 0, line + 1, 0),
    };
  };
  return {
    ...{ uri, version, languageId, lineAt, offsetAt, validatePosition },
    ...{ fileName: uri.fsPath, isUntitled: uri.scheme === 'untitled', isDirty: false, isClosed: false },
    eol: text.includes('\r\n') ? vscode.EndOfLine.CRLF : vscode.EndOfLine.LF,
    lineCount: starts.count,
    save: () => Promise.resolve(false),
    positionAt: (offset) => {
      const { line, character } = positionAt(starts, Math.max(0, Math.min(text.length, offset)));
      return new vscode.Position(line, character);
    },
    getText: (range) => (range === undefined ? text : text.slice(offsetAt(range.start), offsetAt(range.end))),
    getWordRangeAtPosition: () => undefined,
    validateRange: ({ start, end }) => new vscode.Range(validatePosition(start), validatePosition(end)),
  };
}
