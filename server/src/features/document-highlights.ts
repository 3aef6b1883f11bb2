import type { DocumentHighlight, Position } from 'vscode-languageserver';
import { DocumentHighlightKind } from 'vscode-languageserver';
import { occurrencesNamed } from '@rulebook/checker/names';
import type { OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import { environmentNameAt } from '../names/environment-files';
import { occurrencesAtPosition } from '../names/name-at';
import { queryNameHere } from '../names/query-name';
import { resourceAt } from '../names/resource-at';
import type { FeatureContext } from '../documents/feature-context';
import { rangesOfBlock } from '../documents/to-lsp';

/** Marks where the name at the cursor occurs in the document. */
export const documentHighlights: ServerFeature = {
  capabilities: () => ({ documentHighlightProvider: true }),
  register: ({ connection, withDocument }) => {
    connection.onDocumentHighlight(({ textDocument: { uri }, position }) =>
      withDocument('documentHighlight', uri, null, (document, session) => highlightsAt(session, document, position)),
    );
  },
};

/** Returns the occurrences of the name at a position; null where no name is. */
export function highlightsAt(
  context: FeatureContext,
  document: OpenDocument,
  position: Position,
): DocumentHighlight[] | null {
  const { engine, encoding } = context;
  const { file } = document;
  const here = environmentNameAt(context, document, position);
  if (here) {
    const { kind, name } = here.occurrence;
    return here.file.occurrences
      .filter((one) => one.kind === kind && one.name === name && one.span.end > one.span.start)
      .map(({ span, role }) => ({ range: here.file.rangeOf(span), kind: kindOf(role) }));
  }
  const { found } = occurrencesAtPosition(context, document, position);
  const names = { file, occurrencesOf: (block: number) => engine.names(file, block) };
  const lists = found.map((one) => {
    const all = occurrencesNamed(names, one, (name) => file.definitions.has(name));
    const isMeant = all.some(({ occurrence }) => occurrence === one);
    return { all, isMeant, isDefined: all.some(({ occurrence: { role } }) => role === 'definition'), by: one.by };
  });
  const meant =
    lists.find(({ isMeant, isDefined }) => isMeant && isDefined) ??
    lists.find(({ isMeant, by }) => isMeant && by !== 'member');
  if (!meant) {
    const column = found.length > 0 ? undefined : queryNameHere(context, document, position);
    if (!column) return resourceHighlights(context, document, position);
    return column.name.places.map(({ span, isDefinition }) => ({
      range: column.rangeOf(span),
      kind: kindOf(isDefinition ? 'definition' : 'reference'),
    }));
  }
  return meant.all.flatMap(({ block, occurrence: { span, role } }) => {
    const range = rangesOfBlock(file, block, encoding)?.(span);
    if (!range) return [];
    return [{ range, kind: kindOf(role) }];
  });
}

function kindOf(role: 'definition' | 'reference'): DocumentHighlightKind {
  return role === 'definition' ? DocumentHighlightKind.Write : DocumentHighlightKind.Read;
}

/** Marks the requests of the document on the resource at the cursor. Only blocks whose text contains its name are read. */
function resourceHighlights(
  context: FeatureContext,
  document: OpenDocument,
  position: Position,
): DocumentHighlight[] | null {
  const { engine, encoding } = context;
  const { file } = document;
  const resource = resourceAt(context, document, position);
  if (!resource) return null;
  const ownName = resource.name.split(' ').at(-1) ?? '';
  return [...file.blocks].flatMap(({ text }, block) => {
    const other = text.includes(ownName) ? engine.resource(file, block) : undefined;
    if (other === undefined || other.kind !== resource.kind || other.name !== resource.name) return [];
    const range = rangesOfBlock(file, block, encoding)?.(other.span);
    if (!range) return [];
    return [{ range, kind: other.isCreated ? DocumentHighlightKind.Write : DocumentHighlightKind.Read }];
  });
}
