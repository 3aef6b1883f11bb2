import * as vscode from 'vscode';
import { associateBody, defaultConfiguration } from '../../engine/src/index';

/** Where `// @request` is looked for. */
const headLines = 5;

/**
 * Starts the extension at once in a workspace that has something for it, else with the first document or command that needs
 * it: the editor wakes us for every JSON file, and most of them are none of ours.
 */
export async function startWhenNeeded(context: vscode.ExtensionContext, start: () => Promise<void>): Promise<void> {
  if (vscode.workspace.textDocuments.some(isForUs) || (await hasOurFiles(context))) return start();
  const waiting: vscode.Disposable[] = [];
  let started: Promise<void> | undefined;
  const wake = () => {
    if (started === undefined) {
      for (const one of waiting) one.dispose();
      started = start();
    }
    return started;
  };
  const wakeFor = (document: vscode.TextDocument) => {
    if (isForUs(document)) void wake();
  };
  waiting.push(
    vscode.workspace.onDidOpenTextDocument(wakeFor),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.some(({ range }) => range.start.line < headLines)) wakeFor(document);
    }),
    // The real commands take the place of these when the extension starts.
    ...commandsOf(context).map((name) =>
      vscode.commands.registerCommand(name, async (...args: readonly unknown[]) => {
        await wake();
        return vscode.commands.executeCommand(name, ...args);
      }),
    ),
  );
  context.subscriptions.push(...waiting);
  // It may have been opened while the workspace was looked at.
  for (const document of vscode.workspace.textDocuments) wakeFor(document);
}

function isForUs(document: vscode.TextDocument): boolean {
  if (document.languageId === 'http') return true;
  if (document.languageId !== 'json' && document.languageId !== 'jsonc') return false;
  const head = document.getText(new vscode.Range(0, 0, headLines, 0));
  return (
    document.uri.path.endsWith('/rulebook.json') ||
    associateBody(document.uri.path, head, defaultConfiguration) !== undefined
  );
}

/** Looks for the files by which the manifest has the editor wake us. */
async function hasOurFiles({ extension }: vscode.ExtensionContext): Promise<boolean> {
  const prefix = 'workspaceContains:';
  const { activationEvents = [] } = extension.packageJSON as { readonly activationEvents?: readonly string[] };
  const globs = activationEvents.filter((event) => event.startsWith(prefix)).map((event) => event.slice(prefix.length));
  const found = await Promise.all(globs.map((glob) => vscode.workspace.findFiles(glob, '**/node_modules/**', 1)));
  return found.some((files) => files.length > 0);
}

function commandsOf({ extension }: vscode.ExtensionContext): readonly string[] {
  const { contributes } = extension.packageJSON as {
    readonly contributes?: { readonly commands?: readonly { readonly command: string }[] };
  };
  return (contributes?.commands ?? []).map(({ command }) => command);
}
