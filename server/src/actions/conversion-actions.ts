import type {
  CodeAction,
  CodeActionParams,
  Position,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { CodeActionKind } from 'vscode-languageserver';
import type { CheckContext, Conversion } from '@rulebook/engine';
import { isCheckable, type OpenDocument } from '../documents/documents';
import { nameAt } from '../names/name-at';
import type { Session } from '../session/session';
import { plainMessage, rangesOfBlock, toBlockOffset, toTextEdit } from '../documents/to-lsp';
import { candidateUris, plainUri } from '../documents/uris';

/** The kinds of the conversions. */
export const conversionKinds = [
  CodeActionKind.RefactorExtract,
  CodeActionKind.RefactorInline,
  CodeActionKind.RefactorRewrite,
];

/** Returns whether a client asks for conversions. */
export function wantsConversions(only: readonly string[] | undefined): boolean {
  return (
    !only || [...conversionKinds, CodeActionKind.QuickFix].some((kind) => only.some((wanted) => isOfKind(kind, wanted)))
  );
}

/** Returns the conversions at the start of the range. */
export async function conversionActions(
  session: Session,
  document: OpenDocument,
  { range, context }: CodeActionParams,
): Promise<CodeAction[]> {
  if (!isCheckable(document) || !wantsConversions(context.only)) return [];
  const { engine, encoding, client, optionsOf } = session;
  const { file } = document;
  const start = toBlockOffset(file, range.start, encoding);
  const end = toBlockOffset(file, range.end, encoding);
  const span = { start: start.offset, end: end.block === start.block ? end.offset : start.offset };
  const checked = optionsOf(document).context;
  const taken = new Set<string>();
  const convert = () => engine.conversions(file, start.block, span, checked, taken);
  const canCreate = client.createsFiles && hasFolder(document.uri);
  let conversions = convert();
  // Each round finds at least one further file that exists.
  for (let round = 0; canCreate && round < maxRounds; round++) {
    const found = await takenPaths(session, document, conversions);
    if (found.length === 0) break;
    for (const path of found) taken.add(path);
    conversions = convert();
  }
  conversions = await withoutNeeded(session, document, range.start, conversions);
  const fromFile = await bodyFromFile(session, document, start, checked);
  return [...conversions, ...(fromFile ? [fromFile] : [])]
    .filter(({ creates }) => creates === undefined || canCreate)
    .filter((conversion) => conversion.disabled === undefined || client.disablesActions)
    .filter(({ kind }) => context.only?.some((wanted) => isOfKind(actionKindOf(kind), wanted)) ?? true)
    .map((conversion) => toAction(session, document, conversion));
}

/** So many files of one name are not looked for. */
const maxRounds = 20;

async function takenPaths(
  { readFile }: Session,
  { uri }: OpenDocument,
  conversions: readonly Conversion[],
): Promise<readonly string[]> {
  const paths = conversions.flatMap(({ creates = [] }) => creates.map(({ path }) => path));
  const found = paths.map(async (path) => {
    const target = neighbour(uri, path);
    return target !== undefined && (await readFile(target)) !== undefined ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Disables what would take something from the files that import the document: a variable that they use, or requests. */
async function withoutNeeded(
  session: Session,
  document: OpenDocument,
  position: Position,
  conversions: readonly Conversion[],
): Promise<readonly Conversion[]> {
  const movesRequests = ({ creates, edits }: Conversion) => (creates?.length ?? 0) > 1 && edits.length > 1;
  const isInlined = conversions.some(({ kind }) => kind === 'inline');
  if (!isInlined && !conversions.some(movesRequests)) return conversions;
  const name = isInlined ? await nameAt(session, document, position, 'imports and importers') : undefined;
  const needed = name?.across.find(({ file, occurrences }) => file.uri !== document.uri && occurrences.length > 0);
  await session.names.ready();
  const [importer] = session.names.importers()(document.uri);
  return conversions.map((conversion) => {
    if (conversion.kind === 'inline' && needed)
      return disabled(conversion, `${nameOfFile(needed.file.uri)} uses the variable, too.`);
    if (importer !== undefined && movesRequests(conversion))
      return disabled(conversion, `${nameOfFile(importer)} imports this file and would lose its requests.`);
    return conversion;
  });
}

function disabled({ title, kind }: Conversion, reason: string): Conversion {
  return { title, kind, edits: [], disabled: reason };
}

/** A file may have any name. */
function nameOfFile(uri: string): string {
  return plainUri(uri).replace(/^.*\//s, '').replace(/\p{C}/gu, '\uFFFD');
}

async function bodyFromFile(
  { engine, readFile, settingsOf }: Session,
  { file, uri }: OpenDocument,
  { block, offset }: { readonly block: number; readonly offset: number },
  context: CheckContext,
): Promise<Conversion | undefined> {
  const body = engine.parse(file, block, context).request?.body;
  if (body?.kind !== 'file' || offset < body.span.start || offset > body.span.end) return undefined;
  if (body.path.text.includes('{{')) return undefined;
  for (const target of candidateUris(uri, body.path.text, settingsOf(uri).root)) {
    const content = await readFile(target);
    if (content !== undefined) return engine.bodyFromFile(file, block, content, context);
  }
  return undefined;
}

function toAction({ encoding, client }: Session, document: OpenDocument, conversion: Conversion): CodeAction {
  if (conversion.disabled !== undefined)
    return {
      title: conversion.title,
      kind: actionKindOf(conversion.kind),
      disabled: { reason: plainMessage(conversion.disabled) },
    };
  const { file, uri, version } = document;
  const edits = conversion.edits.flatMap(({ block, edits }): readonly TextEdit[] => {
    const rangeOf = rangesOfBlock(file, block, encoding);
    return rangeOf ? edits.map((edit) => toTextEdit(edit, rangeOf)) : [];
  });
  const creates = (conversion.creates ?? []).flatMap(({ path, text }) => {
    const target = neighbour(uri, path);
    return target === undefined ? [] : [{ uri: target, text }];
  });
  const start = { line: 0, character: 0 };
  const edit: WorkspaceEdit =
    client.versionedEdits || creates.length > 0
      ? {
          documentChanges: [
            ...creates.map((created) => ({ kind: 'create' as const, uri: created.uri, options: { overwrite: false } })),
            ...creates.map((created): TextDocumentEdit => ({
              textDocument: { uri: created.uri, version: null },
              edits: [{ range: { start, end: start }, newText: created.text }],
            })),
            { textDocument: { uri, version }, edits },
          ],
        }
      : { changes: { [uri]: [...edits] } };
  return { title: conversion.title, kind: actionKindOf(conversion.kind), edit };
}

function actionKindOf(kind: Conversion['kind']): CodeActionKind {
  return kind === 'quickfix' ? CodeActionKind.QuickFix : `refactor.${kind}`;
}

function isOfKind(kind: string, wanted: string): boolean {
  return wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`);
}

function hasFolder(uri: string): boolean {
  return neighbour(uri, 'x') !== undefined;
}

/** Returns the URI of a file by its path from the folder of a document; undefined for one that is in no folder. */
function neighbour(uri: string, path: string): string | undefined {
  return candidateUris(uri, path, undefined)[0];
}
