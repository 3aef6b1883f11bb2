import type { JsonNode } from '@rulebook/json/json-node';
import type { Span } from '@rulebook/text/span';
import { nodeSpan } from '@rulebook/checker/rules/support/bound-values';
import type { DocumentField } from './mapping-summary';
import { byteLength } from '@rulebook/text/byte-length';

/** A summary stays small however large the documents are. */
const limits = { documents: 5_000, members: 100_000, paths: 2_000, spans: 20, levels: 8, nesting: 200 } as const;

/** The bytes of a key with its value of which a summary takes note. Mappings allow more. */
const notable = 10_000;

/** The lists are one and the same while they are empty, as most of them stay. */
type Collecting = { -readonly [Part in keyof DocumentField]: DocumentField[Part] };

/** Returns what the documents contain, path by path; nothing is known about opaque values. */
export function documentFieldsOf(
  documents: readonly JsonNode[],
  isOpaque: (value: { readonly span: Span }) => boolean,
): readonly DocumentField[] {
  const collection: Collection = { fields: new Map(), members: 0 };
  for (const document of documents.slice(0, limits.documents)) collectWritten(document, '', 0, collection);
  const fields = [...collection.fields.values()];
  if (!documents.some((document) => isOpaque({ span: nodeSpan(document) }))) return fields;
  const isKnown = (span: Span): boolean => !isOpaque({ span });
  const isOfKnown = ({ span }: { readonly span: Span }): boolean => isKnown(span);
  return fields.map(({ path, scalars, objects, immense, endedKeys }) => ({
    path,
    scalars: kept(scalars, isKnown),
    objects: kept(objects, isOfKnown),
    immense: kept(immense, isOfKnown),
    endedKeys: kept(endedKeys, isKnown),
  }));
}

function kept<T>(list: readonly T[], isKept: (one: T) => boolean): readonly T[] {
  return list.every(isKept) ? list : [...list.filter(isKept)];
}

/** Returns the list with one more. A list that is pushed to has room for many more, and there are as many lists as members of documents. */
function withOne<T>(list: readonly T[], one: T): readonly T[] {
  return list.concat(one);
}

const none: readonly never[] = [];

interface Collection {
  readonly fields: Map<string, Collecting>;
  /** The number of members that were visited. */
  members: number;
}

/** Returns how many objects are nested in the value, itself included. */
function collectWritten(value: JsonNode, path: string, level: number, collection: Collection): number {
  if (level > limits.nesting) return limits.nesting;
  let deepest = 0;
  if (value.type === 'array') {
    for (const item of value.children ?? [])
      deepest = Math.max(deepest, collectWritten(item, path, level + 1, collection));
    return deepest;
  }
  if (value.type !== 'object') return 0;
  for (const property of value.children ?? []) {
    const key = property.children?.[0];
    const member = property.children?.[1];
    if (key === undefined || member === undefined || collection.members++ > limits.members) continue;
    const here = path === '' ? String(key.value) : `${path}.${String(key.value)}`;
    const depth = collectWritten(member, here, level + 1, collection);
    deepest = Math.max(deepest, depth);
    if (level < limits.levels) note(here, key, member, depth, collection.fields);
    noteKey(here, key, member, collection.fields);
  }
  return deepest + 1;
}

function note(path: string, key: JsonNode, value: JsonNode, depth: number, fields: Map<string, Collecting>): void {
  let field = fields.get(path);
  if (field === undefined) {
    if (fields.size >= limits.paths) return;
    field = emptyField(path);
    fields.set(path, field);
  }
  if (depth > 0 && field.objects.filter((known) => known.depth === depth).length < limits.spans) {
    field.objects = withOne(field.objects, { depth, span: nodeSpan(key) });
  }
  for (const plain of value.type === 'array' ? (value.children ?? []) : [value]) {
    if (isPlain(plain) && field.scalars.length < limits.spans) field.scalars = withOne(field.scalars, nodeSpan(plain));
  }
}

function emptyField(path: string): Collecting {
  return { path, scalars: none, objects: none, immense: none, endedKeys: none };
}

/** Notes what no flattened field takes, for each object that it is in: a key with a NUL, and one with a value that together are long. */
function noteKey(path: string, key: JsonNode, value: JsonNode, fields: Map<string, Collecting>): void {
  const name = String(key.value);
  const hasNul = name.includes('\0');
  // Nearly all texts are so short that they need not be counted.
  if (!hasNul && (path.length + value.length) * 3 <= notable) return;
  const texts = (value.type === 'array' ? (value.children ?? []) : [value]).filter(isPlain);
  const longer = texts.filter((text) => (path.length + String(text.value).length) * 3 > notable);
  if (!hasNul && longer.length === 0) return;
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const outer = path.slice(0, dot);
    const field = fields.get(outer) ?? emptyField(outer);
    if (fields.size >= limits.paths) return;
    fields.set(outer, field);
    if (hasNul && field.endedKeys.length < limits.spans) field.endedKeys = withOne(field.endedKeys, nodeSpan(key));
    const ownKey = byteLength(path.slice(dot + 1)) + 1;
    for (const text of longer) {
      const bytes = ownKey + byteLength(String(text.value));
      if (bytes > notable && field.immense.length < limits.spans)
        field.immense = withOne(field.immense, { bytes, span: nodeSpan(text) });
    }
  }
}

/** Null stands for no value. */
function isPlain({ type }: JsonNode): boolean {
  return type === 'string' || type === 'number' || type === 'boolean';
}
