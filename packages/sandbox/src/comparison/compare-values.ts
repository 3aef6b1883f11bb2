import { isRecord } from '@rulebook/json/is-record';
import type { ComparedForm } from '@rulebook/catalogue/read-back';
import type { Shape } from '@rulebook/catalogue/shape';
import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import { itemsIn } from '@rulebook/checker/resource-model/shapes-in';
import type { MemberChange, UnknownMember } from './model';
import { memberOf, objectOf } from './member-shape';
import { isAt, isAtOne, jsonOf } from './patterns';
import { isSameScalar, type Units } from './scalars';

/** What a declared value is compared by. */
export interface ComparedBy {
  readonly form: ComparedForm;
  readonly units: Units;
  /** Returns why a text of the file is neither compared nor shown, as the end of a sentence; undefined for any other text. */
  readonly hiddenReason: (text: string) => string | undefined;
}

/** What differs, and what cannot be compared. */
export interface Compared {
  readonly changes: readonly MemberChange[];
  readonly unknown: readonly UnknownMember[];
}

/** Where two values are. */
interface Place {
  readonly names: readonly string[];
  /** As people read it. */
  readonly path: string;
  readonly shape: Shape | undefined;
  /** The declared object around it. */
  readonly around?: unknown;
  readonly default?: string | undefined;
}

/** Why a secret is left out. */
export const secretReason = 'it is secret, so it is neither compared nor shown';

const nothing: Compared = { changes: [], unknown: [] };

/** Deeper parts are not compared. */
const maxDepth = 80;

/** Compares what a file declares with what the endpoint has, both in the normal form. Members that only the endpoint has are its own. */
export function compareValues(declared: unknown, actual: unknown, by: ComparedBy, place: Place): Compared {
  const { form, units } = by;
  const { names, path, shape } = place;
  const uncompared = form.uncompared?.find(({ at }) => isAt(at, names));
  if (uncompared !== undefined && (uncompared.isHidden !== true || isAbsent(actual)))
    return unknown(path, uncompared.reason);
  if (names.length > maxDepth) return unknown(path, 'it is too deep to be compared');
  if (declared === null) return isAbsent(actual) || isEmpty(actual) ? nothing : changed(place, declared, actual);
  const hidden = hiddenReason(declared, place, by);
  if (hidden !== undefined) return unknown(path, hidden);
  if (isMask(actual)) return unknown(path, 'the endpoint shows only a mask of it');
  if (isAbsent(actual)) return compareAbsent(declared, by, place);
  const [wanted, there] = [inJson(declared, actual, shape), inJson(actual, declared, shape)];
  if (isRecord(wanted) && isRecord(there)) return compareObjects(wanted, there, by, place);
  if (Array.isArray(declared) || Array.isArray(actual)) return compareLists(declared, actual, by, place);
  return isSameScalar(declared, actual, shape, units) ? nothing : changed(place, declared, actual);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function hiddenReason(value: unknown, { names }: Place, by: ComparedBy): string | undefined {
  if (typeof value !== 'string') return undefined;
  const isSecret = isSecretMember(names.at(-1)?.split('.').at(-1) ?? '');
  return by.hiddenReason(value) ?? (isSecret ? secretReason : undefined);
}

/** Returns why a list is left out, one of whose items is. */
function hiddenIn(value: unknown, place: Place, by: ComparedBy): string | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map((item) => hiddenReason(item, place, by)).find((reason) => reason !== undefined);
}

/** Returns whether a service shows this in the place of a secret. */
export function isMask(value: unknown): boolean {
  return typeof value === 'string' && /^[*\u2022]{3,}$/.test(value);
}

function compareAbsent(declared: unknown, by: ComparedBy, place: Place): Compared {
  const { names } = place;
  if (isRecord(declared) && isEmpty(declared) && isAtOne(by.form.named, names.slice(0, -1)) && names.length > 0)
    return names.at(-1)?.startsWith('<') === true ? nothing : changed(place, declared, undefined);
  if (isEmpty(declared) || isDefault(declared, by, place)) return nothing;
  if (isRecord(declared)) {
    // Each member may have its default.
    const { changes, unknown: unknowns } = compareObjects(declared, {}, by, place);
    return { changes: changes.length === 0 ? [] : changed(place, declared, undefined).changes, unknown: unknowns };
  }
  const hidden = hiddenIn(declared, place, by);
  return hidden === undefined ? changed(place, declared, undefined) : unknown(place.path, hidden);
}

/** Returns the object that a text is the JSON of, where the other value is an object, or the text is JSON by its description. */
function inJson(value: unknown, other: unknown, shape: Shape | undefined): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value;
  const options = shape?.type === 'choice' ? shape.options : [shape];
  const isJsonText = options.some((option) => option?.type === 'string' && option.format === 'json-text');
  return isJsonText || isRecord(other) ? (jsonOf(value) ?? value) : value;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Returns whether a member of a part has the value that the service gives it anyway. */
export function isDefaultIn(value: unknown, form: ComparedForm, names: readonly string[], around: unknown): boolean {
  const by: ComparedBy = { form, units: {}, hiddenReason: () => undefined };
  return isDefault(value, by, { names, path: '', shape: undefined, around });
}

