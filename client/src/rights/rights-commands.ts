import * as vscode from 'vscode';
import { keyWithRights, rightsDocument } from '@rulebook/checker/privileges';
import type { Commands } from '../ports/commands';
import { rightsScheme } from '../editing/our-schemes';
import type { ExplainServices } from '../explain/explanation-text';
import { createMarkdownPages } from '../pages/markdown-pages';
import { rightsOfDocument } from './rights-of-document';

/** Shows the rights that the requests of a file need. */
export const showRightsCommand = 'rulebook.showRights';
/** Writes the request below that creates a key with them. */
export const keyWithRightsCommand = 'rulebook.writeKeyRequest';

/** Returns the commands about rights. Their argument is the URI of a request file; without one, the active editor's. */
export function rightsCommands(
  services: ExplainServices,
  { subscriptions }: Pick<vscode.ExtensionContext, 'subscriptions'>,
): Commands {
  const pages = createMarkdownPages(rightsScheme, vscode.l10n.t('Choose the rights of the file again.'));
  subscriptions.push(pages);
  return {
    [showRightsCommand]: async (uri?: unknown) => {
      const found = await rightsOf(services, uri);
      if (found === undefined) return;
      const name = nameOfFile(found.uri);
      await pages.show(vscode.l10n.t('Rights of {0}', name), rightsDocument(found.rights, name));
    },
    [keyWithRightsCommand]: async (uri?: unknown) => {
      const found = await rightsOf(services, uri);
      if (found === undefined) return;
      const key = keyWithRights(found.rights, nameOfFile(found.uri));
      if (key === undefined) {
        void vscode.window.showInformationMessage(
          vscode.l10n.t('No request of this file is known to need a right that a key or a token can have.'),
        );
      } else if ('requests' in key) await append(found.uri, key.requests);
      else await pages.show(vscode.l10n.t('Token for {0}', nameOfFile(found.uri)), key.document);
    },
  };
}

async function rightsOf(services: ExplainServices, given: unknown) {
  const active = vscode.window.activeTextEditor?.document.uri;
  const uri = typeof given === 'string' ? vscode.Uri.parse(given) : active;
  if (uri === undefined) return undefined;
  const rights = await rightsOfDocument(services, uri);
  if (!('reason' in rights)) return { uri, rights };
  void vscode.window.showWarningMessage(rights.reason);
  return undefined;
}

function nameOfFile(uri: vscode.Uri): string {
  return uri.path.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
}

/** Writes a request at the end of a file, and shows it. It is never sent. */
async function append(uri: vscode.Uri, request: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const end = document.lineAt(document.lineCount - 1).range.end;
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, end, `\n\n${request}`);
  await vscode.workspace.applyEdit(edit);
  const editor = await vscode.window.showTextDocument(document);
  editor.revealRange(new vscode.Range(end, document.lineAt(document.lineCount - 1).range.end));
}
