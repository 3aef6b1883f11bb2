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
  /** Shows something that is no answer to a request of the user's, as JSON. */
  readonly showJson: (label: string, text: string) => Promise<void>;
}

/** Returns the view of answers. Only texts whose secrets are masked may be handed to it; `announce` is told what a document will show. */
export function createResponseView(announce: (params: AnswerParams) => Promise<void>): ResponseView {
  const texts = new Map<string, string>();
  let count = 0;
  const provider = vscode.workspace.registerTextDocumentContentProvider(responseScheme, {
    provideTextDocumentContent: (uri) =>
      texts.get(uri.toString()) ?? '# This answer is no longer kept. Send the request again.\n',
  });
  const open = async (title: string, text: string, language: 'http' | 'json', answered?: Answered) => {
    const uri = vscode.Uri.from({ scheme: responseScheme, path: `/${title}.${language}` });
    texts.set(uri.toString(), text);
    if (answered !== undefined) await announce({ ...answered, uri: uri.toString() });
    for (const oldest of [...texts.keys()].slice(0, -kept)) texts.delete(oldest);
    const opened = await vscode.workspace.openTextDocument(uri);
    const document =
      opened.languageId === language ? opened : await vscode.languages.setTextDocumentLanguage(opened, language);
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
  };
  return {
    show: async (label, text, answered) => {
      count += 1;
      await open(`Response ${count}: ${namePart(label)}`, text, 'http', answered);
    },
    showJson: async (label, text) => {
      count += 1;
      await open(`${namePart(label)} (${count})`, text, 'json');
    },
    dispose: () => {
      provider.dispose();
    },
  };
}

/** A label may hold anything; a path may not. */
function namePart(label: string): string {
  return label
    .replace(/[\\/:*?"<>|\s]+/g, ' ')
    .trim()
    .slice(0, 60);
}
