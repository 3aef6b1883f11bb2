import { field, unsuitable, warning } from '@rulebook/catalogue/makers';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { refused } from '@rulebook/catalogue/provenance';
import { withCommas } from '@rulebook/text/count';
import { anyNumber, flag, text, textList } from '@rulebook/catalogue/shapes';
import { settingNumber } from '../setting-shapes';
import { referenceOnFlattened, flattenedPage, flattenedSource, fromFlattenedField } from './flattened-sources';
import { serverSource, specification } from '../sources';

const fromReference = referenceOnFlattened(flattenedPage, 'Flattened field');
const referenceOnSource = referenceOnFlattened(flattenedSource, 'Flattened field');
const refusedBySource = refused(referenceOnSource);

/** Servers also accept `"true"` for true. */
const switchable: Shape = {
  type: 'choice',
  options: [
    flag,
    {
      type: 'string',
      values: {
        closed: false,
        unlisted: 'warning',
        refusal: refusedBySource,
        provenance: referenceOnSource,
        values: [{ value: 'true' }, { value: 'false' }],
      },
    },
  ],
};

/** The maximum length of a leaf value in bytes, if no `ignore_above` excludes longer ones. */
export const longestLeaf = 32_766;

/** The range of whole numbers that servers read here. */
const wholeOfServers = { minimum: 0, maximum: 2 ** 31 - 1 } as const;

/** The parameters that can be changed after the field exists. */
export const updatableParameters: ReadonlySet<string> = new Set([
  'depth_limit',
  'eager_global_ordinals',
  'ignore_above',
  'meta',
  'passthrough',
  'split_queries_on_whitespace',
]);

/** The largest number of strings about a field, and the greatest lengths of their keys and values. */
export const metaLimits = { entries: 5, key: 20, value: 50 } as const;

const fieldMeta: ObjectShape = {
  type: 'object',
  name: 'metadata',
  fields: [],
  entries: {
    keyName: 'key',
    summary: 'A string about the field.',
    shape: {
      ...text,
      constraints: [warning('length-limit', { maximum: metaLimits.value }, refusedBySource)],
    },
  },
  constraints: [
    warning('member-count', { maximum: metaLimits.entries }, refusedBySource),
    unsuitable(
      `.{${String(metaLimits.key + 1)}}`,
      `A key of these strings has at most ${String(metaLimits.key)} characters.`,
      refusedBySource,
      { ofKeys: true },
    ),
  ],
};

/** Its default is the one of the index, so that a server stores the name even if it is the same. */
export const defaultOfIndex = 'similarity';

const unchanging = refused(referenceOnFlattened(flattenedSource, 'Flattened field'));

/** Returns a parameter with what counts when it is left out, if it cannot be changed after the field exists and has a default. */
function withFixed(parameter: Field): Field {
  const { name, default: standard, removed } = parameter;
  if (standard === undefined || removed !== undefined || updatableParameters.has(name)) return parameter;
  const absent = name === defaultOfIndex ? 'null' : String(JSON.parse(standard));
  return {
    ...parameter,
    fixed: { absent, provenance: unchanging },
  };
}

const newerOnly = refused(referenceOnSource);

/** Returns a word of which servers refuse others. */
function known(...values: readonly string[]): Shape {
  return {
    type: 'string',
    values: {
      closed: false,
      isComplete: true,
      unlisted: 'warning',
      refusal: refusedBySource,
      provenance: referenceOnSource,
      values: values.map((value) => ({ value })),
    },
  };
}

/** The types that a key with a type of its own may have. */
const keyTypes: Shape = {
  type: 'string',
  constraints: [
    unsuitable(
      `^(?!(?:${[
        ...['keyword', 'constant_keyword', 'wildcard', 'text', 'boolean', 'ip', 'date', 'date_nanos', 'unsigned_long'],
        ...['long', 'integer', 'short', 'byte', 'double', 'float', 'half_float', 'scaled_float'],
      ].join('|')})$)`,
      'Servers refuse this type for a key of a flattened field. It is a keyword, number, date, `ip`, `boolean` or `text`.',
      refusedBySource,
    ),
  ],
};

