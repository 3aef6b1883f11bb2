import { isRecord } from '@rulebook/json/is-record';
import { refuseIndexName } from './names';
import { problem, type Problem } from './problem';

/** What an alias says of one of its indices, as responses show it. */
export interface AliasOptions {
  readonly filter?: unknown;
  readonly index_routing?: unknown;
  readonly search_routing?: unknown;
  readonly is_write_index?: boolean;
  readonly is_hidden?: boolean;
}

/** Returns the options of an alias that an index has. */
export function optionsOfAlias(value: unknown): AliasOptions {
  return isRecord(value) ? value : {};
}

/** Reads the options of an alias from a request. `routing` stands for the routing of both writes and searches. */
export function readAliasOptions(written: Readonly<Record<string, unknown>>): AliasOptions | Problem {
  const { filter, routing, index_routing = routing, search_routing = routing, is_write_index, is_hidden } = written;
  const flag = [is_write_index, is_hidden].find((value) => value !== undefined && !isFlag(value));
  if (flag !== undefined) {
    return problem(`Failed to parse value [${String(flag)}] as only [true] or [false] are allowed.`);
  }
  if (typeof index_routing === 'string' && index_routing.includes(',')) {
    return problem(`An alias has one [index_routing], not [${index_routing}].`);
  }
  return {
    ...(isRecord(filter) && Object.keys(filter).length > 0 && { filter }),
    ...(isText(index_routing) && { index_routing: String(index_routing) }),
    ...(isText(search_routing) && { search_routing: String(search_routing) }),
    ...(isFlag(is_write_index) && { is_write_index: String(is_write_index) === 'true' }),
    ...(isFlag(is_hidden) && { is_hidden: String(is_hidden) === 'true' }),
  };
}

const forms = ['routing', 'index_routing', 'indexRouting', 'index-routing'];
const ofPutAlias = new Set([
  ...['filter', 'is_write_index', 'index', 'indices', 'alias', 'aliases'],
  ...forms,
  ...forms.slice(1).map((name) => name.replace('index', 'search')),
]);

const noFilter = problem('The [filter] of an alias must be an object.');

/** Returns the problem of a member that is unknown, where one with another kind of value is none of the known ones either. */
export function refuseUnknownMembers(written: unknown): Problem | undefined {
  const unknown = Object.entries(isRecord(written) ? written : {}).find(([name, value]) => {
    const isKnown = name === 'is_hidden' || ofPutAlias.has(name);
    return !isKnown || (value !== null && isRecord(value) !== (name === 'filter'));
  });
  return unknown && problem(`unknown field [${unknown[0]}]`);
}

/** Returns what servers of version 9 refuse of an alias, and those of version 8 ignore. */
export function refuseIgnored(written: unknown): Problem | undefined {
  if (!isRecord(written)) return problem('An alias must be an object.');
  const unknown = Object.keys(written).find((name) => !ofPutAlias.has(name));
  if (unknown !== undefined) return problem(`An alias has no member [${unknown}].`);
  return written.filter === null ? noFilter : refuseIgnoredValues(written);
}

function refuseIgnoredValues({ filter, is_write_index }: Readonly<Record<string, unknown>>): Problem | undefined {
  if ((filter ?? null) !== null && !isRecord(filter)) return noFilter;
  if (is_write_index === undefined || isFlag(is_write_index)) return undefined;
  return problem('[is_write_index] of an alias must be `true` or `false`.');
}

/** Returns what servers of version 9 refuse of the aliases of a new index, and those of version 8 ignore. */
export function refuseIgnoredIn(aliases: Readonly<Record<string, unknown>>): Problem | undefined {
  for (const written of Object.values(aliases)) {
    const refused = isRecord(written) ? refuseIgnoredValues(written) : undefined;
    if (refused) return refused;
  }
  return undefined;
}

const ofNewIndex = new Set([
  'filter',
  ...['routing', 'index_routing', 'indexRouting', 'index-routing', 'search_routing', 'searchRouting', 'search-routing'],
  ...['is_write_index', 'is_hidden'],
]);

/** Returns the aliases of a new index with their options. */
export function readAliases(
  aliases: Readonly<Record<string, unknown>>,
  { isStrict }: { readonly isStrict: boolean },
): Readonly<Record<string, AliasOptions>> | Problem {
  const read: [string, AliasOptions][] = [];
  for (const [alias, written] of Object.entries(aliases)) {
    if (alias === '') return problem('alias name is required');
    if (!isRecord(written)) return problem(`The alias [${alias}] must be an object.`);
    const unknown = isStrict ? Object.keys(written).find((name) => !ofNewIndex.has(name)) : undefined;
    if (unknown !== undefined) return problem(`Unknown field [${unknown}] in alias [${alias}]`);
    const { is_write_index, is_hidden, ...others } = written;
    const number = [is_write_index, is_hidden].find((flag) => typeof flag === 'number');
    if (number !== undefined && isStrict) return problem(`Unknown token [VALUE_NUMBER] in alias [${alias}]`);
    // Here, flags are only read as such, not as text.
    const flags = {
      ...(typeof is_write_index === 'boolean' && { is_write_index }),
      ...(typeof is_hidden === 'boolean' && { is_hidden }),
    };
    const options = refuseAliasName(alias, false) ?? readAliasOptions({ ...others, ...flags });
    if ('isProblem' in options) return options;
    read.push([alias, options]);
  }
  return Object.fromEntries(read);
}

/** Returns why an alias cannot have the name: an index has it, or it means something else in a path. */
export function refuseAliasName(alias: string, isIndex: boolean): Problem | undefined {
  const type = 'invalid_alias_name_exception';
  if (isIndex) return problem(`There is an index [${alias}], so no alias can have this name.`, { type });
  // Unlike an index, an alias may have uppercase letters.
  const refused = refuseIndexName(alias.toLowerCase());
  return refused && { ...refused, type };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean' || value === 'true' || value === 'false';
}
