import { asList, recordOf, type Unread } from '@rulebook/description/elasticsearch/schema';
import type { CompiledField, CompiledOperation } from '@rulebook/description/compiled';
import { withFurtherTypes } from './analysis-types';
import { changedAt, withShownMembers } from './shown-members';

/** What the specification says otherwise than servers behave: a part of a file of it. */
interface SchemaCorrection {
  readonly file: string;
  /** The keys that lead to a schema. */
  readonly at: readonly string[];
  /** What servers do, and why it is certain. */
  readonly reason: string;
  readonly change: (schema: Unread) => Unread;
}

const stories = 'A story that runs against servers shows it';

const schemaCorrections: readonly SchemaCorrection[] = [
  ...['RequestProcessor', 'ResponseProcessor', 'PhaseResultsProcessor'].map((name): SchemaCorrection => ({
    file: 'schemas/search_pipeline._common.yaml',
    at: ['components', 'schemas', name],
    reason: `Plugins add processors, such as \`ml_inference\`. ${stories}.`,
    change: keyedObject,
  })),
  {
    file: 'schemas/flow_framework.common.yaml',
    at: ['components', 'schemas', 'FlowFrameworkCreate'],
    reason: `With a use case in the query, the body holds the values of its template, by free names. ${stories}.`,
    change: ({ required: _, ...schema }) => ({ ...schema, additionalProperties: true }),
  },
  ...[
    [
      'namespaces/_core.yaml',
      'components',
      'requestBodies',
      'search_template',
      'content',
      'application/json',
      'schema',
    ],
    [
      ...['namespaces/_core.yaml', 'components', 'requestBodies', 'render_search_template'],
      ...['content', 'application/json', 'schema'],
    ],
    ['schemas/_core.msearch_template.yaml', 'components', 'schemas', 'TemplateConfig'],
  ].map(([file = '', ...at]): SchemaCorrection => ({
    file,
    at,
    reason: 'A template can be written as the object that it becomes; the pages of templates show it.',
    change: (schema) => withProperty(schema, 'source', { type: ['string', 'object'] }),
  })),
  {
    file: 'schemas/_common.mapping.yaml',
    at: ['components', 'schemas', 'FlatObjectProperty'],
    reason: 'Servers refuse a flat object with any other parameter, also with those that all fields have.',
    change: withTypeAlone,
  },
  {
    file: 'namespaces/ml.yaml',
    at: ['components', 'requestBodies', 'ml.register_model', 'content', 'application/json', 'schema'],
    reason: `A connector can be in the model itself. ${stories}.`,
    change: (schema) => withProperty(schema, 'connector', { type: 'object' }),
  },
];

/** Returns one object that has each of the alternatives as a member, of which one is present; others may exist. */
function keyedObject(schema: Unread): Unread {
  const alternatives = asList(schema['oneOf']).map((one) => recordOf(recordOf(one)['properties']));
  if (alternatives.length === 0) return schema;
  return {
    type: 'object',
    properties: Object.assign({}, ...alternatives) as Unread,
    additionalProperties: true,
    minProperties: 1,
    maxProperties: 1,
  };
}

/** Returns the schema of a field without what it takes from others. */
function withTypeAlone(schema: Unread): Unread {
  const parts = [schema, ...asList(schema['allOf']).map(recordOf)];
  const type = parts.map((part) => recordOf(part['properties'])['type']).find((found) => found !== undefined);
  return type === undefined
    ? schema
    : { type: 'object', properties: { type }, required: ['type'], additionalProperties: false };
}

function withProperty(schema: Unread, name: string, property: Unread): Unread {
  return { ...schema, properties: { ...recordOf(schema['properties']), [name]: property } };
}

/** Returns a file of the specification with what servers are known to do. Schemas that it does not have stay absent. */
export function corrected(file: string, tree: unknown): unknown {
  return schemaCorrections
    .filter((correction) => correction.file === file)
    .reduce<unknown>(
      (changed, { at, change }) => changedAt(changed, at, change),
      withFurtherTypes(file, withShownMembers(file, tree)),
    );
}

/** What servers are known to do with parameters and bodies of operations. */
interface OperationCorrection {
  /** A regular expression for the ids of the operations. */
  readonly operations: RegExp;
  readonly reason: string;
  /** Parameters of the query that may be absent. */
  readonly optional?: readonly string[];
  /** Parameters of the query that are missing. */
  readonly added?: readonly CompiledField[];
  /** Parameters of the query with other values than it says. */
  readonly anyValue?: readonly string[];
  readonly hasOptionalBody?: true;
  /** The query may have parameters of any name. */
  readonly isQueryOpen?: true;
}

const shownByPage = 'The page of the operation shows it.';

function parameter(name: string, summary: string, type: 'string' | 'boolean' = 'string'): CompiledField {
  return { name, summary, shape: { type } };
}