/** The document describes the effects but does not name the parameters, so the names are from the reference layer. */
const parameters: readonly Field[] = [
  {
    name: 'depth_limit',
    role: 'depth-limit',
    summary: 'The maximum depth of nested inner objects. A deeper document leads to an error.',
    provenance: refused(fromReference),
    default: '20',
    shape: settingNumber(refusedBySource, wholeOfServers),
    reference: { text: 'You can change it later.', source: flattenedPage },
  },
  {
    name: 'doc_values',
    summary: 'Whether the leaf values are also stored in columns, which sorting, aggregations and scripts need.',
    provenance: fromReference,
    default: 'true',
    shape: switchable,
  },
  {
    name: 'eager_global_ordinals',
    summary: 'Whether global ordinals are loaded on each refresh, instead of when they are first needed.',
    provenance: fromReference,
    default: 'false',
    shape: switchable,
    reference: { text: 'You can change it later.', source: flattenedPage },
  },
  {
    name: 'ignore_above',
    summary:
      'The length above which a leaf value is not indexed. It applies to each leaf value, not to the whole field.',
    provenance: fromReference,
    shape: settingNumber(refusedBySource, wholeOfServers),
    reference: {
      text: `There is no limit by default. Servers then refuse leaf values of more than ${withCommas(longestLeaf)} bytes. You can change it later.`,
      source: serverSource,
    },
  },
  field('index', switchable, 'Whether the field is searchable.', fromReference, { default: 'true' }),
  {
    name: 'index_options',
    summary: 'The information that the index stores for scoring.',
    provenance: fromReference,
    default: '"docs"',
    shape: {
      type: 'string',
      values: {
        closed: false,
        isComplete: true,
        unlisted: 'warning',
        refusal: refusedBySource,
        provenance: referenceOnSource,
        values: [
          { value: 'docs', summary: 'Store which documents contain the value.' },
          { value: 'freqs', summary: 'Also store how often they contain it.' },
        ],
      },
    },
  },
  {
    name: 'null_value',
    summary: 'The string that replaces an explicit `null`.',
    provenance: fromReference,
    default: 'null',
    shape: { type: 'choice', options: [text, { type: 'null' }] },
  },
  {
    name: 'similarity',
    summary: 'The similarity: the algorithm that computes the score.',
    provenance: fromReference,
    default: '"BM25"',
    shape: {
      type: 'string',
      values: {
        closed: false,
        isComplete: true,
        refusal: refusedBySource,
        provenance: fromReference,
        unavailable: [
          {
            values: ['', 'classic', 'default'],
            reason: 'is not a similarity of version 8',
            provenance: refusedBySource,
          },
        ],
        values: [
          { value: 'BM25', summary: 'A rare value scores higher than a frequent one.' },
          { value: 'boolean', summary: 'Every match has the same score.' },
        ],
      },
    },
  },
  {
    name: 'split_queries_on_whitespace',
    summary: 'Whether full-text queries split their input on whitespace.',
    provenance: fromReference,
    default: 'false',
    shape: switchable,
    reference: { text: 'You can change it later.', source: flattenedPage },
  },
  {
    name: 'boost',
    summary: 'The weight (boost) of the field in queries.',
    provenance: refusedBySource,
    removed: '8.0',
    default: '1.0',
    shape: {
      ...anyNumber,
      constraints: [
        {
          rule: 'noted-value',
          options: {
            pattern: '',
            message: 'The public documentation lists `boost` for flattened fields only up to version 7.',
          },
          severity: 'hint',
          provenance: fromReference,
        },
      ],
    },
    reference: { text: 'Public documentation lists it only up to version 7.', source: specification },
  },
  field('meta', fieldMeta, 'Your own strings about the field.', referenceOnSource),
  {
    name: 'time_series_dimensions',
    summary: 'The keys that identify a time series. They need `index` and `doc_values` set to `true`.',
    provenance: referenceOnSource,
    shape: textList,
  },
  {
    name: 'synthetic_source_keep',
    summary: 'What of the values is kept as written if the source is rebuilt.',
    provenance: referenceOnSource,
    shape: known('none', 'arrays', 'all'),
  },
  {
    name: 'preserve_leaf_arrays',
    summary: 'How arrays of leaf values are stored if the source is rebuilt. It cannot be changed later.',
    provenance: newerOnly,
    since: '9.0.0',
    default: '"lossy"',
    shape: known('lossy', 'exact'),
  },
  {
    name: 'properties',
    role: 'typed-keys',
    summary: 'Keys with their own field type, instead of keywords. Only newer servers know this parameter.',
    provenance: newerOnly,
    since: '9.0.0',
    shape: {
      type: 'object',
      name: 'mapped keys',
      fields: [],
      entries: {
        keyName: 'key',
        summary: 'The mapping of a key.',
        shape: {
          type: 'object',
          name: 'mapped key',
          isOpen: true,
          fields: [
            field('type', keyTypes, 'The type of the values of the key.', referenceOnSource, {
              required: { severity: 'warning', provenance: refusedBySource },
            }),
          ],
          misplaced: [
            {
              names: ['fields', 'copy_to'],
              severity: 'warning',
              message: 'A key of a flattened field does not accept `fields` or `copy_to`. Remove it.',
              provenance: refusedBySource,
              fix: { kind: 'remove' },
            },
          ],
        },
      },
    },
  },
  {
    name: 'passthrough',
    summary: 'Whether requests can use keys without the field name in front. Only newer servers know this parameter.',
    provenance: newerOnly,
    since: '9.0.0',
    shape: {
      type: 'choice',
      options: [
        {
          type: 'object',
          name: 'passthrough',
          isOpen: true,
          provenance: referenceOnSource,
          fields: [
            field(
              'priority',
              settingNumber(refusedBySource, wholeOfServers),
              'Which of several fields counts that have the same key; the highest.',
              referenceOnSource,
              { required: { severity: 'warning', provenance: refusedBySource } },
            ),
          ],
        },
        { type: 'null' },
      ],
    },
  },
];

