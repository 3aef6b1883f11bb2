import { searchCluster } from '../../catalogue/search-cluster/service';
import { refuseCaller } from '../cluster/authorization';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import { isProblem, problem, refuse, type Problem } from '../indices/problem';
import { searchHandlers } from './search';
import { answer, isRecord, readJson } from '../wire';

/** Plays several searches in one request. */
export const severalHandlers: ClusterHandlers = {
  'search-cluster.search.several': searchSeveral,
  'search-cluster.search.several-anywhere': searchSeveral,
};

type Line = Readonly<Record<string, unknown>>;

/** What each pair of lines is. */
const searching = searchCluster.operations.find(({ id }) => id === 'search-cluster.search');

function searchSeveral(call: ClusterCall): ClusterStep {
  const lines = readLines(call.request.body);
  if (isProblem(lines)) return refuse(call, lines);
  const responses = lines.map(([head, body]) => {
    const { response } = searchOne(call, head, body);
    return { ...(JSON.parse(response.body) as object), status: response.status };
  });
  return respond(call, answer(200, { took: 0, responses }));
}

function searchOne(call: ClusterCall, head: Line, body: Line): ClusterStep {
  const handler = searching && searchHandlers[searching.id];
  if (!handler) return refuse(call, problem('There is no search.'));
  const index = Array.isArray(head.index)
    ? head.index.join(',')
    : (head.index ?? call.parameters.get('index') ?? '_all');
  if (typeof index !== 'string') return refuse(call, problem('`index` of a line is a name or a list of names.'));
  const options = Object.entries(head).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'boolean' ? [[name, String(value)]] : [],
  );
  const one: ClusterCall = {
    ...call,
    query: new Map([...call.query, ...options]),
    parameters: new Map([...call.parameters, ['index', index]]),
    match: { kind: 'operation', operation: searching },
    request: { ...call.request, body: JSON.stringify(body) },
  };
  // The privileges that were checked are those for the index of the path.
  const denial = refuseCaller(one, searching);
  return denial ? respond(call, denial) : handler(one);
}

/** Reads pairs of lines: what to search, which may be empty, and the search. */
function readLines(text: string): readonly (readonly [Line, Line])[] | Problem {
  if (!text.endsWith('\n')) return problem('The last line of the body needs a line end, too.');
  const pairs: (readonly [Line, Line])[] = [];
  let head: Line | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const value = line.trim() === '' && head === undefined ? {} : readJson(line)?.value;
    if (!isRecord(value)) return problem('A line of the body is not a JSON object.', { type: 'parsing_exception' });
    if (head) {
      pairs.push([head, value]);
      head = undefined;
    } else head = value;
  }
  return head ? problem('The search of the last line is missing.') : pairs;
}
