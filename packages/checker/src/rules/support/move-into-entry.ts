import { fieldOf } from '../../binding/field-of';
import { memberOf, type BoundMember, type BoundValue } from '../../binding/model';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { JsonNode } from '@rulebook/json/json-node';
import type { TextEdit } from '@rulebook/text/edit';
import { span } from '@rulebook/text/span';
import type { Fix } from '../rule';
import { shapesOf } from './bound-values';
import { insertMembers, propertyAt, propertiesOfObject, removeChild } from './json-edits';
import { quoted } from './wording';

/** A field that holds objects by their names, and one of these objects. */
interface EntryPlace {
  readonly field: Field;
  readonly keyName: string;
  readonly shapes: readonly ObjectShape[];
}

/**
 * Returns the fix that moves an unknown member, and all like it, to where they are known: into an object below a name in another field, such as `cluster`
 * into a role of `role_descriptors`.
 */
export function fixesMovingIntoEntry(
  { key }: BoundMember,
  value: BoundValue,
  shape: ObjectShape,
  text: string,
): readonly Fix[] {
  const [place, ...others] = shape.fields.flatMap(entryPlaceOf).filter(({ shapes }) => knows(shapes, key));
  if (place === undefined || others.length > 0) return [];
  const moved = value.members.filter(
    (member) => member.field === undefined && !member.isOpaque && fits(member, value.node, place.shapes),
  );
  const added = moved.flatMap((member) => jsonOf(member, value.node, text));
  if (added.length !== moved.length || !moved.some((member) => member.key === key)) return [];
  const edits = editsMoving(moved, added, { value, place, text });
  const names = moved.map((member) => quoted(member.key));
  const listed = [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');
  const title = `Move ${listed} into ${quoted(place.field.name)}`;
  return edits === undefined ? [] : [{ title, edits, isSafe: false }];
}

function entryPlaceOf(field: Field): readonly EntryPlace[] {
  return shapesOf(field.shape).flatMap((shape): readonly EntryPlace[] => {
    const { entries } = shape.type === 'object' ? shape : {};
    const shapes = entries === undefined ? [] : shapesOf(entries.shape).filter(isObject);
    return entries === undefined || shapes.length === 0 ? [] : [{ field, keyName: entries.keyName, shapes }];
  });
}

function isObject(shape: Shape): shape is ObjectShape {
  return shape.type === 'object';
}

function knows(shapes: readonly ObjectShape[], key: string): boolean {
  return shapes.some((shape) => fieldOf(shape, key) !== undefined);
}

/** A value of another type is meant for something else. */
function fits({ key, span: { start } }: BoundMember, object: JsonNode, shapes: readonly ObjectShape[]): boolean {
  const type = propertyAt(object, start)?.children?.[1]?.type;
  const fields = shapes.flatMap((shape) => fieldOf(shape, key) ?? []);
  return fields.some((field) =>
    shapesOf(field.shape).some((one) => one.type === type || one.type === 'any' || one.type === 'switch'),
  );
}

function jsonOf(
  { key, span: { start } }: BoundMember,
  object: JsonNode,
  text: string,
): readonly (readonly [name: string, json: string])[] {
  const node = propertyAt(object, start)?.children?.[1];
  return node === undefined ? [] : [[key, text.slice(node.offset, node.offset + node.length)]];
}

function editsMoving(
  moved: readonly BoundMember[],
  added: readonly (readonly [name: string, json: string])[],
  { value, place, text }: { readonly value: BoundValue; readonly place: EntryPlace; readonly text: string },
): readonly TextEdit[] | undefined {
  const properties = moved.flatMap((member) => propertyAt(value.node, member.span.start) ?? []);
  const target = memberOf(value, place.field.name)?.value;
  const name = `my-${place.keyName.replace(/ .*/, '')}`;
  const members = added.map(([key, json]) => `${JSON.stringify(key)}: ${json}`).join(', ');
  if (target === undefined) {
    const [first, ...rest] = properties;
    if (first === undefined) return undefined;
    const written = `${JSON.stringify(place.field.name)}: { ${JSON.stringify(name)}: { ${members} } }`;
    const kept = { span: span(first.offset, first.offset + first.length), newText: written };
    return disjoint([kept, ...rest.map((property) => removeChild(text, value.node, property))]);
  }
  if (target.node.type !== 'object') return undefined;
  const entries = propertiesOfObject(target.node);
  const [entry, ...others] = entries;
  if (others.length > 0) return undefined;
  const removals = properties.map((property) => removeChild(text, value.node, property));
  if (entry === undefined) return disjoint([...removals, insertMembers(text, target.node, [[name, `{ ${members} }`]])]);
  const taken = propertiesOfObject(entry.value ?? target.node).map(({ key }) => key.value);
  if (entry.value?.type !== 'object' || added.some(([key]) => taken.includes(key))) return undefined;
  return disjoint([...removals, insertMembers(text, entry.value, added)]);
}

/** Returns edits that do not touch each other; undefined where two do. */
function disjoint(edits: readonly TextEdit[]): readonly TextEdit[] | undefined {
  const inOrder = [...edits].sort((a, b) => a.span.start - b.span.start);
  const isApart = inOrder.every(({ span: { start } }, index) => (inOrder[index - 1]?.span.end ?? 0) <= start);
  return isApart ? inOrder : undefined;
}
