import { isRecord } from '@rulebook/json/is-record';
import type { Operation } from '@rulebook/catalogue/operation';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { decodePart } from '@rulebook/text/decode';
import { answer } from '@rulebook/sandbox/wire';
import { respond, type ClusterCall, type ClusterStep } from '../cluster/call';
import { behaves } from '../cluster/edition';
import type { ClusterState } from '../cluster/model';
import { timeValueMilliseconds } from '../cluster/time-value';
import { copiesOf } from '../indices/copies';
import { noObject, readObject } from '../indices/handlers';
import { isOn, missingIndex, writeIndex } from '../indices/names';
import { isProblem, problem, refuse, unplayedPart, type Problem } from '../indices/problem';
import { withIndex } from '../indices/record';
import { indicesOfStream, makesStream, nextOfStream, type IndexOfStream } from '../indices/streams';
import { composedFor } from './composed';
import { acknowledged, recordOf, type Members } from './kind';

const list = '/_data_stream';

/** Returns what plays an operation on data streams; undefined for another one. */
export function streamHandler({ path }: Operation): ((call: ClusterCall) => ClusterStep) | undefined {
  if (/^\/\{\w+\}\/_rollover(?:\/\{\w+\})?$/.test(path)) return rollOver;
  if (path !== list && !/^\/_data_stream\/\{\w+\}$/.test(path)) return undefined;
  return (call) => {
    const names = decodePart(call.path.slice(list.length + 1));
    if (call.method === 'DELETE') return removeStreams(call, names);
    return call.method === 'GET' ? readStreams(call, names) : createStream(call, names);
  };
}

function createStream(call: ClusterCall, name: string): ClusterStep {
  const refused = refuseName(call, name);
  const composed = composedFor(call.cluster, name);
  if (refused) return refuse(call, refused);
  if (!makesStream(composed))
    return refuse(
      call,
      problem(
        `No template makes data streams of the name [${name}]. Store an index template with [data_stream] first.`,
      ),
    );
  const first = nextOfStream(call.cluster, name, composed, call.input);
  if (isProblem(first)) return refuse(call, first);
  return respond(call, answer(200, acknowledged), withIndex(call.cluster, first.name, first.index));
}