function isDefault(value: unknown, { form, units }: ComparedBy, place: Place): boolean {
  const { names, shape, around, default: ofShape } = place;
  const next = isRecord(around) ? around : {};
  const stated = (form.defaults ?? [])
    .filter(({ at, when }) => isAt(at, names) && (when === undefined || when.is.includes(String(next[when.member]))))
    .map(({ value: text, like }) => (like === undefined ? jsonOf(text) : next[like]));
  return [...stated, jsonOf(ofShape)].some(
    (one) =>
      isSameScalar(value, one, shape, units) || (one !== undefined && JSON.stringify(one) === JSON.stringify(value)),
  );
}

type Members = Readonly<Record<string, unknown>>;

function compareObjects(declared: Members, actual: Members, by: ComparedBy, place: Place): Compared {
  const { names, path, shape, around } = place;
  const { flat, whole } = by.form;
  const object = objectOf(shape, declared, around);
  const prefixes = flat !== undefined && isAt(flat.at, names) ? flat.prefixes : undefined;
  const inner = (name: string): Place => {
    const known = memberOf(object, name, prefixes);
    return {
      names: [...names, name],
      path: joined(path, name),
      shape: known?.shape,
      around: declared,
      default: known?.default,
    };
  };
  // The service may have a member under another of its names.
  const ownName = (name: string): string =>
    name in actual ? name : (object?.fields.find(({ aliases }) => aliases?.includes(name))?.name ?? name);
  const found = Object.entries(declared).map(([name, member]) =>
    compareValues(member, memberIn(actual, ownName(name)), by, inner(name)),
  );
  if (isAtOne(whole, names)) {
    const known = new Set(Object.keys(declared).map(ownName));
    for (const [name, member] of Object.entries(actual))
      if (!known.has(name) && !isAtOne(by.form.added, [...names, name]))
        found.push(compareAdditional(member, by, inner(name)));
  }
  return combined(found);
}

/** Compares what only the endpoint has, where a request of the file would remove it. */
function compareAdditional(actual: unknown, by: ComparedBy, place: Place): Compared {
  if (isAbsent(actual) || isEmpty(actual) || isDefault(actual, by, place)) return nothing;
  if (isMask(actual) || hiddenReason(actual, place, by) !== undefined)
    return unknown(place.path, 'only the endpoint has it, and it is secret');
  return changed(place, undefined, actual);
}

function compareLists(declared: unknown, actual: unknown, by: ComparedBy, place: Place): Compared {
  const { units, form } = by;
  const { names, path, shape } = place;
  if ((!Array.isArray(declared) || !Array.isArray(actual)) && units.leniency?.itemForList === undefined)
    return changed(place, declared, actual);
  const wanted: readonly unknown[] = Array.isArray(declared) ? declared : [declared];
  const there: readonly unknown[] = Array.isArray(actual) ? actual : [actual];
  const hidden = hiddenIn(wanted, place, by);
  if (hidden !== undefined) return unknown(path, hidden);
  const item = (index: number): Place => ({
    names: [...names, '*'],
    path: `${path}[${index}]`,
    shape: itemsIn(shape),
    around: undefined,
  });
  const isSet = isAtOne(form.unordered, names) || isSetByShape(shape);
  if (isSet) return compareSets(wanted, there, by, place, item(0));
  if (wanted.length !== there.length) return changed(place, declared, actual);
  return combined(wanted.map((one, index) => compareValues(one, there[index], by, item(index))));
}

function isSetByShape(shape: Shape | undefined): boolean {
  const list = shape?.type === 'choice' ? shape.options.find(({ type }) => type === 'array') : shape;
  return list?.constraints?.some(({ rule }) => rule === 'duplicate-item') === true;
}

/** Each item of a list without an order is the same as one of the other list, and the other way round. */
function compareSets(
  declared: readonly unknown[],
  actual: readonly unknown[],
  by: ComparedBy,
  place: Place,
  item: Place,
): Compared {
  const left = new Set(actual);
  const unknowns: UnknownMember[] = [];
  for (const wanted of declared) {
    const results = actual.map((one) => ({ one, result: compareValues(wanted, one, by, item) }));
    const same = results.find(({ one, result }) => result.changes.length === 0 && left.has(one));
    const twice = same ?? results.find(({ result }) => result.changes.length === 0);
    if (twice === undefined) return changed(place, declared, actual);
    left.delete(twice.one);
    unknowns.push(...twice.result.unknown);
  }
  const others = [...left].filter((one) => !declared.includes(one));
  return others.length > 0 ? changed(place, declared, actual) : { changes: [], unknown: unknowns };
}

function memberIn(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function changed({ path }: Place, declared: unknown, actual: unknown): Compared {
  return {
    changes: [{ path, ...(declared !== undefined && { declared }), ...(actual !== undefined && { actual }) }],
    unknown: [],
  };
}

function unknown(path: string, reason: string): Compared {
  return { changes: [], unknown: [{ path, reason }] };
}

/** Returns the results of several parts as one. */
export function combined(all: readonly Compared[]): Compared {
  return { changes: all.flatMap(({ changes }) => changes), unknown: all.flatMap((one) => one.unknown) };
}
