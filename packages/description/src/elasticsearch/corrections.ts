import { asList, recordOf, asText, type NamedType, type Schema, type Unread } from './schema';

/** What the published schema says otherwise than servers behave. */
interface Correction {
  /** `namespace:name` of the type. */
  readonly type: string;
  /** What servers do, and why it is certain. */
  readonly reason: string;
  /** Properties that are missing or have another type. */
  readonly properties?: Readonly<Record<string, Unread>>;
  /** Properties that are missing, with the types that another type gives them. */
  readonly from?: { readonly type: string; readonly properties: readonly string[] };
  /** Properties that are required in certain cases only. */
  readonly optional?: readonly string[];
  /** Properties without which servers refuse the request. */
  readonly required?: readonly string[];
  /** Lists of properties of which one must be present. */
  readonly oneOf?: readonly (readonly string[])[];
  /** Whether servers take further names. */
  readonly isOpen?: true;
}

/** By the name of a field. */
function byField(namespace: string, name: string): Unread {
  return {
    kind: 'dictionary_of',
    key: instanceOf('_types', 'Field'),
    value: instanceOf(namespace, name),
    singleKey: false,
  };
}

const highlightedFields = byField('_global.search._types', 'HighlightField');

const corrections: readonly Correction[] = [
  {
    type: '_global.search._types:Highlight',
    reason: 'Servers highlight each field of the object; only in a list has each object one field.',
    properties: {
      fields: {
        kind: 'union_of',
        items: [highlightedFields, { kind: 'array_of', value: { ...highlightedFields, singleKey: true } }],
      },
    },
  },
  {
    type: '_spec_utils:CommonQueryParameters',
    reason: 'Every answer can be asked for in another format; servers read the parameter for all operations.',
    properties: { format: instanceOf('_builtins', 'string') },
  },
  ...['DateHistogramAggregation', 'CompositeDateHistogramAggregation'].map((name): Correction => ({
    type: `_types.aggregations:${name}`,
    reason: 'An offset has a sign in front of the duration, as the page of the aggregation shows.',
    properties: { offset: instanceOf('_builtins', 'string') },
  })),
  {
    type: '_types:StoredScript',
    reason: 'The tests of servers store parameters with a script.',
    properties: { params: { kind: 'user_defined_value' } },
  },
  {
    type: '_types.query_dsl:FunctionScoreQuery',
    reason: 'A single function can be in the query itself instead of in `functions`, as its own page says.',
    from: {
      type: '_types.query_dsl:FunctionScoreContainer',
      properties: ['exp', 'gauss', 'linear', 'field_value_factor', 'random_score', 'script_score', 'weight'],
    },
  },
  {
    type: 'connector.sync_job_update_stats:Request',
    reason:
      'The time of the last sign of life is a date in the examples of the operation, and a duration has no meaning.',
    properties: { last_seen: instanceOf('_types', 'DateTime') },
  },
  {
    type: 'indices._types:IndexSettings',
    reason: 'Further settings and first words of settings exist, which the schema leaves to its additional names.',
    properties: Object.fromEntries(
      [
        ...['allocation', 'indexing', 'knn', 'look_ahead_time', 'look_back_time', 'mapper', 'plugins', 'query'],
        ...['recovery', 'replication', 'requests', 'shard', 'unassigned', 'warmer', 'write', 'xpack'],
      ].map((name) => [name, { kind: 'user_defined_value' }]),
    ),
  },
  {
    type: 'indices.clone:Request',
    reason: 'The settings of the new index are those of any index.',
    properties: { settings: instanceOf('indices._types', 'IndexSettings') },
  },
  {
    type: 'indices.rollover:Request',
    reason: 'The settings of the new index are those of any index.',
    properties: { settings: instanceOf('indices._types', 'IndexSettings') },
  },
  {
    type: 'indices.shrink:Request',
    reason: 'The settings of the new index are those of any index.',
    properties: { settings: instanceOf('indices._types', 'IndexSettings') },
  },
  {
    type: 'indices.split:Request',
    reason: 'The settings of the new index are those of any index.',
    properties: { settings: instanceOf('indices._types', 'IndexSettings') },
  },
  {
    type: 'searchable_snapshots.mount:Request',
    reason: 'The settings of the mounted index are those of any index.',
    properties: { index_settings: instanceOf('indices._types', 'IndexSettings') },
  },
  {
    type: 'ccr.put_auto_follow_pattern:Request',
    reason: 'The settings of the follower indices are those of any index.',
    properties: { settings: instanceOf('indices._types', 'IndexSettings') },
  },
  {
    type: 'cluster.stats:SearchUsageStats',
    reason: 'Servers of version 8.19.21 answer without it, those of 9.5.3 with it.',
    optional: ['extended'],
  },
  {
    type: 'nodes.info:NodeInfoSettingsCluster',
    reason: 'Nodes show the settings that they have; those without the module that sets it have none of elections.',
    optional: ['election'],
  },
  {
    type: 'security.get_role:Role',
    reason: 'Servers of version 9.5.3 show the privilege `data_source` of `kibana_system` as a list.',
    properties: {
      global: {
        ...{ kind: 'dictionary_of', key: instanceOf('_builtins', 'string'), singleKey: false },
        value: { kind: 'user_defined_value' },
      },
    },
  },
  {
    type: 'indices.put_index_template:Request',
    reason: 'Servers answer 400 to a template without patterns.',
    required: ['index_patterns'],
  },
  {
    type: 'indices.put_template:Request',
    reason: 'Servers answer 400 to a template without patterns.',
    required: ['index_patterns'],
  },
  ...['AddAction', 'RemoveAction'].map((name): Correction => ({
    type: `indices.update_aliases:${name}`,
    reason: 'Servers answer 400 to an action that names no index or no alias.',
    oneOf: [
      ['index', 'indices'],
      ['alias', 'aliases'],
    ],
  })),
  {
    type: 'ingest.put_pipeline:Request',
    reason: 'The page of the operation says that it is required, and servers answer 400 without it.',
    required: ['processors'],
  },
  {
    type: 'security.put_user:Request',
    reason: 'The page of the operation says that it is required, and servers answer 400 without it.',
    required: ['roles'],
  },
  {
    type: 'inference._types:CohereTaskSettings',
    reason: 'The description of the member says that it is for text embeddings, and examples of reranking lack it.',
    optional: ['input_type'],
  },
  {
    type: 'inference._types:ContentObject',
    reason: 'The description of each member says for which type of content it is.',
    optional: ['text', 'image_url', 'file'],
  },
  {
    type: 'inference._types:CustomServiceSettings',
    reason: 'The description of the member shows an object in an object, and the schema a map of strings.',
    properties: { input_type: { kind: 'user_defined_value' } },
  },
  {
    type: 'inference._types:ElasticsearchServiceSettings',
    reason: 'A deployment that exists has its model and its threads, and examples of `deployment_id` lack both.',
    optional: ['model_id', 'num_threads'],
  },
  {
    type: 'inference._types:ElserServiceSettings',
    reason: 'The description of the member says to leave it out with adaptive allocations.',
    optional: ['num_allocations'],
  },
  {
    type: 'inference._types:InferenceEndpoint',
    reason: 'Servers read the type of the task from the body where the path does not name it.',
    properties: { task_type: instanceOf('inference._types', 'TaskType') },
  },
  {
    type: 'inference._types:LlamaServiceSettings',
    reason: 'An example of the operation sets the number of dimensions.',
    properties: { dimensions: instanceOf('_types', 'integer') },
  },
  {
    type: 'search_application._types:SearchApplicationTemplate',
    reason: 'Servers check the parameters of a template by this schema, as an example of the operation shows.',
    properties: { dictionary: { kind: 'user_defined_value' } },
  },
  {
    type: 'transform._types:Destination',
    reason: 'Servers add the destination to these aliases, as an example of the operation shows.',
    properties: { aliases: { kind: 'user_defined_value' } },
  },
  {
    type: 'security._types:SecuritySettings',
    reason: 'Settings can be written with dots instead of as nested objects.',
    isOpen: true,
  },
];

