/** What a folder holds. */
export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** The text of a file, or half a sentence that says why there is none. */
export type WorkspaceText = { readonly text: string } | { readonly cause: string; readonly isMissing?: boolean };

/** The files of a workspace that the editor reads, wherever they are; all of it by URI. Nothing rejects. */
export interface WorkspacePort {
  /** Returns a text of at most `maximum` bytes; undefined for a file outside of the workspace, of which nothing is known. */
  readonly read: (uri: string, maximum?: number) => Promise<WorkspaceText | undefined>;
  /** Returns an empty list for a folder that cannot be read. */
  readonly entries: (folder: string) => Promise<readonly FolderEntry[]>;
}

/** Returns the URI of the folder that holds a file or a folder; undefined at the top. */
export function folderOfUri(uri: string): string | undefined {
  const [, top = '', path = ''] = /^([a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?)(\/[^?#]*)?/i.exec(uri) ?? [];
  const end = path.replace(/\/+$/, '').lastIndexOf('/');
  return end < 0 ? undefined : top + path.slice(0, end);
}

/** Returns the URI of an entry of a folder. */
export function uriInFolder(folder: string, name: string): string {
  return `${folder.replace(/\/+$/, '')}/${encodeURIComponent(name)}`;
}

/** Returns the URI of a path from a folder; undefined when it leads out of the folder. */
export function uriInside(folder: string, path: string): string | undefined {
  const words: string[] = [];
  for (const word of path.replaceAll('\\', '/').split('/')) {
    if (word === '..' && words.pop() === undefined) return undefined;
    if (word !== '..' && word !== '.' && word !== '') words.push(word);
  }
  const isAbsolute = /^(?:\/|[a-z]:)/i.test(path);
  return isAbsolute || words.length === 0 ? undefined : words.reduce(uriInFolder, folder);
}

/** Returns whether a URI is that of a folder or of something in it, however it is escaped. */
export function isUriInside(uri: string, folder: string): boolean {
  const [inner, outer] = [plain(uri), plain(folder).replace(/\/+$/, '')];
  return (inner === outer || inner.startsWith(`${outer}/`)) && !/(?:^|\/)\.\.(?:\/|$)/.test(inner);
}

function plain(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
