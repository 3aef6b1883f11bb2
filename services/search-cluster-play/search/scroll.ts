import { isRecord } from '@rulebook/json/is-record';
import {
  inSlices,
  respond,
  type ClusterCall,
  type ClusterHandlers,
  type ClusterStep,
  type SlicedWork,
} from '../cluster/call';
import type { KeptSearch, OpenSearch } from '../cluster/model';
import { noObject } from '../indices/handlers';
import { isOn } from '../indices/names';
import { isProblem, problem, refusal, refuse, type Problem } from '../indices/problem';
import { beginTurn, describeHits, findParts, rankHits, type RankedHits } from './hits';
import {
  closeSearches,
  findOpenSearch,
  misreadIds,
  missingSearch,
  openSearch,
  readKeepAlive,
  withOpenSearch,
} from './open-searches';
import { answer, readJson } from '@rulebook/sandbox/wire';

/** Plays reading a search page by page. */
export const scrollHandlers: ClusterHandlers = {
  'search-cluster.search.scroll': readPage,
  'search-cluster.search.scroll.one': readPage,
  'search-cluster.search.scroll.clear': clear,
  'search-cluster.search.scroll.clear-one': clear,
};

const validation = { type: 'action_request_validation_exception' };
const contradiction = { ...validation, rule: 'impossible-search' };

/** What the open scrolls have found: each searches once, whatever the number of its pages. */
const ranked = new WeakMap<KeptSearch, RankedHits>();

/** Opens a scroll of a search whose first page has been read, or returns why not. */
export function openScroll(
  call: ClusterCall,
  search: Required<KeptSearch>,
  found: RankedHits,
): Exclude<ReturnType<typeof openSearch>, Problem> | Problem {
  const { size, from, searchAfter } = search.request;
  if (size === 0) return problem('A scroll needs a [size] of at least 1.', contradiction);
  if (from > 0 || searchAfter)
    return problem('A scroll starts at the first hit. Leave out [from] and [search_after].', contradiction);
  const keepAlive = readKeepAlive('scroll', call.query.get('scroll') ?? '');
  if (typeof keepAlive !== 'number') return keepAlive;
  ranked.set(search, found);
  return openSearch(call, { target: call.parameters.get('index') ?? '_all', search, read: size }, keepAlive);
}

function readPage(call: ClusterCall): ClusterStep {
  const body = membersOf(call);
  if (!body) return refuse(call, noObject);
  const misread = misreadScroll(body);
  if (misread) return refuse(call, misread);
  const [id] = idsOf(call, body);
  if (id === undefined) return refuse(call, problem('Name the scroll in [scroll_id].', validation));
  const open = findOpenSearch(call, id, true);
  if (!open) return refuse(call, missingSearch(id));
  const written = body.scroll ?? call.query.get('scroll');
  const keepAlive = written === undefined ? undefined : readKeepAlive('scroll', String(written));
  if (typeof keepAlive === 'object') return refuse(call, keepAlive);
  return inSlices(call, searchAgain(open.search), (later, found) => {
    if (isProblem(found)) return refuse(later, found);
    const hits = describeHits(found, open.read, isOn(call.query.get('rest_total_hits_as_int')));
    if (isProblem(hits)) return respond(later, refusal(hits));
    const total = open.search.indices.length;
    const shards = { total, successful: total, skipped: 0, failed: 0 };
    const next: OpenSearch = {
      ...open,
      read: open.read + found.request.size,
      ...(keepAlive !== undefined && { expires: later.input.now + keepAlive }),
    };
    return respond(
      later,
      answer(200, { _scroll_id: id, took: 0, timed_out: false, _shards: shards, hits }),
      withOpenSearch(later.cluster, id, next),
    );
  });
}

function* searchAgain(search: KeptSearch): SlicedWork<RankedHits | Problem> {
  const known = ranked.get(search);
  if (known) return known;
  if (!search.request) return missingSearch('');
  const searched = yield* findParts(search.indices, search.request, beginTurn());
  if (isProblem(searched)) return searched;
  const found = rankHits(searched.parts, search.request);
  ranked.set(search, found);
  return found;
}

function clear(call: ClusterCall): ClusterStep {
  const body = membersOf(call);
  if (!body) return refuse(call, noObject);
  const ids = idsOf(call, body);
  if (ids.length === 0) {
    return refuse(call, problem('Name the scrolls to close in [scroll_id].', validation));
  }
  const misread = misreadIds(ids);
  if (misread) return refuse(call, misread);
  const { closed, cluster } = closeSearches(call, ids.includes('_all') ? 'all' : ids, true);
  return respond(call, answer(closed > 0 ? 200 : 404, { succeeded: true, num_freed: closed }), cluster);
}

/** Returns why the members of a body are none of a request for the next page. */
function misreadScroll(body: Readonly<Record<string, unknown>>): Problem | undefined {
  const wrong = Object.entries(body).find(
    ([name, value]) => (name !== 'scroll_id' && name !== 'scroll') || typeof value !== 'string',
  );
  return wrong && problem(`[${wrong[0]}] is unknown, or is not a text.`);
}

/** Returns the members of the body; older clients send the id alone. */
function membersOf({ request }: ClusterCall): Readonly<Record<string, unknown>> | undefined {
  const text = request.body.trim();
  if (text === '') return {};
  if (!text.startsWith('{')) return { scroll_id: text };
  const value = readJson(text)?.value;
  return isRecord(value) ? value : undefined;
}

function idsOf(
  { parameters, query }: ClusterCall,
  { scroll_id: written }: Readonly<Record<string, unknown>>,
): readonly string[] {
  const named = written ?? parameters.get('scroll_id') ?? query.get('scroll_id') ?? [];
  const list: readonly unknown[] = Array.isArray(named) ? named : [named];
  return list.flatMap((one) => (typeof one === 'string' ? one.split(',') : []));
}
