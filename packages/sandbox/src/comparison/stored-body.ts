import { isRecord } from '@rulebook/json/is-record';
import type { ComparedPart, PulledForm, ReadBack } from '@rulebook/catalogue/read-back';
import type { MemberNames } from '@rulebook/catalogue/resource-model';
import type { Shape } from '@rulebook/catalogue/shape';
import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import { objectIn, shapeAt, valueAt, withValueAt } from '@rulebook/checker/resource-model/shapes-in';
import { isDefaultIn, isMask } from './compare-values';
import { partShown } from './part-shown';
import { isAtOne } from './patterns';
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
    const own = withoutExcept(partShown(found, undefined, part, units), part);
    const flat = part.flat === undefined ? own : unwrapped(own, part, part.flat);
    const tidy = tidied(flat, part, { pulled, shape: shapeAt(shape, part.of) });
    const isEmpty = isRecord(tidy) && Object.keys(tidy).length === 0;
    if (isEmpty && part.of.length > 0) continue;
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

function withoutExcept(value: unknown, { except = [] }: ComparedPart): unknown {
  if (!isRecord(value) || except.length === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !except.includes(name)));
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
  return plainScalars(Object.assign({}, ...members));
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
    if (Array.isArray(inner)) return inner.map((item) => (isRecord(item) ? walk(item, [...names, '*'], undefined) : item));
    if (!isRecord(inner) || names.length > maxDepth) return inner;
    const known = pulled?.isAsSent === true ? objectIn(of, inner) : undefined;
    const kept = Object.entries(inner).filter(([name, member]) => {
      if (member === null) return false;
      const at = [...names, name];
      if (isAtOne(pulled?.omits, [...part.of, ...at])) return false;
      if (known !== undefined && known.fields.length > 0 && !known.fields.some((field) => field.name === name))
        return false;
      return !isDefaultIn(member, part, at, inner);
    });
    return Object.fromEntries(
      kept.map(([name, member]) => [
        name,
        walk(member, [...names, name], known?.fields.find((field) => field.name === name)?.shape),
      ]),
    );
  };
  return walk(value, [], shape);
}

/** Puts a mark in the place of what is secret. */
function masked(value: unknown, at: MemberNames, secrets: MemberNames[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => masked(item, [...at, String(index)], secrets));
  if (isRecord(value) && at.length < maxDepth)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member, [...at, name], secrets)]));
  const isSecret = typeof value === 'string' && isSecretMember(at.at(-1)?.split('.').at(-1) ?? '');
  if (!isMask(value) && !isSecret) return value;
  secrets.push(at);
  return secretMark;
}
