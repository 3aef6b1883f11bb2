import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  Position,
} from 'vscode-languageserver';
import { SymbolKind } from 'vscode-languageserver';
import { requestsCalled, requestsCalling, type RequestCall, type RequestPlace } from '@rulebook/checker/names';
import { isCheckable, type OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import {
  chosen,
  definitionsOf,
  linkedFiles,
  occurrencesAtPosition,
  type LinkedBy,
  type NameFile,
} from '../names/name-at';
import type { Session } from '../session/session';
import { candidateUris, plainUri } from '../documents/uris';

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
          const { place, linked } = await placeOfItem(session, item, 'imports and importers');
          const calls = place ? [...requestsCalling(place, linked), ...(await requestsRunning(session, place))] : [];
          return calls.flatMap((call) => {
            const from = itemOf(session, call);
            return from ? [{ from, fromRanges: rangesIn(call.file, call.block, call.spans) }] : [];
          });
        }),
      ),
    );
    calls.onOutgoingCalls(({ item }) =>
      guarded<Promise<CallHierarchyOutgoingCall[]>>('outgoingCalls', Promise.resolve([]), (session) =>
        guardedLater('outgoingCalls', [], async () => {
          const { place, linked } = await placeOfItem(session, item, 'imports');
          if (!place) return [];
          const calls = [...requestsCalled(place, () => linked), ...(await requestsRun(session, place))];
          return calls.flatMap((call) => {
            const to = itemOf(session, call);
            return to ? [{ to, fromRanges: rangesIn(place.file, place.block, call.spans) }] : [];
          });
        }),
      ),
    );
  },
};

/** The most requests that a line `run ./file` leads to. */
const maxRun = 1_000;

/** Returns the requests of the files that a request runs as a whole: `run ./file.http`. */
async function requestsRun(
  session: Session,
  { file, block }: RequestPlace<NameFile>,
): Promise<readonly RequestCall<NameFile>[]> {
  const { names, engine } = session;
  const found: RequestCall<NameFile>[] = [];
  for (const { kind, by, name, span } of file.occurrencesOf(block)) {
    const uri = kind === 'file' && by === 'run' ? await names.requestFileAt(file.uri, name) : undefined;
    const target =
      uri === undefined ? undefined : (await linkedFiles(session, { uri, kind: 'requests' }, 'imports'))[0];
    if (!target) continue;
    for (let at = 0; at < target.file.blocks.size && found.length < maxRun; at++)
      if (engine.parse(target.file, at).request) found.push({ file: target, block: at, spans: [span] });
  }
  return found;
}

/** Returns the requests that run the whole file of a request. */
async function requestsRunning(
  session: Session,
  { file }: RequestPlace<NameFile>,
): Promise<readonly RequestCall<NameFile>[]> {
  const { names } = session;
  await names.ready();
  const found: RequestCall<NameFile>[] = [];
  for (const { uri, files } of [...names.filesNamed()]) {
    if (!(await anyLeadsTo(session, uri, files, file.uri))) continue;
    const [from] = await linkedFiles(session, { uri, kind: 'requests' }, 'imports');
    for (let block = 0; from && block < from.file.blocks.size && found.length < maxRun; block++)
      for (const { kind, by, name, span } of from.occurrencesOf(block))
        if (kind === 'file' && by === 'run' && (await anyLeadsTo(session, uri, [name], file.uri)))
          found.push({ file: from, block, spans: [span] });
  }
  return found;
}

async function anyLeadsTo(
  { names, settingsOf }: Session,
  from: string,
  paths: readonly string[],
  wanted: string,
): Promise<boolean> {
  const { root } = settingsOf(from);
  for (const path of paths) {
    if (!candidateUris(from, path, root).some((one) => plainUri(one) === plainUri(wanted))) continue;
    const found = await names.requestFileAt(from, path);
    if (found !== undefined && plainUri(found) === plainUri(wanted)) return true;
  }
  return false;
}

/** Returns the request whose name is at the position, or else the request of its block. */
async function prepare(
  session: Session,
  document: OpenDocument,
  position: Position,
): Promise<CallHierarchyItem[] | null> {
  if (!isCheckable(document) || document.kind !== 'requests') return null;
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

async function placeOfItem(
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
