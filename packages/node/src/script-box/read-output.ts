import { isRecord } from '@rulebook/json/is-record';
import type {
  ScriptChange,
  ScriptLogLine,
  ScriptOutput,
  ScriptPlace,
  ScriptProblem,
  ScriptTest,
} from '@rulebook/sender/scripts';

/** More of one kind come out of no script; the box says so to the script itself. */
const maxEntries = 1001;
/** In UTF-16 code units. */
const longestMessage = 10_000;
/** In milliseconds. */
const longestPause = 60_000;

/**
 * Reads what a script has come to. A script can change everything in its world, also what makes this text; so nothing in it is taken that
 * has not the form of an output. Returns undefined for a text that has another form.
 */
export function readOutput(json: string): ScriptOutput | undefined {
  try {
    const value: unknown = JSON.parse(json);
    if (!isRecord(value)) return undefined;
    const wanted = optional(value.wanted, readText);
    const problem = optional(value.problem, readProblem);
    const pause = Number(value.pause);
    return {
      ...(wanted !== undefined && { wanted }),
      changes: readList(value.changes, readChange),
      tests: readList(value.tests, readTest),
      log: readList(value.log, readLine),
      ...(problem && { problem }),
      pause: pause >= 0 && pause <= longestPause ? pause : 0,
    };
  } catch {
    return undefined;
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw new Error('not an object');
  return value;
}

function readText(value: unknown): string {
  if (typeof value !== 'string') throw new Error('not a text');
  return value;
}

function readList<Entry>(value: unknown, read: (entry: unknown) => Entry): readonly Entry[] {
  if (!Array.isArray(value) || value.length > maxEntries) throw new Error('not a list of entries');
  return value.map(read);
}

function optional<Value>(value: unknown, read: (value: unknown) => Value): Value | undefined {
  return value === undefined || value === null ? undefined : read(value);
}

function readPlace(value: unknown): { place?: ScriptPlace } {
  if (value === undefined || value === null) return {};
  const { line, column } = recordOf(value);
  const isPlace = Number.isSafeInteger(line) && Number.isSafeInteger(column) && Number(line) > 0 && Number(column) > 0;
  return isPlace ? { place: { line: Number(line), column: Number(column) } } : {};
}

function readChange(value: unknown): ScriptChange {
  const { kind, name, isOwn, json, text } = recordOf(value);
  const of = { name: readText(name), isOwn: isOwn === true };
  if (kind === 'clear') return { kind, ...of };
  if (kind !== 'set') throw new Error('no change');
  // The next script reads it.
  JSON.parse(readText(json));
  return { kind, ...of, json: readText(json), text: readText(text) };
}

function readTest(value: unknown): ScriptTest {
  const { name, passed, message, place, judgesStatus } = recordOf(value);
  return {
    ...{ name: readText(name), passed: passed === true, message: readText(message) },
    ...readPlace(place),
    ...(judgesStatus === true && { judgesStatus }),
  };
}

function readLine(value: unknown): ScriptLogLine {
  const { text, place } = recordOf(value);
  return { text: readText(text), ...readPlace(place) };
}

function readProblem(value: unknown): ScriptProblem {
  const { message, place } = recordOf(value);
  return { message: readText(message).slice(0, longestMessage), ...readPlace(place) };
}
