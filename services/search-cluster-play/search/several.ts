import { isRecord } from '@rulebook/json/is-record';
import { searchCluster } from '@rulebook/search-cluster/facts/service';
import { refusedResponse } from '../cluster/responses';
import { misreadSearch } from './misread-search';
import { queryWaysOf } from './query-ways';
import { problemOfText } from './misread-text';
import { refusalOfCaller } from '../cluster/authorization';
import {
  inSlices,
  respond,
  type ClusterCall,
  type ClusterHandlers,
  type ClusterStep,
  type SlicedWork,
} from '../cluster/call';
import { isProblem, problem, refusal, type Problem } from '../indices/problem';
import { beginTurn, type Turn } from './hits';
import { searchSlices, type SearchAnswer } from './search';
import { readWithLiterals } from '../indices/literals';
import { answer, readJson, type Refusal } from '@rulebook/sandbox/wire';

/** Plays several searches in one request. */
export const severalHandlers: ClusterHandlers = {
  'search-cluster.search.several': searchSeveral,
  'search-cluster.search.several-anywhere': searchSeveral,
};

/** What the reader of several searches does not understand. */
export const severalMisreadings: Readonly<Record<string, (call: ClusterCall) => Problem | undefined>> = {
  'search-cluster.search.several': misreadLines,
  'search-cluster.search.several-anywhere': misreadLines,
};

type Line = Readonly<Record<string, unknown>>;

/** What each pair of lines is. */
const searching = searchCluster.operations.find(({ id }) => id === 'search-cluster.search');

function searchSeveral(call: ClusterCall): ClusterStep {
  return inSlices(call, answerLines(call), (later, { response, change }) =>
    respond(later, response, change?.(later.cluster)),
  );
}

/** The members that the line before a search may have. */
const headMembers: ReadonlySet<string> = new Set(
  `index indices search_type request_cache preference routing allow_partial_search_results ccs_minimize_roundtrips
  expand_wildcards ignore_unavailable allow_no_indices ignore_throttled project_routing`.split(/\s+/),
);

function misreadLines({ request: { body }, query }: ClusterCall): Problem | undefined {
  if (body === '') return problem('The body is missing.', { type: 'parse_exception' });
  const most = query.get('max_concurrent_searches');
  if (most !== undefined && !(Number(most) > 0)) return problem('[max_concurrent_searches] must be at least 1.');
  if (!body.endsWith('\n')) return undefined;
  for (const [position, line] of body.slice(0, -1).split('\n').entries()) {
    if (line.trim() === '') continue;
    const found = problemOfText(line, () => true);
    if (found) return found;
    const head = position % 2 === 0 ? readJson(line)?.value : undefined;
    const other = Object.keys(isRecord(head) ? head : {}).find((name) => !headMembers.has(name));
    if (other !== undefined) return problem(`The line before a search has no member [${other}].`);
  }
  return undefined;
}

/** Returns whether a finding is about one of several searches, which answers for itself: the others are answered nevertheless. */
export function isOfOneSearch({ request: { body } }: ClusterCall, operation: string, { rule, span }: Refusal): boolean {
  if (!Object.hasOwn(severalHandlers, operation) || span === undefined || rule === 'malformed-json') return false;
  return body.slice(0, span.start).split('\n').length % 2 === 0;
}

function* answerLines(call: ClusterCall): SlicedWork<SearchAnswer> {
  const misread = call.input.isLenient === true ? undefined : misreadLines(call);
  const lines = misread ?? readLines(call.request.body);
  if (isProblem(lines)) return { response: refusal(lines) };
  const turn = beginTurn();
  const responses: object[] = [];
  const changes: NonNullable<SearchAnswer['change']>[] = [];
  for (const [head, body] of lines) {
    const { response, change } = yield* searchOne(call, head, body, turn);
    if (change) changes.push(change);
    responses.push({ ...(JSON.parse(response.body) as object), status: response.status });
  }
  return {
    response: answer(200, { took: 0, responses }),
    change: (cluster) => changes.reduce((next, change) => change(next), cluster),
  };
}

function* searchOne(call: ClusterCall, head: Line, body: Line, turn: Turn): SlicedWork<SearchAnswer> {
  if (!searching) return { response: refusal(problem('The body must contain a search.')) };
  const index = Array.isArray(head.index)
    ? head.index.join(',')
    : (head.index ?? call.parameters.get('index') ?? '_all');
  if (typeof index !== 'string') {
    return { response: refusal(problem('`index` of a line must be a name or a list of names.')) };
  }
  const options = Object.entries(head).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'boolean' ? [[name, String(value)]] : [],
  );
  const one: ClusterCall = {
    ...call,
    query: new Map([...call.query, ...options]),
    parameters: new Map([...call.parameters, ['index', index]]),
    match: { kind: 'operation', operation: searching },
    request: {
      ...call.request,
      method: 'POST',
      target: `/${encodeURIComponent(index)}/_search`,
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(body),
    },
  };
  // So far, only the privileges for the index of the path were checked.
  const denial = refusalOfCaller(one, searching);
  if (denial) return { response: denial };
  const refusals = call.check(one.request);
  const type = misreadSearch(body, queryWaysOf(call.input))?.type;
  if (refusals.length > 0) return { response: refusedResponse(refusals, searching.id, { type }) };
  return yield* searchSlices(one, turn);
}

/** Reads pairs of lines: what to search, which may be empty, and the search. */
function readLines(text: string): readonly (readonly [Line, Line])[] | Problem {
  if (!text.endsWith('\n')) return problem('The last line of the body must end with a line end, too.');
  const pairs: (readonly [Line, Line])[] = [];
  let head: Line | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const value = line.trim() === '' && head === undefined ? {} : readWithLiterals(line)?.value;
    if (!isRecord(value)) return problem('A line of the body is not a JSON object.', { type: 'parsing_exception' });
    if (head) {
      pairs.push([head, value]);
      head = undefined;
    } else head = value;
  }
  return head && pairs.length === 0
    ? problem('The search of the last line is missing.', { type: 'action_request_validation_exception' })
    : pairs;
}
