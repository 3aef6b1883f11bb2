import type { Effect } from './finding';

/** A bound: the keyword, the middle of the ids and whether it is an upper one. */
export interface BoundKeyword {
  readonly keyword: string;
  readonly name: string;
  readonly isUpper: boolean;
  readonly words: string;
}

/** Bounds of values. */
export const bounds: readonly BoundKeyword[] = [
  { keyword: 'maximum', name: 'max', isUpper: true, words: 'the maximum' },
  { keyword: 'minimum', name: 'min', isUpper: false, words: 'the minimum' },
  { keyword: 'exclusiveMaximum', name: 'exclusive-max', isUpper: true, words: 'the exclusive maximum' },
  { keyword: 'exclusiveMinimum', name: 'exclusive-min', isUpper: false, words: 'the exclusive minimum' },
  { keyword: 'maxLength', name: 'max-length', isUpper: true, words: 'the greatest length' },
  { keyword: 'minLength', name: 'min-length', isUpper: false, words: 'the least length' },
  { keyword: 'maxItems', name: 'max-items', isUpper: true, words: 'the greatest number of items' },
  { keyword: 'minItems', name: 'min-items', isUpper: false, words: 'the least number of items' },
  { keyword: 'maxProperties', name: 'max-properties', isUpper: true, words: 'the greatest number of members' },
  { keyword: 'minProperties', name: 'min-properties', isUpper: false, words: 'the least number of members' },
  {
    keyword: 'maxContains',
    name: 'max-contains',
    isUpper: true,
    words: 'the greatest number of items that `contains` means',
  },
  {
    keyword: 'minContains',
    name: 'min-contains',
    isUpper: false,
    words: 'the least number of items that `contains` means',
  },
];

/** A schema in a schema: what it means that there is one now, and what is behind its name for what is in it. */
export interface PartKeyword {
  readonly keyword: string;
  readonly name: string;
  readonly added: Effect;
  readonly removed: Effect;
  /** What is behind the name of the element for what is in it. */
  readonly step: string;
}

/** Keywords that hold one schema. */
export const parts: readonly PartKeyword[] = [
  { keyword: 'items', name: 'items', added: 'none', removed: 'none', step: '[]' },
  { keyword: 'additionalProperties', name: 'additional-properties', added: 'none', removed: 'none', step: '.*' },
  { keyword: 'not', name: 'not', added: 'narrows', removed: 'widens', step: '' },
  { keyword: 'if', name: 'if', added: 'narrows', removed: 'widens', step: '' },
  { keyword: 'then', name: 'then', added: 'narrows', removed: 'widens', step: '' },
  { keyword: 'else', name: 'else', added: 'narrows', removed: 'widens', step: '' },
  { keyword: 'contains', name: 'contains', added: 'narrows', removed: 'widens', step: '[]' },
  { keyword: 'propertyNames', name: 'property-names', added: 'narrows', removed: 'widens', step: '' },
  { keyword: 'unevaluatedItems', name: 'unevaluated-items', added: 'narrows', removed: 'widens', step: '[]' },
  { keyword: 'unevaluatedProperties', name: 'unevaluated-properties', added: 'narrows', removed: 'widens', step: '.*' },
  { keyword: 'contentSchema', name: 'content-schema', added: 'narrows', removed: 'widens', step: '' },
];

/** A list of schemas. */
export interface ListKeyword {
  readonly keyword: string;
  readonly name: string;
  readonly added: Effect;
  readonly removed: Effect;
  readonly step: string;
  readonly words: string;
}

/** Keywords that hold a list of schemas. */
export const lists: readonly ListKeyword[] = [
  { keyword: 'allOf', name: 'all-of', added: 'narrows', removed: 'widens', step: '', words: 'parts' },
  { keyword: 'anyOf', name: 'any-of', added: 'widens', removed: 'narrows', step: '', words: 'alternatives' },
  { keyword: 'oneOf', name: 'one-of', added: 'widens', removed: 'narrows', step: '', words: 'alternatives' },
  {
    keyword: 'prefixItems',
    name: 'prefix-items',
    added: 'unknown',
    removed: 'unknown',
    step: '[]',
    words: 'first items',
  },
];

/** Keywords that hold schemas by name, besides the members of an object. */
export const namedParts: readonly ListKeyword[] = [
  {
    keyword: 'patternProperties',
    name: 'pattern-property',
    added: 'narrows',
    removed: 'widens',
    step: '.*',
    words: 'patterns of names',
  },
  {
    keyword: 'dependentSchemas',
    name: 'dependent-schema',
    added: 'narrows',
    removed: 'widens',
    step: '',
    words: 'dependent schemas',
  },
];

/** What a schema says for readers only. */
export const annotations: ReadonlySet<string> = new Set([
  ...['title', 'description', 'summary', 'example', 'examples', 'externalDocs', 'xml', '$comment', '$id', '$anchor'],
  ...['$defs', '$schema', '$dynamicAnchor', 'definitions', 'in', 'name', 'style', 'explode', 'collectionFormat'],
]);
