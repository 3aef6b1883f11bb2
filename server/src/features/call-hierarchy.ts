import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  Position,
} from 'vscode-languageserver';
import { SymbolKind } from 'vscode-languageserver';
import { requestsCalled, requestsCalling, type RequestPlace } from '../../../engine/src/index';
import { isReadable, type OpenDocument } from '../documents';
import type { ServerFeature } from '../feature';
import {
  chosen,
  definitionsOf,
  linkedFiles,
  occurrencesAtPosition,
  type LinkedBy,
  type NameFile,
} from '../names/name-at';
import type { Session } from '../session';

/** Shows which requests need each other. */
export const callHierarchy: ServerFeature = {
  capabilities: () => ({ callHierarchyProvider: true }),
  register: ({ connection, withDocument, guarded, guardedLater }) => {
    const { callHierarchy: calls } = connection.languages;
    calls.onPrepare(({ textDocument: { uri }, position }) =>
      withDocument<Promise<CallHierarchyItem[] | null> | null>('prepareCallHierarchy', uri, null, (document, session) =>
        guardedLater('prepareCallHierarchy', null, () => prepare(session, document, position)),
      ),
    );
    calls.onIncomingCalls(({ item }) =>
      guarded<Promise<CallHierarchyIncomingCall[]>>('incomingCalls', Promise.resolve([]), (session) =>
        guardedLater('incomingCalls', [], async () => {
          const { place, linked } = await placeOf(session, item, 'imports and importers');
          return (place ? requestsCalling(place, linked) : []).flatMap((call) => {
            const from = itemOf(session, call);
            return from ? [{ from, fromRanges: rangesIn(call.file, call.block, call.spans) }] : [];
          });
        }),
      ),
    );
    calls.onOutgoingCalls(({ item }) =>
      guarded<Promise<CallHierarchyOutgoingCall[]>>('outgoingCalls', Promise.resolve([]), (session) =>
        guardedLater('outgoingCalls', [], async () => {
          const { place, linked } = await placeOf(session, item, 'imports');
          if (!place) return [];
          return requestsCalled(place, () => linked).flatMap((call) => {
            const to = itemOf(session, call);
            return to ? [{ to, fromRanges: rangesIn(place.file, place.block, call.spans) }] : [];
          });
        }),
      ),
    );
  },
};

/** Returns the request whose name stands at the position, or else the request of its block. */
async function prepare(
  session: Session,
  document: OpenDocument,
  position: Position,
): Promise<CallHierarchyItem[] | null> {
  if (!isReadable(document) || document.kind !== 'requests') return null;
  const { block, found } = occurrencesAtPosition(session, document, position);
  const named = found.filter(({ kind }) => kind === 'request');
  const linked = await linkedFiles(session, document, named.length === 0 ? 'nothing' : 'imports');
  const [start] = linked;
  if (!start) return null;
  const name = chosen(named, block, linked);
  const places: readonly RequestPlace<NameFile>[] = name ? definitionsOf(name) : [{ file: start, block }];
  const items = places.flatMap((place) => itemOf(session, place) ?? []);
  return items.length > 0 ? items : null;
}

async function placeOf(
  session: Session,
  { uri, selectionRange }: CallHierarchyItem,
  by: LinkedBy,
): Promise<{ readonly place?: RequestPlace<NameFile>; readonly linked: readonly NameFile[] }> {
  const linked = await linkedFiles(session, { uri, kind: 'requests' }, by);
  const [file] = linked;
  return file
    ? { place: { file, block: file.file.blocks.indexAtLine(selectionRange.start.line) }, linked }
    : { linked };
}

function itemOf({ engine }: Session, { file, block }: RequestPlace<NameFile>): CallHierarchyItem | undefined {
  const rangeOf = file.rangesOf(block);
  const entry = engine.summariseNames(file.file, block).entries.find(({ kind }) => kind === 'request');
  if (!rangeOf || !entry) return undefined;
  const text = file.file.blocks.at(block)?.text ?? '';
  return {
    name: entry.name.trim() === '' ? '(unnamed)' : entry.name,
    ...(entry.detail !== '' && { detail: entry.detail }),
    kind: SymbolKind.Function,
    uri: file.uri,
    range: rangeOf({ start: 0, end: Math.max(text.trimEnd().length, entry.span.end) }),
    selectionRange: rangeOf(entry.span),
  };
}

function rangesIn(file: NameFile, block: number, spans: readonly { readonly start: number; readonly end: number }[]) {
  const rangeOf = file.rangesOf(block);
  return rangeOf ? spans.map(rangeOf) : [];
}
