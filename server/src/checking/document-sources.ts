import type { ArazzoDocument, LocatedSource } from '@rulebook/exchange/arazzo';
import type { OwnService } from '@rulebook/sender/configuration';
import type { Settings } from '../configuration/settings';
import { plainUri } from '../documents/uris';
import type { ServerPorts } from '../ports/ports';

/** The descriptions that documents refer to; what was read is kept until something changes. */
export interface DocumentSources {
  /** Reads the source descriptions of an Arazzo document. Never rejects. */
  readonly of: (uri: string, document: ArazzoDocument) => Promise<readonly LocatedSource[]>;
  /** Returns the service of `rulebook.json` whose description a file is. */
  readonly serviceOf: (uri: string, file: string) => OwnService | undefined;
  readonly clear: () => void;
}

/** What reading takes. */
interface SourceParts {
  readonly ports: Pick<ServerPorts, 'describe' | 'readFile'>;
  readonly settingsOf: (uri: string) => Pick<Settings, 'root' | 'configuration'>;
}

type Read = Awaited<ReturnType<NonNullable<ServerPorts['describe']>>>;

/** Creates what reads source descriptions. */
export function createDocumentSources({ ports, settingsOf }: SourceParts): DocumentSources {
  const known = new Map<string, Promise<Read> | undefined>();
  const serviceOf = (uri: string, file: string): OwnService | undefined => {
    const { root, configuration } = settingsOf(uri);
    return configuration.services.find(({ description }) => fileIn(root, description) === plainUri(file));
  };
  const describe = (uri: string, file: string): Promise<Read> | undefined => {
    const { root } = settingsOf(uri);
    const folder = file.replace(/\/[^/]*$/, '');
    const isInside = root !== undefined && plainUri(file).startsWith(`${plainUri(root)}/`);
    const from = isInside ? root : folder;
    // Of a file in a service of the folder, the overlays of that service count.
    const overlays = isInside ? (serviceOf(uri, file)?.overlays ?? []) : [];
    const key = [from, file, ...overlays].join('\n');
    const path = plainUri(file).slice(plainUri(from).length + 1);
    if (!known.has(key)) known.set(key, ports.describe?.(from, path, overlays));
    return known.get(key);
  };
  return {
    serviceOf,
    clear: () => {
      known.clear();
    },
    of: async (uri, document) => {
      const { readSources } = await import('@rulebook/exchange/arazzo');
      return readSources(document, uri, {
        locate: ({ url }, from) => {
          if (!/^[a-z][\w+.-]*:/i.test(url))
            return URL.canParse(url, from) ? { path: new URL(url, from).href } : { cause: 'its path cannot be read' };
          const { root, configuration } = settingsOf(uri);
          const copy = configuration.services.find(({ source }) => source === url);
          const path = copy && fileIn(root, copy.description);
          return path === undefined
            ? { cause: 'it is at a URL; fetch it, so that `rulebook.json` names a copy, or name a file' }
            : { path };
        },
        readText: async (path) => {
          const found = await ports.readFile?.(path);
          return found === undefined ? { cause: 'there is no such file' } : { text: found };
        },
        readDescription: async (path) => {
          const found = await describe(uri, path);
          if (found === undefined) return { cause: 'there are no files' };
          if ('cause' in found) return { cause: found.cause };
          return found.compiled === undefined ? { cause: 'it is not a description' } : { description: found.compiled };
        },
      });
    },
  };
}

/** Returns the URI of a file by its path from the folder of `rulebook.json`. */
function fileIn(root: string | undefined, path: string): string | undefined {
  if (root === undefined || !URL.canParse(path, `${root}/`)) return undefined;
  return plainUri(new URL(path, `${root}/`).href);
}