function refuseName({ cluster }: ClusterCall, name: string): Problem | undefined {
  if (name !== name.toLowerCase()) return problem(`The name of a data stream has no capital letters: [${name}].`);
  if (/[\s"*\\<|,>/?#:]|^[-_+]/.test(name))
    return problem(
      `A data stream cannot have the name [${name}]: it has none of \\ / * ? " < > | , # : and no space, and none of - _ + in front.`,
    );
  if (indicesOfStream(cluster, name).length > 0)
    return problem(`There is already a data stream [${name}].`, { type: 'resource_already_exists_exception' });
  if (!cluster.indices.has(name) && cluster.indices.withAlias(name).length === 0) return undefined;
  const type = 'illegal_state_exception';
  return problem(`There is already an index or an alias [${name}].`, { status: 500, type });
}

/** Returns the names of the streams that a list of names and patterns selects, or the first name that is not there. */
function selected(
  { cluster }: ClusterCall,
  names: string,
): { readonly found: readonly string[]; readonly missed?: string } {
  const all = [...new Set(cluster.indices.entries().flatMap(([, { stream }]) => stream?.name ?? []))].sort();
  const words = names === '' ? ['*'] : names.split(',').map((word) => (word === '_all' ? '*' : word));
  const missed = words.find((word) => !word.includes('*') && !all.includes(word));
  const found = all.filter((name) => words.some((word) => matchesPattern(word, name)));
  return { found, ...(missed !== undefined && { missed }) };
}

function readStreams(call: ClusterCall, names: string): ClusterStep {
  const { found, missed } = selected(call, names);
  if (missed !== undefined) return refuse(call, missingIndex(missed));
  return respond(call, answer(200, { data_streams: found.map((name) => describe(call, name)) }));
}

function removeStreams(call: ClusterCall, names: string): ClusterStep {
  const { found, missed } = selected(call, names);
  // Servers made from earlier ones remove what is there.
  if (missed !== undefined && behaves(call.input, 'whole-templates')) return refuse(call, missingIndex(missed));
  const held = found.flatMap((name) => indicesOfStream(call.cluster, name));
  const indices = held.reduce((left, { name }) => left.without(name), call.cluster.indices);
  return respond(call, answer(200, acknowledged), { ...call.cluster, indices });
}

function describe(call: ClusterCall, name: string): Members {
  const indices = indicesOfStream(call.cluster, name);
  const last = indices.at(-1)?.index;
  const composed = composedFor(call.cluster, name);
  const isGreen = indices.every(({ index }) => copiesOf(index) <= 1);
  const common = {
    name,
    timestamp_field: { name: last?.stream?.timestamp },
    indices: indices.map((one) => describeIndex(call, one)),
    generation: last?.stream?.generation,
    status: isGreen ? 'GREEN' : 'YELLOW',
    template: composed?.template,
  };
  if (!behaves(call.input, 'whole-templates')) return common;
  const policy = composed?.parts.settings[policySetting];
  const lifecycle = lifecycleOf(call.cluster, composed?.template);
  return {
    ...common,
    ...(lifecycle && { lifecycle }),
    ...(policy !== undefined && { ilm_policy: policy }),
    next_generation_managed_by: managerOf(policy, lifecycle),
    prefer_ilm: true,
    hidden: composed?.stream?.hidden === true,
    system: false,
    allow_custom_routing: composed?.stream?.allow_custom_routing === true,
    replicated: false,
    rollover_on_write: false,
  };
}

const policySetting = 'index.lifecycle.name';

function describeIndex(call: ClusterCall, { name, index }: IndexOfStream): Members {
  const identity = { index_name: name, index_uuid: index.uuid };
  if (!behaves(call.input, 'whole-templates')) return identity;
  const policy = index.settings[policySetting];
  const lifecycle = lifecycleOf(call.cluster, composedFor(call.cluster, index.stream?.name ?? '')?.template);
  return {
    ...identity,
    ...{ prefer_ilm: true, ...(policy !== undefined && { ilm_policy: policy }) },
    managed_by: managerOf(policy, lifecycle),
  };
}

function managerOf(policy: unknown, lifecycle: unknown): string {
  if (policy !== undefined) return 'Index Lifecycle Management';
  return lifecycle === undefined ? 'Unmanaged' : 'Data stream lifecycle';
}

function lifecycleOf(cluster: ClusterState, template = ''): Members | undefined {
  const parts = recordOf(cluster, 'index-template', template)?.body.template;
  return isRecord(parts) && isRecord(parts.lifecycle) ? parts.lifecycle : undefined;
}

function rollOver(call: ClusterCall): ClusterStep {
  const [, name = '', , target] = call.path.split('/').map((part) => decodePart(part));
  const composed = composedFor(call.cluster, name);
  const [...held] = indicesOfStream(call.cluster, name);
  const last = held.at(-1);
  if (last === undefined) {
    const found = writeIndex(call.cluster, name);
    return refuse(
      call,
      isProblem(found) ? found : unplayedPart('the rollover of an alias, only that of a data stream'),
    );
  }
  if (target !== undefined) return refuse(call, problem('A data stream names its next index itself.'));
  const body = readObject(call);
  if (body === undefined) return refuse(call, noObject);
  if (isOn(call.query.get('lazy'))) return refuse(call, unplayedPart('the rollover with the next document ([lazy])'));
  const conditions = conditionsOf(call, body, last);
  if (isProblem(conditions)) return refuse(call, conditions);
  if (!makesStream(composed)) return refuse(call, problem(`No template makes data streams of the name [${name}].`));
  const next = nextOfStream(call.cluster, name, composed, call.input);
  if (isProblem(next)) return refuse(call, next);
  const isTried = isOn(call.query.get('dry_run'));
  const values = Object.values(conditions);
  const isMet = !isTried && (values.length === 0 || values.includes(true));
  return respond(
    call,
    answer(200, {
      ...{ acknowledged: isMet, shards_acknowledged: isMet, old_index: last.name, new_index: next.name },
      ...{ rolled_over: isMet, dry_run: isTried },
      ...(behaves(call.input, 'whole-templates') && { lazy: false }),
      conditions,
    }),
    isMet ? withIndex(call.cluster, next.name, next.index) : call.cluster,
  );
}

/** Returns which of the conditions are met, as responses show them. */
function conditionsOf(
  { input }: ClusterCall,
  { conditions = {} }: Members,
  { index }: IndexOfStream,
): Readonly<Record<string, boolean>> | Problem {
  if (!isRecord(conditions)) return problem('[conditions] must be an object.', { type: 'x_content_parse_exception' });
  const met: [string, boolean][] = [];
  for (const [name, value] of Object.entries(conditions)) {
    const text = String(value);
    const wanted = name === 'max_docs' ? Number(text) : name === 'max_age' ? timeValueMilliseconds(text) : undefined;
    if (wanted === undefined || Number.isNaN(wanted)) return unplayedPart(`the condition [${name}: ${text}]`);
    const is = name === 'max_docs' ? index.documents.size : input.now - (index.createdAt ?? 0);
    met.push([`[${name}: ${text}]`, is >= wanted]);
  }
  return Object.fromEntries(met);
}
