import * as vscode from 'vscode';
import type { ModelSending } from './model-sending';

/** Calls a tool of `rulebook mcp` for a folder, and returns its text. */
export type CallTool = (
  folder: string,
  name: string,
  input: object,
  token: vscode.CancellationToken,
) => Promise<string>;

/** What the tools need. */
export interface ToolParts {
  readonly call: CallTool;
  /** Starts the extension, and returns what sends. */
  readonly sending: () => Promise<ModelSending>;
}

/** What a model may say to a tool. */
interface ToolInput {
  readonly path?: string;
  readonly text?: string;
  readonly line?: number;
}

/** The tools that ask `rulebook mcp`, by their names in the manifest. */
export const askingTools: Readonly<Record<string, string>> = {
  rulebook_check: 'check_requests',
  rulebook_describe: 'describe_request',
  rulebook_complete: 'complete_request',
  rulebook_explain: 'plan_request',
};

/** The tool that sends; it asks each time. */
export const sendingTool = 'rulebook_send';

/** Offers the tools of the manifest to the language models of the editor; nothing in one that has no such tools. */
export function offerTools({ call, sending }: ToolParts): vscode.Disposable {
  const { registerTool } = vscode.lm;
  const Result = vscode.LanguageModelToolResult;
  const Text = vscode.LanguageModelTextPart;
  if (registerTool === undefined || Result === undefined || Text === undefined) return vscode.Disposable.from();
  const result = (text: string) => new Result([new Text(text)]);
  const asking = Object.entries(askingTools).map(([name, tool]) =>
    registerTool<ToolInput>(name, {
      invoke: async ({ input }, token) => {
        const folder = folderFor(input.path);
        if (folder === undefined) return result(noFolder);
        const { path, text, ...rest } = input;
        const local = path === undefined ? undefined : pathIn(folder, path);
        // What is in an editor counts, saved or not.
        const open = text ?? (tool === 'describe_request' ? undefined : openText(folder, local));
        const given = {
          ...rest,
          ...(local !== undefined && { path: local }),
          ...(open !== undefined && { text: open }),
        };
        return result(await call(folder.fsPath, tool, given, token));
      },
    }),
  );
  const send = registerTool<ToolInput>(sendingTool, {
    prepareInvocation: async ({ input }) => {
      const place = placeOf(input);
      if (typeof place === 'string') return undefined;
      const explained = await (await sending()).explain(place);
      const text = 'reason' in explained ? explained.reason : explained.text;
      const message = new vscode.MarkdownString();
      message.appendCodeblock(text, 'text');
      return { confirmationMessages: { title: vscode.l10n.t('Send this request?'), message } };
    },
    invoke: async ({ input }, token) => {
      const place = placeOf(input);
      return result(typeof place === 'string' ? place : await (await sending()).send(place, token));
    },
  });
  return vscode.Disposable.from(...asking, send);
}

const noFolder = 'No folder is open. The user has to open the folder with the requests first.';

function placeOf({ path, line }: ToolInput): { readonly uri: vscode.Uri; readonly line: number } | string {
  if (path === undefined || line === undefined || line < 1)
    return 'Give the `path` of a saved request file, and the `line` of the request, counted from 1.';
  const folder = folderFor(path);
  if (folder === undefined) return noFolder;
  const local = pathIn(folder, path);
  const isInside = !local.split('/').includes('..') && !/^(?:\/|[a-z]:)/i.test(local);
  if (!isInside) return `${path}: it is outside the folders of the workspace; name a file in one of them.`;
  return { uri: vscode.Uri.joinPath(folder, local), line: line - 1 };
}

/** Returns the folder of the workspace that has a path; the first one for a relative path. */
function folderFor(path: string | undefined): vscode.Uri | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const isIn = ({ uri }: vscode.WorkspaceFolder) =>
    path !== undefined && withSlashes(path).startsWith(`${uri.path.replace(/\/$/, '')}/`);
  return (folders.find(isIn) ?? folders[0])?.uri;
}

function pathIn(folder: vscode.Uri, path: string): string {
  const start = `${folder.path.replace(/\/$/, '')}/`;
  const given = withSlashes(path);
  return given.startsWith(start) ? given.slice(start.length) : path.replaceAll('\\', '/');
}

/** As the path of a URI is written, in which a drive follows a slash. */
function withSlashes(path: string): string {
  return path.replaceAll('\\', '/').replace(/^[a-z]:/i, (drive) => `/${drive.toLowerCase()}`);
}

function openText(folder: vscode.Uri, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const uri = vscode.Uri.joinPath(folder, path).toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri)?.getText();
}
