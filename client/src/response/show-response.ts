import * as vscode from 'vscode';

/** The scheme of the read-only documents that show answers. The language server never sees them. */
export const responseScheme = 'rulebook-response';

const kept = 20;

/** Shows answers beside the request. */
export interface ResponseView extends vscode.Disposable {
  readonly show: (label: string, text: string) => Promise<void>;
}

/** Returns the view of answers. Only texts whose secrets are masked may be handed to it. */
export function createResponseView(): ResponseView {
  const texts = new Map<string, string>();
  let count = 0;
  const provider = vscode.workspace.registerTextDocumentContentProvider(responseScheme, {
    provideTextDocumentContent: (uri) =>
      texts.get(uri.toString()) ?? '# This answer is no longer kept. Send the request again.\n',
  });
  return {
    show: async (label, text) => {
      count += 1;
      const uri = vscode.Uri.from({
        scheme: responseScheme,
        path: `/Response ${count}: ${label
          .replace(/[\\/:*?"<>|\s]+/g, ' ')
          .trim()
          .slice(0, 60)}.http`,
      });
      texts.set(uri.toString(), text);
      for (const oldest of [...texts.keys()].slice(0, -kept)) texts.delete(oldest);
      const opened = await vscode.workspace.openTextDocument(uri);
      const document =
        opened.languageId === 'http' ? opened : await vscode.languages.setTextDocumentLanguage(opened, 'http');
      await vscode.window.showTextDocument(document, {
        viewColumn: vscode.ViewColumn.Beside,
        preserveFocus: true,
        preview: true,
      });
    },
    dispose: () => {
      provider.dispose();
    },
  };
}
