import * as vscode from 'vscode';
import { answerScheme } from '../../../server/src/protocol';
import type { AnswerParams } from '../../../server/src/protocol';

/** The scheme of the read-only documents that show answers. The language server sees them as they are shown, with secrets masked. */
export const responseScheme = answerScheme;

const kept = 20;

/** What the request was, when it is known. */
export type Answered = Omit<AnswerParams, 'uri'>;

/** Shows answers beside the request. */
export interface ResponseView extends vscode.Disposable {
  readonly show: (label: string, text: string, answered?: Answered) => Promise<void>;
}

/** Returns the view of answers. Only texts whose secrets are masked may be handed to it; `announce` is told what a document will show. */
export function createResponseView(announce: (params: AnswerParams) => Promise<void>): ResponseView {
  const texts = new Map<string, string>();
  let count = 0;
  const provider = vscode.workspace.registerTextDocumentContentProvider(responseScheme, {
    provideTextDocumentContent: (uri) =>
      texts.get(uri.toString()) ?? '# This answer is no longer kept. Send the request again.\n',
  });
  return {
    show: async (label, text, answered) => {
      count += 1;
      const uri = vscode.Uri.from({
        scheme: responseScheme,
        path: `/Response ${count}: ${label
          .replace(/[\\/:*?"<>|\s]+/g, ' ')
          .trim()
          .slice(0, 60)}.http`,
      });
      texts.set(uri.toString(), text);
      if (answered !== undefined) await announce({ ...answered, uri: uri.toString() });
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
