import { isRecord } from '@rulebook/json/is-record';
import type { ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { expressionOf } from '@rulebook/text/expressions';
import { objectIn } from '@rulebook/checker/resource-model/shapes-in';

/** Returns the object that a value is; of one whose fields depend on a member next to it, by the object around it. */
export function objectOf(shape: Shape | undefined, value: unknown, around?: unknown): ObjectShape | undefined {
  if (shape?.type !== 'switch' || shape.of !== 'parent') return objectIn(shape, value);
  const chosen = isRecord(around) ? around[shape.on] : undefined;
  const { cases, absent, otherwise } = shape;
  const known = typeof chosen === 'string' && Object.hasOwn(cases, chosen) ? cases[chosen] : undefined;
  return objectIn(known ?? (chosen === undefined ? absent : undefined) ?? otherwise, value);
}

/** What is known of a member of an object. */
interface KnownMember {
  readonly shape: Shape;
  /** In JSON. */
  readonly default?: string;
}

/** Returns what is known of a member; its name may lead through objects, with dots, and lack one of the words that names may begin with. */
export function memberOf(
  object: ObjectShape | undefined,
  name: string,
  prefixes: readonly string[] = [],
): KnownMember | undefined {
  if (object === undefined) return undefined;
  const names = [name, ...prefixes.map((prefix) => `${prefix}${name}`)];
  const field = object.fields.find((one) => names.includes(one.name) || one.aliases?.includes(name) === true);
  if (field !== undefined) return field;
  for (const prefix of prefixes) {
    const within = memberBehind(object, prefix.slice(0, -1), name);
    if (within !== undefined) return within;
  }
  const dot = name.indexOf('.');
  const inner = dot < 0 ? undefined : memberBehind(object, name.slice(0, dot), name.slice(dot + 1));
  return inner ?? patternMember(object, name) ?? object.entries;
}

function memberBehind({ fields }: ObjectShape, first: string, rest: string): KnownMember | undefined {
  const around = fields.find((one) => one.name === first);
  return around && memberOf(objectIn(around.shape), rest);
}

function patternMember({ patterns = [] }: ObjectShape, name: string): KnownMember | undefined {
  return patterns.find((one) => {
    if ('pattern' in one) return expressionOf(one.pattern).test(name);
    if ('keys' in one) return one.keys.has(name);
    return [...one.beginnings].some((word) => name === word || name.startsWith(`${word}.`));
  });
}
