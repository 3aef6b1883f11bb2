import { isRecord } from '@rulebook/json/is-record';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Collection, MemberNames } from '@rulebook/catalogue/resource-model';
import type { Shape } from '@rulebook/catalogue/shape';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { smallestValue, valueFor } from '@rulebook/checker/resource-model/make-value';
import { itemFormOf, sentItemPlaceOf } from '@rulebook/checker/resource-model/places';
import type { BodyId, MadeItem } from './model';
import { fieldIn, shapeAt, valueAt, withValueAt } from '@rulebook/checker/resource-model/shapes-in';

/** The time that generated values have. */
export const someTime = '2025-01-01T12:00:00Z';

/** Returns the media type of JSON that an operation takes; undefined where it takes none. */
export function jsonTypeOf({ body }: Operation): string | undefined {
  if (body === undefined || body.actions !== undefined || body.lines !== undefined || isJsonPatch(body.shape))
    return undefined;
  const types = body.mediaTypes ?? ['application/json'];
  return (
    types.find((type) => /^application\/json\b/i.test(type)) ??
    types.find((type) => /\bjson$/i.test(type) && !/json-patch|ndjson|json-seq/i.test(type))
  );
}

/** Only the service knows which operations of a JSON Patch can be carried out. */
function isJsonPatch(shape: Shape): boolean {
  return shape.type === 'array' && ['op', 'path'].every((name) => fieldIn(shape.items, name) !== undefined);
}

/** Where in the body of a request an item is. */
export function sentPlaceOf({ body }: Operation, { parameter }: Collection): MemberNames {
  const place = sentItemPlaceOf(body?.shape, parameter);
  return place.length > 0 && fieldIn(body?.shape, place[0] ?? '') !== undefined ? place : [];
}

/** How a body is made. */
export interface BodyMaking {
  /** Bodies of other numbers have other texts and numbers. */
  readonly number: number;
  /** Only what is required. */
  readonly isSmallest?: boolean;
  /** For a request that creates an item: its id is one of its own, where the caller may choose it. */
  readonly of?: Collection;
}

/** Returns the body of a valid request; undefined where an operation takes no JSON. */
export function bodyFor(operation: Operation, { number, isSmallest = false, of }: BodyMaking): unknown {
  const { body } = operation;
  if (body === undefined || jsonTypeOf(operation) === undefined) return undefined;
  const { shape } = body;
  const made = isSmallest ? smallestValue(shape, someTime) : valueFor(shape, someTime, shownBodies(operation));
  const varied = vary(made, shape, number);
  const value = fitsShape(varied, shape) ? varied : made;
  return of === undefined ? value : withOwnId(value, operation, of, number);
}

function shownBodies({ examples = [] }: Operation): readonly unknown[] {
  return examples.flatMap(({ status, body }) =>
    status === undefined && body !== undefined && 'value' in body ? [body.value] : [],
  );
}

/** A text of the description may mean something to the service, such as a region, unless it is what a caller names things. */
const freeNames =
  /(?:^|_)(?:name|title|label|subject|text|note|description|comment|email|slug)$|(?:Name|Title|Label|Email)$/;

/** Returns a value of the same shape with other texts and numbers where they are free; `name` is that of the member. */
function vary(value: unknown, shape: Shape, number: number, name = ''): unknown {
  if (Array.isArray(value)) {
    const items = shape.type === 'array' ? shape.items : undefined;
    return items === undefined ? value : value.map((item) => vary(item, items, number, name) as unknown);
  }
  if (isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => {
        const field = fieldIn(shape, member);
        return [member, field === undefined ? inner : vary(inner, field.shape, number, member)];
      }),
    );
  }
  if (typeof value === 'string' && !value.startsWith('text') && !value.includes('@') && !freeNames.test(name))
    return value;
  const candidates = othersLike(value, number);
  return candidates.find((one) => fitsShape(one, shape)) ?? value;
}

function othersLike(value: unknown, number: number): readonly unknown[] {
  if (typeof value === 'number') return [value + number, value + (number % 3), value];
  if (typeof value !== 'string') return [value];
  const digits = String(number);
  const shortened = value.slice(0, Math.max(0, value.length - digits.length)) + digits;
  return /@/.test(value) ? [`${digits}${value}`, value] : [`${value} ${digits}`, `${value}${digits}`, shortened, value];
}

/** An id that a caller chooses must be free. */
function withOwnId(value: unknown, operation: Operation, of: Collection, number: number): unknown {
  const { id } = itemFormOf(of);
  if (id.origin !== 'body' || id.member === undefined) return value;
  const place = [...sentPlaceOf(operation, of), id.member];
  const shape = shapeAt(operation.body?.shape, place);
  if (shape === undefined) return value;
  const free = freeIds(shape, number).find((one) => fitsShape(one, shape));
  return free === undefined ? value : withValueAt(value, place, free);
}

/** Returns a body that changes or replaces an item without the item's id, where it may be absent: it must be that of the path. */
export function withoutId(body: unknown, operation: Operation, of: Collection): unknown {
  const { member } = itemFormOf(of).id;
  const place = sentPlaceOf(operation, of);
  const { shape } = operation.body ?? {};
  if (member === undefined || shape === undefined || valueAt(body, [...place, member]) === undefined) return body;
  const others = Object.entries(sentMembers(body, place)).filter(([name]) => name !== member);
  const without = withValueAt(body, place, Object.fromEntries(others));
  return fitsShape(without, shape) ? without : body;
}

/** Returns what says that an id in a body is that of an item. */
export function ownIdOf(body: unknown, operation: Operation, { collection, id }: MadeItem): BodyId | undefined {
  const { member } = itemFormOf(collection).id;
  if (member === undefined) return undefined;
  const place = [...sentPlaceOf(operation, collection), member];
  const sample = valueAt(body, place);
  return sample === undefined ? undefined : { place, sample, text: id };
}

/** Returns ids that are not likely to be taken. */
export function freeIds(shape: Shape | undefined, number: number): readonly (string | number)[] {
  const long = String(number).padStart(12, '0');
  const made = shape === undefined ? undefined : valueFor(shape, someTime);
  const like = typeof made === 'string' ? made.slice(0, Math.max(0, made.length - String(number).length)) : '';
  const texts = [`test-${number}`, `test${number}`, `123e4567-e89b-12d3-a456-${long}`, `${like}${number}`];
  return [...texts, 700_000 + number, number];
}

/** Returns the members of the item in a body, by name. */
export function sentMembers(body: unknown, place: MemberNames): Readonly<Record<string, unknown>> {
  const item = valueAt(body, place);
  return isRecord(item) ? item : {};
}
