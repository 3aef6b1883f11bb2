import { isRecord } from '@rulebook/json/is-record';
import { byteLength } from '@rulebook/text/byte-length';
import { newIndexConstraints } from '@rulebook/search-cluster/facts/indices/index-parameters';
import { privilegeOf } from '@rulebook/search-cluster/facts/security/operation-privileges';
import type { ClusterCall } from '../cluster/call';
import { behaves } from '../cluster/edition';
import { hasPrivilege } from '../cluster/privileges';
import type { ClusterState, IndexRecord } from '../cluster/model';
import { isProblem, noUuid, problem, type Problem } from './problem';
import { indicesOfStream } from './streams';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { expressionOf } from '@rulebook/text/expressions';

/** An index with its own name, also when it was found by an alias. */
export interface NamedIndex {
  readonly name: string;
  readonly index: IndexRecord;
}

/** Returns the problem of a missing index. */
export function missingIndex(name: string): Problem {
  const members = { 'resource.type': 'index_or_alias', 'resource.id': name, index_uuid: noUuid, index: name };
  return problem(`There is no index [${name}].`, {
    status: 404,
    type: 'index_not_found_exception',
    index: name,
    members,
  });
}

/** Returns the problem of a pattern in the place of a new index. */
export function refusePattern({ input }: Pick<ClusterCall, 'input'>, name: string): Problem {
  const reason = `An index is created by its own name; [${name}] is a pattern.`;
  return problem(reason, behaves(input, 'pattern-names') ? {} : { type: misnamed, index: name });
}

const misnamed = 'invalid_index_name_exception';

/** Returns why an index cannot have the name: the service refuses it, or it means something else in paths. */
export function refuseIndexName(name: string): Problem | undefined {
  if (name.includes('*')) return problem(`An index is created by its own name; [${name}] is a pattern.`);
  const type = misnamed;
  const broken = nameRules.find(({ pattern }) => pattern.test(name));
  if (broken) return problem(broken.message, { type, rule: broken.rule, index: name });
  const isLong = byteLength(name) > 255;
  const isOther = /^[-_+]|[*,/]/.test(name) || name !== name.toLowerCase();
  if (name !== '' && !isLong && !isOther) return undefined;
  const reason = isLong
    ? `The name [${name}] has more than 255 bytes.`
    : `An index cannot have the name [${name}], which means something else in a path. Begin the name with a letter or a digit.`;
  return problem(reason, { type, index: name });
}

const nameRules = newIndexConstraints.flatMap((constraint) =>
  constraint.rule === 'unsuitable-text'
    ? [
        {
          rule: constraint.rule,
          pattern: expressionOf(constraint.options.pattern),
          message: constraint.options.message,
        },
      ]
    : [],
);

/** Returns the problem of a closed index. */
export function closedIndex(name: string): Problem {
  return problem(`The index [${name}] is closed.`, { type: 'index_closed_exception' });
}

/** Returns the one index of that name or alias. */
export function oneIndex(cluster: ClusterState, name: string): NamedIndex | Problem {
  const [found, more] = byName(cluster, name, true);
  if (found === undefined) return missingIndex(name);
  return more ? problem(`The alias [${name}] has several indices. Name one of them.`) : found;
}

/** Returns the index into which a name leads writes: the index itself, or the one that the alias has for them. */
export function writeIndex(cluster: ClusterState, name: string): NamedIndex | Problem {
  const stream = indicesOfStream(cluster, name).at(-1);
  if (stream) return stream;
  const found = byName(cluster, name);
  const [first] = found;
  if (first === undefined) return missingIndex(name);
  if (first.name === name) return first;
  const flagOf = ({ index }: NamedIndex): unknown => {
    const options = index.aliases?.[name];
    return isRecord(options) ? options.is_write_index : undefined;
  };
  const chosen = found.find((one) => flagOf(one) === true);
  if (chosen) return chosen;
  if (found.length === 1 && flagOf(first) !== false) return first;
  return problem(`The alias [${name}] has no index for writes. Set [is_write_index] of one of its indices.`);
}

