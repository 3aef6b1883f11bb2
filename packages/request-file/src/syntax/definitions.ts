import { createTextMemo } from '@rulebook/text/structures/memo';
import type { RequestSyntax } from './model';
import { isBehindRequest } from './own-response';
import { readBlock, readPreamble, readTitle } from './parse-block';
import { currentLine, startReading, type Reading } from './reading';
import { splitBlocks } from './split-blocks';
import type { SharedField } from './shared-fields';

/** The variable whose URL httpYac puts in front of targets that are paths. */
export const hostVariable = 'host';

/** The text of each variable that a file defines. */
export interface Definitions extends ReadonlyMap<string, string> {
  /** The file defines `host` and writes `{{host}}` itself, so the variable is not in front of paths. */
  readonly namesHost?: true;
  /** The endpoint that the file names for its requests without a host. */
  readonly endpoint?: string;
  /** The header fields that all requests of the file share. */
  readonly headers?: readonly SharedField[];
  /** All definitions in their order, where a name is defined several times: then it is the place of a request that decides which one counts. */
  readonly inOrder?: readonly DefinitionEntry[];
  /** Returns the definitions as the value of a variable means them; absent: these. */
  readonly inValueOf?: (name: string) => Definitions;
  /** Returns what distinguishes the definition that counts from others of its name; absent: there is no other. */
  readonly placeOf?: (name: string) => string;
}

/** A name and the text of its value. */
export type DefinitionEntry = readonly [name: string, value: string];

/** A line `@name = value` of a file. */
export interface DefinitionPlace {
  readonly name: string;
  readonly value: string;
  /** Of the `@`. */
  readonly offset: number;
  /** It is behind the request of its block, whose response may have its value. */
  readonly isBehind?: true;
}

/** Returns the value of each variable that the file defines; of equal names the last one counts, wherever it is. */
export function definitionsIn(text: string): ReadonlyMap<string, string> {
  return valuesOf(definitionPlaces(text));
}

/** Returns the definitions of a block in order, as `definitionPlaces` does for a file. */
export function definitionPlacesInBlock(block: string): readonly DefinitionPlace[] {
  return placesInBlock(block, 0);
}

/**
 * Returns the definitions of a file in order: the lines `@name = value` above a request, and those behind its end. A line that looks like one
 * inside of a body, a script, a comment or a recorded response is text, and is not among them. They are the `variables` of the file's blocks.
 */
export function* definitionPlaces(text: string): Generator<DefinitionPlace, undefined> {
  if (!hasCandidate(text, 0)) return undefined;
  let start = 0;
  for (const block of splitBlocks(text)) {
    yield* placesInBlock(block.text, start);
    start += block.length;
  }
  return undefined;
}

function valuesOf(places: Iterable<DefinitionPlace>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, value } of places) found.set(name, value);
  return found;
}

interface Outline extends Pick<Reading, 'variables'> {
  readonly request?: RequestSyntax | undefined;
}

/** Returns the names and values of the definitions of a block in order: those of `definitionPlacesInBlock`. */
export function definitionEntriesIn(block: string): readonly DefinitionEntry[] {
  if (!hasCandidate(block, 0)) return none;
  let entries = lately.of(block);
  if (entries === undefined) {
    entries = outlineOf(block).variables.map(({ name, value }): DefinitionEntry => [name.text, value.text]);
    lately.keep(block, entries);
  }
  return entries;
}

const lately = createTextMemo<readonly DefinitionEntry[]>({ most: 16, longest: 4000 });

const none: readonly DefinitionEntry[] = [];

function placesInBlock(block: string, start: number): readonly DefinitionPlace[] {
  if (!hasCandidate(block, 0)) return [];
  const { variables, request } = outlineOf(block);
  return variables.map(({ name, value }) => ({
    name: name.text,
    value: value.text,
    offset: start + name.span.start - 1,
    ...(isBehindRequest({ request }, name.span.start) && { isBehind: true }),
  }));
}

function outlineOf(block: string): Outline {
  return readPreambleOf(block) ?? readWhole(block);
}

/** Returns what is above a request; undefined where something below its first line may be a definition, too. */
function readPreambleOf(block: string): Outline | undefined {
  const reading = startReading(block);
  readTitle(reading);
  readPreamble(reading);
  const line = currentLine(reading);
  return line && hasCandidate(block, line.start) ? undefined : reading;
}

function readWhole(block: string): Outline {
  const reading: Reading = { ...startReading(block), isOutline: true };
  const { request } = readBlock(reading);
  return { variables: reading.variables, request };
}

/** Returns whether a line behind the offset begins with `@`. */
function hasCandidate(text: string, from: number): boolean {
  // Not by a regular expression for all lines, which would look at the start of each.
  for (let at = text.indexOf('@', from); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > from && (text[start - 1] === ' ' || text[start - 1] === '\t' || text[start - 1] === '\uFEFF'))
      start--;
    if (start === 0 || text[start - 1] === '\n') return true;
  }
  return false;
}
