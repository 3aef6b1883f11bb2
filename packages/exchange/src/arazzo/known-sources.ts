import type { PackedDescription } from '@rulebook/description/packed';
import { pointersIn, readTree } from '@rulebook/description/text-tree';
import type { Span } from '@rulebook/text/span';
import { isArazzo, readArazzo, type ArazzoDocument, type ArazzoSource } from './read-arazzo';
import type { KnownSource } from './sources';

/** A text that was read as an Arazzo document, or what is wrong with it as a text. */
export type ArazzoText =
  | {
      readonly tree: unknown;
      readonly document: ArazzoDocument;
      /** Returns where a JSON pointer is in the text. */
      readonly spanAt: (pointer: string) => Span;
    }
  | { readonly message: string; readonly span: Span };

/** Reads a text in JSON or YAML as an Arazzo document. Never throws. */
export function readArazzoText(text: string, name: string): ArazzoText {
  const read = readTree(text, name);
  if ('message' in read) return read;
  if (!isArazzo(read.tree))
    return { message: 'An Arazzo document has a member `arazzo` with a version.', span: pointersIn(text)('#') };
  let spanAt: ((pointer: string) => Span) | undefined;
  return {
    tree: read.tree,
    document: readArazzo(read.tree),
    spanAt: (pointer) => (spanAt ??= pointersIn(text))(pointer),
  };
}

type FoundText = { readonly text: string } | { readonly cause: string };

/** What reads the files of source descriptions. */
export interface SourcePorts {
  /** Returns the path of a source from that of the document, or why there is none, as half a sentence. */
  readonly locate: (source: ArazzoSource, from: string) => { readonly path: string } | { readonly cause: string };
  readonly readText: (path: string) => FoundText | Promise<FoundText>;
  readonly readDescription: (
    path: string,
  ) => Promise<{ readonly description: PackedDescription } | { readonly cause: string }>;
}

/** A source description with the file that it is in. */
export interface LocatedSource extends KnownSource {
  /** Absolute. */
  readonly path?: string;
}

/** Documents refer to others at most so deep. */
const deepest = 5;

/** Reads the source descriptions of a document. Never rejects. */
export async function readSources(
  document: ArazzoDocument,
  from: string,
  ports: SourcePorts,
  depth = 0,
): Promise<readonly LocatedSource[]> {
  return Promise.all(document.sources.map((source) => readSource(source, from, ports, depth)));
}

async function readSource(
  source: ArazzoSource,
  from: string,
  ports: SourcePorts,
  depth: number,
): Promise<LocatedSource> {
  const { name, type } = source;
  if (type === 'asyncapi') return { name, kind: 'asyncapi' };
  const located = ports.locate(source, from);
  if ('cause' in located) return { name, kind: 'unread', cause: located.cause };
  const { path } = located;
  const content = await ports.readText(path);
  if ('cause' in content) return { name, kind: 'unread', cause: content.cause };
  const { text } = content;
  if (type === 'arazzo') {
    const read = readArazzoText(text, path);
    if ('message' in read) return { name, kind: 'unread', cause: 'it is not an Arazzo document' };
    const { document } = read;
    const sources = depth >= deepest ? [] : await readSources(document, path, ports, depth + 1);
    return { name, path, kind: 'arazzo', document, sources };
  }
  if (/^[ \t]{0,20}["']?asyncapi["']?[ \t]{0,20}:/m.test(text) || /^\s{0,20}\{\s{0,20}"asyncapi"/.test(text))
    return { name, path, kind: 'asyncapi' };
  const found = await ports.readDescription(path);
  return 'cause' in found
    ? { name, kind: 'unread', cause: found.cause }
    : { name, path, kind: 'openapi', description: found.description };
}