/** Returns the indices of a list of names, aliases and patterns, as `*` or `a,b*,-b1`; without a list all. */
export function chooseIndices(
  cluster: ClusterState,
  list: string | undefined,
  options: {
    readonly isLenient?: boolean;
    readonly areNoneAllowed?: boolean;
    /** Filters the names that patterns find. */
    readonly isPermitted?: (name: string) => boolean;
    /** Filters the indices that patterns find. */
    readonly isShown?: (index: IndexRecord) => boolean;
    readonly exclusions?: Exclusions;
    /** Names of data streams find nothing. */
    readonly isWithoutStreams?: boolean;
  } = {},
): readonly NamedIndex[] | Problem {
  const chosen = new Map<string, IndexRecord>();
  const { areFree = false, mayMiss = true } = options.exclusions ?? {};
  let isBehindPattern = false;
  // Nothing is behind a comma at the end.
  const words = (list ?? '*').replace(/(?<=[^,]),+$/, '').split(',');
  for (const word of words) {
    if (word === '_all' && words.length > 1 && !areFree) return refuseIndexName(word) ?? missingIndex(word);
    // In version 8, only patterns find what can be excluded again.
    const isExclusion = (areFree || isBehindPattern) && word.length > 1 && word.startsWith('-');
    isBehindPattern ||= isIndexPattern(word);
    const pattern = isExclusion ? word.slice(1) : word;
    const isPattern = isIndexPattern(pattern);
    const found = isPattern ? byPattern(cluster, pattern, options) : byName(cluster, pattern, options.isWithoutStreams);
    const isNeeded = !isPattern && options.isLenient !== true && (!isExclusion || !mayMiss);
    if (found.length === 0 && isNeeded) return missingIndex(pattern);
    // All indices stay, whatever is excluded behind them.
    if (isExclusion && areFree && words[0] === '_all') continue;
    for (const { name, index } of found) {
      if (isPattern && options.isShown?.(index) === false) continue;
      if (isExclusion) chosen.delete(name);
      else chosen.set(name, index);
    }
  }
  if (chosen.size === 0 && options.areNoneAllowed === false) return missingIndex(list ?? '*');
  return [...chosen].map(([name, index]) => ({ name, index }));
}

/** How lists of indices read words with `-` in front. */
interface Exclusions {
  /** They exclude wherever they are. */
  readonly areFree: boolean;
  /** They may name what does not exist. */
  readonly mayMiss: boolean;
}

/** Returns whether a word is a pattern; an empty one selects all indices. */
export function isIndexPattern(word: string): boolean {
  return word === '_all' || word === '' || word.includes('*');
}

/**
 * Returns the indices in a request's path, open and closed ones as its query allows. Patterns find only indices on which the caller may do
 * the operation.
 */
export function calledIndices(call: ClusterCall, parameter = 'index'): readonly NamedIndex[] | Problem {
  const { cluster, parameters, query, caller, match } = call;
  const needed = match.kind === 'operation' ? privilegeOf(match.operation) : undefined;
  const states = query.get('expand_wildcards')?.split(',') ?? [];
  const unknown = states.find((state) => !indexStates.has(state.toLowerCase()));
  if (unknown !== undefined) return problem(`[expand_wildcards] has no value [${unknown}].`);
  const isShown = shownStates(states);
  const isStrict = match.kind === 'operation' && strictOnes.has(match.operation.id);
  const areNoneAllowed = (query.get('allow_no_indices') ?? String(!isStrict)) !== 'false';
  return chooseIndices(cluster, parameters.get(parameter), {
    isShown,
    isWithoutStreams: match.kind === 'operation' && withoutStreams.has(match.operation.id),
    exclusions: {
      areFree: behaves(call.input, 'free-exclusions'),
      mayMiss: behaves(call.input, 'missing-exclusions'),
    },
    isLenient: isOn(query.get('ignore_unavailable')),
    areNoneAllowed: areNoneAllowed && !states.includes('none'),
    ...(needed?.kind === 'index' && { isPermitted: (name) => hasPrivilege(caller, needed, [name]) }),
  });
}

