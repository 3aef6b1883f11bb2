import * as vscode from 'vscode';

/**
 * Returns the column for responses: the one that has responses already, otherwise a column next to the request. A third column is never
 * opened, whatever has the focus.
 */
export function responseColumn(scheme: string): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const isAnswer = (tab: vscode.Tab | undefined) =>
    (tab?.input instanceof vscode.TabInputText && tab.input.uri.scheme === scheme) ||
    // The pages about responses, and those that draw what was read of a service.
    (tab?.input instanceof vscode.TabInputWebview && /rulebook\.(?:response|deliveries|lag)/.test(tab.input.viewType));
  const withAnswers = all.find(({ tabs }) => tabs.some(isAnswer));
  const requests = isAnswer(activeTabGroup.activeTab)
    ? all.find(({ activeTab }) => !isAnswer(activeTab))
    : activeTabGroup;
  if (withAnswers !== undefined && withAnswers !== requests) return withAnswers.viewColumn;
  const others = all.filter((group) => group !== requests);
  const right = others.find(({ viewColumn }) => viewColumn > (requests?.viewColumn ?? 0));
  return (right ?? others[0])?.viewColumn ?? vscode.ViewColumn.Beside;
}
