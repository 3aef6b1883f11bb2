import { isRecord } from '@rulebook/json/is-record';
import { aliasPrivilege, deletionPrivilege } from '@rulebook/search-cluster/facts/security/operation-privileges';
import { behaves } from '../cluster/edition';
import { shownAs } from '../cluster/product';
import { refuseOnIndex } from '../cluster/authorization';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import type { ClusterState, IndexRecord } from '../cluster/model';
import { readActions, type AliasAction } from './alias-actions';
import {
  optionsOfAlias,
  readAliasOptions,
  refuseAliasName,
  refuseIgnored,
  refuseUnknownMembers,
  type AliasOptions,
} from './alias-options';
import { noObject, readObject } from './handlers';
import { calledIndices, calledNames, chooseIndices, isOn, type NamedIndex } from './names';
import { isProblem, problem, refuse, unplayedPart, type Problem } from './problem';
import { indicesOfStream } from './streams';
import { withIndex } from './record';
import { openContext } from '../search/context';
import type { QueryWays } from '../search/ways';
import { queryWaysOf } from '../search/query-ways';
import { isRefused, matcherOf } from '../search/query';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { answer } from '@rulebook/sandbox/wire';

/** Plays the operations on aliases. */
export const aliasHandlers: ClusterHandlers = {
  'search-cluster.index.resolve': resolveNames,
  'search-cluster.alias.list': readAliases,
  'search-cluster.alias.list-too': readAliases,
  'search-cluster.alias.get': readAliases,
  'search-cluster.alias.list-of-index': readAliases,
  'search-cluster.alias.get-of-index': readAliases,
  'search-cluster.alias.put': putAlias,
  'search-cluster.alias.put-too': putAlias,
  'search-cluster.alias.delete': deleteAlias,
  'search-cluster.alias.delete-too': deleteAlias,
  'search-cluster.alias.change': changeAliases,
};

type Members = Readonly<Record<string, unknown>>;

/** Returns the aliases that a request selects, by index and name; those of indices that the caller may not see are not there. */
export function calledAliases(
  call: ClusterCall,
): readonly { readonly index: string; readonly alias: string; readonly options: AliasOptions }[] {
  const indices = calledIndices(call);
  if (isProblem(indices)) return [];
  const isWanted = selectionOf(call.parameters.get('name'));
  return indices.flatMap(({ name, index }) =>
    Object.entries(index.aliases ?? {}).flatMap(([alias, options]) =>
      isWanted(alias) ? [{ index: name, alias, options: optionsOfAlias(options) }] : [],
    ),
  );
}

/** Returns whether a list of names and patterns, as `*` or `a*,-ab`, selects a name; without a list, every name. */
function selectionOf(list: string | undefined): (name: string) => boolean {
  const words = (list ?? '*').split(',').map((word) => (word === '_all' ? '*' : word));
  return (name) => {
    let isSelected = false;
    for (const [at, word] of words.entries()) {
      const isExclusion = at > 0 && word.startsWith('-');
      if (matchesPattern(isExclusion ? word.slice(1) : word, name)) isSelected = !isExclusion;
    }
    return isSelected;
  };
}

function readAliases(call: ClusterCall): ClusterStep {
  const indices = calledIndices(call);
  const isHead = call.method === 'HEAD';
  if (isProblem(indices)) return isHead ? respond(call, answer(indices.status)) : refuse(call, indices);
  const names = call.parameters.get('name');
  const found = calledAliases(call);
  const known = new Set(found.map(({ alias }) => alias));
  const missing = missingIn(names?.split(',') ?? [], known);
  if (isHead) return respond(call, answer(found.length > 0 && missing.length === 0 ? 200 : 404));
  // With names, only the indices that have one of them are shown.
  const shown = new Map<string, Record<string, AliasOptions>>(
    // A data stream has none, and none of its own indices has one.
    names === undefined ? indices.flatMap(({ name, index }) => (index.stream ? [] : [[name, {}]])) : [],
  );
  for (const { index, alias, options } of found) {
    shown.set(index, { ...shown.get(index), ...Object.fromEntries([[alias, options]]) });
  }
  const body = Object.fromEntries([...shown].map(([index, aliases]) => [index, { aliases }]));
  if (missing.length === 0) return respond(call, answer(200, body));
  return respond(call, answer(404, { error: describeMissing(missing), status: 404, ...body }));
}

