import * as vscode from 'vscode';
import { associateBody, defaultConfiguration } from '@rulebook/sender/configuration';
import { versionOfDescription } from '@rulebook/exchange';
import { otherFormatNames } from '../../../server/src/protocol';
import { mayHoldRequests } from '@rulebook/request-file/syntax';
import { loadNotebooks } from '../notebook/load-notebooks';
import { notebookTypes } from '../notebook/notebook-types';
import type { ModelSending } from '../agents/model-sending';
import { responseViewType, type FillView } from '../response/view/view-type';

/** Where `// @request` is looked for. */
const headLines = 5;
/** Where the version of a description is looked for. */
const versionLines = 50;

/** What the start is given. */
export interface Beginning {
  /** Is called immediately before the commands are registered: until then, they wait for the start. */
  readonly beforeCommands: () => void;
  /** Takes what fills the views that were open before a reload. */
  readonly fillViewsBy: (fill: FillView) => void;
  /** Takes what sends for the language models of the editor. */
  readonly sendForModelsBy: (sending: ModelSending) => void;
}

/**
 * Starts the extension at once in a workspace that has something for it. Otherwise the first document, command or view that needs
 * the extension starts it: the editor activates the extension for every JSON file, and most of them do not concern it.
 */
export async function startWhenNeeded(
  context: vscode.ExtensionContext,
  start: (beginning: Beginning) => Promise<void>,
  offer: (sending: () => Promise<ModelSending>) => vscode.Disposable = () => vscode.Disposable.from(),
): Promise<void> {
  const waiting: vscode.Disposable[] = [];
  const commands: vscode.Disposable[] = [];
  let started: Promise<void> | undefined;
  let fill: FillView | undefined;
  let sending: ModelSending | undefined;
  const wake = () => {
    if (started === undefined) {
      for (const one of waiting) one.dispose();
      started = start({
        beforeCommands: () => {
          for (const one of commands) one.dispose();
        },
        fillViewsBy: (given) => {
          fill = given;
        },
        sendForModelsBy: (given) => {
          sending = given;
        },
      });
    }
    return started;
  };
  context.subscriptions.push(
    // The editor asks as soon as the extension is activated, which is before it has started.
    vscode.window.registerWebviewPanelSerializer(responseViewType, {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        await wake();
        await fill?.(panel, state);
      },
    }),
  );
  context.subscriptions.push(...serializers(wake));
  context.subscriptions.push(
    offer(async () => {
      await wake();
      if (sending === undefined) throw new Error('Rulebook has not started. Run "Rulebook: Show Log" for details.');
      return sending;
    }),
  );
  if (vscode.workspace.textDocuments.some(isForUs) || (await hasOurFiles(context))) return wake();
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

/** Registers what reads and writes notebooks; the first one starts the extension. */
function serializers(wake: () => Promise<void>): readonly vscode.Disposable[] {
  return Object.entries(notebookTypes).map(([type, form]) => {
    const loaded = async () => (await loadNotebooks()).notebookSerializer(form);
    const serializer: vscode.NotebookSerializer = {
      deserializeNotebook: async (content, token) => {
        void wake();
        return (await loaded()).deserializeNotebook(content, token);
      },
      serializeNotebook: async (data, token) => (await loaded()).serializeNotebook(data, token),
    };
    // Responses are not written into the file.
    return vscode.workspace.registerNotebookSerializer(type, serializer, { transientOutputs: true });
  });
}

function isForUs(document: vscode.TextDocument): boolean {
  if (document.languageId === 'http') return true;
  if (document.languageId === 'markdown') return mayHoldRequests(document.getText());
  if (otherFormatNames.test(document.uri.path)) return true;
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
