import * as vscode from 'vscode';
import type { OfferedRequest } from '@rulebook/engine';
import {
  requestsRequest,
  requestSnippetRequest,
  type RequestSnippetParams,
  type RequestSnippetResult,
  type RequestsParams,
  type RequestsResult,
} from '../../../server/src/protocol';
import type { Ask } from '../ports/ask';

interface RequestItem extends vscode.QuickPickItem {
  readonly id: string;
  readonly method: string;
}

/** Asks for an operation of the services, and inserts a request for it at the cursor, or into a new file. */
export async function insertRequest(ask: Ask, given: unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const isOpen = editor?.document.languageId === 'http';
  const uri = editor?.document.uri.toString() ?? 'untitled:request.http';
  const list = () =>
    ask<RequestsResult>(requestsRequest, { uri } satisfies RequestsParams).then((found): readonly OfferedRequest[] => {
      if (!('reason' in found)) return found.requests;
      void vscode.window.showWarningMessage(found.reason);
      return [];
    });
  const picked =
    givenRequest(given) ??
    (await vscode.window.showQuickPick<RequestItem>(
      list().then((requests) =>
        requests.map(({ id, method, path, title, service, isDeprecated }) => ({
          label: title,
          description: isDeprecated ? vscode.l10n.t('{0} (deprecated)', `${method} ${path}`) : `${method} ${path}`,
          detail: `${service}: ${id}`,
          id,
          method,
        })),
      ),
      {
        title: vscode.l10n.t('Insert Request'),
        placeHolder: vscode.l10n.t('Title, path or id'),
        matchOnDescription: true,
        matchOnDetail: true,
      },
    ));
  if (picked === undefined) return;
  const { id, method } = picked;
  const found = await ask<RequestSnippetResult>(requestSnippetRequest, {
    uri,
    id,
    method,
  } satisfies RequestSnippetParams);
  if ('reason' in found) {
    void vscode.window.showWarningMessage(found.reason);
    return;
  }
  const target = isOpen
    ? editor
    : await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'http', content: '' }));
  const { document, selection } = target;
  const isFirst = document.getText(new vscode.Range(new vscode.Position(0, 0), selection.start)).trim() === '';
  const title = picked.label.replace(/[\\$}]/g, '\\$&');
  const line = document.lineAt(selection.start.line).text.slice(0, selection.start.character);
  const start = isFirst ? '' : line.trim() === '' ? '' : '\n\n';
  await target.insertSnippet(new vscode.SnippetString(`${start}### ${title}\n${found.snippet}`));
}

/** Reads a request that another command names. */
function givenRequest(value: unknown): Pick<RequestItem, 'label' | 'id' | 'method'> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, method, title } = value as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || typeof method !== 'string' || typeof title !== 'string') return undefined;
  return { id, method, label: title };
}
