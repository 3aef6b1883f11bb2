import type * as vscode from 'vscode';

/** The type of the views of responses, by which the editor and the column of the responses know them. */
export const responseViewType = 'rulebook.responseView';

/** Fills a view of responses that the editor has opened again after a reload. */
export type FillView = (panel: vscode.WebviewPanel, state: unknown) => Promise<void>;
