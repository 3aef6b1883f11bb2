const definition = /@([^\s=]+?)[ \t]*:?=(.*)$/my;

/** The variable whose URL httpYac puts in front of targets that are paths. */
export const hostVariable = 'host';

/** The text of each variable that a file defines. */
export interface Definitions extends ReadonlyMap<string, string> {
  /** The file defines `host` and writes `{{host}}` itself, so the variable is not in front of paths. */
  readonly namesHost?: true;
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
}

/** Returns the value of each `@name = value` line of the file; of equal names the last one counts, wherever it is. */
export function definitionsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, value } of definitionPlaces(text)) found.set(name, value);
  return found;
}

/** Returns all `@name = value` lines of the file in order. */
export function* definitionPlaces(text: string): Generator<DefinitionPlace, undefined> {
  // Not by one regular expression for all lines, which would look at the start of each.
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (!isFirst(text, at)) continue;
    definition.lastIndex = at;
    const [, name, value] = definition.exec(text) ?? [];
    if (name !== undefined && value !== undefined) yield { name, value: value.trim(), offset: at };
  }
  return undefined;
}

/** Returns whether nothing but blanks is before the character in its line. */
function isFirst(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  return start === 0 || /[\n\r\u2028\u2029]/.test(text.charAt(start - 1));
}