/** The type of a field that maps a whole object. */
export const flattenedType = 'flattened';

/** The mapping of a flattened field, without its `type`, which all field mappings share. */
export function flattenedMapping(type: Field): ObjectShape {
  return {
    type: 'object',
    name: 'flattened field',
    isComplete: true,
    flattened: fromFlattenedField,
    longestLeaf: { bytes: longestLeaf, provenance: refusedBySource },
    fields: [{ ...type, fixed: { absent: 'object', provenance: unchanging } }, ...parameters.map(withFixed)],
    provenance: fromFlattenedField,
    unlisted: 'warning',
    refusal: refusedBySource,
    misplaced: [
      {
        names: ['store'],
        severity: 'error',
        message: 'A flattened field does not accept `store`. Remove it.',
        provenance: fromFlattenedField,
        fix: { kind: 'remove' },
      },
      {
        names: ['fields', 'copy_to'],
        severity: 'warning',
        message: 'A flattened field does not accept `fields` or `copy_to`. Remove it.',
        provenance: refusedBySource,
        fix: { kind: 'remove' },
      },
    ],
    constraints: [
      warning('dependent-field', { field: 'passthrough', requires: ['properties'] }, refusedBySource),
      warning('conflicting-fields', { fields: ['time_series_dimensions', 'ignore_above'] }, refusedBySource),
      ...['index', 'doc_values'].map((name) =>
        warning('conflicting-fields', { fields: ['time_series_dimensions', name], value: 'false' }, refusedBySource),
      ),
    ],
  };
}
