import type { Hover, Position } from 'vscode-languageserver';
import { MarkupKind } from 'vscode-languageserver';
import { noEnvironments } from '@rulebook/request-file/environments';
import type { ShownValues } from '@rulebook/sender/variables';
import { isExplained } from '../documents/documents';
import type { OpenDocument } from '../documents/documents';
import { earlierHover, isEarlierAt } from './support/earlier-responses';
import type { ServerFeature } from '../session/feature';
import { environmentHover } from '../names/environment-hover';
import { environmentNameAt, isEnvironmentDocument } from '../names/environment-files';
import { waitAtMost } from '../names/live-names';
import { occurrencesAtPosition } from '../names/name-at';
import type { FeatureContext } from '../documents/feature-context';
import type { Session } from '../session/session';
import { otherFormatOf } from '../documents/other-format';
import { rangesOfBlock, toBlockOffset } from '../documents/to-lsp';
import { plainUri } from '../documents/uris';

/** Explains what is under the pointer. */
export const hover: ServerFeature = {
  capabilities: () => ({ hoverProvider: true }),
  register: ({ connection, withDocument, guardedLater }) => {
    const hovered = (uri: string, position: Position, imported?: ShownValues['imported']) =>
      withDocument('hover', uri, null, (document, session) => {
        const values = session.environments.shownValues(uri);
        const shown = imported ? { environments: noEnvironments, environment: undefined, ...values, imported } : values;
        return hoverInDocument(session, document, position, shown);
      });
    const hoveredLater = async (document: OpenDocument, session: Session, position: Position) => {
      const { environments, imported } = session;
      if (environmentNameAt(session, document, position)) return environmentHover(session, document, position);
      await environments.load(document.uri);
      return hovered(document.uri, position, await imported.textsFor(document.uri));
    };
    connection.onHover(({ textDocument: { uri }, position }) =>
      withDocument<Hover | null | Promise<Hover | null>>('hover', uri, null, (document, session) => {
        const { environments, names, liveNames, checking } = session;
        if (otherFormatOf(plainUri(uri)) !== undefined)
          return guardedLater('hover', null, () => checking.otherFormats.hover(document, position));
        if (isEarlierAt(session, document, position))
          return guardedLater('hover', null, () => earlierHover(session, document, position));
        // Files are read only where a user points at a name that may come from there.
        const isImported =
          names.linksOf(document).length > 0 &&
          occurrencesAtPosition(session, document, position).found.some(({ kind }) => kind === 'variable');
        if (isImported || isEnvironmentDocument(document))
          return guardedLater('hover', null, () => hoveredLater(document, session, position));
        const loading = environments.load(document.uri);
        const again = () => hovered(uri, position);
        const first = loading ? loading.then(again) : again();
        const wait = (shown: Hover | null): Hover | null | Promise<Hover | null> => {
          const waiting = liveNames.takeWaiting();
          return waiting === undefined ? shown : waitAtMost(waiting, patience).then(again);
        };
        return first instanceof Promise ? first.then(wait) : wait(first);
      }),
    );
  },
};

/** How long a hover waits for the names of an endpoint, in milliseconds. */
const patience = 1_000;

/** Returns the hover at a position. */
export function hoverInDocument(
  { engine, encoding, optionsOf }: FeatureContext,
  document: OpenDocument,
  position: Position,
  values?: ShownValues,
): Hover | null {
  if (!isExplained(document)) return null;
  const { file } = document;
  const { block, offset } = toBlockOffset(file, position, encoding);
  const found = engine.hover(file, block, offset, optionsOf(document), values);
  const rangeOf = rangesOfBlock(file, block, encoding);
  if (!found || !rangeOf) return null;
  return { contents: { kind: MarkupKind.Markdown, value: found.markdown }, range: rangeOf(found.span) };
}
