import { memberOfObject } from '@rulebook/description/openapi/place';
import type { SchemaNode } from '../surface/surface';
import type { AreSame } from './same';

/** Which schemas of two lists are the same ones, and which came and went. */
export interface MatchedLists {
  readonly pairs: readonly (readonly [SchemaNode, SchemaNode])[];
  readonly added: readonly SchemaNode[];
  readonly removed: readonly SchemaNode[];
}

/** What schemas of two lists are matched by. */
export interface MatchOptions {
  readonly areSame: AreSame;
  /** They are written in the same way, but for what they refer to. */
  readonly areAlike: AreSame;
  /** What was written out may be referred to now. */
  readonly isForm: boolean;
}

/**
 * Matches the schemas of two lists: those that are referred to by their references, or their names, the others where they say the same, are written in the same way, or have the same title;
 * of what is left, one on each side is the same. With `isForm`, what was written out and is referred to now is the same where it says the same.
 */
export function matchLists(
  old: readonly SchemaNode[],
  now: readonly SchemaNode[],
  { areSame, areAlike, isForm }: MatchOptions,
): MatchedLists {
  const pairs: (readonly [SchemaNode, SchemaNode])[] = [];
  let removed = [...old];
  let added = [...now];
  const match = (isPair: (one: SchemaNode, other: SchemaNode) => boolean): void => {
    for (const one of removed) {
      const other = added.find((candidate) => isPair(one, candidate));
      if (other === undefined) continue;
      pairs.push([one, other]);
      removed = removed.filter((left) => left !== one);
      added = added.filter((left) => left !== other);
    }
  };
  match((one, other) => one.reference !== undefined && one.reference === other.reference);
  // The file may be in another folder, or what refers to it.
  match((one, other) => one.reference !== undefined && nameIn(one.reference) === nameIn(other.reference));
  const areInline = (one: SchemaNode, other: SchemaNode): boolean =>
    one.reference === undefined && other.reference === undefined;
  match((one, other) => areInline(one, other) && areSame(one, other));
  match((one, other) => areInline(one, other) && areAlike(one, other));
  match((one, other) => areInline(one, other) && titleOf(one) !== '' && titleOf(one) === titleOf(other));
  const [mine, theirs] = [removed, added].map((list) => list.filter(({ reference }) => reference === undefined));
  const [last] = mine ?? [];
  const [next] = theirs ?? [];
  if (mine?.length === 1 && theirs?.length === 1 && last && next && titleOf(last) === '' && titleOf(next) === '')
    match((one, other) => one === last && other === next);
  if (isForm)
    match((one, other) => (one.reference === undefined) !== (other.reference === undefined) && areSame(one, other));
  return { pairs, added, removed };
}

/** Returns what a schema in a list is called. */
export function nameOfSchema({ reference, place, schema }: SchemaNode): string {
  if (reference !== undefined) return `\`${nameIn(reference)}\``;
  const title = memberOfObject(schema, 'title');
  return typeof title === 'string' && title !== '' ? `\`${title}\`` : `number ${Number(place.key) + 1}`;
}

function nameIn(reference = ''): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function titleOf({ schema }: SchemaNode): string {
  const title = memberOfObject(schema, 'title');
  return typeof title === 'string' ? title : '';
}
