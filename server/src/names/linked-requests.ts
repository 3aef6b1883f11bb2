import type { Engine } from '@rulebook/engine';
import { mayLink } from '@rulebook/checker/names';
import { readLinkedFiles, type LinkedFiles } from '@rulebook/sender/send';
import type { RequestFile } from '@rulebook/request-file/syntax';
import type { OpenDocument } from '../documents/documents';
import type { WorkspaceNames } from './workspace-names';

/** So many files are read for one run. */
const maxFiles = 200;

/** Returns a document with the files that it imports or runs, as they are now. Only files of its folder and of its workspace take part. */
export async function readLinkedRequests(
  {
    engine,
    names,
    root,
  }: { readonly engine: Engine; readonly names: WorkspaceNames; readonly root: string | undefined },
  document: OpenDocument,
): Promise<LinkedFiles> {
  const { uri } = document;
  const folders = [folderOf(uri), ...(root === undefined ? [] : [root.replace(/\/*$/, '/')])];
  const files = new Map<string, RequestFile>([[uri, document.file]]);
  const found = new Map<string, string>();
  for (const [from, file] of files) {
    for (const path of linksIn(engine, file)) {
      const location = await names.requestFileAt(from, path);
      if (location === undefined || !folders.some((folder) => location.startsWith(folder))) continue;
      const known = files.get(location) ?? (await names.fileOf(location))?.file;
      if (known === undefined || files.size >= maxFiles) continue;
      found.set(`${from}\n${path}`, location);
      files.set(location, known);
    }
  }
  return readLinkedFiles(uri, document.file, {
    read: (path, from) => {
      const location = found.get(`${from}\n${path}`);
      return location === undefined
        ? { cause: 'there is no such request file in the workspace' }
        : { location, text: '' };
    },
    open: (_, location) => files.get(location) ?? document.file,
    parse: (block) => engine.parseBlock(block),
  });
}

function linksIn(engine: Engine, { blocks }: RequestFile): readonly string[] {
  return [...blocks].flatMap((block) => {
    if (!mayLink(block.text)) return [];
    const { imports, runs } = engine.parseBlock(block);
    return [...imports, ...runs].flatMap(({ path }) => path?.text ?? []);
  });
}

function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/') + 1);
}
