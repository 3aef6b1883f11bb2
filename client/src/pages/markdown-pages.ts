import * as vscode from 'vscode';

/** Pages of one kind: read-only Markdown that is shown as it is read, and asks nothing when it closes. */
export interface MarkdownPages extends vscode.Disposable {
  /** Shows a page next to the request file; one of the same name becomes the new one. */
  readonly show: (name: string, markdown: string) => Promise<void>;
}

/** Creates the pages of a scheme; they live as long as the window, and afterwards say what to do to see them again. */
export function createMarkdownPages(scheme: string, afterwards: string): MarkdownPages {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.path) ?? afterwards,
  });
  return {
    show: async (name, markdown) => {
      const uri = vscode.Uri.from({ scheme, path: `/${name}.md` });
      texts.set(uri.path, markdown);
      changed.fire(uri);
      const requests = await focusRequests();
      // The preview belongs to an extension of the editor, which can be switched off.
      if (vscode.extensions.getExtension('vscode.markdown-language-features') !== undefined)
        await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
      else await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true });
      if (requests !== undefined) await vscode.window.showTextDocument(requests.document, requests.viewColumn);
    },
    dispose: () => {
      provider.dispose();
      changed.dispose();
    },
  };
}

/** Focuses the text that the page is about, so that "to the side" is next to it and not next to another page. */
async function focusRequests(): Promise<vscode.TextEditor | undefined> {
  const { activeTextEditor, tabGroups, visibleTextEditors } = vscode.window;
  const isPage = tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
  if (!isPage) return activeTextEditor;
  const columnOf = ({ viewColumn = Infinity }: vscode.TextEditor) => viewColumn;
  const [first] = visibleTextEditors.toSorted((one, other) => columnOf(one) - columnOf(other));
  return first && vscode.window.showTextDocument(first.document, first.viewColumn);
}
