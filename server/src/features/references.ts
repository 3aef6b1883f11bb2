import type { Location, Position } from 'vscode-languageserver';
import type { OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import { environmentNameAt } from '../names/environment-files';
import { environmentUses, placesOfUses } from '../names/environment-uses';
import { isOutside, nameAt, outsideNameAt } from '../names/name-at';
import { queryNameHere, rangesOfQueryName } from '../names/query-name';
import { placesOf, resourceAt } from '../names/resource-at';
import type { Session } from '../session/session';

/** Lists where a name occurs, in all files that share it. */
export const references: ServerFeature = {
  capabilities: () => ({ referencesProvider: true }),
  register: ({ connection, withDocument, guardedLater }) => {
    connection.onReferences(({ textDocument: { uri }, position, context }) =>
      withDocument<Promise<Location[] | null> | null>('references', uri, null, (document, session) =>
        guardedLater('references', null, () => referencesAt(session, document, position, context.includeDeclaration)),
      ),
    );
  },
};

async function referencesAt(
  session: Session,
  document: OpenDocument,
  position: Position,
  withDefinitions: boolean,
): Promise<Location[] | null> {
  const environmentName = environmentNameAt(session, document, position);
  if (environmentName) {
    const uses = await environmentUses(session, document.uri, environmentName.occurrence);
    return uses ? placesOfUses(uses, withDefinitions) : null;
  }
  const name = await nameAt(session, document, position, 'imports and importers');
  const outside = outsideNameAt(session, document, position);
  const uses =
    outside && !(name && !isOutside(name)) ? await environmentUses(session, document.uri, outside) : undefined;
  if (uses) return placesOfUses(uses, withDefinitions);
  if (!name) {
    const column = queryNameHere(session, document, position);
    if (column)
      return rangesOfQueryName(column, withDefinitions ? 'all' : 'uses').map((range) => ({ uri: document.uri, range }));
    const resource = resourceAt(session, document, position);
    const places = resource ? await placesOf(session, document, resource) : [];
    const wanted = places.filter(({ isCreated }) => withDefinitions || !isCreated);
    return resource ? wanted.map(({ uri, range }) => ({ uri, range })) : null;
  }
  return name.across.flatMap(({ file, occurrences }) =>
    occurrences.flatMap(({ block, occurrence }) => {
      if (!withDefinitions && occurrence.role === 'definition') return [];
      const range = file.rangesOf(block)?.(occurrence.span);
      return range ? [{ uri: file.uri, range }] : [];
    }),
  );
}
