import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { FileOperationPatternKind } from 'vscode-languageserver';
import type { ServerFeature } from '../session/feature';
import type { Session } from '../session/session';
import { rangesOfBlock } from '../documents/to-lsp';
import { candidateUris, plainUri, relativePath } from '../documents/uris';
import { workspaceEdit, type FileEdits } from './rename';

/** Changes the paths in request files when files and folders are renamed or moved in the editor. */
export const renamedFiles: ServerFeature = {
  capabilities: ({ client }) => {
    if (!client.announcesRenames) return {};
    const filters = [
      { scheme: 'file', pattern: { glob: '**/*', matches: FileOperationPatternKind.file } },
      { scheme: 'file', pattern: { glob: '**/*', matches: FileOperationPatternKind.folder } },
    ];
    return { workspace: { fileOperations: { willRename: { filters } } } };
  },
  register: ({ connection, guarded, guardedLater }) => {
    connection.workspace.onWillRenameFiles(({ files }) =>
      guarded<Promise<WorkspaceEdit | null>>('willRenameFiles', Promise.resolve(null), (session) =>
        guardedLater('willRenameFiles', null, () => editsFor(session, files)),
      ),
    );
  },
};

type Renamed = readonly { readonly oldUri: string; readonly newUri: string }[];

async function editsFor(session: Session, renamed: Renamed): Promise<WorkspaceEdit | null> {
  const { names, settingsOf } = session;
  await names.ready();
  const moved = movesOf(renamed);
  const found: FileEdits[] = [];
  for (const { uri, files } of names.filesNamed()) {
    const root = settingsOf(uri).root;
    const isMoved = moved(uri) !== undefined;
    const isConcerned = files.some((path) => isMoved || candidateUris(uri, path, root).some((one) => moved(one)));
    if (isConcerned) {
      const edits = await editsIn(session, uri, moved);
      if (edits) found.push(edits);
    }
  }
  return found.length === 0 ? null : workspaceEdit(session, found);
}

/** Returns a function that returns where a file is moved to; undefined for one that stays. */
function movesOf(renamed: Renamed): (uri: string) => string | undefined {
  const moves = renamed.map(({ oldUri, newUri }) => ({ from: plainUri(oldUri), to: plainUri(newUri) }));
  return (uri) => {
    const plain = plainUri(uri);
    const move = moves.find(({ from }) => plain === from || plain.startsWith(`${from}/`));
    return move && move.to + plain.slice(move.from.length);
  };
}

async function editsIn(
  { engine, encoding, names, settingsOf }: Session,
  uri: string,
  moved: (uri: string) => string | undefined,
): Promise<FileEdits | undefined> {
  const content = await names.fileOf(uri);
  if (!content) return undefined;
  const { file, document } = content;
  const root = settingsOf(uri).root;
  const edits: TextEdit[] = [];
  for (let block = 0; block < file.blocks.size; block++) {
    for (const { kind, name, span } of engine.names(file, block)) {
      if (kind !== 'file') continue;
      const [neighbour] = candidateUris(uri, name, root);
      const target = await names.existingFileAt(uri, name);
      // An absolute path stays what it is unless its file moves.
      const isFixed = /^(?:[/\\]|[a-z]:[/\\])/i.test(name);
      if (target === undefined || (isFixed && moved(target) === undefined)) continue;
      const isFromRoot = neighbour !== undefined && plainUri(neighbour) !== plainUri(target);
      if (isFromRoot && moved(target) === undefined) continue;
      const from = isFromRoot ? `${root ?? ''}/x` : (moved(uri) ?? uri);
      const newText = relativePath(from, moved(target) ?? target, name);
      const range = newText === name ? undefined : rangesOfBlock(file, block, encoding)?.(span);
      if (range) edits.push({ range, newText });
    }
  }
  return edits.length === 0 ? undefined : { uri, document, edits };
}