/** Lists the indices that a request selects, their aliases, and data streams. */
function resolveNames(call: ClusterCall): ClusterStep {
  const indices = calledIndices(call);
  if (isProblem(indices)) return refuse(call, indices);
  const withClosed = /all|closed/.test(call.query.get('expand_wildcards') ?? '');
  const shown = indices.filter(({ index }) => index.isOpen || withClosed);
  const showsMode = behaves(call.input, 'resolved-modes');
  const aliases = new Map<string, string[]>();
  const streams = new Map<string, string>();
  const named: NamedIndex[] = [];
  // A name leads to the index or to the alias that has it.
  for (const one of shown)
    for (const name of calledNames(call, one)) {
      if (name === one.name) named.push(one);
      else if (name === one.index.stream?.name) streams.set(name, one.index.stream.timestamp);
      else aliases.set(name, [...(aliases.get(name) ?? []), one.name]);
    }
  const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);
  return respond(
    call,
    answer(200, {
      indices: named
        .map(({ name, index }) => {
          const own = Object.keys(index.aliases ?? {}).sort();
          return {
            ...{ name, ...(own.length > 0 && { aliases: own }), attributes: attributesOf(index) },
            ...(index.stream && { data_stream: index.stream.name }),
            ...(showsMode && { mode: index.settings['index.mode'] ?? 'standard' }),
          };
        })
        .sort(byName),
      aliases: [...aliases].map(([name, of]) => ({ name, indices: of.sort() })).sort(byName),
      data_streams: [...streams]
        .map(([name, timestamp]) => ({
          name,
          backing_indices: indicesOfStream(call.cluster, name).map((one) => one.name),
          timestamp_field: timestamp,
        }))
        .sort(byName),
    }),
  );
}

function attributesOf({ isOpen, settings }: IndexRecord): readonly string[] {
  return [...(settings['index.hidden'] === 'true' ? ['hidden'] : []), isOpen ? 'open' : 'closed'];
}

/** Returns the words that are names of their own and were not found. Only behind a pattern, one with `-` excludes others. */
function missingIn(words: readonly string[], known: ReadonlySet<string>): readonly string[] {
  const isPattern = (word: string): boolean => word.includes('*') || word === '_all';
  const first = words.findIndex(isPattern);
  const isExclusion = (word: string, at: number): boolean => first >= 0 && at > first && word.startsWith('-');
  return words.filter((word, at) => !isPattern(word) && !isExclusion(word, at) && !known.has(word));
}

function describeMissing(names: readonly string[]): string {
  return `${names.length === 1 ? 'alias' : 'aliases'} [${names.join(',')}] missing`;
}

function putAlias(call: ClusterCall): ClusterStep {
  // A body that is not an object says nothing.
  const read = readObject(call);
  const hasHidden = behaves(call.input, 'hidden-aliases');
  const unknown = behaves(call.input, 'known-alias-members') ? refuseUnknownMembers(read) : undefined;
  if (unknown) return refuse(call, unknown);
  const ignored = behaves(call.input, 'strict-aliases') ? refuseIgnored(read) : undefined;
  if (ignored) return refuse(call, ignored);
  const body = read ?? {};
  if (call.request.body !== '' && call.request.body.trim() === '')
    return refuse(call, problem('No index alias is specified'));
  const { is_hidden: _, ...plain } = body;
  const options = readAliasOptions(hasHidden ? body : plain);
  if (isProblem(options)) return refuse(call, options);
  // The body can name other places than the path.
  const [index, alias] = ['index', 'alias'].map((name) => body[name]);
  return carryOut(call, [
    {
      kind: 'add',
      indices: textsOf(index ?? call.parameters.get('index')),
      aliases: [typeof alias === 'string' ? alias : (call.parameters.get('name') ?? '')],
      options: { ...options },
    },
  ]);
}

function deleteAlias(call: ClusterCall): ClusterStep {
  const { parameters } = call;
  const [indices, aliases] = [textsOf(parameters.get('index')), textsOf(parameters.get('name'))];
  return carryOut(call, [{ kind: 'remove', indices, aliases, options: {} }]);
}

function changeAliases(call: ClusterCall): ClusterStep {
  if (call.request.body === '') return refuse(call, problem('request body is required', { type: 'parse_exception' }));
  if (call.request.body.trim() === '') {
    return refuse(call, problem('The body must be an object.', { type: 'x_content_parse_exception' }));
  }
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  const actions = readActions(body);
  return isProblem(actions) ? refuse(call, actions) : carryOut(call, actions);
}

/** What actions have changed so far. */
interface Changes {
  readonly cluster: ClusterState;
  readonly touched: readonly string[];
  readonly unmatched: readonly string[];
}

/** Carries out all of the actions, or none. */
function carryOut(call: ClusterCall, actions: readonly AliasAction[]): ClusterStep {
  let changes: Changes = { cluster: call.cluster, touched: [], unmatched: [] };
  for (const action of actions) {
    const next = carryOutOne(call, changes, action);
    if (isProblem(next)) return refuse(call, next);
    changes = next;
  }
  const { cluster, touched, unmatched } = changes;
  if (unmatched.length > 0 && touched.length === 0) return refuse(call, missingAliases(unmatched));
  const split = [...new Set(touched)].flatMap((alias) => refuseWriteIndices(cluster, alias) ?? [])[0];
  if (split) return refuse(call, split);
  return respond(
    call,
    answer(200, shownAs(call.input, 'changed aliases', { acknowledged: true, errors: false })),
    cluster,
  );
}

