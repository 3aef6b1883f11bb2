import { isRecord } from '@rulebook/json/is-record';
import { patternsMeet } from '@rulebook/text/name-pattern';
import { answer } from '@rulebook/sandbox/wire';
import type { ClusterCall } from '../cluster/call';
import { behaves } from '../cluster/edition';
import type { ClusterState, StoredRecord } from '../cluster/model';
import { readAliases } from '../indices/alias-options';
import { isOn } from '../indices/names';
import { isProblem, problem, type Problem } from '../indices/problem';
import { flattenSettings, nestSettings } from '../indices/settings';
import { composedFor } from './composed';
import {
  acknowledged,
  emptyWhenMissing,
  keyOfRecord,
  listOf,
  missing,
  recordsOf,
  shownByName,
  shownTimes,
} from './kind';
import type { Members, StoredKind, Storing } from './kind';

/** What all kinds of templates have in common. */
const template = { stored: () => acknowledged, removed: acknowledged } as const;

const absentTemplate = 'index_template_missing_exception';

/** The templates that composable ones are made of. */
export const componentTemplate: StoredKind = {
  ...template,
  ...{ id: 'component-template', noun: 'component template', path: '/_component_template' },
  ...{ reads: { hasPatterns: true }, removes: { isList: true, hasPatterns: true } },
  required: { members: ['template'], type: 'illegal_argument_exception' },
  known: {
    members: ['template', 'version', '_meta', 'deprecated', 'allow_auto_create', ...shownTimes],
    type: 'x_content_parse_exception',
  },
  keep: ({ call, name, body }) => refuseName(name) ?? refuseLifecycle(call, body) ?? withTemplate(body),
  show: (record, call) => ({ ...shownTemplate(record.body, call), ...datesOf(record, call) }),
  refuseRemoval: (call, name) => {
    const users = recordsOf(call.cluster, 'index-template').filter(({ body }) =>
      listOf(body.composed_of).includes(name),
    );
    return users.length === 0
      ? undefined
      : problem(`The component template [${name}] is used by the index templates [${namesOf(users)}].`);
  },
  notRemoved: ({ input }, name) =>
    missing('component template', name, behaves(input, 'whole-templates') ? undefined : absentTemplate),
  ...inList('component_templates', 'component_template', 'component template'),
};

/** The templates of new indices. */
export const indexTemplate: StoredKind = {
  ...template,
  ...{ id: 'index-template', noun: 'index template', path: '/_index_template' },
  ...{ reads: { hasPatterns: true }, removes: { isList: true, hasPatterns: true } },
  required: { members: ['index_patterns'], type: 'illegal_argument_exception' },
  keep: (storing) =>
    refuseName(storing.name) ??
    refuseStreamOptions(storing) ??
    refusePatterns(storing) ??
    refuseComponents(storing) ??
    refuseLeaving(storing) ??
    withTemplate(storing.body),
  show: ({ body, ...record }, call) => {
    const { index_patterns, template: _, composed_of, data_stream: stream, ...others } = body;
    const isWhole = behaves(call.input, 'whole-templates');
    return {
      index_patterns: listOf(index_patterns),
      ...templateOf(body, call),
      ...((isWhole || composed_of !== undefined) && { composed_of: listOf(composed_of) }),
      ...others,
      ...(isRecord(stream) && {
        data_stream: isWhole
          ? { hidden: false, allow_custom_routing: false, ...stream }
          : { timestamp_field: { name: '@timestamp' }, ...stream },
      }),
      ...datesOf({ body, ...record }, call),
    };
  },
  refuseRemoval: ({ cluster }, name) => {
    const streams = streamsOf(cluster, name);
    return streams.length === 0
      ? undefined
      : problem(`The index template [${name}] is that of the data streams [${streams.join(', ')}].`);
  },
  notRemoved: (_, name) => missing('index template', name, absentTemplate),
  ...inList('index_templates', 'index_template', 'index template'),
};

