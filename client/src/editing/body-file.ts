import * as vscode from 'vscode';
import { type BodyFile, refused, type Refusal, reasonOf } from '@rulebook/sender/plan';
import { bodyFile } from '@rulebook/platform/body-file';
import type { OutputFolders } from '@rulebook/node/files/write-outputs';
import type { MachinePorts } from '../ports/ports';

type Content = BodyFile | Refusal;

/** Files outside the workspace that the user has allowed to be sent in this session. */
const allowed = new Set<string>();

/**
 * Reads the file of `< ./body.json`: next to the request file first, then in the workspace folder. A file outside the workspace is sent
 * only when the user allows it, once for each file; without `mayAsk`, it is not read.
 */
export async function readAgreedFile(
  ports: Pick<MachinePorts, 'readBodyFile'>,
  document: vscode.Uri,
  path: string,
  { mayAsk = true }: { readonly mayAsk?: boolean } = {},
): Promise<Content> {
  const agree = mayAsk ? confirm : () => Promise.resolve(false);
  const folder = vscode.workspace.getWorkspaceFolder(document)?.uri;
  const isAbsolute = /^([/\\]|[A-Za-z]:)/.test(path);
  const candidates = isAbsolute
    ? [vscode.Uri.file(path)]
    : [vscode.Uri.joinPath(document, '..', path), ...(folder ? [vscode.Uri.joinPath(folder, path)] : [])];
  let problem: string | undefined;
  for (const uri of candidates) {
    // The text of an open editor counts, as it does for checking.
    const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    if (open !== undefined && isInside(uri, document))
      return bodyFile(new TextEncoder().encode(open.getText()), pathOf(uri));
    const found =
      uri.scheme === 'file' && ports.readBodyFile
        ? await readLocal(ports.readBodyFile, uri, document, path, agree)
        : await readOther(uri, document, path, agree);
    if (found !== undefined && 'bytes' in found) return found;
    problem ??= found && reasonOf(found);
  }
  return refused(
    problem ??
      vscode.l10n.t('The body file {0} was not found next to the request file or in the workspace folder.', path),
  );
}

async function readLocal(
  read: NonNullable<MachinePorts['readBodyFile']>,
  { fsPath }: vscode.Uri,
  document: vscode.Uri,
  path: string,
  agree: typeof confirm,
): Promise<Content | undefined> {
  const folders = foldersOf(document).flatMap((uri) => (uri.scheme === 'file' ? [uri.fsPath] : []));
  let content = read(fsPath, allowed.has(fsPath) ? undefined : folders);
  if (content === 'outside') {
    if (!(await agree(fsPath, path))) return outside(path);
    content = read(fsPath, undefined);
  }
  if (content === 'outside') return outside(path);
  if ('bytes' in content) return bodyFile(content.bytes, content.path ?? fsPath);
  return content.isMissing
    ? undefined
    : refused(vscode.l10n.t('The body file {0} cannot be read: {1}.', path, content.cause));
}

/** Reads files of other machines, whose links cannot be resolved. */
async function readOther(
  uri: vscode.Uri,
  document: vscode.Uri,
  path: string,
  agree: typeof confirm,
): Promise<Content | undefined> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.File) === 0)
      return refused(vscode.l10n.t('The body file {0} is not a regular file.', path));
    if (!isInside(uri, document) && !allowed.has(uri.fsPath) && !(await agree(uri.fsPath, path))) return outside(path);
    return bodyFile(await vscode.workspace.fs.readFile(uri), pathOf(uri));
  } catch {
    return undefined;
  }
}

function outside(path: string): Content {
  return refused(vscode.l10n.t('The request was not sent: the body file {0} is outside the workspace.', path));
}

async function confirm(fsPath: string, path: string): Promise<boolean> {
  const send = vscode.l10n.t('Send File');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('The request sends the file {0}, which is outside the workspace. Send it?', path),
    { modal: true, detail: fsPath },
    send,
  );
  if (answer === send) allowed.add(fsPath);
  return answer === send;
}

/** Returns where the files are written that a request names for its response; undefined for a document without a folder on this machine. */
export function outputFoldersOf(document: vscode.Uri): OutputFolders | undefined {
  const allowed = foldersOf(document).flatMap(({ scheme, fsPath }) => (scheme === 'file' ? [fsPath] : []));
  const base = document.scheme === 'file' ? vscode.Uri.joinPath(document, '..').fsPath : allowed[0];
  return base === undefined ? undefined : { base, allowed };
}

/** Returns the folders of the workspace, or the folder of the request file when that is outside them. */
function foldersOf(document: vscode.Uri): readonly vscode.Uri[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  return document.scheme !== 'untitled' && vscode.workspace.getWorkspaceFolder(document) === undefined
    ? [vscode.Uri.joinPath(document, '..'), ...folders]
    : folders;
}

/** Returns a path on this machine, or the URI of a file elsewhere. */
function pathOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}

function isInside(uri: vscode.Uri, document: vscode.Uri): boolean {
  return foldersOf(document).some(
    ({ scheme, authority, path }) =>
      scheme === uri.scheme && authority === uri.authority && uri.path.startsWith(`${path.replace(/\/+$/, '')}/`),
  );
}
