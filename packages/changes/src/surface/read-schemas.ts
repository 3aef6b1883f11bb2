import {
  childOf,
  itemsAt,
  membersAt,
  memberOfObject,
  objectOf,
  placeBelow,
  type Place,
} from '@rulebook/description/openapi/place';
import { isReference, type ReferenceReader } from '@rulebook/description/openapi/references';
import type { SchemaNode, Surface } from './surface';

/** Reads the schemas of a description; the same value is always the same node. */
export interface SchemaReader extends Pick<Surface, 'child' | 'children' | 'items'> {
  /** Returns the schema at a place; undefined where there is none, or what it refers to is not known. */
  readonly at: (place: Place | undefined) => SchemaNode | undefined;
  /** Returns what a place refers to, or itself. */
  readonly resolved: (place: Place | undefined) => Place | undefined;
}

/** What a schema next to a reference may say without another meaning. */
const annotations = new Set(['$ref', 'description', 'summary', 'title', '$comment']);

/** Returns what reads schemas. With `hasSiblings`, what is written next to a reference holds, too. */
export function createSchemaReader(references: ReferenceReader, hasSiblings: boolean): SchemaReader {
  const known = new Map<unknown, SchemaNode | undefined>();
  const lists = new Map<unknown, readonly SchemaNode[]>();
  const maps = new Map<unknown, ReadonlyMap<string, SchemaNode>>();

  function at(place: Place | undefined): SchemaNode | undefined {
    if (place === undefined) return undefined;
    const { value } = place;
    if (typeof value === 'boolean') return { schema: value, place };
    if (objectOf(value) === undefined) return undefined;
    if (known.has(value)) return known.get(value);
    const node = nodeAt(place);
    known.set(value, node);
    return node;
  }

  function nodeAt(place: Place): SchemaNode | undefined {
    const own = objectOf(place.value);
    if (own === undefined) return undefined;
    if (!isReference(own)) return { schema: own, place };
    const target = references.resolved(place);
    const reference = `${place.file}${String(own['$ref'])}`;
    if (target === undefined) return undefined;
    if (typeof target.value === 'boolean') return { schema: target.value, place: target, reference };
    const schema = objectOf(target.value);
    if (schema === undefined) return undefined;
    const siblings = Object.entries(own).filter(([name]) => !annotations.has(name));
    if (!hasSiblings || siblings.length === 0) return { schema, place: target, reference };
    const merged = { ...schema, ...Object.fromEntries(siblings) };
    return { schema: merged, place: { ...target, value: merged }, reference };
  }

  return {
    at,
    resolved: (place) => place && (isReference(place.value) ? references.resolved(place) : place),
    child: (node, ...keys) => at(placeBelow(node.place, ...keys)),
    children: (node, key) => {
      const place = childOf(node.place, key);
      const former = maps.get(place?.value);
      if (former !== undefined) return former;
      const made = new Map(membersAt(place).flatMap((one) => pair(one.key, at(one))));
      if (place !== undefined) maps.set(place.value, made);
      return made;
    },
    items: (node, key) => {
      const value = memberOfObject(node.schema, key);
      const former = lists.get(value);
      if (former !== undefined) return former;
      const made = itemsAt(childOf(node.place, key)).flatMap((one) => at(one) ?? []);
      if (value !== undefined) lists.set(value, made);
      return made;
    },
  };
}

function pair<T>(key: string, value: T | undefined): readonly (readonly [string, T])[] {
  return value === undefined ? [] : [[key, value]];
}
