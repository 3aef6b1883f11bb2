import * as vscode from 'vscode';

/** The languages of request files, and of files that hold requests or their bodies. */
const languages: ReadonlySet<string> = new Set(['http', 'markdown', 'json', 'jsonc']);

/**
 * Returns whether requests are read in the language of a document. Where they are not, says so and offers to change it, and returns whether the
 * user has: VS Code takes the language from the name of a file, and a document without a name is plain text.
 */
export async function hasRequestLanguage(document: vscode.TextDocument): Promise<boolean> {
  if (languages.has(document.languageId)) return true;
  const change = vscode.l10n.t('Change Language to HTTP');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'The language of this document is "{0}", in which there are no requests. Change it to HTTP to send them.',
      document.languageId,
    ),
    change,
  );
  if (answer !== change) return false;
  await vscode.languages.setTextDocumentLanguage(document, 'http');
  return true;
}
