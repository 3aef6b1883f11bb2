import { LSPPlugin } from '@codemirror/lsp-client';
import type { ChangeSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { CodeAction, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { requestFile } from './connection';

/** Applies edits of the server, unless the text has changed since it was asked. */
export function applyLspEdits(
  view: EditorView,
  edits: readonly TextEdit[],
  asked: EditorView['state']['doc'],
): boolean {
  const plugin = LSPPlugin.get(view);
  if (!plugin || view.state.doc !== asked) return false;
  const changes: ChangeSpec[] = edits.map(({ range, newText }) => ({
    from: plugin.fromPosition(range.start),
    to: plugin.fromPosition(range.end),
    insert: newText,
  }));
  view.dispatch({ changes, userEvent: 'input', scrollIntoView: true });
  return true;
}

/** Returns the edits of an action that changes the request file alone; undefined for all others. */
export function editsOf({ edit, disabled }: CodeAction): readonly TextEdit[] | undefined {
  if (edit === undefined || disabled) return undefined;
  const byFile = filesOf(edit);
  const [first, ...others] = byFile;
  return first?.uri === requestFile && others.length === 0 ? first.edits : undefined;
}

function filesOf({ changes = {}, documentChanges }: WorkspaceEdit) {
  if (documentChanges === undefined) return Object.entries(changes).map(([uri, edits]) => ({ uri, edits }));
  return documentChanges.map((change) => {
    if (!('edits' in change)) return { uri: '', edits: [] };
    const edits = change.edits.filter((one): one is TextEdit => 'newText' in one);
    return { uri: change.textDocument.uri, edits };
  });
}
