import type { ScriptInput, ScriptPlace, ScriptRequest } from '@rulebook/sender/scripts';
import type { Bytes } from './bytes';
import type { Received } from './assertions';
import type { Expectations } from './expectations';

/** The output of a script while it is being made; it has the members of `ScriptOutput`. */
interface OpenOutput {
  wanted?: string;
  changes: object[];
  tests: {
    name: string;
    passed: boolean;
    message: string;
    place?: ScriptPlace | undefined;
    judgesStatus?: true | undefined;
  }[];
  log: { text: string; place?: ScriptPlace | undefined }[];
  problem?: { message: string; place?: ScriptPlace | undefined };
  pause: number;
}

/** What is computed outside of the box: pure functions of texts. */
interface BoxHost {
  /** Computes a digest; bytes and key are in hexadecimal digits, and so is the result. */
  readonly digest: (algorithm: string, data: string, key: string | undefined) => string;
  /** Returns the value at a JSON path as JSON; undefined where there is none. */
  readonly select: (json: string, path: string) => string | undefined;
}

/** What the parts of the box share. It is made in the box, of texts. */
export interface Box extends BoxStart, BoxResults {
  /** The library of assertions; absent where the script does not use it. */
  readonly expectations?: Expectations | undefined;
  /** Adds members that are made when the first of them is used. */
  readonly later: (target: Record<string, unknown>, names: readonly string[], make: () => void) => void;
  readonly addAssertions: (library: Expectations, received: Received) => void;
}

/** The results of a script while it runs. */
export interface BoxResults {
  /** Runs a test, at once or when a promise is fulfilled. */
  readonly test: (name: string, body: unknown) => void;
  readonly log: (values: unknown[]) => void;
  /** What must be fulfilled before the script is over. */
  readonly waits: Promise<unknown>[];
  /** Returns the status of a response; the tests that run meanwhile judge it. */
  readonly readStatus: (status: number) => number;
}

/** What the box begins with. */
export interface BoxStart {
  /** Hands in the script: what `input` holds from then on. */
  readonly begin: (given: ScriptInput) => void;
  /** Empty before a script is there, so members are read when they are needed. */
  readonly input: ScriptInput;
  readonly output: OpenOutput;
  /** The names that the script can use. */
  readonly scope: Record<string, unknown>;
  readonly host: BoxHost;
  readonly bytes: Bytes;
  /** Returns the value of a variable. */
  readonly variable: (name: string) => string | undefined;
  /** Returns a value that a script has kept. */
  readonly kept: (name: string, isOwn: boolean) => unknown;
  readonly keptNames: (isOwn: boolean) => string[];
  /** Makes all variables lose their values, without saying which had one. */
  readonly clearAll: (isOwn: boolean) => void;
  /** Keeps a value; without one, the variable loses its value. */
  readonly keep: (name: string, value: unknown, isOwn: boolean) => void;
  /** Returns the request. */
  readonly request: () => ScriptRequest;
  /** Returns a text with the values of its variables. */
  readonly filled: (text: string) => string;
  /** Returns a value as a text, as a log shows it. */
  readonly shown: (value: unknown) => string;
  /** Ends the script with a sentence. */
  readonly refuse: (what: string) => never;
  readonly random: () => number;
  /** Thrown by what ends a script early and is not a mistake. */
  readonly exit: object;
  /** Returns where an error was made, or where the caller of an object is. */
  readonly placeIn: (stack: unknown) => ScriptPlace | undefined;
}

/**
 * Makes the box, before it is known for which script: all of them begin with the same. Like everything in this folder, it is handed to the box as
 * its text: it uses nothing from outside of itself.
 */
export function makeBox(host: BoxHost, bytes: Bytes): BoxStart {
  const input = {} as ScriptInput;
  const output: OpenOutput = { changes: [], tests: [], log: [], pause: 0 };
  const maxEntries = 1000;
  const kept = [new Map<string, string>(), new Map<string, string>()];
  const keptIn = (isOwn: boolean) => kept[isOwn ? 1 : 0] ?? new Map<string, string>();
  /** In characters, of all values that a script keeps, and of their names. */
  const maxKept = 8_000_000;
  let keptLength = 0;
  const has = (values: object, name: string) => Object.prototype.hasOwnProperty.call(values, name);
  const exit = {};
  const refuse = (what: string): never => {
    throw new Error(what);
  };
  const want = (name: string): never => {
    output.wanted ??= name;
    throw exit;
  };
  const withheld = new Set<string>();
  /** What the script has kept or cleared itself. */
  const changed = new Set<string>();
  const keptValue = (name: string, isOwn: boolean): unknown => {
    if (!isOwn && input.isClosed && !changed.has(name)) want('$kept');
    const json = keptIn(isOwn).get(name);
    if (json !== undefined) return JSON.parse(json) as unknown;
    return !isOwn && withheld.has(name) ? want(name) : undefined;
  };
  const keptNames = (isOwn: boolean): string[] => {
    if (!isOwn && input.isClosed) want('$kept');
    // A name may be made of what its value is made of.
    if (!isOwn && withheld.size > 0) want('$names');
    return [...keptIn(isOwn).keys()];
  };
  const variable = (name: string): string | undefined => {
    const value = keptValue(name, true) ?? keptValue(name, false);
    if (value !== undefined) return typeof value === 'string' ? value : JSON.stringify(value);
    return has(input.values, name) ? (input.values[name] ?? undefined) : want(name);
  };
  const shown = (value: unknown): string => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (typeof value === 'function') return '[function]';
    try {
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
    } catch {
      return '[object]';
    }
  };
  const placeIn = (stack: unknown): ScriptPlace | undefined => {
    const [, line, column] = /\(?script\.js:(\d+):(\d+)/.exec(String(stack)) ?? [];
    return line === undefined ? undefined : { line: Number(line) - 1, column: Number(column) };
  };
  const keep = (name: string, value: unknown, isOwn: boolean): void => {
    const values = keptIn(isOwn);
    const key = String(name);
    const json = value === undefined || value === null ? undefined : JSON.stringify(value);
    if (output.changes.length >= maxEntries) refuse(`A script changes variables at most ${maxEntries} times.`);
    withheld.delete(key);
    if (!isOwn) changed.add(key);
    keptLength += key.length + (json ?? '').length;
    if (keptLength > maxKept) refuse('A script keeps at most 8000000 characters.');
    if (json === undefined) {
      values.delete(key);
      output.changes.push({ kind: 'clear', name: key, isOwn });
      return;
    }
    values.set(key, json);
    const text = typeof value === 'string' ? value : json;
    output.changes.push({ kind: 'set', name: key, isOwn, json, text });
  };
  let state = 1;
  const begin = (given: ScriptInput): void => {
    Object.assign(input, given);
    kept[0] = new Map(Object.entries(given.kept));
    kept[1] = new Map(Object.entries(given.own));
    for (const name of given.withheld) withheld.add(name);
    state = given.seed || 1;
  };
  const random = (): number => {
    // Xorshift: random enough for test data, and the same for the same seed.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
  const filled = (text: string): string =>
    text.replace(/\{\{([^{}]*)\}\}/g, (all, name: string) => variable(name.trim()) ?? all);
  return {
    ...{ begin, input, output, host, bytes, variable, keep, shown, refuse, random, exit, placeIn, filled },
    scope: {},
    kept: keptValue,
    keptNames,
    clearAll: (isOwn) => {
      for (const name of [...keptIn(isOwn).keys(), ...(isOwn ? [] : withheld)]) keep(name, undefined, isOwn);
    },
    request: () => input.request ?? want('$request'),
  };
}
