import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from './cluster-call';
import { isProblem, problem, refuse, type Problem } from './index-problem';
import { searchHandlers } from './search';
import { answer, isRecord, readJson } from './wire';

/** Plays several searches in one request. */
export const severalHandlers: ClusterHandlers = { 'search-cluster.search.several': searchSeveral };

type Line = Readonly<Record<string, unknown>>;

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
  // Whose privileges were checked for the index of the path must not reach another one.
  const own = call.parameters.get('index');
  const index = Array.isArray(head.index) ? head.index.join(',') : (head.index ?? own);
  if (index !== own) return refuse(call, problem('The sandbox searches the index of the path only.'));
  const search = searchHandlers['search-cluster.search'];
  if (!search) return refuse(call, problem('There is no search.'));
  const options = Object.entries(head).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'boolean' ? [[name, String(value)]] : [],
  );
  const query = new Map([...call.query, ...options]);
  return search({ ...call, query, request: { ...call.request, body: JSON.stringify(body) } });
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