/** The templates of new indices that came first. */
export const legacyTemplate: StoredKind = {
  ...template,
  ...{ id: 'legacy-template', noun: 'index template', path: '/_template' },
  ...{ reads: { isList: true, hasPatterns: true }, removes: { hasPatterns: true } },
  unplayed: ['order'],
  keep: ({ call, name, body: { template: pattern, ...body } }) => {
    // Servers made from earlier ones take one pattern by its former name.
    const patterns = behaves(call.input, 'whole-templates') ? body.index_patterns : (body.index_patterns ?? pattern);
    if (listOf(patterns).length === 0)
      return problem('The body must have [index_patterns].', { type: 'action_request_validation_exception' });
    const typed = isRecord(body.mappings) && isRecord(body.mappings._doc);
    const refused =
      refuseName(name) ?? (typed ? problem('A mapping has no type [_doc] around its fields.') : undefined);
    const read = refused ?? withParts(body);
    return isProblem(read) ? read : { ...read, index_patterns: listOf(patterns) };
  },
  show: ({ body }, call) => {
    const { order = 0, version, index_patterns, settings, mappings = {}, aliases = {} } = body;
    return {
      ...{ order, ...(version !== undefined && { version }), index_patterns },
      settings: shownSettings(isRecord(settings) ? settings : {}, isOn(call.query.get('flat_settings'))),
      ...{ mappings, aliases },
    };
  },
  notRemoved: (_, name) => missing('index template', name, absentTemplate),
  ...shownByName,
  ...emptyWhenMissing,
};

/** Answers of templates that are in a list. */
function inList(list: string, member: string, noun: string): Pick<StoredKind, 'all' | 'none'> {
  const all: StoredKind['all'] = (shown) => ({ [list]: shown.map(([name, one]) => ({ name, [member]: one })) });
  return {
    all,
    none: (name) => {
      if (name === undefined) return answer(200, all([], undefined));
      return name.includes('*') ? answer(404, all([], undefined)) : missing(noun, name);
    },
  };
}

/** Returns the times of a record, where servers show them. */
export function datesOf({ createdAt, changedAt }: StoredRecord, { input, query }: ClusterCall): Members {
  if (!behaves(input, 'stored-dates')) return {};
  const isReadable = isOn(query.get('human'));
  return {
    ...(isReadable && { created_date: new Date(createdAt).toISOString() }),
    created_date_millis: createdAt,
    ...(isReadable && { modified_date: new Date(changedAt).toISOString() }),
    modified_date_millis: changedAt,
  };
}

