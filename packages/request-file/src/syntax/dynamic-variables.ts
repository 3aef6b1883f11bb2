import { nearest } from '@rulebook/text/edit-distance';
import { expressionOf } from '@rulebook/text/expressions';

/** A variable that begins with `$` and has a value without a definition. */
export interface DynamicVariable<Name extends string = DynamicName> {
  readonly name: Name;
  /** Other spellings of the same. */
  readonly also?: readonly string[];
  readonly summary: string;
  /** What may be behind the name, in words. */
  readonly takes: string;
  /** What may be behind the name, without the blanks around it. */
  readonly form: RegExp;
  /** What a completion inserts behind the name, as a snippet. */
  readonly snippet?: string;
  readonly example: string;
  /** The other tools that have it. */
  readonly tools: string;
}

const nothing = /^$/;
const offset = String.raw`-?\d{1,9}\s+(?:ms|s|m|h|d|w|M|Q|y)`;
const dateForm = expressionOf(String.raw`^(?:rfc1123|iso8601|'[^']+'|"[^"]+")(?:\s+${offset})?$`);
const integers = /^(?:-?\d{1,15}\s+-?\d{1,15}|\(\s*-?\d{1,15}\s*,\s*-?\d{1,15}\s*\))?$/;
const numbers =
  /^(?:-?\d{1,15}(?:\.\d{1,15})?\s+-?\d{1,15}(?:\.\d{1,15})?|\(\s*-?\d{1,15}(?:\.\d{1,15})?\s*,\s*-?\d{1,15}(?:\.\d{1,15})?\s*\))?$/;
const length = /^(?:\d{1,4}|\(\s*\d{1,4}\s*\))?$/;
const key = /^%?\s*[^\s%{}]\S*$/;
const all = 'REST Client, httpYac, JetBrains, Kulala, Visual Studio';

