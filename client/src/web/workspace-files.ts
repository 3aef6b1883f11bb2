import * as vscode from 'vscode';
import { isPrivateByName } from '@rulebook/request-file/environments';
import type { WorkspacePort } from '@rulebook/platform/browser/workspace-port';
import { isUriInside } from '@rulebook/platform/browser/workspace-port';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  describeFileRequest,
  readFileRequest,
  readFolderRequest,
  type DescribeFileParams,
  type DescribeFileResult,
  type ReadFileParams,
  type ReadFileResult,
  type ReadFolderParams,
  type ReadFolderResult,
} from '../../../server/src/protocol';
import { maskedValues } from './masked-values';

/** In bytes. */
const longest = 5_000_000;

/** The files of the workspace, through the editor. */
export const workspaceFiles: WorkspacePort = {
  read: async (uri, maximum) => (await readFile({ uri, ...(maximum !== undefined && { maximum }) })) ?? undefined,
  entries: async (uri) =>
    (await readFolder({ uri })).entries.map(({ name, kind }) => ({ name, isFolder: kind === 'folder' })),
};

/** Answers what a language server without files of its own asks about the files of the workspace. */
export function answerFiles(client: BaseLanguageClient): void {
  client.onRequest<ReadFileResult, unknown>(
    readFileRequest,
    async (params: ReadFileParams): Promise<ReadFileResult> => {
      const found = await readFile(params);
      // No secret reaches the protocol.
      return found && 'text' in found && isPrivateByName(params.uri)
        ? { text: maskedValues(params.uri, found.text) }
        : found;
    },
  );
  client.onRequest(readFolderRequest, (params: ReadFolderParams) => readFolder(params));
  client.onRequest(describeFileRequest, (params: DescribeFileParams) => describeFile(params));
}

async function readFile({ uri, maximum = longest }: ReadFileParams): Promise<ReadFileResult> {
  const file = inWorkspace(uri);
  if (file === undefined) return null;
  try {
    const { type, size } = await vscode.workspace.fs.stat(file);
    // A read of a pipe may not end.
    if ((type & vscode.FileType.File) === 0) return { cause: 'it is not a regular file' };
    if (size > maximum) return { cause: 'it is too large' };
    const bytes = await vscode.workspace.fs.readFile(file);
    // Not every provider knows the size before.
    if (bytes.length > maximum) return { cause: 'it is too large' };
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replace(/^\uFEFF/, ' ') };
  } catch (error) {
    const code = error instanceof vscode.FileSystemError ? error.code : '';
    if (code === 'FileNotFound' || code === 'FileNotADirectory')
      return { cause: 'there is no such file', isMissing: true };
    return { cause: code === 'NoPermissions' ? 'permission is missing' : 'the workspace does not return it' };
  }
}

async function readFolder({ uri }: ReadFolderParams): Promise<ReadFolderResult> {
  const folder = inWorkspace(uri);
  if (folder === undefined) return { entries: [] };
  try {
    const found = await vscode.workspace.fs.readDirectory(folder);
    return {
      entries: found.map(([name, type]) => ({
        name,
        kind: type === vscode.FileType.Directory ? 'folder' : type === vscode.FileType.File ? 'file' : 'other',
      })),
    };
  } catch {
    return { entries: [] };
  }
}

async function describeFile({ uri }: DescribeFileParams): Promise<DescribeFileResult> {
  const file = inWorkspace(uri);
  if (file === undefined) return null;
  try {
    const { type, size, mtime, permissions = 0 } = await vscode.workspace.fs.stat(file);
    if ((type & vscode.FileType.File) === 0) return null;
    const isFixed =
      (permissions & vscode.FilePermission.Readonly) !== 0 ||
      vscode.workspace.fs.isWritableFileSystem(file.scheme) === false;
    return { size, modified: mtime, isWritable: !isFixed };
  } catch {
    return null;
  }
}

/** Returns the URI of something in a folder of the workspace; undefined for what is outside. */
function inWorkspace(uri: string): vscode.Uri | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.some((folder) => isUriInside(uri, folder.uri.toString())) ? vscode.Uri.parse(uri) : undefined;
}