/** Returns the schema with what servers are known to do. Types that it does not have stay absent. */
export function corrected(schema: Schema): Schema {
  const types = new Map(schema.types);
  for (const correction of corrections) {
    const type = types.get(correction.type);
    if (type !== undefined) types.set(correction.type, correctedType(type, correction, schema));
  }
  return { ...schema, types };
}

function correctedType(
  named: NamedType,
  { properties, from, optional, required, oneOf, isOpen }: Correction,
  schema: Schema,
): NamedType {
  const { type } = named;
  const body = recordOf(type['body']);
  const isRequest = body['kind'] === 'properties';
  const present = asList(isRequest ? body['properties'] : type['properties']);
  const given = new Map<string, Unread>(
    Object.entries(properties ?? {}).map(([name, value]) => [name, { name, required: false, type: value }]),
  );
  for (const one of asList(from && schema.types.get(from.type)?.type['properties'])) {
    const property = recordOf(one);
    const name = asText(property['name']);
    if (name !== undefined && from?.properties.includes(name)) given.set(name, property);
  }
  const kept = present.map((one) => {
    const property = recordOf(one);
    const name = asText(property['name']) ?? '';
    const correction = given.get(name);
    given.delete(name);
    const isOptional = optional?.includes(name) === true;
    return {
      ...property,
      ...(correction !== undefined && { type: correction['type'] }),
      ...(isOptional && { required: false }),
      ...(required?.includes(name) && { required: true }),
    };
  });
  const all = [...kept, ...given.values()];
  const behaviors = isOpen === true ? [...asList(type['behaviors']), furtherNames] : type['behaviors'];
  return {
    ...named,
    type: { ...type, ...(isRequest ? { body: { ...body, properties: all } } : { properties: all }), behaviors, oneOf },
  };
}

const furtherNames: Unread = {
  type: { namespace: '_spec_utils', name: 'AdditionalProperties' },
  generics: [instanceOf('_builtins', 'string'), { kind: 'user_defined_value' }],
};

function instanceOf(namespace: string, name: string): Unread {
  return { kind: 'instance_of', type: { namespace, name } };
}
