import { dirname, relative, resolve, sep } from 'node:path';
import { readArazzoText, readSources, type ArazzoDocument, type LocatedSource } from '@rulebook/exchange/arazzo';
import type { Span } from '@rulebook/text';
import { createDescriptionReader } from '@rulebook/node/descriptions/own-descriptions';
import { readText } from '@rulebook/node/files/files';
import { environment, type FolderSettings } from '../configuration/configuration-file';
import { rootOfDescription } from '../configuration/described-services';

/** An Arazzo document with the descriptions that it refers to. */
export interface ReadDocument {
  readonly text: string;
  readonly tree: unknown;
  readonly document: ArazzoDocument;
  readonly sources: readonly LocatedSource[];
  readonly spanAt: (pointer: string) => Span;
}

/** Reads the text of an Arazzo document and its source descriptions, or says where it cannot be read. */
export async function readDocument(
  path: string,
  text: string,
  settings: FolderSettings,
): Promise<ReadDocument | { readonly message: string; readonly span: Span }> {
  const read = readArazzoText(text, path);
  if ('message' in read) return read;
  const describe = createDescriptionReader(environment);
  const sources = await readSources(read.document, resolve(path), {
    locate: ({ url }, from) => {
      if (!/^[a-z][\w+.-]*:/i.test(url)) return { path: resolve(dirname(from), decodedPath(url)) };
      const copy = settings.configuration.services.find(({ source }) => source === url);
      return copy === undefined
        ? { cause: 'it is at a URL; add it to `rulebook.json` as a service with this `source`, or name a file' }
        : { path: resolve(settings.root, copy.description) };
    },
    readText,
    readDescription: async (file) => {
      const own = settings.configuration.services.find(
        ({ description }) => resolve(settings.root, description) === file,
      );
      const root = own === undefined ? rootOfDescription(file) : settings.root;
      const description = relative(root, file).split(sep).join('/');
      const found = await describe({ root, description, ...(own && { overlays: own.overlays }) });
      if ('cause' in found) return { cause: found.cause };
      if (found.compiled !== undefined) return { description: found.compiled };
      return { cause: 'it is not a description that can be read; `rulebook describe` says why' };
    },
  });
  return { ...read, text, sources };
}

function decodedPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
