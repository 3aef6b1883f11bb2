import type { Position } from 'vscode-languageserver';
import {
  definitionsMeant,
  occurrencesAcross,
  occurrencesAt,
  type FileOccurrences,
  type LinkedFile,
  type NamedThing,
  type NameOccurrence,
} from '@rulebook/checker/names';
import type { Span } from '@rulebook/text';
import { isCheckable, type OpenDocument } from '../documents/documents';
import type { NamesContext } from './names-context';
import { rangesOfBlock, toBlockOffset, type RangeOf } from '../documents/to-lsp';
import { candidateUris, plainUri } from '../documents/uris';

/** A file that shares names with others, as the client knows it. */
export interface NameFile extends LinkedFile {
  /** Absent for a file that is not open. */
  readonly document?: OpenDocument;
  readonly rangesOf: (block: number) => RangeOf | undefined;
}

/** The name at a position. */
export interface NameAt {
  readonly thing: NamedThing;
  readonly occurrence: NameOccurrence;
  readonly block: number;
  /** Where it occurs, the file of the position first. */
  readonly across: readonly FileOccurrences<NameFile>[];
  /** All files that are linked with that of the position. */
  readonly linked: readonly NameFile[];
}

/** How far the files are followed that are linked with a file: to those that it imports, or also to those that import it. */
export type LinkedBy = 'nothing' | 'imports' | 'imports and importers';

/** The most files that are followed from one. */
const maxLinked = 2_000;

/** Returns the occurrences at a position of an open document, without looking at any other file. */
export function occurrencesAtPosition(
  { engine, encoding }: Pick<NamesContext, 'engine' | 'encoding'>,
  document: OpenDocument,
  position: Position,
): { readonly block: number; readonly offset: number; readonly found: readonly NameOccurrence[] } {
  if (!isCheckable(document)) return { block: 0, offset: 0, found: [] };
  const { block, offset } = toBlockOffset(document.file, position, encoding);
  return { block, offset, found: occurrencesAt(engine.names(document.file, block), offset) };
}

/** Returns the name at a position of an open document, and where it occurs; undefined where no name is. */
export async function nameAt(
  session: NamesContext,
  document: OpenDocument,
  position: Position,
  by: LinkedBy,
): Promise<NameAt | undefined> {
  const { block, found } = occurrencesAtPosition(session, document, position);
  if (found.length === 0) return undefined;
  return chosen(found, block, await linkedFiles(session, document, by));
}

/** Returns the first of the occurrences that has a definition; without one, what a plain name means. */
export function chosen(
  found: readonly NameOccurrence[],
  block: number,
  linked: readonly NameFile[],
): NameAt | undefined {
  const [start] = linked;
  if (!start) return undefined;
  const all = found.flatMap((occurrence): NameAt[] => {
    const { kind, name, by } = occurrence;
    // In front of a dot is a request, or a variable to which a script gives a value with members.
    const kinds = by === 'member' ? ([kind, 'variable'] as const) : [kind];
    return kinds.flatMap((one): NameAt[] => {
      const thing = { kind: one, name };
      const across = occurrencesAcross(thing, start, linked);
      return across.some(({ occurrences }) => occurrences.some((other) => other.occurrence === occurrence))
        ? [{ thing, occurrence, block, across, linked }]
        : [];
    });
  });
  return all.find(isDefined) ?? all.find(({ occurrence }) => occurrence.by !== 'member');
}

/** Returns the name of the variable at a position that only environments can define, if no request file does. */
export function outsideNameAt(
  session: Pick<NamesContext, 'engine' | 'encoding'>,
  document: OpenDocument,
  position: Position,
): { readonly kind: 'variable'; readonly name: string; readonly block: number; readonly span: Span } | undefined {
  const { block, found } = occurrencesAtPosition(session, document, position);
  const variable = found.find(({ kind }) => kind === 'variable' || kind === 'environment-variable');
  return variable && { kind: 'variable', name: variable.name, block, span: variable.span };
}

/** Returns whether a name is a variable that no request file defines. */
export function isOutside(name: NameAt): boolean {
  return name.thing.kind === 'environment-variable' || (name.thing.kind === 'variable' && !isDefined(name));
}

/** Returns whether one of the files defines the name. */
export function isDefined({ across }: NameAt): boolean {
  return across.some(({ occurrences }) => occurrences.some(({ occurrence }) => occurrence.role === 'definition'));
}

