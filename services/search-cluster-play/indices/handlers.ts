import { isRecord } from '@rulebook/json/is-record';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import type { ClusterState, IndexRecord } from '../cluster/model';
import { behaves, editionOf, typesOf } from '../cluster/edition';
import { indexVersionOf } from '../cluster/nodes';
import { shownAs } from '../cluster/product';
import { analyzersIn, refuseAnalysis } from './analysis';
import { readAliases, refuseAliasName, refuseIgnoredIn } from './alias-options';
import { mergeMappings } from './mapping';
import { readFieldMappings } from '../mappings/field-mappings';
import { refuseMappings } from '../mappings/mapping-limits';
import { readMapping } from '../mappings/read-mapping';
import {
  calledIndices,
  calledOpenIndices,
  isIndexPattern,
  isOn,
  refuseIndexName,
  refusePattern,
  type NamedIndex,
} from './names';
import type { MappingContext } from '../mappings/mapping-problem';
import { isProblem, problem, refuse, type Problem } from './problem';
import { readFirstJson } from './json-text';
import { refuseSort } from './sort-settings';
import { createIndexRecord, restarted, withIndex, type IndexParts } from './record';
import { isBelow, staticSettings } from '@rulebook/search-cluster/facts/indices/fixed-settings';
import {
  noSettings,
  readChange,
  refuseChange,
  refuseLists,
  refuseNewSettings,
  refuseOwn,
  withChange,
} from './setting-changes';
import { flattenSettings, nestSettings, settingOf } from './settings';
import { indexSettingFields } from '@rulebook/search-cluster/facts/indices/index-setting-list';
import { indicesOfStream, makesStream } from './streams';
import { isTooDeep } from './values';
import { composedFor, withComposed, type Composed } from '../stored/composed';
import { visibleMappings } from './view';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { mappingOfLeader } from '../replication/refusals';
import { answer } from '@rulebook/sandbox/wire';

/** Plays the operations on indices, their mappings and their settings. */
export const indexHandlers: ClusterHandlers = {
  'search-cluster.index.create': createIndex,
  'search-cluster.index.get': readIndex,
  'search-cluster.index.delete': deleteIndex,
  'search-cluster.index.mapping': changeMapping,
  'search-cluster.index.mapping-too': changeMapping,
  'search-cluster.index.mapping.get': describeMappings,
  'search-cluster.index.mapping.all': describeMappings,
  'search-cluster.index.mapping.get-too': describeMappings,
  'search-cluster.index.mapping.all-too': describeMappings,
  'search-cluster.index.mapping.field': readFieldMappings,
  'search-cluster.index.mapping.field.all': readFieldMappings,
  'search-cluster.index.settings': changeSettings,
  'search-cluster.index.settings.all': changeSettings,
  'search-cluster.index.settings.get': readSettings,
  'search-cluster.index.settings.get-some': readSettings,
  'search-cluster.index.settings.list': readSettings,
  'search-cluster.index.settings.list-some': readSettings,
  'search-cluster.index.refresh': refreshIndex,
  'search-cluster.index.refresh-all': refreshIndex,
  'search-cluster.index.flush': refreshIndex,
  'search-cluster.index.flush-all': refreshIndex,
};

/** What these operations find wrong with a mapping or an alias. It comes before what the rules find, as the service names it by types of its own. */
export const indexProblems: Readonly<Record<string, (call: ClusterCall) => Problem | undefined>> = {
  'search-cluster.index.create': (call) => problemOf(plannedIndex(call)),
  'search-cluster.index.mapping': (call) => problemOf(plannedMappings(call)),
  'search-cluster.index.mapping-too': (call) => problemOf(plannedMappings(call)),
};

function problemOf(planned: object): Problem | undefined {
  const isNamed =
    isProblem(planned) &&
    (planned.plainType !== undefined ||
      /^(?:mapper_parsing|parse|invalid_alias_name|validation|settings|not_x_content)_exception$/.test(planned.type));
  return isNamed ? planned : undefined;
}

/** Reads a body that must be an object if there is one. */
export function readObject(call: ClusterCall): Readonly<Record<string, unknown>> | undefined {
  const text = call.request.body.trim() === '' ? (call.query.get('source') ?? '') : call.request.body;
  if (text.trim() === '') return {};
  const value = readFirstJson(text)?.value;
  return isRecord(value) && !isTooDeep(value) ? value : undefined;
}

/** Reads a body as an object. What is none has no members. */
function readParts(call: ClusterCall): Readonly<Record<string, unknown>> | undefined {
  const read = readFirstJson(call.request.body);
  return read !== undefined && !isRecord(read.value) ? {} : readObject(call);
}

