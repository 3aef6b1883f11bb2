import { dynamicVariableOf, isReadable, type DynamicName } from '@rulebook/request-file/syntax/dynamic-variables';
import { isOwnVariable, variableOfSecret } from '../private/environment-overrides';
import { formatDate } from './format-date';
import type { PrivateFile, PrivateSource } from '../private/private-sources';

/** What system variables such as `{{$guid}}` are computed from. */
export interface SystemPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly guid: () => string;
  /** Returns a number from 0 up to, not including, 1. */
  readonly random: () => number;
  readonly environment: (name: string) => string | undefined;
  /** Returns a value of the nearest `.env` file; absent where there are no files. */
  readonly dotenv?: DotenvReader | undefined;
  /** Returns a secret that is kept outside of files. */
  readonly secret?: ((name: string) => string | undefined) | undefined;
  /** Returns by how many minutes the local time is ahead of UTC at a time; UTC when absent. */
  readonly localOffset?: ((time: number) => number) | undefined;
  /** Returns what stands for a variable in the place of its value, for an explanation; undefined: the value itself. */
  readonly standIn?: ((name: string) => string | undefined) | undefined;
  /** What one request has drawn already; absent: everything that is filled in draws anew. */
  readonly drawn?: DrawnValues;
}

/** What stays the same in one request: its time, and the new values in definitions, by the value that holds them and their place in it. */
export interface DrawnValues {
  time?: number;
  readonly values: Map<string | VariableValue, Map<number, string>>;
}

/** Returns the ports of one request: `@id = {{$guid}}` has one value in its head, its body, its asserts and its scripts. */
export function ofOneRequest(system: SystemPorts): SystemPorts {
  const { now, guid, random, environment, dotenv, secret, localOffset, standIn } = system;
  const drawn = { values: new Map() };
  // One by one: to spread them takes ten times as long, for each request.
  const ports = { now, guid, random, environment, dotenv, secret, localOffset, standIn, drawn };
  return ports satisfies Record<keyof SystemPorts, unknown>;
}

/** Returns a value of the nearest `.env` file. */
export interface DotenvReader {
  (name: string): string | undefined;
  /** Returns which file it is. */
  readonly file?: () => PrivateFile | undefined;
}

