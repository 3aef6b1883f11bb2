import type { Position, Range, TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import {
  occurrencesNamed,
  isVariableIn,
  refuseNewName,
  refuseRenaming,
  refuseRenamingProcessVariable,
  refuseRenamingSystemVariable,
} from '@rulebook/checker/names';
import { isCheckable, type OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import { environmentNameAt } from '../names/environment-files';
import { refuseNewNameInEnvironments, refuseRenamingOfEnvironments } from '../names/environment-rename';
import { environmentUses, type EnvironmentUses } from '../names/environment-uses';
import { isOutside, nameAt, outsideNameAt, type NameAt } from '../names/name-at';
import { queryNameHere } from '../names/query-name';
import type { Session } from '../session/session';
import { plainMessage, rangesOfBlock, toBlockOffset, toTextEdit } from '../documents/to-lsp';

/** Renames a variable or a request wherever it occurs, and a column in its query. */
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
  const ofEnvironment = await environmentName(session, document, position);
  if (ofEnvironment) {
    const { uses, range } = ofEnvironment;
    const reason = await refuseRenamingOfEnvironments(session, document.uri, uses);
    return reason === undefined ? { range, placeholder: uses.thing.name } : refused(reason);
  }
  const name = await nameAt(session, document, position, 'imports and importers');
  if (!name) return prepareColumn(session, document, position);
  const reason = reasonAgainst(name);
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
  const ofEnvironment = await environmentName(session, document, position);
  if (ofEnvironment) {
    const { uses } = ofEnvironment;
    const reason =
      (await refuseRenamingOfEnvironments(session, document.uri, uses)) ?? refuseNewNameInEnvironments(uses, newName);
    return reason === undefined ? workspaceEdit(session, editsOf(uses, newName)) : refused(reason);
  }
  const name = await nameAt(session, document, position, 'imports and importers');
  if (!name) return renameColumn(session, document, position, newName);
  const { thing, across, linked } = name;
  const isVariable = isVariableIn(linked);
  const reason =
    reasonAgainst(name) ??
    refuseNewName(
      thing,
      newName,
      (other) => linked.some((file) => occurrencesNamed(file, other, isVariable).length > 0),
      occurrencesOf(name),
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

/** A column of a query is known by it alone. */
function prepareColumn(session: Session, document: OpenDocument, position: Position): Prepared {
  const column = queryNameHere(session, document, position);
  if (!column) return refuseSystemVariable(session, document, position);
  const { name, rangeOf } = column;
  return name.isFixed === undefined ? { range: rangeOf(name.span), placeholder: name.name } : refused(name.isFixed);
}

function renameColumn(session: Session, document: OpenDocument, position: Position, newName: string): Renamed {
  const column = queryNameHere(session, document, position);
  if (!column) return refuseSystemVariable(session, document, position);
  const { name, rangeOf } = column;
  const renamed = name.rename(newName);
  if ('refused' in renamed) return refused(renamed.refused);
  const edits = renamed.edits.map((edit) => toTextEdit(edit, rangeOf));
  return workspaceEdit(session, [{ uri: document.uri, document, edits }]);
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

/** Returns what environments define at a position, in a file of variables or in a request file. */
async function environmentName(
  session: Session,
  document: OpenDocument,
  position: Position,
): Promise<{ readonly uses: EnvironmentUses; readonly range: Range } | undefined> {
  const here = environmentNameAt(session, document, position);
  if (here) {
    const uses = await environmentUses(session, document.uri, here.occurrence);
    return uses && { uses, range: here.file.rangeOf(here.occurrence.span) };
  }
  const outside = outsideNameAt(session, document, position);
  if (!outside) return undefined;
  const name = await nameAt(session, document, position, 'imports and importers');
  if (name && !isOutside(name)) return undefined;
  const range = rangesOfBlock(document.file, outside.block, session.encoding)?.(outside.span);
  const uses = range && (await environmentUses(session, document.uri, outside));
  return uses && { uses, range };
}

function editsOf({ files, requests }: EnvironmentUses, newText: string): readonly FileEdits[] {
  return [
    ...files.map(({ file: { uri, document, rangeOf }, occurrences }) => ({
      uri,
      document,
      edits: occurrences.map(({ span }) => ({ range: rangeOf(span), newText })),
    })),
    ...requests.map(({ file, occurrences }) => ({
      uri: file.uri,
      document: file.document,
      edits: occurrences.flatMap(({ block, occurrence }) => {
        const range = file.rangesOf(block)?.(occurrence.span);
        return range ? [{ range, newText }] : [];
      }),
    })),
  ];
}

/** Returns why the thing cannot be renamed. */
function reasonAgainst(name: NameAt): string | undefined {
  return refuseRenaming(name.thing, occurrencesOf(name));
}

function occurrencesOf({ across }: NameAt) {
  return across.flatMap(({ occurrences }) => occurrences.map(({ occurrence }) => occurrence));
}

function refuseSystemVariable(
  { engine, encoding }: Session,
  document: OpenDocument,
  position: Position,
): ResponseError | null {
  if (!isCheckable(document)) return null;
  const { block, offset } = toBlockOffset(document.file, position, encoding);
  const placeholder = engine
    .parse(document.file, block)
    .placeholders.find(({ name, span }) => name.startsWith('$') && span.start < offset && offset < span.end);
  const [word] = placeholder?.name.split(/[\s(]/) ?? [];
  if (placeholder === undefined || word === undefined) return null;
  const [, ofProcess] = /^\$(?:processEnv\s+|env\.)([A-Za-z_]\w*)$/i.exec(placeholder.name) ?? [];
  return refused(
    ofProcess === undefined ? refuseRenamingSystemVariable(word) : refuseRenamingProcessVariable(ofProcess),
  );
}

function refused(reason: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, plainMessage(reason));
}