/** Returns the document, or the file of this URI, and the request files that are linked with it. */
export async function linkedFiles(
  session: NamesContext,
  document: Pick<OpenDocument, 'uri' | 'kind'> & Partial<Pick<OpenDocument, 'file'>>,
  by: LinkedBy,
): Promise<readonly NameFile[]> {
  const { names } = session;
  if (document.file && (by === 'nothing' || document.kind !== 'requests')) {
    const { uri, file } = document;
    const including = by === 'nothing' ? [] : await includingFiles(session, uri);
    const opened = session.documents.find(uri);
    const start = nameFileOf(session, { uri, file, ...(opened && { document: opened }) }, including);
    const found = new Map([[plainUri(uri), start]]);
    for (const other of including)
      for (const one of await linkedFiles(session, { uri: other, kind: 'requests' }, by))
        if (!found.has(plainUri(one.uri))) found.set(plainUri(one.uri), one);
    return [...found.values()];
  }
  if (by === 'imports and importers') await names.ready();
  const importersOf = by === 'imports' ? () => [] : names.importers();
  const found = new Map<string, NameFile>();
  const open = [document.uri];
  const seen = new Set(open);
  for (let uri = open.shift(); uri !== undefined && found.size < maxLinked; uri = open.shift()) {
    const imports = await names.importsOf(uri);
    const content = await names.fileOf(uri);
    if (content && !content.file.association) found.set(uri, nameFileOf(session, { uri, ...content }, imports));
    for (const other of [...imports, ...importersOf(uri)]) {
      if (seen.has(other)) continue;
      seen.add(other);
      open.push(other);
    }
  }
  const all = [...found.values()];
  return by === 'imports and importers' ? [...all, ...(await bodiesOf(session, all))] : all;
}

/** The most body files, and the longest one that is searched in UTF-16 code units. */
const bodyLimits = { files: 500, length: 1_000_000 };

/** Returns the body files in which requests of these files fill in variables. They have the names of the files that include them. */
export async function bodiesOf(session: NamesContext, files: readonly NameFile[]): Promise<readonly NameFile[]> {
  const { names, engine, documents } = session;
  const includers = new Map<string, string[]>();
  for (const from of files)
    for (const path of filledFilesOf(from)) {
      const uri = await names.existingFileAt(from.uri, path);
      if (uri === undefined || includers.size >= bodyLimits.files) continue;
      const known = includers.get(uri) ?? [];
      if (!known.includes(from.uri)) known.push(from.uri);
      includers.set(uri, known);
    }
  const found: NameFile[] = [];
  for (const [uri, imports] of includers) {
    const document = documents.find(uri);
    const text = document ? engine.textOf(document.file) : await session.readFile(uri);
    if (text === undefined || text.length > bodyLimits.length || !text.includes('{{')) continue;
    const file =
      document?.kind === 'body'
        ? document.file
        : { ...engine.openBody(text, { method: '', target: '', at: '' }), isNotOpen: true as const };
    found.push(nameFileOf(session, { uri: document?.uri ?? uri, file, ...(document && { document }) }, imports));
  }
  return found;
}

/** Returns the paths of the body files in which a file fills in variables, as written. */
function filledFilesOf({ file, occurrencesOf }: NameFile): readonly string[] {
  return [...file.blocks].flatMap(({ text }, block) =>
    text.includes('<@') ? occurrencesOf(block).flatMap(({ isFilled, name }) => (isFilled ? [name] : [])) : [],
  );
}

/** Returns the request files that fill in variables in a body file. */
async function includingFiles(session: NamesContext, uri: string): Promise<readonly string[]> {
  const { names, settingsOf } = session;
  await names.ready();
  const found: string[] = [];
  for (const { uri: from, files } of [...names.filesNamed()]) {
    const isNamed = files.some((path) =>
      candidateUris(from, path, settingsOf(from).root).some((one) => plainUri(one) === plainUri(uri)),
    );
    const content = isNamed ? await names.fileOf(from) : undefined;
    if (!content) continue;
    for (const path of filledFilesOf(nameFileOf(session, { uri: from, ...content }, []))) {
      const target = await names.existingFileAt(from, path);
      if (target !== undefined && plainUri(target) === plainUri(uri) && !found.includes(from)) found.push(from);
    }
  }
  return found;
}

function nameFileOf(
  { engine, encoding }: Pick<NamesContext, 'engine' | 'encoding'>,
  { uri, file, document }: Pick<OpenDocument, 'uri' | 'file'> & { readonly document?: OpenDocument },
  imports: readonly string[],
): NameFile {
  // The occurrences of a block are the same objects as long as the file is used here.
  const known = new Map<number, readonly NameOccurrence[]>();
  return {
    uri,
    file,
    imports,
    ...(document && { document }),
    occurrencesOf(block) {
      const found = known.get(block) ?? engine.names(file, block);
      known.set(block, found);
      return found;
    },
    rangesOf: (block) => rangesOfBlock(file, block, encoding),
  };
}

/** A definition in a file. */
export interface FoundDefinition {
  readonly file: NameFile;
  readonly block: number;
  readonly occurrence: NameOccurrence;
}

/** Returns the definitions that the name means: those of its own file, or else those of the files that it imports. */
export function definitionsOf({ thing, occurrence, block, across, linked }: NameAt): readonly FoundDefinition[] {
  const [start] = linked;
  const own = across.find(({ file }) => file === start);
  const found = own ? definitionsMeant(own.occurrences, thing.kind, block, occurrence) : [];
  if (own && found.length > 0) return found.map((one) => ({ ...one, file: own.file }));
  return across.flatMap(({ file, occurrences }) =>
    definitionsMeant(occurrences, thing.kind, 0).map((one) => ({ ...one, file })),
  );
}