const operationCorrections: readonly OperationCorrection[] = [
  {
    operations: /^cat\./,
    reason: 'Every table takes these parameters, as the code of servers lists them.',
    added: [
      { name: 'size', summary: 'The unit of sizes.', shape: { type: 'string' } },
      { name: 'bytes', summary: 'The unit of byte sizes.', shape: { type: 'string' } },
      { name: 'time', summary: 'The unit of times.', shape: { type: 'string' } },
      { name: 'pri', summary: 'Whether only primary shards count.', shape: { type: 'boolean' } },
    ],
  },
  {
    operations: /^transforms\.delete\./,
    reason: `A transform that runs can be deleted. ${stories}.`,
    added: [{ name: 'force', summary: 'Whether a running job is deleted, too.', shape: { type: 'boolean' } }],
  },
  {
    operations: /^ml\.register_model\./,
    reason: 'The page of the operation has it.',
    added: [
      {
        name: 'deploy',
        summary: 'Whether the model is deployed at once.',
        shape: { type: 'boolean' },
        default: 'false',
      },
    ],
  },
  {
    operations: /^ml\.(?:train|train_predict|execute_agent|execute_algorithm)\./,
    reason: shownByPage,
    added: [parameter('async', 'Whether the response names a task that runs.', 'boolean')],
  },
  {
    operations: /^flow_framework\.(?:create|update|provision)\./,
    reason: shownByPage,
    added: [parameter('wait_for_completion_timeout', 'How long the request waits for the steps.')],
  },
  {
    operations: /^flow_framework\.provision\./,
    reason: 'Parameters of any name take the place of placeholders of the template, as the page of the operation says.',
    isQueryOpen: true,
  },
  {
    operations: /^asynchronous_search\.search\./,
    reason: 'The parameters of a search are taken, too, as the page of the operation shows.',
    isQueryOpen: true,
  },
  {
    operations: /^ism\.explain_policy\./,
    reason: shownByPage,
    added: [
      parameter('show_policy', 'Whether the policy is shown.', 'boolean'),
      parameter('validate_action', 'Whether the next action is validated.', 'boolean'),
    ],
  },
  {
    operations: /^insights\.top_queries\./,
    reason: shownByPage,
    added: [
      parameter('from', 'The start of the time of the queries.'),
      parameter('to', 'The end of the time of the queries.'),
      parameter('id', 'The id of a query.'),
      parameter('verbose', 'Whether all of a query is shown.', 'boolean'),
    ],
  },
  {
    operations: /^cluster\.get_weighted_routing\./,
    reason: shownByPage,
    added: [parameter('local', 'Whether the node answers from its own state.', 'boolean')],
  },
  {
    operations: /^nodes\.stats\./,
    reason: 'Servers of version 3.9 take them.',
    added: [
      parameter('include_all', 'Whether all shards are shown, with `shard_indexing_pressure`.', 'boolean'),
      parameter('top', 'Whether only totals are shown, with `shard_indexing_pressure`.', 'boolean'),
    ],
    anyValue: ['level'],
  },
  {
    operations: /^security_analytics\.search_finding_correlations\./,
    reason: 'The page of the operation shows a time with a unit.',
    anyValue: ['time_window'],
  },
  {
    operations: /^notifications\.delete_configs\./,
    reason: 'One of two parameters names what is deleted.',
    optional: ['config_id', 'config_id_list'],
  },
  { operations: /^insights\.top_queries\./, reason: `Latency is the usual one. ${stories}.`, optional: ['type'] },
  { operations: /^(?:ppl|sql)\.post_stats\./, reason: `Statistics are read. ${stories}.`, hasOptionalBody: true },
];

/** Returns an operation with what servers are known to do. */
export function correctedOperation(operation: CompiledOperation): CompiledOperation {
  const found = operationCorrections.filter(({ operations }) => operations.test(operation.id));
  // The specification states parameters once for all paths of an operation, also for one that has the value in itself.
  const inPath = (operation.pathParameters ?? []).map(({ name }) => name);
  const optional = new Set([...inPath, ...found.flatMap((one) => one.optional ?? [])]);
  const free = new Set(found.flatMap((one) => one.anyValue ?? []));
  const query = (operation.query ?? []).map(({ required, ...field }): CompiledField => ({
    ...field,
    ...(free.has(field.name) && { shape: { type: 'string' } }),
    ...(required && !optional.has(field.name) && { required }),
  }));
  const names = new Set(query.map(({ name }) => name));
  const added = found.flatMap((one) => one.added ?? []).filter(({ name }) => !names.has(name));
  const { body } = operation;
  const isBodyOptional = body?.required === true && found.some(({ hasOptionalBody }) => hasOptionalBody);
  return {
    ...operation,
    ...((query.length > 0 || added.length > 0) && { query: [...query, ...added] }),
    ...(found.some(({ isQueryOpen }) => isQueryOpen) && { isQueryOpen: true as const }),
    ...(isBodyOptional && { body: { ...body, required: undefined } }),
  };
}
