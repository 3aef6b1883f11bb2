import * as vscode from 'vscode';
import { isOurScheme } from '../editing/our-schemes';

/** Shows in an empty request file what can be done; it goes with the first key. */
export function hintInEmptyFile(): vscode.Disposable {
  const type = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor('editorGhostText.foreground'), fontStyle: 'italic' },
  });
  const contentText = isMac()
    ? vscode.l10n.t('GET https://… (⌃Space completes whole requests, ⌘Enter sends the one at the cursor)')
    : vscode.l10n.t('GET https://… (Ctrl+Space completes whole requests, Ctrl+Enter sends the one at the cursor)');
  const start = new vscode.Range(0, 0, 0, 0);
  const show = (editor: vscode.TextEditor | undefined) => {
    if (editor?.document.languageId !== 'http' || isOurScheme(editor.document.uri.scheme)) return;
    const isEmpty = editor.document.lineCount === 1 && editor.document.lineAt(0).text === '';
    editor.setDecorations(type, isEmpty ? [{ range: start, renderOptions: { after: { contentText } } }] : []);
  };
  const showAll = () => {
    vscode.window.visibleTextEditors.forEach(show);
  };
  showAll();
  return vscode.Disposable.from(
    type,
    vscode.window.onDidChangeVisibleTextEditors(showAll),
    vscode.workspace.onDidOpenTextDocument(showAll),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && document.languageId === 'http')
        for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) show(editor);
    }),
  );
}

/** The extension host of a desktop is Node, that of a browser is a worker. */
function isMac(): boolean {
  const { process, navigator } = globalThis as {
    readonly process?: { readonly platform?: string };
    readonly navigator?: { readonly userAgent?: string };
  };
  return /darwin|\bmac|iphone|ipad/i.test(process?.platform ?? navigator?.userAgent ?? '');
}