const described = [
  {
    name: '$guid',
    also: ['$uuid', '$random.uuid'],
    summary: 'A new UUID.',
    takes: 'none',
    form: nothing,
    example: '$uuid',
    tools: all,
  },
  {
    name: '$datetime',
    summary:
      'The current time in UTC, as `iso8601`, `rfc1123` or a quoted format. An offset (amount and unit) can follow.',
    takes: 'a format, then an amount and a unit or nothing',
    form: dateForm,
    snippet: ' ${1:iso8601}',
    example: "$datetime 'YYYY-MM-DD' -1 y",
    tools: 'REST Client, httpYac, Visual Studio',
  },
  {
    name: '$localDatetime',
    summary: 'The current local time. It has the same arguments as `$datetime`.',
    takes: 'a format, then an amount and a unit or nothing',
    form: dateForm,
    snippet: " '${1:YYYY-MM-DD}'",
    example: '$localDatetime "DD.MM.YYYY HH:mm"',
    tools: 'REST Client, httpYac, Visual Studio',
  },
  {
    name: '$timestamp',
    summary: 'The current time in seconds since 1970. An offset (amount and unit) can follow.',
    takes: 'an amount and a unit, or nothing',
    form: expressionOf(`^(?:${offset})?$`),
    example: '$timestamp -1 d',
    tools: all,
  },
  {
    name: '$isoTimestamp',
    summary: 'The current time in the ISO 8601 format.',
    takes: 'none',
    form: nothing,
    example: '$isoTimestamp',
    tools: 'httpYac, JetBrains, Kulala',
  },
  {
    name: '$date',
    summary: 'The current local date, such as `2024-01-31`.',
    takes: 'none',
    form: nothing,
    example: '$date',
    tools: 'Kulala',
  },
  {
    name: '$randomInt',
    also: ['$random.integer'],
    summary: 'A random integer from the first bound up to, but not including, the second bound.',
    takes: 'two bounds, the second greater than the first, or nothing for 0 to 999',
    form: integers,
    snippet: ' ${1:1} ${2:100}',
    example: '$random.integer(1, 7)',
    tools: all,
  },
  {
    name: '$random.float',
    summary: 'A random number between two bounds.',
    takes: 'two bounds, the second greater than the first, or nothing for 0 to 1000',
    form: numbers,
    snippet: '(${1:0}, ${2:1})',
    example: '$random.float(0, 1)',
    tools: 'httpYac, JetBrains',
  },
  {
    name: '$random.alphabetic',
    summary: 'Random letters.',
    takes: 'a length up to 9999, or nothing for 10',
    form: length,
    snippet: '(${1:10})',
    example: '$random.alphabetic(5)',
    tools: 'httpYac, JetBrains',
  },
  {
    name: '$random.alphanumeric',
    summary: 'Random letters and digits.',
    takes: 'a length up to 9999, or nothing for 10',
    form: length,
    snippet: '(${1:10})',
    example: '$random.alphanumeric(8)',
    tools: 'httpYac, JetBrains',
  },
  {
    name: '$random.hexadecimal',
    summary: 'Random hexadecimal digits.',
    takes: 'a length up to 9999, or nothing for 10',
    form: length,
    snippet: '(${1:16})',
    example: '$random.hexadecimal(16)',
    tools: 'httpYac, JetBrains',
  },
  {
    name: '$random.email',
    summary: 'A random address in the domain `example.com`.',
    takes: 'none',
    form: nothing,
    example: '$random.email',
    tools: 'httpYac, JetBrains',
  },
  {
    name: '$dotenv',
    also: ['$dotEnv'],
    summary: 'A variable from the nearest `.env` file. Its name follows.',
    takes: 'a name, or `%` and a variable that holds the name',
    form: key,
    snippet: ' ${1:NAME}',
    example: '$dotenv NAME',
    tools: 'REST Client, httpYac, Visual Studio',
  },
  {
    name: '$secret',
    summary:
      'A secret that the editor keeps in its secret storage, or the environment variable `RULEBOOK_SECRET_<NAME>`. Its name follows, or a reference such as `op://vault/item/field`, which a command of your own settings resolves.',
    takes: 'a name of letters, digits, `_`, `.` and `-`, or a reference such as `op://vault/item/field`',
    // Classes of Unicode take V8 a long time to read, so this is read when it is asked for.
    get form() {
      return /^(?:[\w.-]{1,100}|[a-z][a-z0-9+.-]{0,30}:\/\/[\p{L}\p{N}/._~@#?=:+%,() -]{1,300})$/u;
    },
    snippet: ' ${1:name}',
    example: '$secret hub',
    tools: '',
  },
  {
    name: '$processEnv',
    summary: 'An environment variable of the process. Its name follows.',
    takes: 'a name, or `%` and a variable that holds the name',
    form: key,
    snippet: ' ${1:NAME}',
    example: '$processEnv NAME',
    tools: 'REST Client, httpYac, Visual Studio; JetBrains writes `$env.…`',
  },
] as const satisfies readonly DynamicVariable<string>[];

/** The name of a dynamic variable, in its first spelling. */
export type DynamicName = (typeof described)[number]['name'];

/**
 * The variables that have a value without a definition, in the order in which they are offered. Completion, hover, checking, sending and the
 * documentation take them from here; `sending/variables/system-variables.ts` makes a value for each name.
 */
export const dynamicVariables: readonly DynamicVariable[] = described;

const byName = new Map<string, DynamicVariable>(
  dynamicVariables.flatMap((one) => [one.name, ...(one.also ?? [])].map((name) => [name, one] as const)),
);

/** A written dynamic variable, taken apart. */
interface WrittenVariable {
  readonly variable: DynamicVariable;
  /** As it is written. */
  readonly name: string;
  /** What is behind the name. */
  readonly argument: string;
}

/** Takes a dynamic variable apart; undefined for a name that is not known. `$env.…` is `$processEnv …`. */
export function dynamicVariableOf(written: string): WrittenVariable | undefined {
  const [, environment] = /^\$env\.(\S+)$/.exec(written) ?? [];
  const [word = '', name = ''] =
    environment === undefined ? (/^(\$[\w.]*\w)/.exec(written) ?? []) : ['', '$processEnv'];
  const variable = byName.get(name);
  const argument = environment ?? written.slice(word.length).trim();
  // JetBrains writes empty brackets where nothing is given.
  return variable && { variable, name, argument: /^\(\s*\)$/.test(argument) ? '' : argument };
}

/** Variables of other tools and of other places, which are not dynamic variables but have a meaning. */
const others = /^\$(?:shared\s|index$|value$|input\b|password\b|pick\b|global\.)/;

/** What is wrong with a dynamic variable. */
interface DynamicProblem {
  /** One sentence. */
  readonly message: string;
  /** What is probably meant. */
  readonly meant?: string | undefined;
  /** The name is known. */
  readonly isKnown: boolean;
  /** It has a value nevertheless, probably another one than was meant. */
  readonly hasValue?: boolean;
}

/** Returns whether a dynamic variable has a value: its name is known, and its arguments can be read. */
export function isReadable(written: string): boolean {
  const found = dynamicVariableOf(written);
  return found !== undefined && isWellFormed(found);
}

function isWellFormed({ variable: { form }, argument }: WrittenVariable): boolean {
  if (!form.test(argument)) return false;
  const [low, high] = form === integers || form === numbers ? (argument.match(/-?\d+(?:\.\d+)?/g) ?? []) : [];
  return low === undefined || Number(high) > Number(low);
}

/** Returns what is wrong with a variable that begins with `$`, or undefined. */
export function problemOfDynamic(written: string): DynamicProblem | undefined {
  if (!written.startsWith('$') || others.test(written)) return undefined;
  const found = dynamicVariableOf(written);
  if (found === undefined) {
    const [name = written] = /^\$[\w.]*/.exec(written) ?? [];
    const meant = nearest(name, byName.keys());
    return {
      message: `\`${name}\` is not a variable that Rulebook knows, so a request with it is not sent`,
      meant: meant !== undefined && meant !== name ? meant : undefined,
      isKnown: false,
    };
  }
  const { variable, name, argument } = found;
  if (!isWellFormed(found))
    return {
      message: `\`${name}\` takes ${variable.takes === 'none' ? 'no arguments' : variable.takes}, for example \`{{${variable.example}}}\`. A request with this one is not sent`,
      isKnown: true,
    };
  const format = variable.form === dateForm ? /(["'])(.+?)\1/.exec(argument)?.[2] : undefined;
  if (format === undefined || !/y{2,4}|(?<![dD])d{2}(?!d)|tt/.test(format.replace(/\[[^[\]]*\]/g, '')))
    return undefined;
  return {
    message: 'The letters `yyyy`, `dd` and `tt` of .NET are sent as they are',
    meant: written.replace(format, withoutNetLetters(format)),
    isKnown: true,
    hasValue: true,
  };
}

/** Replaces the letters of .NET by those that are known here; text in square brackets stays. */
function withoutNetLetters(format: string): string {
  return format.replace(/\[[^[\]]*\]|y{2,4}|(?<![dD])d{1,2}(?!d)|tt/g, (letters) =>
    letters.startsWith('[') ? letters : letters === 'tt' ? 'A' : letters.toUpperCase(),
  );
}
