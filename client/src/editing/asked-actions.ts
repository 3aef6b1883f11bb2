import * as vscode from 'vscode';

/**
 * Returns whether the editor asks by itself because the cursor has moved, to draw a light bulb: what can be done with any request is only for who
 * asks or selects.
 */
export function isUnasked({ triggerKind, only }: vscode.CodeActionContext, { isEmpty }: vscode.Range): boolean {
  return triggerKind === vscode.CodeActionTriggerKind.Automatic && only === undefined && isEmpty;
}
