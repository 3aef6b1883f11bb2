import type { Position } from 'vscode-languageserver';
import { environmentFileKind } from '@rulebook/request-file/environments';
import { environmentOccurrenceAt, environmentOccurrences, type EnvironmentOccurrence } from '@rulebook/checker/names';
import type { BodyAssociation } from '@rulebook/request-file/syntax';
import { perObject } from '@rulebook/text';
import type { OpenDocument } from '../documents/documents';
import type { NamesContext } from './names-context';
import { rangesIn, toBlockOffset, type RangeOf } from '../documents/to-lsp';
import { plainUri } from '../documents/uris';

/** A file of variables, as it is in the editor or else on the disk. */
export interface EnvironmentNameFile {
  readonly uri: string;
  readonly document?: OpenDocument;
  readonly occurrences: readonly EnvironmentOccurrence[];
  readonly rangeOf: RangeOf;
}

/** The files of variables of the workspace, and which of them count together for the request files of a folder. */
export interface EnvironmentFolders {
  /** By plain URI. */
  readonly files: ReadonlyMap<string, EnvironmentNameFile>;
  /** The plain URIs of the files that count in a folder, by the folder's plain URI with a slash at its end. */
  readonly byFolder: ReadonlyMap<string, readonly string[]>;
}

type Parts = Pick<
  NamesContext,
  'engine' | 'encoding' | 'documents' | 'names' | 'environments' | 'settingsOf' | 'pause'
>;

/** More folders with request files are not looked into. */
const maxFolders = 2_000;

/** Returns whether a document is a file of variables that is read here. */
export function isEnvironmentDocument({ uri, fullLength }: Pick<OpenDocument, 'uri' | 'fullLength'>): boolean {
  return fullLength === undefined && environmentFileKind(plainUri(uri)) !== undefined;
}

/** Returns the name at a position of an open file of variables. */
export function environmentNameAt(
  session: Pick<NamesContext, 'engine' | 'encoding'>,
  document: OpenDocument,
  position: Position,
): { readonly file: EnvironmentNameFile; readonly occurrence: EnvironmentOccurrence } | undefined {
  if (!isEnvironmentDocument(document)) return undefined;
  const text = session.engine.textOf(document.file);
  const { offset } = toBlockOffset(session.engine.openBody(text, noRequest), position, session.encoding);
  const file = environmentNameFile(session, document.uri, text, document);
  const occurrence = environmentOccurrenceAt(file.occurrences, offset);
  return occurrence && { file, occurrence };
}

/** Returns the files of variables around all request files of the workspace, and around a file itself. */
export async function environmentFolders(session: Parts, start?: string): Promise<EnvironmentFolders> {
  const { engine, names, documents, settingsOf } = session;
  await names.ready();
  const folders = new Set<string>();
  const add = (uri: string | undefined): void => {
    const folder = uri === undefined ? '' : folderOf(uri);
    if (folder.startsWith('file:') && folders.size < maxFolders) folders.add(folder);
  };
  if (start !== undefined) {
    add(start);
    if (isEnvironmentDocument({ uri: start })) add(start.replace(/\/(?:env|\.vscode)(?=\/[^/]*$)/, ''));
    const { root } = settingsOf(start);
    add(root && `${root}/`);
  }
  for (const { uri } of documents.all()) add(uri);
  for (const { uri } of names.closed()) add(uri);
  const files = new Map<string, EnvironmentNameFile>();
  const byFolder = new Map<string, readonly string[]>();
  for (const folder of folders) {
    const found: string[] = [];
    for (const { path, content } of await session.environments.filesFor(`${folder}x.http`)) {
      const key = plainUri(path);
      found.push(key);
      if (files.has(key)) continue;
      const document = documents.find(path);
      if (document) files.set(key, environmentNameFile(session, document.uri, engine.textOf(document.file), document));
      else if ('text' in content) files.set(key, ofContent(content)(session, path));
    }
    byFolder.set(plainUri(folder), found);
    await session.pause();
  }
  return { files, byFolder };
}

/** Returns the plain URI of the folder of a file, with a slash at its end. */
export function folderOf(uri: string): string {
  return uri.replace(/[^/]*$/, '');
}

function environmentNameFile(
  { engine, encoding }: Pick<NamesContext, 'engine' | 'encoding'>,
  uri: string,
  text: string,
  document?: OpenDocument,
): EnvironmentNameFile {
  const block = engine.openBody(text, noRequest).blocks.at(0) ?? { text, length: text.length, lineEnds: 0 };
  return {
    uri,
    ...(document && { document }),
    occurrences: environmentOccurrences(plainUri(uri), text),
    rangeOf: rangesIn(block, 0, encoding),
  };
}

/** What was read of a file that has not changed is read once. */
const ofContent = perObject((content: { readonly text: string }) => {
  let made: EnvironmentNameFile | undefined;
  return (session: Parts, path: string): EnvironmentNameFile =>
    (made ??= environmentNameFile(session, path, content.text));
});

const noRequest: BodyAssociation = { method: '', target: '', at: '' };
