import { isRecord } from '@rulebook/json/is-record';
import { fieldMapping } from '@rulebook/search-cluster/facts/mappings/field-mapping';
import { flattenedType } from '@rulebook/search-cluster/facts/mappings/flattened-field';
import { ownValue } from '@rulebook/sandbox/wire';
import { perObject } from '@rulebook/text/structures/memo';

/** How a field's values are indexed, whatever its type is called. */
type FieldKind = 'text' | 'keyword' | 'number' | 'boolean' | 'date' | 'flattened' | 'object' | 'opaque';

/** A field of a mapping. */
export interface MappedField {
  readonly path: string;
  readonly type: string;
  readonly kind: FieldKind;
  /** The parameters of the mapping. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Subfields that index the same value in another way, such as `title.raw` of `title`. */
  readonly also: readonly MappedField[];
}

/** A field by its name; of a flattened field, perhaps one key. */
export interface NamedField {
  readonly field: MappedField;
  readonly key?: string;
}

/** The fields of a mapping by their paths. */
export interface FieldTable {
  readonly fields: ReadonlyMap<string, MappedField>;
}

/** The name of the flattened type in a product of another vendor. */
export const flatObjectType = 'flat_object';

const kinds: Readonly<Record<string, FieldKind>> = {
  [flattenedType]: 'flattened',
  [flatObjectType]: 'flattened',
  object: 'object',
  nested: 'object',
  passthrough: 'object',
  text: 'text',
  match_only_text: 'text',
  search_as_you_type: 'text',
  semantic_text: 'text',
  boolean: 'boolean',
  date: 'date',
  date_nanos: 'date',
  ...numbers(),
  ...opaque(),
};

/** Returns whether a field holds objects as a whole: its keys can be searched, and have no values of their own to sort by. */
export function isFlatObject({ type }: MappedField): boolean {
  return type === flatObjectType;
}

/** Returns the fields of a mapping; the same mapping gives the same table. */
export const fieldTableOf = perObject((mappings: Readonly<Record<string, unknown>>): FieldTable => {
  const fields = new Map<string, MappedField>();
  collectFields(mappings, '', fields);
  return { fields };
});

/** Returns the field of a name, or undefined when the mapping has none. */
export function fieldNamed({ fields }: FieldTable, name: string): NamedField | undefined {
  const field = fields.get(name);
  if (field?.type === 'alias') {
    const target = ownValue(field.options, 'path');
    return typeof target === 'string' && target !== name ? keyOrField(fields, target) : undefined;
  }
  return field ? { field } : keyOrField(fields, name);
}

/** Returns the value of a parameter of a flattened field, or its default as the catalogue knows it. */
export function flattenedOption({ options, type }: MappedField, name: string): unknown {
  const value = ownValue(options, name);
  if (value !== undefined) return value === 'true' ? true : value === 'false' ? false : value;
  // A whole object has no limit of its own.
  const standard = type === flatObjectType && name === 'depth_limit' ? undefined : defaults.get(name);
  return standard === undefined ? undefined : (JSON.parse(standard) as unknown);
}

const flattenedShape = fieldMapping.cases[flattenedType];
const defaults: ReadonlyMap<string, string> = new Map(
  (flattenedShape?.type === 'object' ? flattenedShape.fields : []).flatMap((field) =>
    field.default === undefined ? [] : [[field.name, field.default]],
  ),
);

function keyOrField(fields: ReadonlyMap<string, MappedField>, name: string): NamedField | undefined {
  const exact = fields.get(name);
  if (exact && exact.type !== 'alias') return { field: exact };
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const field = fields.get(name.slice(0, dot));
    if (field?.kind === 'flattened') return { field, key: name.slice(dot + 1) };
  }
  // A key with a type of its own may be named without its field.
  for (const { path, kind, options } of fields.values()) {
    const through = kind === 'flattened' && isRecord(options.passthrough) ? fields.get(`${path}.${name}`) : undefined;
    if (through) return { field: through };
  }
  return undefined;
}

function collectFields(
  mapping: Readonly<Record<string, unknown>>,
  prefix: string,
  fields: Map<string, MappedField>,
): readonly MappedField[] {
  const properties = ownValue(mapping, 'properties');
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([key, options]) => {
    if (!isRecord(options)) return [];
    const path = `${prefix}${key}`;
    const written = ownValue(options, 'type');
    const type = typeof written === 'string' ? written : 'object';
    const also = isRecord(options.fields) ? collectFields({ properties: options.fields }, `${path}.`, fields) : [];
    const field: MappedField = { path, type, kind: ownValue(kinds, type) ?? 'keyword', options, also };
    fields.set(path, field);
    // Below a flattened field, these are keys with their own type.
    collectFields(options, `${path}.`, fields);
    return [field];
  });
}

function numbers(): Readonly<Record<string, FieldKind>> {
  const types = ['long', 'integer', 'short', 'byte', 'double', 'float', 'half_float', 'scaled_float', 'unsigned_long'];
  return Object.fromEntries(types.map((type) => [type, 'number' as const]));
}

/** Types whose values the sandbox stores but cannot search. */
function opaque(): Readonly<Record<string, FieldKind>> {
  const types = [
    'aggregate_metric_double',
    'binary',
    'completion',
    'date_range',
    'dense_vector',
    'double_range',
    'float_range',
    'geo_point',
    'geo_shape',
    'histogram',
    'integer_range',
    'ip_range',
    'join',
    'long_range',
    'percolator',
    'point',
    'rank_feature',
    'rank_features',
    'rank_vectors',
    'shape',
    'sparse_vector',
  ];
  return Object.fromEntries(types.map((type) => [type, 'opaque' as const]));
}
