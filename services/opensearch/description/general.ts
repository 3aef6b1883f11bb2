import type { CompiledDescription, CompiledShape } from '@rulebook/description/compiled';
import { asList, recordOf, type Unread } from '@rulebook/description/elasticsearch/schema';

/** What holds of many schemas of the specification, and it says otherwise: a change of each schema in some of its files. */
interface GeneralCorrection {
  /** A regular expression for the paths of the files. */
  readonly files: RegExp;
  readonly reason: string;
  readonly change: (schema: Unread) => Unread;
}

/** What parts of analysis are described: analyzers, tokenizers, filters. */
const analysisFile = /^schemas\/_common\.analysis\.yaml$/;

const generalCorrections: readonly GeneralCorrection[] = [
  {
    files:
      /(?:^|\/)(?:asynchronous_search|flow_framework|ingest\._common|insights|knn|ml|neural|notifications|ppl|query|rollups|search_pipeline|search_relevance|sm|sql|transforms)\b[^/]*\.yaml$/,
    reason:
      'Plugins and modules take members that came after the specification: the pages of their operations show more than a hundred. A slip of one letter is a mistake nevertheless.',
    change: opened,
  },
  {
    files: analysisFile,
    reason:
      'Parameters of analyzers, tokenizers and filters have defaults: the page of each shows one with its type alone. Plugins and the pages have further ones.',
    change: (schema) => opened(typeRequired(schema)),
  },
  {
    files: /^schemas\//,
    reason:
      'A part of a schema that counts members means those that it lists itself: a suggester has a text next to its kind, and a function of a score has a weight.',
    change: countedInParts,
  },
];

/** Returns a file of the specification with what holds of all its schemas. */
export function generallyCorrected(file: string, tree: unknown): unknown {
  const changes = generalCorrections.filter(({ files }) => files.test(file)).map(({ change }) => change);
  if (changes.length === 0) return tree;
  const change = (schema: Unread): Unread => changes.reduce((changed, one) => one(changed), schema);
  const whole = recordOf(tree);
  const components = recordOf(whole['components']);
  return {
    ...whole,
    components: {
      ...components,
      ...changedMembers(components, 'schemas', (schema) => eachSchema(schema, change)),
      ...changedMembers(components, 'requestBodies', (body) => ({
        ...recordOf(body),
        ...changedMembers(recordOf(body), 'content', (media) => ({
          ...recordOf(media),
          ...('schema' in recordOf(media) && { schema: eachSchema(recordOf(media)['schema'], change) }),
        })),
      })),
    },
  };
}

/** Keywords whose value is a schema, has schemas as members, or is a list of them. */
const [oneSchema, namedSchemas, listedSchemas] = [
  ['items', 'additionalProperties', 'unevaluatedProperties', 'not'],
  ['properties', 'patternProperties'],
  ['allOf', 'oneOf', 'anyOf'],
] as const;

/** Returns a schema in which it and all schemas below it are changed, those within first. */
function eachSchema(schema: unknown, change: (schema: Unread) => Unread): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const own = recordOf(schema);
  const below = (one: unknown): unknown => eachSchema(one, change);
  const changed: Record<string, unknown> = { ...own };
  for (const key of oneSchema) if (key in own) changed[key] = below(own[key]);
  for (const key of namedSchemas) Object.assign(changed, changedMembers(own, key, below));
  for (const key of listedSchemas) if (key in own) changed[key] = asList(own[key]).map(below);
  return change(changed);
}

function changedMembers(object: Unread, key: string, change: (member: unknown) => unknown): Unread {
  if (!(key in object)) return {};
  const members = Object.entries(recordOf(object[key])).map(([name, member]) => [name, change(member)]);
  return { [key]: Object.fromEntries(members) };
}

/** Returns a schema of an object that takes other members, too, unless it says itself what they are. */
function opened(schema: Unread): Unread {
  const isSaid = ['additionalProperties', 'unevaluatedProperties', 'maxProperties'].some((key) => key in schema);
  return 'properties' in schema && !isSaid ? { ...schema, additionalProperties: true } : schema;
}

/** Returns a schema of which no member is required but the type. */
function typeRequired({ required, ...schema }: Unread): Unread {
  return asList(required).includes('type') ? { ...schema, required: ['type'] } : schema;
}

/** Returns a schema whose parts say of the members that they list how many there may be, not of all. */
function countedInParts(schema: Unread): Unread {
  const parts = asList(schema['allOf']);
  if (parts.length < 2) return schema;
  return { ...schema, allOf: parts.map((part) => withCountOfNames(recordOf(part))) };
}

function withCountOfNames(part: Unread): Unread {
  const names = Object.keys(recordOf(part['properties']));
  const { minProperties = 0, maxProperties, ...others } = part;
  if (maxProperties !== 1 || names.length < 2 || 'oneOf' in part || 'allOf' in part) return part;
  if (minProperties === 1) return { ...others, oneOf: names.map((name) => ({ required: [name] })) };
  const pairs = names.flatMap((name, index) => names.slice(index + 1).map((other) => [name, other]));
  return { ...others, allOf: pairs.map((pair) => ({ not: { required: pair } })) };
}

/** The schemas of parts of analysis that are distinguished by their type. */
const analysisParts = new Set([
  'Analyzer',
  'CharFilterDefinition',
  'Normalizer',
  'TokenFilterDefinition',
  'TokenizerDefinition',
]);

/** Returns a description in which analyzers, tokenizers and filters may have types that plugins add. */
export function withTypesOfPlugins(description: CompiledDescription): CompiledDescription {
  return { ...description, shapes: description.shapes.map(withOpenTypes) };
}

function withOpenTypes(shape: CompiledShape): CompiledShape {
  if (typeof shape === 'number') return shape;
  if (shape.type === 'choice') return { ...shape, options: shape.options.map(withOpenTypes) };
  if (shape.type !== 'switch' || !analysisParts.has(shape.name ?? '')) return shape;
  const { otherwise } = shape;
  if (typeof otherwise === 'number' || otherwise.type !== 'object') return shape;
  const fields = otherwise.fields?.map((field) => {
    const { shape: text } = field;
    if (field.name !== shape.on || typeof text === 'number' || text.type !== 'string' || !text.values) return field;
    return { ...field, shape: { ...text, values: { ...text.values, isOpen: true as const } } };
  });
  return { ...shape, otherwise: { ...otherwise, fields } };
}
