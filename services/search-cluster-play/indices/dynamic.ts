import { isRecord } from '@rulebook/json/is-record';
import { metadataFields } from '@rulebook/search-cluster/facts/mappings/metadata-fields';
import { fieldNamed, fieldTableOf } from './fields';
import { isProblem, problem, type Problem } from './problem';
import { settingOf } from './settings';
import { fieldLimit } from '@rulebook/search-cluster/facts/indices/index-settings';
import { countOf } from '../mappings/mapping-limits';
import { ownValue } from '@rulebook/sandbox/wire';

type Mappings = Readonly<Record<string, unknown>>;

/** The mapping of a string without one: searched by its words, and as a whole under `.keyword`. */
const textMapping: Mappings = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };

/** Returns the mappings with the new fields of a document, as far as `dynamic` allows; the same object when there are none. */
export function extendMappings(mappings: Mappings, source: Mappings, settings: Mappings = {}): Mappings | Problem {
  const isDropping = String(settings['index.mapping.total_fields.ignore_dynamic_beyond_limit']) === 'true';
  const left = isDropping ? Number(settingOf(settings, fieldLimit)) - countOf(mappings) + 1 : Infinity;
  return extendObject(mappings, mappings, source, { prefix: '', dynamic: true, room: { left } });
}

interface Place {
  readonly prefix: string;
  /** The value of `dynamic` that applies to this object. */
  readonly dynamic: unknown;
  /** How many fields can be added; those beyond it stay without a mapping. */
  readonly room: { left: number };
}

function extendObject(root: Mappings, mapping: Mappings, object: Mappings, place: Place): Mappings | Problem {
  const dynamic = ownValue(mapping, 'dynamic') ?? place.dynamic;
  if (ownValue(mapping, 'enabled') === false) return mapping;
  const known = ownValue(mapping, 'properties');
  const properties: Mappings = isRecord(known) ? known : {};
  const added = new Map<string, unknown>();
  for (const [key, member] of Object.entries(withoutDots(root, object, place.prefix))) {
    const refused = refuseName(key, place.prefix);
    if (refused) return refused;
    const path = `${place.prefix}${key}`;
    const existing = added.get(key) ?? ownValue(properties, key);
    const isObjectField = isRecord(existing) && isObject(existing);
    if (existing !== undefined && !isObjectField) continue;
    if (existing === undefined && fieldNamed(fieldTableOf(root), path)) continue;
    const sample = sampleOf(member);
    if (sample === undefined) continue;
    if (
      existing === undefined &&
      (dynamic === 'strict' || dynamic === 'false' || dynamic === false || dynamic === 'runtime')
    ) {
      if (dynamic === 'strict') return strict(path, place.prefix);
      continue;
    }
    const mapped = isRecord(sample) ? { type: 'object' } : mappingOf(sample);
    if (existing === undefined && !takeRoom(place.room, mapped)) continue;
    if (!isRecord(sample)) {
      if (existing === undefined) added.set(key, mapped);
      continue;
    }
    let inner: Mappings = isRecord(existing) ? existing : mapped;
    const before = inner;
    for (const item of itemsOf(member)) {
      if (!isRecord(item)) continue;
      const next = extendObject(root, inner, item, { ...place, prefix: `${path}.`, dynamic });
      if (isProblem(next)) return next;
      inner = next;
    }
    if (inner !== before || existing === undefined) added.set(key, inner);
  }
  if (added.size === 0) return mapping;
  const { type, ...others } = mapping;
  // Fields show that it is an object.
  return {
    ...(type !== undefined && type !== 'object' && { type }),
    ...others,
    properties: { ...properties, ...Object.fromEntries(added) },
  };
}

/** Takes the room for a field; returns false if there is not enough. */
function takeRoom(room: Place['room'], mapping: Mappings): boolean {
  const needed = countOf(mapping);
  if (needed > room.left) return false;
  room.left -= needed;
  return true;
}

/** Returns an object whose keys with dots are objects, as the service reads them; a field whose name has dots stays one. */
function withoutDots(root: Mappings, object: Mappings, prefix: string): Mappings {
  if (!Object.keys(object).some((key) => key.includes('.'))) return object;
  const { fields } = fieldTableOf(root);
  const read = new Map<string, unknown>();
  for (const [key, member] of Object.entries(object)) {
    const [word = '', ...others] = key.split('.');
    const isWhole = others.length === 0 || fields.has(`${prefix}${key}`) || [word, ...others].some(isBlank);
    const inner = isWhole ? member : { [others.join('.')]: member };
    const name = isWhole ? key : word;
    const known = read.get(name);
    read.set(name, isRecord(known) && isRecord(inner) ? { ...known, ...inner } : inner);
  }
  return Object.fromEntries(read);
}

/** Returns why a document cannot have a member of this name. */
function refuseName(name: string, prefix: string): Problem | undefined {
  const type = 'document_parsing_exception';
  if (prefix === '' && metadataFields.has(name))
    return problem(`The field [${name}] is defined by the service, and cannot be in a document.`, { type });
  return name.split('.').some(isBlank)
    ? problem(`A field name, and each of its parts between dots, must have characters: [${name}].`, { type })
    : undefined;
}

function isBlank(word: string): boolean {
  return word.trim() === '';
}

function isObject(mapping: Mappings): boolean {
  const type = ownValue(mapping, 'type');
  return type === undefined || type === 'object' || type === 'nested';
}

function itemsOf(member: unknown): readonly unknown[] {
  return Array.isArray(member) ? (member as readonly unknown[]).flat(Infinity) : [member];
}

/** Returns the first value that determines the type. */
function sampleOf(member: unknown): unknown {
  return itemsOf(member).find((item) => item !== null && item !== undefined);
}

function mappingOf(sample: unknown): Mappings {
  if (typeof sample === 'boolean') return { type: 'boolean' };
  if (typeof sample === 'number') return { type: Number.isInteger(sample) ? 'long' : 'float' };
  return textMapping;
}

function strict(path: string, prefix: string): Problem {
  return problem(`The mapping is strict below [${prefix.slice(0, -1)}] and has no field [${path}].`, {
    type: 'strict_dynamic_mapping_exception',
  });
}
