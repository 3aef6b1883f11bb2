import * as vscode from 'vscode';
import { describeAnswered, type NamedResponses } from '@rulebook/sender/variables';
import { describeTime } from '../editing/describe-time';

/**
 * Shows in hovers which value a placeholder takes from a response that was received in this window. The language server does not know it: no
 * response leaves the extension for it.
 */
export function createResponseValues({
  answersOf,
}: {
  /** The answers of a document's named requests. */
  readonly answersOf: (document: string) => NamedResponses;
}): vscode.Disposable {
  const languages = ['http', 'markdown'];
  const schemes = ['file', 'untitled', 'vscode-remote', 'vscode-vfs'];
  const selector = schemes.flatMap((scheme) => languages.map((language) => ({ scheme, language })));
  return vscode.languages.registerHoverProvider(selector, {
    provideHover: (document, position) => {
      const range = document.getWordRangeAtPosition(position, /\{\{[^{}]+\}\}/);
      if (range === undefined) return undefined;
      const name = document.getText(range).slice(2, -2);
      // Other names have nothing to do with a request.
      if (!/^\s*(?:%\s*)?[\w-]+\./.test(name)) return undefined;
      const about = describeAnswered(name, answersOf(document.uri.toString()), describeTime);
      return about === undefined ? undefined : new vscode.Hover(new vscode.MarkdownString(about), range);
    },
  });
}
