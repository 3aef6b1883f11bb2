import { memberOfObject, objectOf } from '@rulebook/description/openapi/place';
import type { SchemaNode, Surface } from '../surface/surface';
import type { AreSame } from './same';
import { typesOf } from './types';

/** What a schema became as a whole, where the differences of its keywords would say less. */
export interface Wrapping {
  /** The types that are alternatives now, or were: which came, and which went. */
  readonly types?: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /** The schema is one of two alternatives now, and null is the other one; or the other way round. */
  readonly nullable?: 'became-nullable' | 'became-not-nullable';
  /** With `nullable`: what is compared, where the other alternative does not say the same. */
  readonly apartFromNull?: readonly [SchemaNode, SchemaNode];
  /** The members of an object that alternatives have now. */
  readonly moved?: ReadonlySet<string>;
  /** What both say in addition to null, each in the way of its version of OpenAPI. */
  readonly orNull?: readonly [SchemaNode, SchemaNode];
  /** One of these alternatives is the former object. */
  readonly isPreserved?: boolean;
}

/** Returns whether a schema is an object without members that count. */
function hasNone(node: SchemaNode, keys: readonly string[]): boolean {
  return keys.every((key) => memberOfObject(node.schema, key) === undefined);
}

/** Returns how a schema was put around another one; empty where it was not. */
export function wrappingOf(
  old: SchemaNode,
  now: SchemaNode,
  surfaces: readonly [Surface, Surface],
  areSame: AreSame,
): Wrapping {
  const [before, after] = surfaces;
  const [written, listed] = [otherThanNull(old, before), otherThanNull(now, after)];
  if (written !== undefined && listed !== undefined && written.keyword !== listed.keyword)
    return { orNull: [written.node, listed.node] };
  if (wrapsWithNull(now, after, (inner) => isPlain(old) && areSame(old, inner))) return { nullable: 'became-nullable' };
  if (wrapsWithNull(old, before, (inner) => isPlain(now) && areSame(inner, now)))
    return { nullable: 'became-not-nullable' };
  if (listed?.keyword === 'oneOf' && isPlain(old) && isValue(old) && isValue(listed.node))
    return { nullable: 'became-nullable', apartFromNull: [old, listed.node] };
  if (written?.keyword === 'oneOf' && isPlain(now) && isValue(now) && isValue(written.node))
    return { nullable: 'became-not-nullable', apartFromNull: [written.node, now] };
  const alternatives = after.items(now, 'oneOf');
  if (alternatives.length > 0 && before.items(old, 'oneOf').length === 0 && hasNone(now, ['properties', 'type'])) {
    const names = [...before.children(old, 'properties').keys()];
    const moved = new Set(
      names.filter((name) => alternatives.some((one) => after.children(one, 'properties').has(name))),
    );
    if (moved.size > 0) return { moved, isPreserved: alternatives.some((one) => areSame(old, one)) };
  }
  const [was, is] = [typeListOf(old, before), typeListOf(now, after)];
  if (was === undefined || is === undefined || (!was.isList && !is.isList)) return {};
  const types = {
    added: is.types.filter((one) => !was.types.includes(one)),
    removed: was.types.filter((one) => !is.types.includes(one)),
  };
  return types.added.length + types.removed.length === 0 ? {} : { types };
}

function isPlain(node: SchemaNode): boolean {
  return (
    hasNone(node, ['oneOf', 'anyOf', 'allOf', 'not']) &&
    !typesOf(node).includes('null') &&
    memberOfObject(node.schema, 'nullable') !== true
  );
}

/** It has a type, and no members, which alternatives have in their own way. */
function isValue(node: SchemaNode): boolean {
  return typesOf(node).length > 0 && hasNone(node, ['properties']);
}

function wrapsWithNull(node: SchemaNode, surface: Surface, isInner: (inner: SchemaNode) => boolean): boolean {
  const options = surface.items(node, 'oneOf');
  if (options.length !== 2 || !hasNone(node, ['type', 'properties', 'enum', 'allOf', 'anyOf', 'const'])) return false;
  const others = options.filter((one) => !isNull(one));
  return others.length === 1 && others.every(isInner);
}

/** Returns what a schema says that is null or another one: `nullable` with one `allOf`, or an alternative to null. */
function otherThanNull(
  node: SchemaNode,
  surface: Surface,
): { readonly keyword: string; readonly node: SchemaNode } | undefined {
  if (!hasNone(node, ['type', 'properties', 'enum', 'not', 'const'])) return undefined;
  const isNullable = memberOfObject(node.schema, 'nullable') === true;
  for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
    const options = surface.items(node, keyword);
    const others = options.filter((one) => !isNull(one));
    const [only] = others;
    const isOnly =
      others.length === 1 && (keyword === 'allOf' ? isNullable && options.length === 1 : options.length === 2);
    if (isOnly && only !== undefined) return { keyword, node: only };
  }
  return undefined;
}

function isNull(node: SchemaNode): boolean {
  const types = typesOf(node);
  return types.length === 1 && types[0] === 'null' && hasNone(node, ['properties', 'enum', 'oneOf', 'anyOf', 'allOf']);
}

interface TypeList {
  readonly types: readonly string[];
  readonly isList: boolean;
}

/** The types of which a value has one: its own, or those of plain alternatives. */
function typeListOf(node: SchemaNode, surface: Surface): TypeList | undefined {
  if (objectOf(node.schema) === undefined || !hasNone(node, ['not', 'allOf', 'properties'])) return undefined;
  const [first] = typesOf(node);
  if (first !== undefined) return { types: [first], isList: false };
  for (const keyword of ['oneOf', 'anyOf']) {
    const options = surface.items(node, keyword);
    const types = options.map((one) =>
      hasNone(one, ['properties', 'oneOf', 'anyOf', 'allOf']) && typesOf(one).length === 1
        ? (typesOf(one)[0] ?? '')
        : '',
    );
    if (options.length > 0 && !types.includes('')) return { types, isList: true };
  }
  return undefined;
}