/** Operations that need an index, unless a request says otherwise. */
const strictOnes: ReadonlySet<string> = new Set(
  ['index.mapping', 'index.mapping-too', 'index.settings', 'index.settings.all'].map((id) => `search-cluster.${id}`),
);

/** Operations to which data streams are not there; their indices are, by their own names. */
const withoutStreams: ReadonlySet<string> = new Set(
  ['index.delete', 'follower.close', 'index.open'].map((id) => `search-cluster.${id}`),
);

/** Returns which indices patterns find when a request says whether they are open or closed. */
function shownStates(states: readonly string[]): (index: IndexRecord) => boolean {
  if (states.includes('none')) return () => false;
  const [open, closed] = ['open', 'closed'].map((state) => states.includes(state));
  return ({ isOpen }) => open === closed || states.includes('all') || (isOpen ? open : closed) === true;
}

const indexStates: ReadonlySet<string> = new Set(['all', 'open', 'closed', 'hidden', 'none']);

/** Returns the open indices in a request's path; patterns skip closed ones. */
export function calledOpenIndices(call: ClusterCall): readonly NamedIndex[] | Problem {
  const all = calledIndices(call);
  if (isProblem(all)) return all;
  const named = new Set((call.parameters.get('index') ?? '').split(','));
  const closed = all.find(({ name, index }) => !index.isOpen && named.has(name));
  if (closed && !isOn(call.query.get('ignore_unavailable'))) return closedIndex(closed.name);
  return all.filter(({ index }) => index.isOpen);
}

/** Returns the names by which a request called an index: its own, those of aliases, or both. */
export function calledNames({ parameters }: ClusterCall, { name, index }: NamedIndex): readonly string[] {
  const words = (parameters.get('index') ?? '*').split(',').map((word) => (/^(?:_all)?$/.test(word) ? '*' : word));
  const streams = index.stream ? [index.stream.name] : [];
  return [name, ...streams, ...Object.keys(index.aliases ?? {})].filter((own) =>
    words.some((word) => matchesPattern(word, own)),
  );
}

/** Returns whether a flag of the query is set; without a value it is. */
export function isOn(value: string | undefined): boolean {
  return value === '' || value === 'true';
}

function byName(cluster: ClusterState, name: string, isWithoutStreams = false): readonly NamedIndex[] {
  const { indices } = cluster;
  const ofStream = isWithoutStreams || indices.has(name) ? [] : indicesOfStream(cluster, name);
  if (ofStream.length > 0) return ofStream;
  return (indices.has(name) ? [name] : indices.withAlias(name)).flatMap((own) => {
    const index = indices.get(own);
    return index ? [{ name: own, index }] : [];
  });
}

function byPattern(
  { indices }: ClusterState,
  pattern: string,
  {
    isPermitted = () => true,
    isWithoutStreams = false,
  }: { readonly isPermitted?: (name: string) => boolean; readonly isWithoutStreams?: boolean },
): readonly NamedIndex[] {
  const written = pattern === '_all' || pattern === '' ? '*' : pattern;
  const test = (name: string): boolean => matchesPattern(written, name) && isPermitted(name);
  const isFound = (name: string, { aliases = {}, stream }: IndexRecord): boolean => {
    // The indices of data streams are hidden: patterns find them by the stream, or with the dot in front.
    if (stream) return (!isWithoutStreams && test(stream.name)) || (written.startsWith('.') && test(name));
    return test(name) || Object.keys(aliases).some(test);
  };
  return indices.entries().flatMap(([name, index]) => (isFound(name, index) ? [{ name, index }] : []));
}
