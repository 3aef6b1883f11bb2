import * as vscode from 'vscode';
import { openChartPage } from '../pages/chart-page';
import { tableWords } from '../pages/chart-words';
import type { Exchange } from './kept-responses';
import { tableOf } from './table-rows';

/** Shows the array of objects in a response as a table, or says that there is none. */
export function showTable(extension: vscode.Uri, exchange: Exchange): void {
  const table = tableOf(exchange);
  if (table === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The response has no array of objects that could be shown as a table, or is not shown as a whole.'),
    );
    return;
  }
  const title = vscode.l10n.t('Table: {0}', exchange.label);
  const page = openChartPage(extension, 'table', title, tableWords(), ({ kind, id }) => {
    if (kind === 'ready') page.post({ kind: 'table', ...table });
    else if (kind === 'copy') void copy(id);
  });
}

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('The column is copied.'), 5000);
}
