import { recordOf, type Unread } from '@rulebook/description/elasticsearch/schema';

/** The types of parts of analysis that have a page or come with the servers, and that the specification lacks, by its schemas. */
const furtherTypes: Readonly<Record<string, string>> = {
  Analyzer:
    'arabic armenian basque bengali brazilian bulgarian catalan czech danish english estonian finnish french galician german greek hindi hungarian indonesian irish italian latvian lithuanian norwegian persian polish portuguese romanian russian sorani spanish swedish thai turkish ukrainian',
  TokenFilterDefinition:
    'apostrophe arabic_normalization cjk_bigram cjk_width classic decimal_digit delimited_term_freq flatten_graph german_normalization hindi_normalization indic_normalization keyword_repeat kuromoji_completion min_hash persian_normalization scandinavian_normalization serbian_normalization sorani_normalization',
  TokenizerDefinition: 'classic thai',
};

/** What all of them may have; of their other parameters nothing is said here. */
const furtherPart = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    stopwords: { type: ['string', 'array'], items: { type: 'string' } },
    stopwords_path: { type: 'string' },
    stem_exclusion: { type: 'array', items: { type: 'string' } },
  },
  required: ['type'],
};

/** Returns the file of analysis with the types that it lacks, and other files as they are. */
export function withFurtherTypes(file: string, tree: unknown): unknown {
  if (file !== 'schemas/_common.analysis.yaml') return tree;
  const whole = recordOf(tree);
  const components = recordOf(whole['components']);
  const schemas = recordOf(components['schemas']);
  const changed = Object.entries(furtherTypes)
    .filter(([name]) => name in schemas)
    .map(([name, types]) => [name, withTypes(recordOf(schemas[name]), types.split(' '))]);
  if (changed.length === 0) return tree;
  const added = { FurtherPart: furtherPart, ...Object.fromEntries(changed) };
  return { ...whole, components: { ...components, schemas: { ...schemas, ...added } } };
}

function withTypes(schema: Unread, types: readonly string[]): Unread {
  const discriminator = recordOf(schema['discriminator']);
  const further = Object.fromEntries(types.map((type) => [type, '#/components/schemas/FurtherPart']));
  return {
    ...schema,
    discriminator: { ...discriminator, mapping: { ...further, ...recordOf(discriminator['mapping']) } },
  };
}
