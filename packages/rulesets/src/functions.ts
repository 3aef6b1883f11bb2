import type { HouseFailure, HouseTest } from '@rulebook/catalogue/house';
import { patternOf, writtenPattern, type TextPattern } from '@rulebook/text/patterns';
import { createSchemaTest } from './schema-test';

/** Reports that an option of a function cannot be used; `name` is that of the option, empty for all of them. */
type RefuseOption = (name: string, message: string) => void;

type Options = Readonly<Record<string, unknown>>;

/** Makes the test of a function from its options; undefined if it cannot be used. */
type MakeTest = (options: Options, refuse: RefuseOption) => HouseTest | undefined;

const fine: readonly HouseFailure[] = [];
const wrong = (error: string): readonly HouseFailure[] => [{ error }];

/** The core functions of rulesets by name. */
export const houseFunctions: Readonly<
  Record<string, { readonly options: readonly string[]; readonly make: MakeTest }>
> = {
  truthy: { options: [], make: () => (value) => (value ? fine : wrong('must be present and not empty')) },
  falsy: { options: [], make: () => (value) => (value ? wrong('must be absent or empty') : fine) },
  defined: { options: [], make: () => (value) => (value === undefined ? wrong('must be present') : fine) },
  undefined: { options: [], make: () => (value) => (value === undefined ? fine : wrong('must not be present')) },
  pattern: { options: ['match', 'notMatch'], make: makePattern },
  enumeration: { options: ['values'], make: makeEnumeration },
  length: { options: ['min', 'max'], make: makeLength },
  casing: { options: ['type', 'disallowDigits', 'separator'], make: makeCasing },
  alphabetical: { options: ['keyedBy'], make: makeAlphabetical },
  schema: { options: ['schema', 'dialect', 'allErrors'], make: makeSchema },
  xor: { options: ['properties'], make: (options, refuse) => makeCount(options, refuse, 'xor') },
  or: { options: ['properties'], make: (options, refuse) => makeCount(options, refuse, 'or') },
};

function makePattern(options: Options, refuse: RefuseOption): HouseTest | undefined {
  const read = (name: 'match' | 'notMatch'): TextPattern | undefined => {
    const source = options[name];
    if (source === undefined) return undefined;
    const expression = typeof source === 'string' ? writtenPattern(source) : undefined;
    if (expression === undefined)
      refuse(name, 'must be a regular expression without references to groups such as `\\1`, and not a very long one');
    return expression;
  };
  const [match, notMatch] = [read('match'), read('notMatch')];
  if (match === undefined && notMatch === undefined) {
    if (options.match === undefined && options.notMatch === undefined) refuse('', 'need `match` or `notMatch`');
    return undefined;
  }
  return (value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return fine;
    const text = String(value);
    if (match?.matches(text) === false) return wrong(`must match the pattern ${String(options.match)}`);
    if (notMatch?.matches(text) === true) return wrong(`must not match the pattern ${String(options.notMatch)}`);
    return fine;
  };
}

function makeEnumeration({ values }: Options, refuse: RefuseOption): HouseTest | undefined {
  if (!Array.isArray(values) || values.length === 0) {
    refuse('values', 'must be a list of values');
    return undefined;
  }
  const known = new Set<unknown>(values);
  const error = `must be one of ${values.map(String).join(', ')}`;
  return (value) => (value === undefined || isContainer(value) || known.has(value) ? fine : wrong(error));
}

function makeLength({ min, max }: Options, refuse: RefuseOption): HouseTest | undefined {
  for (const [name, limit] of [['min', min] as const, ['max', max] as const])
    if (limit !== undefined && typeof limit !== 'number') refuse(name, 'must be a number');
  const [lowest, highest] = [numberOr(min, -Infinity), numberOr(max, Infinity)];
  if (lowest === -Infinity && highest === Infinity) {
    refuse('', 'need `min` or `max`');
    return undefined;
  }
  return (value) => {
    const size = sizeOf(value);
    if (size === undefined) return fine;
    if (size < lowest) return wrong(`must not be shorter than ${lowest}`);
    return size > highest ? wrong(`must not be longer than ${highest}`) : fine;
  };
}

