import * as vscode from 'vscode';
import { associateBody, defaultConfiguration } from '@rulebook/sender/configuration';
import { versionOfDescription } from '@rulebook/exchange';
import { mayHoldRequests } from '@rulebook/request-file/syntax';

/** Where `// @request` is looked for. */
const headLines = 5;
/** Where the version of a description is looked for. */
const versionLines = 50;

/**
 * Starts the extension at once in a workspace that has something for it. Otherwise the first document, command or view that needs
 * the extension starts it: the editor activates the extension for every JSON file, and most of them do not concern it.
 * `start` calls its argument immediately before it registers the commands: until then, they wait for the start.
 */
export async function startWhenNeeded(
  context: vscode.ExtensionContext,
  start: (beforeCommands: () => void) => Promise<void>,
): Promise<void> {
  if (vscode.workspace.textDocuments.some(isForUs) || (await hasOurFiles(context))) return start(() => undefined);
  const waiting: vscode.Disposable[] = [];
  const commands: vscode.Disposable[] = [];
  let started: Promise<void> | undefined;
  const wake = () => {
    if (started === undefined) {
      for (const one of waiting) one.dispose();
      started = start(() => {
        for (const one of commands) one.dispose();
      });
    }
    return started;
  };
  const wakeFor = (document: vscode.TextDocument) => {
    if (isForUs(document)) void wake();
  };
  waiting.push(
    vscode.workspace.onDidOpenTextDocument(wakeFor),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const isMarked = document.languageId === 'markdown' && contentChanges.some(({ text }) => text.includes('\n'));
      if (isMarked || contentChanges.some(({ range }) => range.start.line < headLines)) wakeFor(document);
    }),
    // Whoever looks at a view wants to see what it has, such as a sandbox that runs elsewhere, or the history.
    ...viewsOf(context).map((view) =>
      vscode.window.registerTreeDataProvider(view, {
        getChildren: () => {
          void wake();
          return [];
        },
        getTreeItem: (item: vscode.TreeItem) => item,
      }),
    ),
  );
  commands.push(
    // The real commands replace these when the extension starts.
    ...commandsOf(context).map((name) =>
      vscode.commands.registerCommand(name, async (...args: readonly unknown[]) => {
        await wake();
        return vscode.commands.executeCommand(name, ...args);
      }),
    ),
  );
  context.subscriptions.push(...waiting, ...commands);
  // A document may have been opened while the workspace was searched.
  for (const document of vscode.workspace.textDocuments) wakeFor(document);
}

function isForUs(document: vscode.TextDocument): boolean {
  if (document.languageId === 'http') return true;
  if (document.languageId === 'markdown') return mayHoldRequests(document.getText());
  const isYaml = document.languageId === 'yaml';
  if (!isYaml && document.languageId !== 'json' && document.languageId !== 'jsonc') return false;
  if (versionOfDescription(document.getText(new vscode.Range(0, 0, versionLines, 0))) !== undefined) return true;
  if (isYaml) return false;
  const head = document.getText(new vscode.Range(0, 0, headLines, 0));
  return (
    document.uri.path.endsWith('/rulebook.json') ||
    associateBody(document.uri.path, head, defaultConfiguration) !== undefined
  );
}

/** Looks for the files for which the manifest activates the extension. */
async function hasOurFiles({ extension }: vscode.ExtensionContext): Promise<boolean> {
  const prefix = 'workspaceContains:';
  const { activationEvents = [] } = extension.packageJSON as { readonly activationEvents?: readonly string[] };
  const globs = activationEvents.filter((event) => event.startsWith(prefix)).map((event) => event.slice(prefix.length));
  const found = await Promise.all(globs.map((glob) => vscode.workspace.findFiles(glob, '**/node_modules/**', 1)));
  return found.some((files) => files.length > 0);
}

function viewsOf({ extension }: vscode.ExtensionContext): readonly string[] {
  const { contributes } = extension.packageJSON as {
    readonly contributes?: { readonly views?: Readonly<Record<string, readonly { readonly id: string }[]>> };
  };
  return Object.values(contributes?.views ?? {}).flatMap((views) => views.map(({ id }) => id));
}

function commandsOf({ extension }: vscode.ExtensionContext): readonly string[] {
  const { contributes } = extension.packageJSON as {
    readonly contributes?: { readonly commands?: readonly { readonly command: string }[] };
  };
  return (contributes?.commands ?? []).map(({ command }) => command);
}
