import { memberOfObject } from '@rulebook/description/openapi/place';
import type { SchemaNode } from '../surface/surface';
import type { Way } from './finding';

/** How the values of two schemas relate by their types and formats. */
export type TypeVerdict = 'type-changed' | 'type-compatible' | 'type-generalized' | 'type-specialized';

/** Returns the types of a schema; none where any is meant. */
export function typesOf({ schema }: SchemaNode): readonly string[] {
  const type = memberOfObject(schema, 'type');
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((one): one is string => typeof one === 'string') : [];
}

/** Returns the format of a schema; empty where there is none. */
export function formatOf({ schema }: SchemaNode): string {
  const format = memberOfObject(schema, 'format');
  return typeof format === 'string' ? format : '';
}

type Relation = 'same' | 'wider' | 'narrower' | 'other';

/** Returns what a change of the types or the format is; undefined where neither differs. */
export function typeVerdict(old: SchemaNode, now: SchemaNode, { direction, isText }: Way): TypeVerdict | undefined {
  const [before, after] = [typesOf(old), typesOf(now)];
  const ofTypes = relationOfTypes(before, after);
  const ofFormat = relationOfFormats(old, now);
  if (ofTypes === 'same' && ofFormat === 'same') return undefined;
  const isRequest = direction === 'request';
  const [source, target] = isRequest ? [before, after] : [after, before];
  const safe: Relation = isRequest ? 'wider' : 'narrower';
  const added = target.filter((one) => !source.includes(one));
  const isLoose = isText && (added.length === 0 || (added.length === 1 && added[0] === 'string'));
  const isTypeSafe = ofTypes === 'same' || ofTypes === safe || isLoose;
  const isFormatSafe = ofFormat === 'same' || ofFormat === safe || (ofTypes !== 'same' && target.length === 0);
  if (!isTypeSafe || !isFormatSafe) {
    return !isRequest && ofTypes === 'wider' && after.length > 0 ? 'type-generalized' : 'type-changed';
  }
  if (ofTypes !== 'same' && ofTypes !== safe && source.length > 0 && target.length > 0) return 'type-compatible';
  return isRequest ? 'type-generalized' : 'type-specialized';
}

function relationOfTypes(before: readonly string[], after: readonly string[]): Relation {
  const isIn = (ones: readonly string[], others: readonly string[]): boolean =>
    ones.every((one) => others.includes(one) || (one === 'integer' && others.includes('number')));
  if (before.length === 0 || after.length === 0)
    return before.length === after.length ? 'same' : after.length === 0 ? 'wider' : 'narrower';
  const [inNew, inOld] = [isIn(before, after), isIn(after, before)];
  if (inNew && inOld) return 'same';
  return inNew ? 'wider' : inOld ? 'narrower' : 'other';
}

/** Formats of which the second one holds all values of the first. */
const wider: ReadonlySet<string> = new Set([...['float double', 'int32 int64', 'int32 bigint', 'int64 bigint']]);

function relationOfFormats(old: SchemaNode, now: SchemaNode): Relation {
  const [before, after] = [formatOf(old), formatOf(now)];
  if (before === after) return 'same';
  if (after === '') return 'wider';
  if (before === '') return 'narrower';
  if (wider.has(`${before} ${after}`)) return 'wider';
  return wider.has(`${after} ${before}`) ? 'narrower' : 'other';
}

/** Returns whether null became valid, or is no longer; undefined where that did not change. */
export function nullabilityChange(
  old: SchemaNode,
  now: SchemaNode,
): 'became-nullable' | 'became-not-nullable' | undefined {
  const [before, after] = [typesOf(old), typesOf(now)];
  const [was, is] = [isNullable(old, before), isNullable(now, after)];
  if (was === is) return undefined;
  // Without a type, null was valid before, too.
  if (is) return before.length === 0 && !hasKeyword(now) ? undefined : 'became-nullable';
  return after.length === 0 && !hasKeyword(old) ? undefined : 'became-not-nullable';
}

function isNullable(node: SchemaNode, types: readonly string[]): boolean {
  return hasKeyword(node) || types.includes('null');
}

function hasKeyword({ schema }: SchemaNode): boolean {
  return memberOfObject(schema, 'nullable') === true || memberOfObject(schema, 'x-nullable') === true;
}

/** Returns whether only null was added to the types, or taken from them. */
export function isOnlyNull(old: SchemaNode, now: SchemaNode): boolean {
  const [before, after] = [typesOf(old), typesOf(now)];
  const differing = [...before.filter((one) => !after.includes(one)), ...after.filter((one) => !before.includes(one))];
  return before.length > 0 && after.length > 0 && differing.every((one) => one === 'null');
}
