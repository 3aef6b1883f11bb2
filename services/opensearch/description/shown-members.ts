import { asList, recordOf, type Unread } from '@rulebook/description/elasticsearch/schema';

/** What a schema of the specification lacks, or requires though servers do not. */
interface ShownMembers {
  /** The file of the schema, in the folder `schemas` and without its ending, or `body` for the body of an operation. */
  readonly file: string;
  /** The schemas, or the operations by their groups such as `ml.predict_model`. */
  readonly schemas: readonly string[];
  /** Where it is known from: the page that shows it, or the servers that take it. */
  readonly from: string;
  readonly members?: Readonly<Record<string, Unread>>;
  /** Members that may be absent. */
  readonly optional?: readonly string[];
  /** Other members are taken, too; a slip of one letter is a mistake nevertheless. */
  readonly isOpen?: true;
  /** The values that it lists are not all. */
  readonly isText?: true;
  /** The names of the members are free: what each of them is. */
  readonly each?: Unread;
}

const object = { type: 'object', additionalProperties: true };
const flag = { type: 'boolean' };
const text = { type: 'string' };
const textOrObject = { type: ['string', 'object'] };
const anything = {};

const mappingMembers = {
  composite: { type: 'object', additionalProperties: object },
  derived: { type: 'object', additionalProperties: object },
  disable_objects: flag,
};

/** OpenSearch 3.9 was asked: it takes the request. */
const servers = 'Servers of version 3.9 take it';

