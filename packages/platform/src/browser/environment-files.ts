import { environmentFileKind, inFolderOrder, type FoundEnvironmentFile } from '@rulebook/request-file/environments';
import { folderOfUri, uriInFolder, type FolderEntry, type WorkspacePort } from './workspace-port';

/** In bytes. */
const longest = 1_000_000;

/**
 * Finds the files of variables that count for a document of a workspace: in its folder and the folders above, up to the workspace's, the nearest
 * first. The editor's settings are not among them: the client has them.
 */
export async function findWorkspaceEnvironmentFiles(
  document: string,
  port: WorkspacePort,
): Promise<readonly FoundEnvironmentFile[]> {
  const found: FoundEnvironmentFile[] = [];
  let up = '';
  // A folder outside of the workspace has no entries.
  for (let at = folderOfUri(document); at !== undefined; at = folderOfUri(at)) {
    const entries = await port.entries(at);
    if (entries.length === 0) break;
    found.push(...(await filesIn(at, entries, up, port)));
    up += '../';
  }
  return found;
}

async function filesIn(
  folder: string,
  entries: readonly FolderEntry[],
  place: string,
  port: WorkspacePort,
): Promise<readonly FoundEnvironmentFile[]> {
  const own = ofVariables(entries).map((name) => ({ uri: uriInFolder(folder, name), place: place + name }));
  // httpYac looks in a folder of this name, too.
  const below = entries.some(({ name, isFolder }) => isFolder && name === 'env')
    ? uriInFolder(folder, 'env')
    : undefined;
  const others =
    below === undefined
      ? []
      : ofVariables(await port.entries(below)).map((name) => ({
          uri: uriInFolder(below, name),
          place: `${place}env/${name}`,
        }));
  const found = await Promise.all(
    [...own, ...others].map(async ({ uri, place }): Promise<readonly FoundEnvironmentFile[]> => {
      const content = await port.read(uri, longest);
      if (content === undefined || ('isMissing' in content && content.isMissing)) return [];
      // Most packages say nothing about variables.
      const isOther = uri.endsWith('/package.json') && 'text' in content && !content.text.includes('"httpyac"');
      return isOther ? [] : [{ path: uri, place, content }];
    }),
  );
  return found.flat();
}

function ofVariables(entries: readonly FolderEntry[]): readonly string[] {
  const names = entries.filter(({ isFolder }) => !isFolder).map(({ name }) => name);
  const isOfVariables = (name: string): boolean => {
    const kind = environmentFileKind(name)?.kind;
    return kind !== undefined && kind !== 'settings';
  };
  return inFolderOrder(names.filter(isOfVariables), (name) => name);
}
