import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import type { IndexRecord } from '../cluster/model';
import { readAliases, refuseAliasName } from './alias-options';
import { mergeMappings } from './mapping';
import { rootProblem } from './mapping-root';
import { calledIndices, calledOpenIndices, isOn, refuseIndexName, type NamedIndex } from './names';
import { isProblem, problem, refuse } from './problem';
import { createIndexRecord, withIndex } from './record';
import { flattenSettings, nestSettings } from './settings';
import { isTooDeep } from './values';
import { visibleMappings } from './view';
import { mappingOfLeader } from '../replication/refusals';
import { answer, isRecord, readJson } from '../../../../sandbox/wire';

/** Plays the operations on indices, their mappings and their settings. */
export const indexHandlers: ClusterHandlers = {
  'search-cluster.index.create': createIndex,
  'search-cluster.index.get': readIndex,
  'search-cluster.index.delete': deleteIndex,
  'search-cluster.index.mapping': changeMapping,
  'search-cluster.index.mapping.get': (call) =>
    describeIndices(call, (named) => ({ mappings: visibleMappings(call, named) })),
  'search-cluster.index.settings': changeSettings,
  'search-cluster.index.settings.get': (call) =>
    describeIndices(call, ({ name, index }) => ({ settings: settingsResponse(call, name, index) })),
  'search-cluster.index.refresh': refreshIndex,
};

/** Reads a body that must be an object if there is one. */
export function readObject(call: ClusterCall): Readonly<Record<string, unknown>> | undefined {
  const text = call.request.body.trim() === '' ? (call.query.get('source') ?? '') : call.request.body;
  if (text.trim() === '') return {};
  const value = readJson(text)?.value;
  return isRecord(value) && !isTooDeep(value) ? value : undefined;
}

/** The problem of a body that is not a JSON object. */
export const noObject = problem('The body must be a JSON object that is not nested too deeply.', {
  type: 'x_content_parse_exception',
});

function createIndex(call: ClusterCall): ClusterStep {
  const name = call.parameters.get('index') ?? '';
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  const misnamed = refuseIndexName(name);
  if (misnamed) return refuse(call, misnamed);
  const { indices } = call.cluster;
  if (indices.has(name) || indices.withAlias(name).length > 0) {
    const reason = `There is already an index [${name}].`;
    return refuse(call, problem(reason, { type: 'resource_already_exists_exception' }));
  }
  const aliases = isRecord(body.aliases) ? readAliases(body.aliases) : {};
  if (isProblem(aliases)) return refuse(call, aliases);
  const taken = Object.keys(aliases).find((alias) => alias === name || indices.has(alias));
  if (taken !== undefined) return refuse(call, refuseAliasName(taken, true) ?? noObject);
  const unfit = isRecord(body.mappings) ? rootProblem(body.mappings) : undefined;
  if (unfit) return refuse(call, unfit);
  const index = createIndexRecord({ ...body, aliases: isRecord(body.aliases) ? aliases : undefined }, call.input);
  const copies = call.query.get('wait_for_active_shards');
  const response = answer(200, {
    acknowledged: true,
    // With one node, there is one copy.
    shards_acknowledged: copies === undefined || copies === 'all' || Number(copies) <= 1,
    index: name,
  });
  return respond(call, response, withIndex(call.cluster, name, index));
}

function readIndex(call: ClusterCall): ClusterStep {
  return describeIndices(call, (named) => ({
    aliases: named.index.aliases ?? {},
    mappings: visibleMappings(call, named),
    settings: settingsResponse(call, named.name, named.index),
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
    return refuse(call, problem(`[${name}] is an alias. Delete the index by its own name, [${alias.name}].`));
  }
  const indices = chosen.reduce((left, found) => left.without(found.name), call.cluster.indices);
  return respond(call, answer(200, { acknowledged: true }), { ...call.cluster, indices });
}

function changeMapping(call: ClusterCall): ClusterStep {
  const chosen = calledIndices(call);
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  if (isProblem(chosen)) return refuse(call, chosen);
  const unfit = rootProblem(body);
  if (unfit) return refuse(call, unfit);
  let { cluster } = call;
  for (const { name, index } of chosen) {
    if (index.follow) return refuse(call, mappingOfLeader(name));
    const mappings = mergeMappings(index.mappings, body);
    if (isProblem(mappings)) return refuse(call, mappings);
    cluster = withIndex(cluster, name, { ...index, mappings });
  }
  return respond(call, answer(200, { acknowledged: true }), cluster);
}

function changeSettings(call: ClusterCall): ClusterStep {
  const chosen = calledIndices(call);
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  if (isProblem(chosen)) return refuse(call, chosen);
  const changed = flattenSettings(isRecord(body.settings) ? body.settings : body);
  let { cluster } = call;
  for (const { name, index } of chosen) {
    const settings = Object.entries({ ...index.settings, ...changed }).filter(([, value]) => value !== null);
    cluster = withIndex(cluster, name, { ...index, settings: Object.fromEntries(settings) });
  }
  return respond(call, answer(200, { acknowledged: true }), cluster);
}

/** Responds to a refresh, which has no effect: searches see every write at once. */
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
  if (isHead) return respond(call, answer(chosen.length > 0 ? 200 : 404));
  return respond(call, answer(200, Object.fromEntries(chosen.map((named) => [named.name, describeIndex(named)]))));
}

function settingsResponse(call: ClusterCall, name: string, { settings, uuid }: IndexRecord): unknown {
  const all = { ...settings, 'index.uuid': uuid, 'index.provided_name': name };
  return isOn(call.query.get('flat_settings')) ? all : nestSettings(all);
}
