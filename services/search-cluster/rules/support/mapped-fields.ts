import { type Binding, type BoundValue, objectShapeOf } from '@rulebook/checker/binding/model';
import { valuesFor } from '@rulebook/checker/binding/vendor-facts';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { Field } from '@rulebook/catalogue/shape';
import { someOverlaps } from '@rulebook/text/search';
import type { Span } from '@rulebook/text/span';
import { stringOf } from '@rulebook/checker/rules/support/bound-values';
import { memberNamed } from '@rulebook/checker/rules/support/constrained';
import type { FieldRole } from '../../facts/mappings/mapping-types';
import type { FixedParameter, FlattenedField, IndexUse, LimitedField, OtherField } from './mapping-summary';

/** The fields of a mapping, as far as they matter to other requests on its index. */
type MappedFields = Omit<NonNullable<IndexUse['mapping']>, 'isNew'>;

/** Those of a mapping without any. */
export const noFields: MappedFields = {
  fields: [],
  others: [],
  limited: [],
  paths: [],
  objects: [],
  isDynamic: true,
  hasOthers: false,
};

/** Members of a mapping by which documents do not add each of their fields. */
const ofDynamics = ['dynamic', 'dynamic_templates', 'enabled'];

/** Returns the fields that a mapping has; `text` is that of its block. */
export function fieldsOf(mapping: BoundValue, text: string, binding: Binding): MappedFields {
  const { start, end } = mapping.span;
  const isLimited = limiting.test(text.slice(0, start)) || limiting.test(text.slice(end));
  const fields: FlattenedField[] = [];
  const others: OtherField[] = [];
  const limited: LimitedField[] = [];
  const paths: string[] = [];
  let isDynamic = true;
  const waiting: { value: BoundValue; path: string }[] = [{ value: mapping, path: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const properties = memberWith(next.value, 'sub-fields');
    if (ofDynamics.some((name) => memberNamed(next.value, name) !== undefined)) isDynamic = false;
    for (const { key, keySpan, isOpaque, value } of properties?.members ?? []) {
      if (isOpaque || value === undefined) continue;
      const path = next.path === '' ? key : `${next.path}.${key}`;
      limited.push(...usesOf(value, path, keySpan), ...wholeObject(value, path, keySpan, binding));
      paths.push(path, ...(memberNamed(value, 'fields')?.value?.members ?? []).map(({ key: own }) => `${path}.${own}`));
      const flattened = objectShapeOf(value)?.flattened;
      if (flattened !== undefined) {
        const fixed = fixedParametersOf(value, keySpan);
        fields.push({
          path,
          span: keySpan,
          provenance: flattened,
          type: fixed.find(({ name }) => name === 'type'),
          fixed,
          ...depthLimitOf(value),
          ...longestLeafOf(value, isLimited),
          typedKeys: typedKeysOf(value),
        });
        others.push(...typesOfKeys(value, path, flattened));
      } else {
        const type = typeOf(value);
        const provenance = objectShapeOf(value)?.fields.find(({ name }) => name === 'type')?.fixed?.provenance;
        if (type !== undefined && provenance !== undefined) others.push({ path, type, span: keySpan, provenance });
        waiting.push({ value, path });
      }
    }
  }
  const objects = others.flatMap(({ type, path }) => (type === 'object' || type === 'nested' ? [path] : []));
  const hasRuntime = memberNamed(mapping, 'runtime') !== undefined;
  const hasOthers = hasRuntime || someOverlaps(binding.block.placeholders, start, end);
  return { fields, others, limited, paths, objects, isDynamic, hasOthers };
}

/** What says that long values are not indexed: settings of the index, and parameters of a field. */
const limiting = /ignore_above|logsdb/;
const limitingParameters = ['ignore_above', 'index'];

function longestLeafOf(mapping: BoundValue, isLimited: boolean): Pick<FlattenedField, 'longestLeaf'> {
  const longest = objectShapeOf(mapping)?.longestLeaf;
  if (longest === undefined) return {};
  const isUnlimited = !isLimited && !limitingParameters.some((name) => memberNamed(mapping, name));
  return { longestLeaf: { ...longest, isUnlimited } };
}

/** Returns the type of a field; undefined if it is a variable, or nothing shows one. */
function typeOf(mapping: BoundValue): string | undefined {
  const type = memberNamed(mapping, 'type')?.value;
  if (type !== undefined) return stringOf(type);
  return memberWith(mapping, 'sub-fields') === undefined ? undefined : 'object';
}

/** Returns the parameters that cannot be changed, as far as they are known: those with a default, and `similarity`. */
function fixedParametersOf(mapping: BoundValue, keySpan: Span): readonly FixedParameter[] {
  const fields = objectShapeOf(mapping)?.fields ?? [];
  return fields.flatMap(({ name, fixed }): FixedParameter[] => {
    if (fixed === undefined) return [];
    const { provenance } = fixed;
    const written = memberNamed(mapping, name)?.value;
    if (written === undefined) return [{ name, text: fixed.absent, span: keySpan, provenance }];
    const { node, isOpaque, span } = written;
    const isPlain = !isOpaque && node.type !== 'object' && node.type !== 'array';
    return isPlain ? [{ name, text: String(node.value), span, provenance }] : [];
  });
}

/** Types of analyzed text, which has no values to sort or group by. */
const analyzed: ReadonlySet<string> = new Set(['text', 'match_only_text', 'search_as_you_type', 'annotated_text']);

/** Returns the field if its mapping excludes it from some uses. */
function usesOf(mapping: BoundValue, path: string, span: Span): readonly LimitedField[] {
  const written = memberNamed(mapping, 'type')?.value;
  const type = written && stringOf(written);
  if (type === undefined || mapping.members.some(({ isOpaque }) => isOpaque)) return [];
  const valueOf = (name: string): unknown => memberNamed(mapping, name)?.value?.node.value;
  // Servers also read it as a string.
  const isOff = (name: string): boolean => String(valueOf(name)) === 'false';
  const isText = analyzed.has(type);
  const hasColumns = isText ? valueOf('fielddata') !== undefined : !isOff('doc_values');
  const hasKeys = objectShapeOf(mapping)?.flattened !== undefined;
  // The values of most types can be searched in the place of the index.
  const isSearched = !isOff('index') || (!isText && !hasKeys && hasColumns);
  if (hasColumns && isSearched) return [];
  return [{ path, span, type, hasKeys, hasColumns, isSearched }];
}

/** Returns a field of a type of the target's product that holds objects as a whole. */
function wholeObject(mapping: BoundValue, path: string, span: Span, binding: Binding): readonly LimitedField[] {
  const type = typeOf(mapping);
  const shape = memberNamed(mapping, 'type')?.field?.shape;
  if (type === undefined || binding.vendor === undefined || shape?.type !== 'string' || shape.values === undefined)
    return [];
  const isWhole = valuesFor(shape.values, binding).values.find(({ value }) => value === type)?.isWhole;
  return isWhole === undefined
    ? []
    : [{ path, span, type, hasKeys: true, hasColumns: false, isSearched: true, isWhole }];
}

function depthLimitOf(mapping: BoundValue): Pick<FlattenedField, 'depthLimit'> {
  const field = fieldWith(mapping, 'depth-limit');
  const written = memberWith(mapping, 'depth-limit');
  const limit: unknown = written ? (written.isOpaque ? undefined : written.node.value) : Number(field?.default);
  if (field === undefined || typeof limit !== 'number' || !Number.isInteger(limit)) return {};
  return { depthLimit: { value: limit, isDefault: written === undefined, provenance: field.provenance } };
}

function typedKeysOf(mapping: BoundValue): readonly string[] {
  return memberWith(mapping, 'typed-keys')?.members.map(({ key }) => key) ?? [];
}

/** Returns the keys with a type of their own: it stays, as that of any other field. */
function typesOfKeys(mapping: BoundValue, path: string, provenance: Provenance): readonly OtherField[] {
  return (memberWith(mapping, 'typed-keys')?.members ?? []).flatMap(
    ({ key, keySpan, isOpaque, value }): OtherField[] => {
      const type = isOpaque || value === undefined ? undefined : typeOf(value);
      return type === undefined ? [] : [{ path: `${path}.${key}`, type, span: keySpan, provenance }];
    },
  );
}

/** Returns the field of this role that the shape of an object has. */
export function fieldWith(value: BoundValue, role: FieldRole): Field | undefined {
  return objectShapeOf(value)?.fields.find((field) => field.role === role);
}

/** Returns the value of the member whose field has this role. */
export function memberWith(value: BoundValue, role: FieldRole): BoundValue | undefined {
  return value.members.find(({ field }) => field?.role === role)?.value;
}
