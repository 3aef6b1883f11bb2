import * as vscode from 'vscode';

/** Where a response opens, as `showTextDocument` and `createWebviewPanel` take it. */
export interface ResponsePlace {
  readonly viewColumn: vscode.ViewColumn;
  /** The request keeps the focus, unless the response covers it. */
  readonly preserveFocus: boolean;
}

/**
 * Returns where responses open. In a column of their own, it is the one that has responses already, otherwise one next to the request; a
 * third column is never opened, whatever has the focus.
 */
export function responsePlace(scheme: string): ResponsePlace {
  const { activeTabGroup } = vscode.window.tabGroups;
  return keepsFocus() ? placeNextTo(scheme) : { viewColumn: activeTabGroup.viewColumn, preserveFocus: false };
}

/** Returns whether responses have a column of their own, so that requests keep the focus. */
export function keepsFocus(): boolean {
  const isSet = (values: { readonly globalValue?: unknown; readonly workspaceValue?: unknown } | undefined) =>
    values?.workspaceValue ?? values?.globalValue;
  const own = isSet(vscode.workspace.getConfiguration('rulebook').inspect('responseColumn'));
  if (own !== undefined) return own !== 'active';
  // Who comes from REST Client has said it there.
  return isSet(vscode.workspace.getConfiguration('rest-client').inspect('previewColumn')) !== 'current';
}

/** Returns a place next to the request, for what follows its text. */
export function placeNextTo(scheme: string): ResponsePlace {
  return { viewColumn: columnNextTo(scheme), preserveFocus: true };
}

function columnNextTo(scheme: string): vscode.ViewColumn {
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
