import { isRecord } from '@rulebook/json/is-record';
import type { ComparedPart, PulledForm, ReadBack } from '@rulebook/catalogue/read-back';
import type { MemberNames } from '@rulebook/catalogue/resource-model';
import type { Shape } from '@rulebook/catalogue/shape';
import { redact } from '@rulebook/catalogue/masking';
import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import { objectIn, shapeAt, valueAt, withValueAt } from '@rulebook/checker/resource-model/shapes-in';
import { isDefaultIn, isMask } from './compare-values';
import { partShown } from './part-shown';
import { isAt, isAtOne } from './patterns';
import { placesIn } from './places-in';
import type { Units } from './scalars';

/** What the body of a request is made of. */
export interface StoredForm {
  readonly readBack: ReadBack;
  readonly names: Readonly<Record<string, string>>;
  readonly units: Units;
  /** What the body may have. */
  readonly shape: Shape | undefined;
  readonly pulled?: PulledForm;
}

/** A body that stores a resource as it is shown. */
export interface StoredBody {
  readonly value: unknown;
  /** The members whose values are not shown, or must not be: a variable is in the place of each. */
  readonly secrets: readonly MemberNames[];
}

/** What is in the place of a secret until a request is written. */
export const secretMark = '\u0000secret';

/** Deeper parts are taken as they are. */
const maxDepth = 60;

/** Returns the body that stores a resource as the endpoint shows it, without what the service adds and what it has anyway. */
export function storedBody(shown: unknown, form: StoredForm): StoredBody {
  const { readBack, names, units, shape, pulled } = form;
  let body: unknown;
  for (const part of readBack.parts) {
    const found = placesIn(shown, part.at, names)[0]?.value;
    if (found === undefined || found === null) continue;
    const own = partShown(found, undefined, part, units);
    const flat = part.flat === undefined ? own : unwrapped(own, part, part.flat);
    const tidy = tidied(flat, part, { pulled, shape: shapeAt(shape, part.of) });
    if (isEmptyRecord(tidy) && part.of.length > 0) continue;
    const before = valueAt(body, part.of);
    body = withValueAt(body, part.of, isRecord(before) && isRecord(tidy) ? { ...before, ...tidy } : tidy);
  }
  for (const [parameter, members] of Object.entries(readBack.names ?? {})) {
    if (valueAt(body, members) !== undefined) continue;
    // What says which one it is comes first.
    const [first = ''] = members;
    const named = withValueAt(isRecord(body) ? body : {}, members, names[parameter]);
    body = isRecord(named) ? { [first]: named[first], ...named } : named;
  }
  const secrets: MemberNames[] = [];
  return { value: masked(body, [], secrets), secrets };
}

/** Settings are shown in an object of the service's own, as texts. People write them without it, and numbers as numbers. */
function unwrapped(value: unknown, part: ComparedPart, { at, prefixes }: NonNullable<ComparedPart['flat']>): unknown {
  const [name, ...rest] = at;
  if (name !== undefined) {
    if (!isRecord(value) || !(name in value)) return value;
    return { ...value, [name]: unwrapped(value[name], part, { at: rest, prefixes }) };
  }
  if (!isRecord(value)) return value;
  const words = prefixes.map((prefix) => prefix.slice(0, -1));
  const members = Object.entries(value).map(([key, member]): Record<string, unknown> => {
    if (words.includes(key) && isRecord(member)) return member;
    const prefix = prefixes.find((one) => key.startsWith(one));
    return { [prefix === undefined ? key : key.slice(prefix.length)]: member };
  });
  return plainScalars(inOrder(Object.assign({}, ...members)));
}

/** A service shows settings in any order. */
function inOrder(value: unknown, depth = 0): unknown {
  if (!isRecord(value) || depth > maxDepth) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, inOrder(value[name], depth + 1)]));
}

function plainScalars(value: unknown, depth = 0): unknown {
  if (isRecord(value) && depth < maxDepth)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainScalars(member, depth + 1)]));
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'string' && /^(?:0|-?[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
}

/** Returns a part without what no request sends. */
function tidied(
  value: unknown,
  part: ComparedPart,
  { pulled, shape }: { readonly pulled: PulledForm | undefined; readonly shape: Shape | undefined },
): unknown {
  const walk = (inner: unknown, names: readonly string[], of: Shape | undefined): unknown => {
    if (Array.isArray(inner))
      return inner.map((item) => (isRecord(item) ? walk(item, [...names, '*'], undefined) : item));
    if (!isRecord(inner) || names.length > maxDepth) return inner;
    const known = pulled?.isAsSent === true ? objectIn(of, inner) : undefined;
    const found: Record<string, unknown> = {};
    for (const [name, member] of entriesOf(inner, [...part.of, ...names], pulled)) {
      const at = [...names, name];
      const field = known?.fields.find((one) => one.name === name);
      if (pulled !== undefined && member === null) continue;
      if (known !== undefined && known.fields.length > 0 && field === undefined) continue;
      // What a mapping shows is needed there.
      if (part.dotted === undefined && isDefaultIn(member, part, at, inner)) continue;
      const own = walk(member, at, field?.shape);
      // What has only defaults says by its name that it is there, as an action of a policy.
      const isEmptied = isEmptyRecord(own) && !isEmptyRecord(member) && !hasDefault(member, part, at);
      if (!isEmptied && !isOmitted(own, [...part.of, ...at], pulled)) found[name] = own;
    }
    return found;
  };
  return walk(value, [], shape);
}

function hasDefault(value: unknown, part: ComparedPart, at: readonly string[]): boolean {
  return (
    part.dotted === undefined &&
    isRecord(value) &&
    Object.entries(value).some(([name, member]) => isDefaultIn(member, part, [...at, name], value))
  );
}

function entriesOf(
  value: Readonly<Record<string, unknown>>,
  at: MemberNames,
  pulled: PulledForm | undefined,
): readonly (readonly [string, unknown])[] {
  const entries = Object.entries(value);
  if (!isAtOne(pulled?.sorted, at)) return entries;
  return entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function isEmptyRecord(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

function isOmitted(value: unknown, at: MemberNames, pulled: PulledForm | undefined): boolean {
  return (
    pulled?.omits?.some((one) => isAt(one.at, at) && (one.is === undefined || one.is === JSON.stringify(value))) ===
    true
  );
}

/** Puts a mark in the place of what is secret. */
function masked(value: unknown, at: MemberNames, secrets: MemberNames[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => masked(item, [...at, String(index)], secrets));
  if (isRecord(value) && at.length < maxDepth)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, masked(member, [...at, name], secrets)]),
    );
  const isNamed = isSecretMember(at.at(-1)?.split('.').at(-1) ?? '');
  const isSecret = typeof value === 'string' && (isNamed || isUrlWithSecret(value));
  if (!isMask(value) && !isSecret) return value;
  secrets.push(at);
  return secretMark;
}

/** Returns whether a URL has a password or a key in it. */
function isUrlWithSecret(text: string): boolean {
  return /^[a-z][\w+.-]*:\/\//i.test(text) && redact(text) !== text;
}
