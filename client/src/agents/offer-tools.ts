import * as vscode from 'vscode';
import type { RequestPlace } from '../sending/attempt';
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
        const folder = folderOfPath(input.path);
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
  const shown = new Map<string, string>();
  const send = registerTool<ToolInput>(sendingTool, {
    prepareInvocation: async ({ input }) => {
      const place = placeOfInput(input);
      const text = await explained(await sending(), place);
      shown.set(keyOfPlace(place), text);
      const message = new vscode.MarkdownString();
      message.appendCodeblock(text, 'text');
      return { confirmationMessages: { title: vscode.l10n.t('Send this request?'), message } };
    },
    invoke: async ({ input }, token) => {
      const place = placeOfInput(input);
      const sender = await sending();
      const agreed = shown.get(keyOfPlace(place));
      shown.delete(keyOfPlace(place));
      // The file may have been changed since the user has seen it.
      if (agreed === undefined || agreed !== (await explained(sender, place)))
        throw new Error(
          'The request is not the one that the user has seen. Send it again, so that the user is asked again.',
        );
      return result(await sender.send(place, token));
    },
  });
  return vscode.Disposable.from(...asking, send);
}

async function explained(sender: ModelSending, place: RequestPlace): Promise<string> {
  const found = await sender.explain(place);
  return 'reason' in found ? found.reason : found.text;
}

function keyOfPlace({ uri, line }: RequestPlace): string {
  return `${uri.toString()}#${line}`;
}

function folderOfPath(path: string | undefined): vscode.Uri {
  const folder = folderFor(path);
  if (folder === undefined)
    throw new Error('No folder is open. The user has to open the folder with the requests first.');
  return folder;
}

function placeOfInput({ path, line }: ToolInput): RequestPlace {
  if (path === undefined || line === undefined || line < 1)
    throw new Error('Give the `path` of a saved request file, and the `line` of the request, counted from 1.');
  const folder = folderOfPath(path);
  const local = pathIn(folder, path);
  const isInside = !local.split('/').includes('..') && !/^(?:\/|[a-z]:)/i.test(local);
  if (!isInside) throw new Error(`${path}: it is outside the folders of the workspace; name a file in one of them.`);
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
