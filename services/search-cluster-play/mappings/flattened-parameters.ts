import { isRecord } from '@rulebook/json/is-record';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import { defaultOfIndex, flattenedType, metaLimits } from '@rulebook/search-cluster/facts/mappings/flattened-field';
import { fieldMapping } from '@rulebook/search-cluster/facts/mappings/field-mapping';
import { isProblem, type Problem } from '../indices/problem';
import { mappingProblem, type MappingContext } from './mapping-problem';
import { ownValue } from '@rulebook/sandbox/wire';

type Members = Readonly<Record<string, unknown>>;

/** The parameters of flattened fields, as the catalogue describes them. */
const parameters: ReadonlyMap<string, Field> = new Map(parametersOf().map((field) => [field.name, field]));

function parametersOf(): readonly Field[] {
  const shape = fieldMapping.cases[flattenedType];
  return shape?.type === 'object' ? shape.fields : [];
}

/** The values of parameters without a default in the catalogue, if a request does not set them. */
const unset: Members = { ignore_above: 2 ** 31 - 1, meta: {}, time_series_dimensions: [], [defaultOfIndex]: null };

/** Parameters that only newer servers have, and `boost`, which only older ones have. They are kept as they are. */
const ofOtherVersions: ReadonlySet<string> = new Set([
  ...['boost', 'properties', 'passthrough', 'preserve_leaf_arrays', 'synthetic_source_keep'],
]);

/** Returns the default of a parameter; undefined if it has none. */
export function defaultOf(name: string): unknown {
  const own = ownValue(unset, name);
  if (own !== undefined) return own;
  const standard = parameters.get(name)?.default;
  return standard === undefined ? undefined : (JSON.parse(standard) as unknown);
}

/** Returns all parameters of a flattened field, those that are not set with their defaults. */
export function withDefaults(options: Members): Members {
  const all = [...parameters.keys()].filter((name) => name !== 'type' && !ofOtherVersions.has(name));
  return { ...Object.fromEntries(all.map((name) => [name, defaultOf(name)])), ...options };
}

/** Returns the parameters of a flattened field as a server stores them: in their own types, and without those that are as by default. */
export function readFlattened(path: string, options: Members, context: MappingContext): Members | Problem {
  const read: Record<string, unknown> = { type: flattenedType };
  for (const [name, value] of Object.entries(options)) {
    if (name === 'type') continue;
    const field = parameters.get(name);
    if (field === undefined)
      return mappingProblem(`The flattened field [${path}] has an unknown parameter [${name}].`, 'unknown-field');
    if (ofOtherVersions.has(name)) {
      read[name] = value;
      continue;
    }
    const found = name === defaultOfIndex ? readSimilarity(path, value, context) : readValue(path, field, value);
    if (isProblem(found)) return found;
    if (JSON.stringify(found.value) !== JSON.stringify(defaultOf(name))) read[name] = found.value;
  }
  return conflictIn(path, read) ?? read;
}

/** Returns the value of a parameter as the catalogue describes it. */
function readValue(path: string, { name, shape }: Field, value: unknown): { readonly value: unknown } | Problem {
  const types = typesOf(shape);
  const refused = (wanted: string): Problem => mappingProblem(`[${name}] of the field [${path}] must be ${wanted}.`);
  if (value === null && !types.has('null')) return refused('set');
  const text = textOfParameter(value);
  if (types.has('boolean'))
    return text === 'true' || text === 'false' ? { value: text === 'true' } : refused('`true` or `false`');
  if (types.has('integer')) {
    const number = typeof value === 'string' && !/^[+-]?\d+$/.test(value) ? Number.NaN : Number(value);
    const isWhole = typeof value !== 'boolean' && !Array.isArray(value) && Number.isInteger(number);
    return isWhole && number >= 0 && number < 2 ** 31
      ? { value: number }
      : refused('a whole number that is not negative');
  }
  if (types.has('object')) return readMeta(path, value);
  if (types.has('array')) return { value: Array.isArray(value) ? value.map(textOfParameter) : [text] };
  const known = shape.type === 'string' ? shape.values?.values.map((one) => one.value) : undefined;
  if (known !== undefined && !known.includes(text)) return refused(known.join(' or '));
  return { value: value === null ? null : text };
}

function typesOf(shape: Shape): ReadonlySet<Shape['type']> {
  return new Set((shape.type === 'choice' ? shape.options : [shape]).map(({ type }) => type));
}

function readSimilarity(path: string, value: unknown, { similarities }: MappingContext): { value: unknown } | Problem {
  const shape = parameters.get(defaultOfIndex)?.shape;
  const known = shape?.type === 'string' ? (shape.values?.values ?? []).map((one) => one.value) : [];
  const name = textOfParameter(value);
  if (value === null) return { value };
  return [...known, ...similarities].includes(name)
    ? { value: name }
    : mappingProblem(`The field [${path}] names an unknown similarity [${name}].`, 'unknown-value');
}

function readMeta(path: string, value: unknown): { readonly value: unknown } | Problem {
  if (!isRecord(value)) return mappingProblem(`[meta] of the field [${path}] must be an object.`, 'wrong-type');
  const entries = Object.entries(value);
  const isShort = entries.every(
    ([key, text]) => key.length <= metaLimits.key && typeof text === 'string' && text.length <= metaLimits.value,
  );
  return isShort && entries.length <= metaLimits.entries
    ? { value }
    : mappingProblem(
        `[meta] of the field [${path}] takes at most ${String(metaLimits.entries)} strings of at most ${String(metaLimits.value)} characters, under keys of at most ${String(metaLimits.key)}.`,
      );
}

function conflictIn(path: string, read: Members): Problem | undefined {
  if (read.time_series_dimensions === undefined) return undefined;
  const isPlain = read.index !== false && read.doc_values !== false && read.ignore_above === undefined;
  return isPlain
    ? undefined
    : mappingProblem(
        `[time_series_dimensions] of the field [${path}] needs [index] and [doc_values], and excludes [ignore_above].`,
        'conflicting-fields',
      );
}

/** Returns a value as the text that a server makes of it. */
export function textOfParameter(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOfParameter).join(', ')}]`;
  if (!isRecord(value)) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}=${textOfParameter(member)}`);
  return `{${members.join(', ')}}`;
}