function carryOutOne(call: ClusterCall, before: Changes, action: AliasAction): Changes | Problem {
  const { kind, aliases, options } = action;
  const words = action.indices.flatMap(textsOf);
  const named = words.find((word) => kind !== 'remove' && before.cluster.indices.withAlias(word).length > 0);
  if (named !== undefined) {
    return problem(
      `The provided expression [${named}] matches an alias, specify the corresponding concrete indices instead.`,
    );
  }
  const isKnown = behaves(call.input, 'whole-templates');
  const chosen = chooseIndices(before.cluster, words.join(','), { areNoneAllowed: false, isWithoutStreams: !isKnown });
  if (isProblem(chosen)) return chosen;
  if (chosen.some(({ index }) => index.stream)) return unplayedPart('aliases of data streams');
  const needed = kind === 'remove_index' ? deletionPrivilege : aliasPrivilege;
  const names = [...chosen.map(({ name }) => name), ...aliases.filter((one) => !one.includes('*'))];
  const denied = names.flatMap((name) => refuseOnIndex(call, needed, 'change aliases', name) ?? [])[0];
  if (denied) return denied;
  if (kind === 'remove_index') {
    const indices = chosen.reduce((left, { name }) => left.without(name), before.cluster.indices);
    return { ...before, cluster: { ...before.cluster, indices }, touched: [...before.touched, ...words] };
  }
  return kind === 'add'
    ? addAliases(call, before, chosen, aliases, options)
    : removeAliases(before, chosen, aliases.flatMap(textsOf), {
        ...options,
        held: call.cluster.indices,
        mayMiss: behaves(call.input, 'optional-removals'),
      });
}

type Chosen = readonly { readonly name: string; readonly index: IndexRecord }[];

function addAliases(
  { input }: ClusterCall,
  before: Changes,
  chosen: Chosen,
  aliases: readonly string[],
  written: Members,
): Changes | Problem {
  const refused = aliases.flatMap((alias) => refuseAliasName(alias, before.cluster.indices.has(alias)) ?? [])[0];
  if (refused) return refused;
  const options = readAliasOptions(written);
  if (isProblem(options)) return options;
  let { cluster } = before;
  for (const { name, index } of chosen) {
    const unfit =
      options.filter === undefined ? undefined : refuseFilter(name, index, options.filter, queryWaysOf(input));
    if (unfit) return unfit;
    const added = Object.fromEntries(aliases.map((alias) => [alias, options]));
    cluster = withIndex(cluster, name, { ...index, aliases: { ...index.aliases, ...added } });
  }
  return { ...before, cluster, touched: [...before.touched, ...aliases] };
}

/** Returns why a filter cannot be applied to an index. */
function refuseFilter(name: string, index: IndexRecord, filter: unknown, ways: QueryWays): Problem | undefined {
  if (isRecord(filter) && Object.keys(filter).length === 0) return undefined;
  const matcher = matcherOf(openContext(name, index, ways), filter);
  if (!isRefused(matcher) || matcher.status !== 400) return undefined;
  return problem(`The filter of the alias cannot be applied to [${name}]. ${matcher.reason}`);
}

function removeAliases(
  before: Changes,
  chosen: Chosen,
  aliases: readonly string[],
  { must_exist, held, mayMiss }: Members & { readonly held: ClusterState['indices']; readonly mayMiss: boolean },
): Changes | Problem {
  const isSelected = selectionOf(aliases.join(','));
  const removed = new Set<string>();
  let { cluster } = before;
  for (const { name, index } of chosen) {
    const entries = Object.entries(index.aliases ?? {});
    // What the same request has added was not there to be found.
    const former = held.get(name)?.aliases ?? {};
    const isWanted = (alias: string): boolean => isSelected(alias) && Object.hasOwn(former, alias);
    const left = entries.filter(([alias]) => !isWanted(alias));
    if (left.length === entries.length) continue;
    for (const [alias] of entries) if (isWanted(alias)) removed.add(alias);
    cluster = withIndex(cluster, name, { ...index, aliases: Object.fromEntries(left) });
  }
  const missing = aliases.filter((alias) => !alias.includes('*') && alias !== '_all' && !removed.has(alias));
  if (missing.length > 0 && isOn(String(must_exist))) return missingAliases(missing);
  if (mayMiss && String(must_exist) === 'false')
    return { ...before, cluster, touched: [...before.touched, ...removed] };
  const unmatched = removed.size === 0 ? [...before.unmatched, ...aliases] : before.unmatched;
  return { cluster, touched: [...before.touched, ...removed], unmatched };
}

function missingAliases(names: readonly string[]): Problem {
  return problem(`${describeMissing(names)}.`, { status: 404, type: 'aliases_not_found_exception' });
}

/** Refuses an alias that leads writes to several indices. */
function refuseWriteIndices({ indices }: ClusterState, alias: string): Problem | undefined {
  const writing = indices
    .withAlias(alias)
    .filter((name) => optionsOfAlias(indices.get(name)?.aliases?.[alias]).is_write_index === true);
  if (writing.length < 2) return undefined;
  const reason = `The alias [${alias}] can have one index for writes, and [${writing.join(',')}] have [is_write_index].`;
  return problem(reason, { status: 500, type: 'illegal_state_exception' });
}

function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((one) => (typeof one === 'string' && one !== '' ? one.split(',') : []));
}
