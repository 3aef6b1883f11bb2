import type { Field, ObjectShape, Shape } from '../model';
import { refused } from '../provenance';
import { anyNumber, flag, text, textList, undescribedObject } from '../shapes';
import { settingNumber } from './setting-shapes';
import { besideFlattened, flattenedPage, flattenedSource, fromFlattenedField } from './flattened-sources';
import { serverSource, specification } from './sources';

const beside = besideFlattened(flattenedPage, 'Flattened field');
const besideSource = besideFlattened(flattenedSource, 'Flattened field');
const refusedBySource = refused(besideSource);

/** Servers take `"true"` for true. */
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
        provenance: besideSource,
        values: [{ value: 'true' }, { value: 'false' }],
      },
    },
  ],
};

/** The greatest length of a leaf in bytes, where no `ignore_above` leaves longer ones out. */
export const longestLeaf = 32_766;

/** The parameters that can be changed when the field exists. */
export const updatableParameters: ReadonlySet<string> = new Set([
  'depth_limit',
  'eager_global_ordinals',
  'ignore_above',
  'split_queries_on_whitespace',
]);

/** The document describes the effects and does not name the parameters, so the names are of the weaker layer. */
const parameters: readonly Field[] = [
  {
    name: 'depth_limit',
    role: 'depth-limit',
    summary: 'How deep the inner objects may go; a document that goes deeper is answered with an error.',
    provenance: refused(beside),
    default: '20',
    shape: settingNumber(refusedBySource, { minimum: 0 }),
    reference: { text: 'Can be changed later.', source: flattenedPage },
  },
  {
    name: 'doc_values',
    summary: 'Whether the leaves are also kept as columns, which sorting, aggregations and scripts need.',
    provenance: beside,
    default: 'true',
    shape: switchable,
  },
  {
    name: 'eager_global_ordinals',
    summary: 'Whether the table behind aggregations is made with each refresh rather than when it is first needed.',
    provenance: beside,
    default: 'false',
    shape: switchable,
    reference: { text: 'Can be changed later.', source: flattenedPage },
  },
  {
    name: 'ignore_above',
    summary: 'The length above which a leaf is not indexed; it counts for each leaf, not for the whole object.',
    provenance: beside,
    shape: settingNumber(refusedBySource, { minimum: 0 }),
    reference: {
      text: `There is no limit by default; leaves of more than ${longestLeaf.toLocaleString('en')} bytes are refused then. Can be changed later.`,
      source: serverSource,
    },
  },
  {
    name: 'index',
    summary: 'Whether the field can be searched.',
    provenance: beside,
    default: 'true',
    shape: switchable,
  },
  {
    name: 'index_options',
    summary: 'What the index keeps for the score.',
    provenance: beside,
    default: '"docs"',
    shape: {
      type: 'string',
      values: {
        closed: false,
        unlisted: 'warning',
        refusal: refusedBySource,
        provenance: besideSource,
        values: [
          { value: 'docs', summary: 'Which documents hold the value.' },
          { value: 'freqs', summary: 'Also how often they do.' },
        ],
      },
    },
  },
  {
    name: 'null_value',
    summary: 'The text that stands for an explicit null.',
    provenance: beside,
    default: 'null',
    shape: { type: 'choice', options: [text, { type: 'null' }] },
  },
  {
    name: 'similarity',
    summary: 'How the score is computed.',
    provenance: beside,
    default: '"BM25"',
    shape: {
      type: 'string',
      values: {
        closed: false,
        provenance: beside,
        values: [
          { value: 'BM25', summary: 'By how rare the value is.' },
          { value: 'boolean', summary: 'Every match counts alike.' },
        ],
      },
    },
  },
  {
    name: 'split_queries_on_whitespace',
    summary: 'Whether full-text queries are split at blanks.',
    provenance: beside,
    default: 'false',
    shape: switchable,
    reference: { text: 'Can be changed later.', source: flattenedPage },
  },
  {
    name: 'boost',
    summary: 'The weight of the field in queries.',
    provenance: beside,
    default: '1.0',
    shape: {
      ...anyNumber,
      constraints: [
        {
          rule: 'noted-value',
          options: {
            pattern: '',
            message: 'Later pages on flattened fields than those of version 7 leave out `boost`.',
          },
          severity: 'hint',
          provenance: beside,
        },
      ],
    },
    reference: { text: 'Known up to version 7; later pages leave it out.', source: specification },
  },
  {
    name: 'meta',
    summary: 'Texts of your own about the field.',
    provenance: besideSource,
    shape: undescribedObject('metadata'),
  },
  {
    name: 'time_series_dimensions',
    summary: 'The keys that tell time series apart; they must be searchable and kept as columns.',
    provenance: besideSource,
    shape: textList,
  },
  {
    name: 'preserve_leaf_arrays',
    summary: 'How lists of leaves are kept where the source is put together again.',
    provenance: besideSource,
    shape: text,
  },
  {
    name: 'properties',
    role: 'typed-keys',
    summary: 'Keys with a field type of their own, which are no plain text then; only newer servers know it.',
    provenance: besideSource,
    shape: undescribedObject('mapped keys'),
  },
  {
    name: 'passthrough',
    summary: 'Whether keys can be named without the field; only newer servers know it.',
    provenance: besideSource,
    shape: undescribedObject('passthrough'),
  },
];

/** The type of a field that maps a whole object. */
export const flattenedType = 'flattened';

/** The mapping of a flattened field, without its `type`, which all field mappings share. */
export function flattenedMapping(type: Field): ObjectShape {
  return {
    type: 'object',
    name: 'flattened field',
    flattened: fromFlattenedField,
    fields: [type, ...parameters],
    provenance: fromFlattenedField,
    unlisted: 'information',
    refusal: refusedBySource,
    misplaced: [
      {
        names: ['store'],
        severity: 'error',
        message: '`store` cannot be specified for a flattened field.',
        provenance: fromFlattenedField,
        fix: { kind: 'remove' },
      },
      {
        names: ['fields', 'copy_to'],
        severity: 'warning',
        message: 'A flattened field takes neither `fields` nor `copy_to`.',
        provenance: refusedBySource,
        fix: { kind: 'remove' },
      },
    ],
    constraints: [
      {
        rule: 'conflicting-fields',
        options: { fields: ['time_series_dimensions', 'ignore_above'] },
        severity: 'warning',
        provenance: besideSource,
      },
      ...['index', 'doc_values'].map(
        (name) =>
          ({
            rule: 'conflicting-fields',
            options: { fields: ['time_series_dimensions', name], value: 'false' },
            severity: 'warning',
            provenance: besideSource,
          }) as const,
      ),
    ],
  };
}