/** The length of a text, the number of items or members, or the number itself. */
function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (typeof value === 'number') return value;
  return isContainer(value) ? Object.keys(value).length : undefined;
}

const cases: Readonly<Record<string, (digits: string) => string>> = {
  flat: (digits) => `[a-z][a-z${digits}]*`,
  camel: (digits) => `[a-z][a-z${digits}]*(?:[A-Z${digits}](?:[a-z${digits}]+|$))*`,
  pascal: (digits) => `[A-Z][a-z${digits}]*(?:[A-Z${digits}](?:[a-z${digits}]+|$))*`,
  kebab: (digits) => `[a-z][a-z${digits}]*(?:-[a-z${digits}]+)*`,
  cobol: (digits) => `[A-Z][A-Z${digits}]*(?:-[A-Z${digits}]+)*`,
  snake: (digits) => `[a-z][a-z${digits}]*(?:_[a-z${digits}]+)*`,
  macro: (digits) => `[A-Z][A-Z${digits}]*(?:_[A-Z${digits}]+)*`,
};

function makeCasing({ type, disallowDigits, separator }: Options, refuse: RefuseOption): HouseTest | undefined {
  const form = typeof type === 'string' && Object.hasOwn(cases, type) ? cases[type] : undefined;
  if (form === undefined) {
    refuse('type', `must be one of ${Object.keys(cases).join(', ')}`);
    return undefined;
  }
  const { char, allowLeading } = (isContainer(separator) ? separator : {}) as Options;
  const part = form(disallowDigits === true ? '' : '0-9');
  const between = typeof char === 'string' && char.length === 1 ? `[${char.replace(/[\]\\^-]/, '\\$&')}]` : undefined;
  const source =
    between === undefined ? part : `${allowLeading === true ? `${between}?` : ''}${part}(?:${between}${part})*`;
  const expression = patternOf(`^(?:${source})$`);
  return (value) =>
    typeof value !== 'string' || value === '' || value.length > 200 || expression?.matches(value) !== false
      ? fine
      : wrong(`must be in ${String(type)} case`);
}

function makeAlphabetical({ keyedBy }: Options): HouseTest {
  const textOfItem = (item: unknown): unknown =>
    typeof keyedBy === 'string' && isContainer(item) ? (item as Options)[keyedBy] : item;
  return (value) => {
    const items = Array.isArray(value) ? value.map(textOfItem) : isContainer(value) ? Object.keys(value) : [];
    const at = items.findIndex((item, index) => index > 0 && isBehind(items[index - 1], item));
    return at < 0 ? fine : [{ error: 'must be in alphabetical order', ...(Array.isArray(value) && { at: [at] }) }];
  };
}

function isBehind(first: unknown, second: unknown): boolean {
  if (typeof first === 'number' && typeof second === 'number') return first > second;
  return typeof first === 'string' && typeof second === 'string' && first > second;
}

function makeSchema({ schema }: Options, refuse: RefuseOption): HouseTest | undefined {
  if (!isContainer(schema) && typeof schema !== 'boolean') {
    refuse('schema', 'must be a JSON schema');
    return undefined;
  }
  return createSchemaTest(schema, (message) => {
    refuse('schema', message);
  });
}

function makeCount({ properties }: Options, refuse: RefuseOption, kind: 'xor' | 'or'): HouseTest | undefined {
  if (!Array.isArray(properties) || properties.length < 2) {
    refuse('properties', 'must be a list of two or more names');
    return undefined;
  }
  const names = properties.map(String);
  const listed = names.join(', ');
  return (value) => {
    if (!isContainer(value) || Array.isArray(value)) return fine;
    const count = names.filter((name) => Object.hasOwn(value, name)).length;
    if (kind === 'xor') return count === 1 ? fine : wrong(`must have exactly one of ${listed}`);
    return count > 0 ? fine : wrong(`must have at least one of ${listed}`);
  };
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