/** Returns why a change of settings is refused whatever its values are: there is none, or two of them. */
export function refuseEmptyChange(call: ClusterCall): Problem | undefined {
  if (call.request.body === '') return problem('request body is required', { type: 'parse_exception' });
  if (call.request.body.trim() === '') return noSettings;
  const read = readFirstJson(call.request.body);
  const changed = read && (isRecord(read.value) ? (refuseLists(read.value) ?? readChange(read.value)) : {});
  if (changed === undefined) return changed;
  // Servers that name unknown settings say so of other words, too.
  if (isProblem(changed))
    return changed.type === 'settings_exception' && behaves(call.input, 'group-settings')
      ? { ...changed, status: 400 }
      : changed;
  return Object.keys(changed).length === 0 ? noSettings : undefined;
}

/** Returns why no index can be created: by the name in the path, or since a part of the body is unknown or no object. */
export function refuseCreation(call: ClusterCall): Problem | undefined {
  const name = call.parameters.get('index') ?? '';
  const unrecognized = refuseUnrecognized(call);
  if (isIndexPattern(name)) return refusePattern(call, name);
  const misnamed = refuseIndexName(name);
  const body = readParts(call);
  if (misnamed !== undefined || unrecognized || body === undefined) return misnamed ?? unrecognized;
  const type = 'parse_exception';
  const unknown = Object.keys(body).find((key) => !parts.has(key));
  if (unknown !== undefined)
    return problem(`unknown key [${unknown}] for create index`, { type, rule: 'unknown-field' });
  const other = Object.keys(body).find((key) => !isRecord(body[key]));
  if (other === 'aliases' && !behaves(call.input, 'checked-aliases')) return unreadAliases;
  if (other !== undefined) return problem(`key [${other}] must be an object`, { type, rule: 'wrong-type' });
  return isRecord(body.settings) ? refuseNewSettings(body.settings) : undefined;
}

const parts = new Set(['settings', 'mappings', 'aliases']);

const unreadAliases = problem('The aliases must be an object.', { status: 500, type: 'class_cast_exception' });

/** Returns why a body is not read at all: for the formats that a server knows, it looks at the first character. */
export function refuseUnrecognized({ request: { body }, input }: ClusterCall): Problem | undefined {
  if (body === '' || body.trimStart().startsWith('{') || !behaves(input, 'recognized-bodies')) return undefined;
  return problem('The body must be a JSON object.', { type: 'not_x_content_exception' });
}

/** The problem of a body that is not a JSON object. */
export const noObject = problem('The body must be a JSON object that is not nested too deeply.', {
  type: 'x_content_parse_exception',
});

function createIndex(call: ClusterCall): ClusterStep {
  const name = call.parameters.get('index') ?? '';
  const parts = plannedIndex(call);
  if (isProblem(parts)) return refuse(call, parts);
  const index = createIndexRecord(parts, call.input);
  const copies = call.query.get('wait_for_active_shards');
  const response = answer(200, {
    acknowledged: true,
    // With one node, there is one copy.
    shards_acknowledged: copies === undefined || copies === 'all' || Number(copies) <= 1,
    index: name,
  });
  return respond(call, response, withIndex(call.cluster, name, index));
}

/** Returns the content of the index that a request creates, or why it cannot be created. */
export function plannedIndex(
  call: ClusterCall,
  name = call.parameters.get('index') ?? '',
  own = readParts(call),
): IndexParts | Problem {
  if (!own) return noObject;
  const composed = composedFor(call.cluster, name);
  const body = composed ? withComposed(composed, own) : own;
  const misnamed = refuseIndexName(name);
  if (misnamed) return misnamed;
  const { indices } = call.cluster;
  if (indices.withAlias(name).length > 0) {
    const type = 'invalid_index_name_exception';
    return problem(`Invalid index name [${name}], already exists as alias`, { type, index: name });
  }
  if (indices.has(name)) {
    const reason = `There is already an index [${name}].`;
    return problem(reason, { type: 'resource_already_exists_exception' });
  }
  if (makesStream(composed)) return refuseOfStream(name, composed);
  const settings = flattenSettings(isRecord(body.settings) ? body.settings : {});
  const refused = refuseOwn(settings);
  if (refused) return refused;
  const unsorted = refuseSort(settings, isRecord(body.mappings) ? body.mappings : {});
  if (unsorted) return unsorted;
  const unanalyzed = refuseAnalysis(settings);
  if (unanalyzed) return unanalyzed;
  const given = isRecord(body.aliases) ? body.aliases : {};
  const ignored = behaves(call.input, 'strict-new-aliases') ? refuseIgnoredIn(given) : undefined;
  const aliases = ignored ?? readAliases(given, { isStrict: behaves(call.input, 'known-members') });
  if (isProblem(aliases)) return aliases;
  if (Object.hasOwn(aliases, name)) return problem(`alias name [${name}] self-conflicts with index name`);
  const taken = Object.keys(aliases).find((alias) => indices.has(alias));
  if (taken !== undefined) return refuseAliasName(taken, true) ?? noObject;
  const mappings = isRecord(body.mappings) ? readMapping(body.mappings, contextOf(call, settings)) : {};
  if (isProblem(mappings)) return mappings;
  const excess = Object.keys(mappings).length > 0 ? refuseMappings(settings, mappings) : undefined;
  if (excess) return excess;
  return { ...body, mappings, aliases: isRecord(body.aliases) ? aliases : undefined };
}