/** Returns the value of a variable that begins with `$`, or undefined when the name is unknown or its options cannot be read. */
export function systemValue(name: string, system: SystemPorts, resolve: Resolve): string | undefined {
  const standIn = system.standIn?.(name);
  if (standIn !== undefined) return standIn;
  const written = dynamicVariableOf(name);
  if (written === undefined || !isReadable(name)) return undefined;
  const { variable, argument } = written;
  const numbers = (argument.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  return values[variable.name]({ argument, numbers, system, resolve });
}

/** What the value of a system variable is made of. */
interface Asked {
  /** What is written behind the name. */
  readonly argument: string;
  /** The numbers in it. */
  readonly numbers: readonly number[];
  readonly system: SystemPorts;
  readonly resolve: Resolve;
}

/** How each value is made; a variable without an entry does not compile, and neither does an entry without a description. */
const values: Readonly<Record<DynamicName, (asked: Asked) => string | undefined>> = {
  $guid: ({ system }) => system.guid(),
  $timestamp: ({ system, argument }) => timestamp(system.now(), argument),
  $isoTimestamp: ({ system }) => new Date(system.now()).toISOString(),
  $datetime: ({ system, argument }) => dateAndTime(argument, system.now(), () => 0),
  $localDatetime: ({ system, argument }) => dateAndTime(argument, system.now(), system.localOffset ?? (() => 0)),
  $date: ({ system }) => dateAndTime("'YYYY-MM-DD'", system.now(), system.localOffset ?? (() => 0)),
  $randomInt: ({ system, numbers }) => String(Math.floor(between(numbers, system.random))),
  '$random.float': ({ system, numbers }) => String(between(numbers, system.random)),
  '$random.alphabetic': ({ system, numbers }) => randomText(letters, numbers, system.random),
  '$random.alphanumeric': ({ system, numbers }) => randomText(letters + digits, numbers, system.random),
  '$random.hexadecimal': ({ system, numbers }) => randomText(`${digits}abcdef`, numbers, system.random),
  '$random.email': ({ system }) => `${randomText(letters.slice(0, 26), [10], system.random)}@example.com`,
  $processEnv: ({ system, argument, resolve }) =>
    named(argument, resolve, (key) => (isOwnVariable(key) ? undefined : system.environment(key))),
  $dotenv: ({ system, argument, resolve }) => named(argument, resolve, system.dotenv ?? (() => undefined)),
  $secret: ({ system, argument }) => system.secret?.(argument),
};

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';

function between([low = 0, high = 1000]: readonly number[], random: () => number): number {
  return low + random() * (high - low);
}

function randomText(alphabet: string, [length = 10]: readonly number[], random: () => number): string {
  return Array.from({ length }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('');
}

/** The raw text of a variable, which may hold further variables, and whether it may be shown. */
export interface VariableValue {
  readonly value: string;
  /** Whether the source of the value is private, such as a private file or a prompt. The name does not matter. */
  readonly isSecret: boolean;
  /** The private source of the value, which decides where it may go. */
  readonly from?: PrivateSource;
  /** The line of a definition in its file, counted from 0. */
  readonly line?: number;
  /** It is the same object each time, and the name may have other values at other places. */
  readonly isDistinct?: true;
}

/** Returns the value of a variable, or undefined; `within` is the value that holds the name, absent where the request holds it. */
export type Resolve = (name: string, within?: VariableValue) => VariableValue | undefined;

/** Returns whether a variable that begins with `$` takes its value from a private source. */
export function isPrivateSource(name: string): boolean {
  return /^\$(?:processEnv|dotenv|secret)(?:\s|$)|^\$env\./i.test(name);
}

/** Returns the private source of a variable that begins with `$`; undefined for one that has none. */
export function privateSourceOf(name: string, system: SystemPorts, resolve: Resolve): PrivateSource | undefined {
  const written = dynamicVariableOf(name);
  if (written === undefined) return undefined;
  const { variable, argument } = written;
  switch (variable.name) {
    case '$processEnv':
      return { kind: 'process', name: named(argument, resolve, (key) => key) ?? argument };
    case '$dotenv':
      return system.dotenv?.file?.() ?? { kind: 'file', path: '.env', place: '.env', named: [] };
    case '$secret': {
      if (schemeOfReference(argument) !== undefined) return { kind: 'secret', name: argument };
      const key = variableOfSecret(argument);
      return system.environment(key) === undefined
        ? { kind: 'secret', name: argument }
        : { kind: 'process', name: key };
    }
    default:
      return undefined;
  }
}

/** Returns the name of the secret that a variable stands for, or its reference; undefined for other variables. */
export function secretNameOf(variable: string): string | undefined {
  const written = variable.replace(/^%\s*/, '');
  const found = dynamicVariableOf(written);
  return found?.variable.name === '$secret' && isReadable(written) ? found.argument : undefined;
}

/** Returns the scheme of a reference to a secret, such as `op` of `op://vault/item`; undefined for the name of a kept secret. */
export function schemeOfReference(name: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):\/\//.exec(name)?.[1];
}

/** Reads a value by its name; with a percent sign in front, the name is the value of a variable. */
function named(written: string, resolve: Resolve, read: (name: string) => string | undefined): string | undefined {
  const name = written.startsWith('%') ? resolve(written.slice(1).trim())?.value : written;
  return name === undefined || name === '' ? undefined : read(name);
}

function timestamp(now: number, written: string): string | undefined {
  const time = written === '' ? now : shifted(now, written);
  return time === undefined ? undefined : String(Math.floor(time / 1000));
}

function dateAndTime(written: string, now: number, offsetAt: (time: number) => number): string | undefined {
  const [, format, quoted, alsoQuoted, offset = ''] =
    /^(?:(rfc1123|iso8601)|'([^']+)'|"([^"]+)")(?:\s+(\S.*))?$/.exec(written) ?? [];
  const wanted = format ?? quoted ?? alsoQuoted;
  const time = offset === '' ? now : shifted(now, offset);
  return wanted === undefined || time === undefined ? undefined : formatDate(time, wanted, offsetAt(time));
}

const unitMilliseconds: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const unitMonths: Readonly<Record<string, number>> = { M: 1, Q: 3, y: 12 };

function shifted(now: number, written: string): number | undefined {
  const [, amount, unit = ''] = /^(-?\d+)\s+(\w+)$/.exec(written) ?? [];
  if (amount === undefined) return undefined;
  const milliseconds = unitMilliseconds[unit];
  if (milliseconds !== undefined) return now + Number(amount) * milliseconds;
  const months = unitMonths[unit];
  if (months === undefined) return undefined;
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + Number(amount) * months);
  // In a shorter month, the 31st becomes its last day.
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}
