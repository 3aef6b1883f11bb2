import { isRecord } from '@rulebook/json/is-record';
import { problem, type Problem } from './problem';

type Members = Readonly<Record<string, unknown>>;

/** What an action is, and what it says. */
export interface AliasAction {
  readonly kind: (typeof kinds)[number];
  readonly indices: readonly string[];
  readonly aliases: readonly string[];
  readonly options: Members;
}

const kinds = ['add', 'remove', 'remove_index'] as const;
const places = ['index', 'indices', 'alias', 'aliases'];
const known: Readonly<Record<AliasAction['kind'], ReadonlySet<string>>> = {
  add: new Set([...places, ...['filter', 'routing', 'index_routing', 'search_routing', 'is_write_index', 'is_hidden']]),
  remove: new Set([...places, 'must_exist']),
  remove_index: new Set(['index', 'indices', 'must_exist']),
};
const flags = ['is_write_index', 'is_hidden', 'must_exist'];

/** Reads the actions of a body, all before one of them is carried out. */
export function readActions(body: Members): readonly AliasAction[] | Problem {
  const { actions = [], ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return unreadable(`[aliases] unknown field [${unknown}]`);
  if (!Array.isArray(actions)) return unreadable('[actions] must be a list.');
  if (actions.length === 0) return problem('No action specified');
  const read: AliasAction[] = [];
  for (const action of actions as readonly unknown[]) {
    const one = readAction(action);
    if ('isProblem' in one) return one;
    read.push(one);
  }
  return read;
}

function readAction(action: unknown): AliasAction | Problem {
  const [[name, options] = [], more] = isRecord(action) ? Object.entries(action) : [];
  const kind = kinds.find((one) => one === name);
  if (kind === undefined || !isRecord(options) || more) {
    return unreadable(`An action must have exactly one of [${kinds.join(', ')}], with an object.`);
  }
  const unknown = Object.keys(options).find((option) => !known[kind].has(option));
  if (unknown !== undefined) return unreadable(`[${kind}] unknown field [${unknown}]`);
  const flag = flags.find((one) => options[one] !== undefined && !/^(?:true|false)$/.test(String(options[one])));
  if (flag !== undefined) return unreadable(`[${flag}] must be [true] or [false].`);
  if (options.filter !== undefined && !isRecord(options.filter)) return unreadable('[filter] must be a query.');
  const indices = placesOf(options, 'index', 'indices');
  if ('isProblem' in indices) return indices;
  if (kind === 'remove_index') return { kind, indices, aliases: [], options };
  const aliases = placesOf(options, 'alias', 'aliases');
  return 'isProblem' in aliases ? aliases : { kind, indices, aliases, options };
}

/** Returns the names in one of two members, of which exactly one must be there. */
function placesOf(options: Members, one: string, several: string): readonly string[] | Problem {
  const [single, list] = [options[one], options[several]];
  if (single !== undefined && list !== undefined)
    return unreadable(`Only one of [${one}] and [${several}] is supported`);
  if (single === undefined && list === undefined) return unreadable(`One of [${one}] or [${several}] is required`);
  if (single !== undefined && typeof single !== 'string') return unreadable(`[${one}] must be a string.`);
  const names: readonly unknown[] = single !== undefined ? [single] : Array.isArray(list) ? list : [list];
  const texts = names.filter((name) => typeof name === 'string');
  if (texts.length < names.length || texts.length === 0 || texts.includes(''))
    return unreadable(`[${one}] must be a name that is not empty.`);
  return texts;
}

function unreadable(reason: string): Problem {
  return problem(reason, { type: 'x_content_parse_exception' });
}
