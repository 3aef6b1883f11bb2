import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** Opens a file of one of the workspace's folders, by the folder's place. */
export async function open(name: string, folder = 0): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uriOf(name, folder)));
}

/** Returns the address of a file of the workspace. */
export function uriOf(name: string, folder = 0): vscode.Uri {
  const found = vscode.workspace.workspaceFolders?.[folder];
  assert.ok(found, `the workspace has no folder ${folder}`);
  return vscode.Uri.joinPath(found.uri, name);
}

/** Shows a text that is in no file. */
export async function openText(content: string, language = 'http'): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language, content }));
}

/** Returns the rule ids among some diagnostics. */
export function rulesOf(diagnostics: readonly vscode.Diagnostic[]): readonly string[] {
  return diagnostics.map(({ code }) => (typeof code === 'object' ? String(code.value) : String(code)));
}

/** Waits for diagnostics of a document that fulfil a condition: by default, that there is an error. */
export function diagnosticsOf(uri: vscode.Uri, holds = hasError): Promise<vscode.Diagnostic[]> {
  return eventually(() => {
    const found = vscode.languages.getDiagnostics(uri);
    return holds(found) ? found : undefined;
  }, vscode.languages.onDidChangeDiagnostics);
}

function hasError(found: readonly vscode.Diagnostic[]): boolean {
  return found.some(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
}

/** Returns the quick fixes for a diagnostic. */
export function fixesOf(uri: vscode.Uri, diagnostic: vscode.Diagnostic): Thenable<vscode.CodeAction[]> {
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    uri,
    diagnostic.range,
    vscode.CodeActionKind.QuickFix.value,
  );
}

/** Returns the lenses "Send" of a document; without a number to resolve, all lenses. */
export async function lensesOf(uri: vscode.Uri, resolved = 100): Promise<vscode.CodeLens[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    ...(resolved === 0 ? [] : [resolved]),
  );
  return resolved === 0 ? lenses : lenses.filter(({ command }) => command?.title.includes('Send'));
}

/** Carries out a lens and returns the text of the response that comes up. */
export async function answerOf(lens: vscode.CodeLens | undefined): Promise<string> {
  assert.ok(lens?.command, 'no lens to send with');
  const before = new Set(vscode.workspace.textDocuments.filter(isAnswer));
  const answered = eventually(
    () => vscode.workspace.textDocuments.find((document) => isAnswer(document) && !before.has(document)),
    vscode.workspace.onDidOpenTextDocument,
    vscode.workspace.onDidChangeTextDocument,
  );
  await vscode.commands.executeCommand(lens.command.command, ...((lens.command.arguments ?? []) as unknown[]));
  return (await answered).getText();
}

function isAnswer(document: vscode.TextDocument): boolean {
  return document.uri.scheme === 'rulebook-response' && document.getText() !== '';
}

/** Looks now and after each of the events, until there is a response; mocha's own limit ends an endless wait. */
export function eventually<T>(look: () => T | undefined, ...events: readonly vscode.Event<unknown>[]): Promise<T> {
  return new Promise((resolve) => {
    const listeners: vscode.Disposable[] = [];
    const check = (): void => {
      const found = look();
      if (found === undefined) return;
      for (const listener of listeners) listener.dispose();
      resolve(found);
    };
    for (const event of events) listeners.push(event(check));
    check();
  });
}

/** Returns the labels of what is offered at a place. */
export async function labelsAt(document: vscode.TextDocument, at: vscode.Position): Promise<readonly string[]> {
  const command = 'vscode.executeCompletionItemProvider';
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(command, document.uri, at);
  return items.map(({ label }) => (typeof label === 'string' ? label : label.label).replaceAll('"', ''));
}
