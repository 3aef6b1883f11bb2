import { isRecord } from '@rulebook/json/is-record';
import type { ComparedForm } from '@rulebook/catalogue/read-back';
import { isAt } from './patterns';

/** Members of an object that is being built: no name of a file is one of its prototype. */
type Members = Record<string, unknown>;

/** Deeper parts are compared as they are written. */
const maxDepth = 60;

/** Returns a value in the one form in which the service and files are compared: settings flat, fields with dots in each other, other names. */
export function normalise(value: unknown, form: ComparedForm, names: readonly string[] = []): unknown {
  if (names.length > maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => normalise(item, form, [...names, '*']));
  const short = typeof value === 'string' ? form.short?.find(({ at }) => isAt(at, names)) : undefined;
  if (short !== undefined) return { [short.of]: value };
  if (!isRecord(value)) return value;
  const { flat, dotted, renamed = [], wrapper } = form;
  if (wrapper !== undefined && names.length === 0) {
    const [only, ...others] = Object.keys(value);
    if (only === wrapper && others.length === 0) return normalise(value[only], { ...form, wrapper: undefined });
  }
  if (flat !== undefined && isAt(flat.at, names)) return flattened(value, flat.prefixes);
  const members = emptyMembers();
  for (const [name, member] of Object.entries(value)) {
    const others = renamed.find(({ at }) => isAt(at, [...names, name]));
    for (const written of others?.to ?? [name]) members[written] ??= normalise(member, form, [...names, written]);
  }
  return dotted !== undefined && isAt(dotted.at, names) ? nested(members, dotted.within) : members;
}

function emptyMembers(): Members {
  return Object.create(null) as Members;
}

function flattened(value: Readonly<Record<string, unknown>>, prefixes: readonly string[]): Members {
  const found = emptyMembers();
  const add = (members: Readonly<Record<string, unknown>>, before: string, depth: number): void => {
    for (const [name, member] of Object.entries(members)) {
      const whole = `${before}${name}`;
      if (isRecord(member) && depth < maxDepth) add(member, `${whole}.`, depth + 1);
      else found[withoutPrefix(whole, prefixes)] = member;
    }
  };
  add(value, '', 0);
  return found;
}

function withoutPrefix(name: string, prefixes: readonly string[]): string {
  return prefixes.reduce((rest, prefix) => (rest.startsWith(prefix) ? rest.slice(prefix.length) : rest), name);
}

/** Returns the members with `a.b` as `b` in the member `within` of `a`. */
function nested(members: Members, within: string): Members {
  let found = emptyMembers();
  for (const [name, member] of Object.entries(members)) {
    const [first, ...rest] = partsOfName(name);
    const inner = rest.reduceRight<unknown>((value, part) => ({ [within]: { [part]: value } }), member);
    found = merged(found, { [first]: inner }) as Members;
  }
  return found;
}

/** Returns the parts between the dots of a name; one behind which nothing is ends the last part. */
function partsOfName(name: string): readonly [string, ...string[]] {
  const [first = '', ...rest] = name.split('.');
  while (rest.at(-1) === '') rest.pop();
  return [first, ...rest].every((part) => part !== '') ? [first, ...rest] : [name];
}

/** Returns a value with what another one adds to its objects down to a depth; other values take the place of those before. */
export function merged(value: unknown, other: unknown, deepest = maxDepth, depth = 0): unknown {
  if (!isRecord(value) || !isRecord(other) || depth >= deepest) return other;
  const members = emptyMembers();
  for (const [name, member] of Object.entries(value)) members[name] = member;
  for (const [name, member] of Object.entries(other))
    members[name] = name in members ? merged(members[name], member, deepest, depth + 1) : member;
  return members;
}