const shownMembers: readonly ShownMembers[] = [
  // Searches.
  {
    ...{ file: '_common.query_dsl', schemas: ['FunctionScoreQuery'], from: servers },
    members: {
      ...Object.fromEntries(['exp', 'gauss', 'linear'].map((name) => [name, refTo('DecayFunction')])),
      field_value_factor: refTo('FieldValueFactorScoreFunction'),
      random_score: refTo('RandomScoreFunction'),
      script_score: refTo('ScriptScoreFunction'),
      weight: { type: 'number' },
    },
  },
  {
    ...{ file: '_common.query_dsl', schemas: ['QueryContainer'], from: 'The page of features of terms shows it' },
    members: { term_stat: object },
  },
  { file: '_common.query_dsl', schemas: ['FunctionScoreContainer'], from: servers, members: { _name: text } },
  {
    ...{ file: '_common.query_dsl', schemas: ['GeoShape', 'XyShape'] },
    from: 'The pages of the queries show a collection of shapes and a circle',
    members: { geometries: { type: 'array', items: object }, radius: anything },
  },
  {
    ...{ file: '_common.query_dsl', schemas: ['GeoShapeQueryField', 'XyShapeQueryField'] },
    from: 'The pages of the queries show a shape of another document in its place',
    optional: ['shape'],
  },
  {
    file: '_common.query_dsl',
    schemas: ['AgenticQuery', 'HybridQuery', 'KnnQuery', 'NeuralQuery', 'NeuralSparseQuery'],
    from: 'Plugins have these queries: their pages show members that came later',
    isOpen: true,
  },
  { file: '_common.aggregations', schemas: ['IpRangeAggregationRange'], from: servers, members: { key: text } },
  {
    ...{ file: '_common.aggregations', schemas: ['HistogramOrder'] },
    from: `${servers}: an order by an aggregation within`,
    isOpen: true,
  },
  {
    file: '_common.aggregations',
    schemas: ['DateHistogramAggregationFields'],
    from: servers,
    members: { offset: text },
  },
  {
    ...{ file: '_common', schemas: ['DerivedField'], from: servers },
    members: { properties: object, ignore_malformed: flag },
    optional: ['name'],
  },
  {
    ...{ file: '_core.search', schemas: ['SuggestFuzziness'], from: 'The pages of suggestions show it without' },
    optional: ['fuzziness', 'min_length', 'prefix_length', 'transpositions', 'unicode_aware'],
  },
  {
    ...{
      file: '_core.search',
      schemas: ['PhraseSuggestCollateQuery'],
      from: 'The page of corrections shows an object',
    },
    members: { source: textOrObject },
  },
  { file: '_core.search', schemas: ['HighlightBase'], from: servers, members: { options: object } },
  { file: 'body', schemas: ['search'], from: servers, members: { search_pipeline: textOrObject } },
  {
    ...{ file: 'body', schemas: ['termvectors'], from: servers },
    members: {
      fields: { type: 'array', items: text },
      ...Object.fromEntries(
        ['field_statistics', 'offsets', 'payloads', 'positions', 'term_statistics'].map((name) => [name, flag]),
      ),
    },
  },
  {
    ...{ file: '_common', schemas: ['StoredScript'], from: 'The pages of templates show an object and parameters' },
    members: { params: object, source: textOrObject },
  },
  // Indices.
  {
    ...{ file: '_common.mapping', schemas: ['TypeMapping'], from: servers },
    members: mappingMembers,
  },
  { file: 'body', schemas: ['indices.put_mapping'], from: servers, members: mappingMembers },
  { file: '_common.mapping', schemas: ['ObjectProperty'], from: servers, members: { disable_objects: flag } },
  { file: '_common.mapping', schemas: ['KeywordProperty'], from: servers, members: { use_similarity: flag } },
  {
    ...{ file: '_common.mapping', schemas: ['NumberPropertyBase', 'DateProperty'], from: servers },
    members: { skip_list: flag },
  },
  {
    ...{ file: '_common.mapping', schemas: ['TextIndexPrefixes'], from: servers },
    optional: ['max_chars', 'min_chars'],
  },
  {
    ...{ file: '_common.mapping', schemas: ['KnnVectorProperty'] },
    from: 'The page of the type shows a field that has its dimension from a model',
    optional: ['dimension'],
  },
  {
    ...{ file: 'indices._common', schemas: ['IndexSettingsSimilarity'], from: `${servers}: the names are free` },
    each: object,
  },
  {
    ...{ file: 'body', schemas: ['indices.create', 'indices.put_index_template'], from: servers },
    members: { context: object },
  },
  {
    ...{ file: 'body', schemas: ['snapshot.restore'], from: 'The page of the operation shows it' },
    members: { attach_to_data_stream: flag },
  },
  {
    ...{ file: 'ingest._common', schemas: ['ProcessorContainer'] },
    from: 'Each of them has a page, and plugins add others',
    members: Object.fromEntries(
      ['community_id', 'copy', 'fingerprint', 'html_strip', 'ip2geo', 'ml_inference', 'remove_by_pattern'].map(
        (name) => [name, object],
      ),
    ),
    isOpen: true,
  },
  {
    ...{
      file: 'body',
      schemas: ['ingest.simulate'],
      from: 'A page shows the name of the pipeline next to that in the path',
    },
    members: { pipeline: { anyOf: [{ $ref: '../schemas/ingest._common.yaml#/components/schemas/Pipeline' }, text] } },
  },
  {
    ...{ file: '_common', schemas: ['InlineScript'], from: 'A processor of a script has a description, too' },
    isOpen: true,
  },
  // Plugins.
  {
    ...{
      file: 'ml._common',
      schemas: ['Headers'],
      from: 'The names are those of header fields, such as `content-type`',
    },
    each: text,
  },
  {
    ...{ file: 'body', schemas: ['ml.predict_model', 'ml.predict_model_stream'] },
    from: 'The pages of models show lists and objects, which go to the connector as they are',
    members: { parameters: object },
  },
  {
    file: 'ml._common',
    schemas: ['Parameters'],
    from: 'The pages of models show lists, too',
    members: { inputs: anything },
  },
  {
    ...{ file: 'body', schemas: ['ml.execute_agent', 'ml.execute_agent_stream'] },
    from: 'The page of the operation shows an input in its place',
    optional: ['parameters'],
  },
  {
    ...{ file: 'body', schemas: ['ml.create_memory_container'], from: 'The page of the operation shows it without' },
    optional: ['configuration'],
  },
  {
    ...{ file: 'body', schemas: ['ml.create_connector'] },
    from: 'The page of connectors of the protocol `mcp_sse` shows it without',
    optional: ['actions', 'credential', 'description', 'parameters', 'version'],
    members: { protocol: text },
  },
  {
    ...{ file: 'ml._common', schemas: ['TrainParameters'], from: 'The page of algorithms shows further distances' },
    members: { distance_type: text },
  },
  {
    ...{ file: 'ml._common', schemas: ['StrategyType'], from: 'The page of memory containers shows further ones' },
    isText: true,
  },
  {
    ...{ file: 'query._common', schemas: ['DataSource'], from: 'The page of data sources shows it without' },
    optional: ['properties', 'resultIndex', 'status'],
  },
  {
    ...{ file: 'transforms._common', schemas: ['Transform', 'TransformPreview'] },
    from: 'The page of the operation shows aggregations as searches have them',
    members: { aggregations: { type: 'object', additionalProperties: object } },
  },
  {
    ...{ file: 'ism._common', schemas: ['ActionAlias'], from: 'The page of policies shows a list' },
    members: { actions: { type: 'array', items: object } },
  },
  {
    ...{ file: 'notifications._common', schemas: ['RecipientListItem'], from: 'The page of channels shows an address' },
    isText: true,
  },
  {
    ...{ file: 'rollups._common', schemas: ['MetricsConfigMetrics'], from: 'The page of rollups shows it' },
    members: { cardinality: object },
  },
  {
    ...{ file: 'security._common', schemas: ['OBOToken'], from: 'The page of the operation shows it' },
    members: { durationSeconds: anything },
  },
  {
    ...{ file: 'security._common', schemas: ['ConfigUpgradePayload'], from: 'The page of the operation shows it' },
    members: { configs: { type: 'array', items: text } },
  },
];

