import * as vscode from 'vscode';

/** Returns "a, b and c" in the language of the editor, or "a, b or c". */
export function listedNames(names: readonly string[], kind: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(vscode.env.language, { type: kind }).format(names);
}