function refuseName(name: string): Problem | undefined {
  const type = 'invalid_index_template_exception';
  if (name !== name.toLowerCase())
    return problem(`The name of a template has no uppercase letters: [${name}].`, { type });
  return /[\s,#]/.test(name)
    ? problem(`The name of a template has no whitespace, comma or hash: [${name}].`, { type })
    : undefined;
}

const unreadable = 'x_content_parse_exception';

/** Returns why the lifecycle of data streams cannot be in a template: no server of the product knows it. */
function refuseLifecycle({ input }: ClusterCall, { template: parts }: Members): Problem | undefined {
  return isRecord(parts) && parts.lifecycle !== undefined && !behaves(input, 'whole-templates')
    ? problem('A template has no member [lifecycle].', { type: unreadable })
    : undefined;
}

const streamOptions = ['hidden', 'allow_custom_routing', 'failure_store', 'index_mode'];

function refuseStreamOptions({ call, name, body }: Storing): Problem | undefined {
  const { data_stream: stream, template: parts } = body;
  const known = refuseLifecycle(call, body);
  // Servers made from earlier ones name the field of the time here, and ignore what they do not know.
  if (known || !behaves(call.input, 'whole-templates')) return known;
  const unknown = isRecord(stream) ? Object.keys(stream).find((option) => !streamOptions.includes(option)) : undefined;
  if (unknown !== undefined) return problem(`[data_stream] has no member [${unknown}].`, { type: unreadable });
  return isRecord(parts) && isRecord(parts.lifecycle) && stream === undefined
    ? problem(`The index template [${name}] has a [lifecycle], which only data streams have. Add [data_stream].`)
    : undefined;
}

/** Returns why a template cannot be changed: data streams would have none. */
function refuseLeaving({ call: { cluster }, name, body, former }: Storing): Problem | undefined {
  if (former === undefined) return undefined;
  const stored = cluster.stored?.with(keyOfRecord('index-template', name), { ...former, body });
  const left = streamsOf(cluster, name).filter(
    (stream) => stored && composedFor({ ...cluster, stored }, stream)?.stream === undefined,
  );
  return left.length === 0
    ? undefined
    : problem(`No index template would be left for the data streams [${left.join(', ')}].`);
}

/** Returns the data streams that a template is for. */
function streamsOf(cluster: ClusterState, template: string): readonly string[] {
  const names = cluster.indices.entries().flatMap(([, { stream }]) => stream?.name ?? []);
  return [...new Set(names)].filter((name) => composedFor(cluster, name)?.template === template);
}

function refusePatterns({ call, name, body }: Storing): Problem | undefined {
  const patterns = listOf(body.index_patterns).map(String);
  if (patterns.length === 0) return problem('An index template needs a pattern in [index_patterns].');
  const meeting = recordsOf(call.cluster, 'index-template').find(
    (other) =>
      other.name !== name &&
      priorityOf(other.body) === priorityOf(body) &&
      listOf(other.body.index_patterns).some((one) => patterns.some((pattern) => patternsMeet(pattern, String(one)))),
  );
  return (
    meeting &&
    problem(
      `The patterns [${patterns.join(', ')}] of [${name}] and those of the index template [${meeting.name}] match the same indices, and both have the priority ${priorityOf(body)}. Give one of them another priority.`,
    )
  );
}

function priorityOf({ priority }: Members): number {
  return Number(priority ?? 0);
}

/** Names of component templates that the product brings along; the sandbox has none of them. */
const ofProduct = /^\.|@|^(?:data-streams|logs|metrics|metrics-tsdb|synthetics)-(?:mappings|settings)$/;

function refuseComponents({ call, name, body }: Storing): Problem | undefined {
  const known = new Set<unknown>(recordsOf(call.cluster, 'component-template').map((one) => one.name));
  const optional = listOf(body.ignore_missing_component_templates);
  const lacking = listOf(body.composed_of).filter(
    (one) => !known.has(one) && !optional.includes(one) && !ofProduct.test(String(one)),
  );
  return lacking.length === 0
    ? undefined
    : problem(
        `The index template [${name}] is composed of component templates that do not exist: [${lacking.join(', ')}].`,
        {
          type: 'invalid_index_template_exception',
        },
      );
}

function withTemplate(body: Members): Members | Problem {
  if (!isRecord(body.template)) return body;
  const read = withParts(body.template);
  return isProblem(read) ? read : { ...body, template: read };
}

/** Returns an object with settings, mappings and aliases in the form in which they are kept. */
function withParts(parts: Members): Members | Problem {
  const { settings, mappings, aliases, lifecycle } = parts;
  const readSettings = isRecord(settings) ? { settings: flattenSettings(settings) } : {};
  const options = isRecord(aliases) ? readAliases(aliases, { isStrict: false }) : undefined;
  if (options !== undefined && isProblem(options)) return options;
  return {
    ...parts,
    ...readSettings,
    ...(isRecord(mappings) && { mappings: isRecord(mappings._doc) ? mappings._doc : mappings }),
    ...(options && { aliases: options }),
    ...(isRecord(lifecycle) && { lifecycle: { enabled: true, ...lifecycle } }),
  };
}

function shownTemplate(body: Members, call: ClusterCall): Members {
  return { ...body, ...templateOf(body, call) };
}

/** Returns the member that holds what an index gets. */
function templateOf({ template: parts }: Members, call: ClusterCall): Members {
  if (!isRecord(parts)) return {};
  const { settings, mappings, ...others } = parts;
  // Servers of some products show these settings in objects only.
  const isFlat = isOn(call.query.get('flat_settings')) && behaves(call.input, 'whole-templates');
  return {
    template: {
      ...(isRecord(settings) && { settings: shownSettings(settings, isFlat) }),
      ...(isRecord(mappings) && Object.keys(mappings).length > 0 && { mappings }),
      ...others,
    },
  };
}

function shownSettings(settings: Members, isFlat: boolean): Members {
  return isFlat ? settings : nestSettings(settings);
}

function namesOf(records: readonly StoredRecord[]): string {
  return records.map(({ name }) => name).join(', ');
}