function refTo(schema: string): Unread {
  return { $ref: `#/components/schemas/${schema}` };
}

/** Returns a file of the specification with what pages show and servers take. Schemas that it does not have stay absent. */
export function withShownMembers(file: string, tree: unknown): unknown {
  return shownMembers.reduce<unknown>((changed, one) => {
    const isBody = one.file === 'body';
    if (isBody ? !file.startsWith('namespaces/') : file !== `schemas/${one.file}.yaml`) return changed;
    return one.schemas.reduce((whole, name) => {
      const at = isBody
        ? ['components', 'requestBodies', name, 'content', 'application/json', 'schema']
        : ['components', 'schemas', name];
      return changedAt(whole, at, (schema) => shown(schema, one));
    }, changed);
  }, tree);
}

/** Returns a tree in which the schema that keys lead to is changed, if it is there. */
export function changedAt(
  tree: unknown,
  [key, ...keys]: readonly string[],
  change: (schema: Unread) => Unread,
): unknown {
  if (key === undefined) return change(recordOf(tree));
  const object = recordOf(tree);
  return Object.hasOwn(object, key) ? { ...object, [key]: changedAt(object[key], keys, change) } : tree;
}

function shown(schema: Unread, { members = {}, optional = [], isOpen, isText, each }: ShownMembers): Unread {
  if (isText) return { anyOf: [schema, text] };
  const known = new Set<string>();
  const made = changedParts(schema, (part) => ({
    ...part,
    ...('required' in part && { required: asList(part['required']).filter((name) => !isIn(optional, name)) }),
    ...('properties' in part && {
      properties: mappedMembers(recordOf(part['properties']), (member, name) => {
        const instead = members[name];
        if (instead === undefined) return member;
        known.add(name);
        const { description } = recordOf(member);
        return description === undefined ? instead : { description, ...instead };
      }),
      ...(isOpen && { additionalProperties: true }),
      ...(each && { additionalProperties: each }),
    }),
  }));
  const added = Object.fromEntries(Object.entries(members).filter(([name]) => !known.has(name)));
  if (Object.keys(added).length === 0) return made;
  if ('allOf' in made) return { ...made, allOf: [...asList(made['allOf']), { type: 'object', properties: added }] };
  return { ...made, properties: { ...recordOf(made['properties']), ...added } };
}

function mappedMembers(object: Unread, map: (member: unknown, name: string) => unknown): Unread {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, map(member, name)]));
}

/** Returns a schema in which it, its parts and its alternatives are changed. */
function changedParts(schema: Unread, change: (part: Unread) => Unread): Unread {
  const changed: Record<string, unknown> = { ...schema };
  for (const key of ['allOf', 'oneOf', 'anyOf'])
    if (key in schema) changed[key] = asList(schema[key]).map((part) => changedParts(recordOf(part), change));
  return change(changed);
}

function isIn(names: readonly string[], name: unknown): boolean {
  return names.some((one) => one === name);
}
