import { pointerStep } from '@rulebook/text/pointer';

/** A value in a file of a description, and where it is. */
export interface Place {
  /** The file, as its path from the folder of the description; empty for the description itself. */
  readonly file: string;
  readonly parent?: Place;
  /** The key or index in the parent; empty at the top. */
  readonly key: string;
  readonly value: unknown;
}

/** Returns the place of a whole file. */
export function topOf(file: string, value: unknown): Place {
  return { file, key: '', value };
}

/** Returns the JSON pointer of a place, with `#` in front. */
export function pointerOf(place: Place): string {
  const keys: string[] = [];
  for (let current = place; current.parent !== undefined; current = current.parent) keys.push(current.key);
  return `#${keys.reverse().map(pointerStep).join('')}`;
}

/** Returns a value as an object; undefined for anything else. Its members are read by `memberOfObject`, never by inheritance. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

/** Returns the own member of an object; undefined for anything else. */
export function memberOfObject(value: unknown, key: string): unknown {
  const object = objectOf(value);
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Returns the place of a member or an item; undefined if there is none. */
export function childOf(place: Place, key: string): Place | undefined {
  const { value } = place;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  // The length of an array is not a part of the description.
  if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(key)) return undefined;
  return { file: place.file, parent: place, key, value: (value as Readonly<Record<string, unknown>>)[key] };
}

/** Returns the place of a member below several keys; undefined if there is none. */
export function placeBelow(place: Place, ...keys: readonly string[]): Place | undefined {
  let current: Place | undefined = place;
  for (const key of keys) current = current && childOf(current, key);
  return current;
}

/** Returns the places of all members of an object; none for anything else. */
export function membersAt(place: Place | undefined): readonly Place[] {
  const object = objectOf(place?.value);
  if (place === undefined || object === undefined) return [];
  return Object.keys(object).map((key) => ({ file: place.file, parent: place, key, value: object[key] }));
}

/** Returns the places of all items of an array; none for anything else. */
export function itemsAt(place: Place | undefined): readonly Place[] {
  const value = place?.value;
  if (place === undefined || !Array.isArray(value)) return [];
  return value.map((item: unknown, index) => ({ file: place.file, parent: place, key: String(index), value: item }));
}

/** Returns what is read first at one of several places. */
export function firstOf<T>(places: readonly Place[], read: (place: Place) => T | undefined): T | undefined {
  for (const place of places) {
    const found = read(place);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the text of a member; undefined if it is not text, or empty. */
export function textAt(place: Place | undefined, key: string): string | undefined {
  const value = memberOfObject(place?.value, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the number of a member. */
export function numberAt(place: Place, key: string): number | undefined {
  const value = memberOfObject(place.value, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Returns whether a member is `true`. */
export function isSet(place: Place | undefined, key: string): boolean {
  return memberOfObject(place?.value, key) === true;
}

/** Returns the texts of a member that is a list of texts. */
export function textsAt(place: Place | undefined, key: string): readonly string[] {
  const value = memberOfObject(place?.value, key);
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** Returns the pointer of a place, with its file in front if that is not the description itself. */
export function pointerIn(place: Place): string {
  return `${place.file}${pointerOf(place)}`;
}
