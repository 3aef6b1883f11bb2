import type { Location, Position } from 'vscode-languageserver';
import type { NamedResource } from '@rulebook/checker/names';
import { isCheckable, type OpenDocument } from '../documents/documents';
import type { NamesContext } from './names-context';
import { toBlockOffset } from '../documents/to-lsp';
import type { PlacedEntry } from './workspace-names';

/** A place where a resource is named. */
interface ResourcePlace extends Location {
  /** Whether the request there creates it. */
  readonly isCreated: boolean;
}

/** Returns the resource of a service whose name is at a position, for example a snapshot repository. */
export function resourceAt(
  { engine, encoding }: Pick<NamesContext, 'engine' | 'encoding'>,
  document: OpenDocument,
  position: Position,
): NamedResource | undefined {
  if (!isCheckable(document)) return undefined;
  const { block, offset } = toBlockOffset(document.file, position, encoding);
  const resource = engine.resource(document.file, block);
  return resource && resource.span.start <= offset && offset <= resource.span.end ? resource : undefined;
}

/** Returns where the request files of the workspace name a resource: the document first, then the others in their order. */
export async function placesOf(
  { names, documents }: Pick<NamesContext, 'names' | 'documents'>,
  document: OpenDocument,
  { kind, name }: NamedResource,
): Promise<readonly ResourcePlace[]> {
  await names.ready();
  const found: ResourcePlace[] = [];
  const see = (uri: string, entries: readonly PlacedEntry[]): void => {
    for (const { name: other, resource, line, start, end } of entries) {
      if (resource === undefined || resource.kind !== kind || other !== name) continue;
      const range = { start: { line, character: start }, end: { line, character: end } };
      found.push({ uri, range, isCreated: resource.isCreated });
    }
  };
  see(document.uri, names.entriesOf(document));
  for (const other of documents.all())
    if (other !== document && other.kind === 'requests' && isCheckable(other)) see(other.uri, names.entriesOf(other));
  for (const { uri, entries } of names.closed()) see(uri, entries);
  return found;
}