function refuseOfStream(name: string, { template = '' }: Composed): Problem {
  return problem(
    `The template [${template}] makes data streams of this name. Create it with \`PUT /_data_stream/${name}\`, or by a document.`,
  );
}

/** Returns what a mapping of an index with these settings can refer to. */
function contextOf({ input }: ClusterCall, settings: IndexRecord['settings']): MappingContext {
  const similarities = Object.keys(settings).flatMap((name) => /^index\.similarity\.([^.]+)\./.exec(name)?.[1] ?? []);
  return { similarities, analyzers: analyzersIn(settings), types: typesOf(editionOf(input)) };
}

function readIndex(call: ClusterCall): ClusterStep {
  const features = call.query.get('features')?.split(',') ?? ['aliases', 'mappings', 'settings'];
  const has = (feature: string): boolean => features.includes(feature);
  return describeIndices(call, (named) => ({
    aliases: has('aliases') ? (named.index.aliases ?? {}) : {},
    mappings: has('mappings') ? visibleMappings(call, named) : {},
    settings: has('settings') ? settingsResponse(call, named.name, named.index) : {},
    ...(named.index.stream && { data_stream: named.index.stream.name }),
  }));
}

function deleteIndex(call: ClusterCall): ClusterStep {
  const chosen = calledIndices(call);
  if (isProblem(chosen)) return refuse(call, chosen);
  const name = call.parameters.get('index') ?? '';
  if (/\*|(^|,)_all(,|$)/.test(name)) {
    return refuse(call, problem('Name each index to delete. Patterns are not allowed for this.'));
  }
  const alias = chosen.find((found) => !name.split(',').includes(found.name));
  if (alias) {
    return refuse(
      call,
      problem(`[${name}] is an alias. Delete the index by its own name, [${alias.name}].`, { rule: 'misused-alias' }),
    );
  }
  const written = chosen.find(
    ({ name: own, index: { stream } }) => stream && indicesOfStream(call.cluster, stream.name).at(-1)?.name === own,
  );
  if (written)
    return refuse(
      call,
      problem(
        `The index [${written.name}] takes the writes of the data stream [${String(written.index.stream?.name)}]. Delete the data stream, or roll it over first.`,
      ),
    );
  const indices = chosen.reduce((left, found) => left.without(found.name), call.cluster.indices);
  return respond(call, answer(200, { acknowledged: true }), { ...call.cluster, indices });
}

function changeMapping(call: ClusterCall): ClusterStep {
  const cluster = plannedMappings(call);
  return isProblem(cluster) ? refuse(call, cluster) : respond(call, answer(200, { acknowledged: true }), cluster);
}

/** Returns the cluster with the additions to the mappings of the called indices, or why it does not take them. */
function plannedMappings(call: ClusterCall): ClusterState | Problem {
  const chosen = calledIndices(call);
  if (call.request.body === '') return problem('A mapping is required.', { type: 'parse_exception' });
  const unrecognized = refuseUnrecognized(call);
  if (unrecognized) return unrecognized;
  const body = readParts(call);
  if (!body) return noObject;
  if (isProblem(chosen)) return chosen;
  let { cluster } = call;
  for (const { name, index } of chosen) {
    if (index.follow) return mappingOfLeader(name);
    const addition = isTooDeep(body) ? body : readMapping(body, contextOf(call, index.settings));
    const mappings = isProblem(addition) ? addition : mergeMappings(index.mappings, addition);
    if (isProblem(mappings)) {
      const { plainType } = mappings;
      return plainType === undefined || behaves(call.input, 'mapping-errors')
        ? mappings
        : { ...mappings, type: plainType };
    }
    const excess = refuseMappings(index.settings, mappings);
    if (excess) return excess;
    cluster = withIndex(cluster, name, { ...index, mappings });
  }
  return cluster;
}

