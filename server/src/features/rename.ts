import type { Position, Range, TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import {
  occurrencesNamed,
  isVariableIn,
  refuseNewName,
  refuseRenaming,
  refuseRenamingSystemVariable,
} from '../../../engine/src/index';
import { isReadable, type OpenDocument } from '../documents';
import type { ServerFeature } from '../feature';
import { environmentPlaces } from '../names/environment-places';
import { isDefined, nameAt, type NameAt } from '../names/name-at';
import type { Session } from '../session';
import { plainMessage, rangesOfBlock, toBlockOffset } from '../to-lsp';

/** Renames a variable or a request wherever it occurs. */
export const rename: ServerFeature = {
  capabilities: ({ client }) => ({ renameProvider: client.preparesRename ? { prepareProvider: true } : true }),
  register: ({ connection, withDocument, guardedLater }) => {
    connection.onPrepareRename(({ textDocument: { uri }, position }) =>
      withDocument<Promise<Prepared> | null>('prepareRename', uri, null, (document, session) =>
        guardedLater<Prepared>('prepareRename', null, () => prepare(session, document, position)),
      ),
    );
    connection.onRenameRequest(({ textDocument: { uri }, position, newName }) =>
      withDocument<Promise<Renamed> | null>('rename', uri, null, (document, session) =>
        guardedLater<Renamed>('rename', null, () => renameAt(session, document, position, newName)),
      ),
    );
  },
};

type Prepared = { readonly range: Range; readonly placeholder: string } | ResponseError | null;
type Renamed = WorkspaceEdit | ResponseError | null;

async function prepare(session: Session, document: OpenDocument, position: Position): Promise<Prepared> {
  const name = await nameAt(session, document, position, 'imports and importers');
  if (!name) return refuseSystemVariable(session, document, position);
  const reason = await reasonAgainst(session, document, name);
  if (reason !== undefined) return refused(reason);
  const range = rangesOfBlock(document.file, name.block, session.encoding)?.(name.occurrence.span);
  return range ? { range, placeholder: name.thing.name } : null;
}

async function renameAt(
  session: Session,
  document: OpenDocument,
  position: Position,
  newName: string,
): Promise<Renamed> {
  const name = await nameAt(session, document, position, 'imports and importers');
  if (!name) return refuseSystemVariable(session, document, position);
  const { thing, across, linked } = name;
  const isVariable = isVariableIn(linked);
  const reason =
    (await reasonAgainst(session, document, name)) ??
    refuseNewName(thing, newName, (other) =>
      linked.some((file) => occurrencesNamed(file, other, isVariable).length > 0),
    );
  if (reason !== undefined) return refused(reason);
  return workspaceEdit(
    session,
    across.map(({ file, occurrences }) => ({
      uri: file.uri,
      document: file.document,
      edits: occurrences.flatMap(({ block, occurrence }) => {
        const range = file.rangesOf(block)?.(occurrence.span);
        return range ? [{ range, newText: newName }] : [];
      }),
    })),
  );
}

/** The edits of one file. */
export interface FileEdits {
  readonly uri: string;
  readonly document?: OpenDocument | undefined;
  readonly edits: TextEdit[];
}

/** Returns the edits in the form that the client takes; those of open documents name their version, where it does. */
export function workspaceEdit({ client }: Pick<Session, 'client'>, files: readonly FileEdits[]): WorkspaceEdit {
  if (!client.versionedEdits) return { changes: Object.fromEntries(files.map(({ uri, edits }) => [uri, edits])) };
  const documentChanges = files.map(({ uri, document, edits }): TextDocumentEdit => {
    return { textDocument: { uri, version: document?.version ?? null }, edits };
  });
  return { documentChanges };
}

/** Returns why the thing cannot be renamed. */
async function reasonAgainst(session: Session, { uri }: OpenDocument, name: NameAt): Promise<string | undefined> {
  const { thing } = name;
  const isOutside = thing.kind === 'variable' && !isDefined(name);
  const [place] = isOutside ? await environmentPlaces(session, uri, thing.name) : [];
  return refuseRenaming(thing, occurrencesOf(name), place?.place);
}

function occurrencesOf({ across }: NameAt) {
  return across.flatMap(({ occurrences }) => occurrences.map(({ occurrence }) => occurrence));
}

function refuseSystemVariable(
  { engine, encoding }: Session,
  document: OpenDocument,
  position: Position,
): ResponseError | null {
  if (!isReadable(document)) return null;
  const { block, offset } = toBlockOffset(document.file, position, encoding);
  const placeholder = engine
    .parse(document.file, block)
    .placeholders.find(({ name, span }) => name.startsWith('$') && span.start < offset && offset < span.end);
  const [word] = placeholder?.name.split(/[\s(]/) ?? [];
  return word === undefined ? null : refused(refuseRenamingSystemVariable(word));
}

function refused(reason: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, plainMessage(reason));
}
