import type { Middleware } from 'vscode-languageclient';

/**
 * Leaves the outline of Markdown to the editor: from two providers, it would show the headings below one name and the requests below another one,
 * also in the path above the text.
 */
export const outsideMarkdown: Pick<Middleware, 'provideDocumentSymbols'> = {
  provideDocumentSymbols: (document, token, next) =>
    document.languageId === 'markdown' ? undefined : next(document, token),
};