function describeMappings(call: ClusterCall): ClusterStep {
  return describeIndices(call, (named) => ({ mappings: visibleMappings(call, named) }));
}

function changeSettings(call: ClusterCall): ClusterStep {
  const chosen = calledIndices(call);
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  if (isProblem(chosen)) return refuse(call, chosen);
  const changed = readChange(body);
  if (isProblem(changed)) return refuse(call, changed);
  const refused = refuseChange(call, chosen, changed);
  if (refused) return refuse(call, refused);
  const isPreserving = isOn(call.query.get('preserve_existing'));
  const isReopened =
    isOn(call.query.get('reopen')) && Object.keys(changed).some((name) => isBelow(name, staticSettings));
  let { cluster } = call;
  for (const { name, index } of chosen) {
    const now = isReopened && index.isOpen ? restarted(index, 2) : index;
    cluster = withIndex(cluster, name, { ...now, settings: withChange(index.settings, changed, isPreserving) });
  }
  return respond(call, answer(200, { acknowledged: true }), cluster);
}

/** Responds to a refresh or a flush, which have no effect: searches see every write at once, and nothing is on a disk. */
function refreshIndex(call: ClusterCall): ClusterStep {
  const chosen = calledOpenIndices(call);
  if (isProblem(chosen)) return refuse(call, chosen);
  const total = chosen.length;
  return respond(call, answer(200, { _shards: { total, successful: total, failed: 0 } }));
}

function describeIndices(call: ClusterCall, describeIndex: (named: NamedIndex) => unknown): ClusterStep {
  const chosen = calledIndices(call);
  const isHead = call.method === 'HEAD';
  if (isProblem(chosen)) {
    return isHead ? respond(call, answer(chosen.status)) : refuse(call, chosen);
  }
  if (isHead) return respond(call, answer(200));
  return respond(call, answer(200, Object.fromEntries(chosen.map((named) => [named.name, describeIndex(named)]))));
}

function readSettings(call: ClusterCall): ClusterStep {
  const names = call.parameters.get('name')?.split(',');
  if (names === undefined) {
    return describeIndices(call, ({ name, index }) => ({
      settings: settingsResponse(call, name, index),
      ...defaultsResponse(call, index),
    }));
  }
  const chosen = calledIndices(call);
  if (isProblem(chosen)) return refuse(call, chosen);
  const isWanted = (setting: string): boolean => names.some((one) => one === '_all' || matchesPattern(one, setting));
  const shown = chosen.flatMap(({ name, index }): [string, unknown][] => {
    const settings = settingsResponse(call, name, index, isWanted);
    const defaults = defaultsResponse(call, index, isWanted);
    return settings === undefined && !('defaults' in defaults)
      ? []
      : [[name, { settings: settings ?? {}, ...defaults }]];
  });
  return respond(call, answer(200, Object.fromEntries(shown)));
}

/** Returns the settings as a response shows them; undefined if none of them is wanted. */
function settingsResponse(
  call: ClusterCall,
  name: string,
  { settings, uuid, isOpen, createdAt = 0 }: IndexRecord,
  isWanted: (setting: string) => boolean = () => true,
): unknown {
  const all = Object.entries(
    shownAs(call.input, 'settings of an index', {
      'index.routing.allocation.include._tier_preference': 'data_content',
      ...settings,
      'index.uuid': uuid,
      'index.provided_name': name,
      'index.creation_date': String(createdAt),
      'index.version.created': String(indexVersionOf(editionOf(call.input))),
      ...(!isOpen && { 'index.verified_before_close': 'true' }),
    }),
  ).filter(([setting]) => isWanted(setting));
  if (all.length === 0) return undefined;
  const shown = Object.fromEntries(all);
  return isOn(call.query.get('flat_settings')) ? shown : nestSettings(shown);
}

/** Returns the settings that an index has by default, as far as the catalogue knows them, if the request asks for them. */
function defaultsResponse(
  { query }: ClusterCall,
  { settings }: IndexRecord,
  isWanted: (setting: string) => boolean = () => true,
): object {
  if (!isOn(query.get('include_defaults'))) return {};
  const all = indexSettingFields().flatMap((field): [string, unknown][] => {
    const value = settingOf({}, field);
    return value === undefined || Object.hasOwn(settings, field.name) || !isWanted(field.name)
      ? []
      : [[field.name, value]];
  });
  const shown = Object.fromEntries(all);
  return { defaults: isOn(query.get('flat_settings')) ? shown : nestSettings(shown) };
}
