/**
 * Regular expressions of role descriptors. The built-in ones of JavaScript backtrack, so a short hostile expression could take forever. These
 * read each character once.
 */

/** Returns whether a whole text matches. */
type ExpressionTest = (text: string) => boolean;

type Part =
  | { readonly kind: 'character'; readonly test: (character: string) => boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number };

type Instruction =
  | { readonly kind: 'character'; readonly test: (character: string) => boolean }
  | { readonly kind: 'fork'; readonly to: readonly number[] };

interface Reading {
  readonly characters: readonly string[];
  at: number;
}

/** The limit of an expression's length; longer ones are not supported. */
const longestExpression = 200;
const maxInstructions = 2000;

/** Characters with a special meaning that is not supported. */
const unplayed = new Set(['~', '&', '<', '>', '@', '#', '"', '^', '$']);

/** Reads an expression with `. | ? * + {n,m} ( ) [ ]` and `\`; returns undefined for one that it cannot read. */
export function readExpression(source: string): ExpressionTest | undefined {
  if (source.length > longestExpression) return undefined;
  const reading: Reading = { characters: [...source], at: 0 };
  const part = readChoice(reading);
  if (!part || reading.at < reading.characters.length) return undefined;
  const program: Instruction[] = [];
  return emit(part, program) ? (text) => runProgram(program, text) : undefined;
}

function readChoice(reading: Reading): Part | undefined {
  const parts: Part[] = [];
  for (;;) {
    const part = readSequence(reading);
    if (!part) return undefined;
    parts.push(part);
    if (reading.characters[reading.at] !== '|') return { kind: 'choice', parts };
    reading.at++;
  }
}

function readSequence(reading: Reading): Part | undefined {
  const parts: Part[] = [];
  for (;;) {
    const next = reading.characters[reading.at];
    if (next === undefined || next === '|' || next === ')') return { kind: 'sequence', parts };
    const part = readRepeated(reading);
    if (!part) return undefined;
    parts.push(part);
  }
}

function readRepeated(reading: Reading): Part | undefined {
  let part = readSingle(reading);
  while (part) {
    const next = reading.characters[reading.at];
    const counts = next === '{' ? readCounts(reading) : undefined;
    if (next === '{' && !counts) return undefined;
    const [least, most] =
      counts ?? (next === '?' ? [0, 1] : next === '*' ? [0, Infinity] : next === '+' ? [1, Infinity] : []);
    if (least === undefined || most === undefined) return part;
    if (!counts) reading.at++;
    part = { kind: 'repeat', part, least, most };
  }
  return undefined;
}

function readCounts(reading: Reading): readonly [number, number] | undefined {
  const rest = reading.characters.slice(reading.at, reading.at + 12).join('');
  const [whole, least, comma, most] = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(rest) ?? [];
  if (whole === undefined || (comma === '' && most !== '')) return undefined;
  reading.at += whole.length;
  const from = Number(least);
  const to = comma === '' ? from : most === '' ? Infinity : Number(most);
  return from <= to ? [from, to] : undefined;
}

function readSingle(reading: Reading): Part | undefined {
  const character = reading.characters[reading.at++];
  if (character === undefined || unplayed.has(character) || '?*+{}])|'.includes(character)) return undefined;
  if (character === '(') {
    const part = reading.characters[reading.at] === '?' ? undefined : readChoice(reading);
    return part && reading.characters[reading.at++] === ')' ? part : undefined;
  }
  if (character === '[') return readClass(reading);
  if (character === '.') return { kind: 'character', test: () => true };
  const literal = character === '\\' ? reading.characters[reading.at++] : character;
  // A letter behind `\` is ambiguous: a class in some dialects, the letter itself in others.
  if (literal === undefined || (character === '\\' && /\w/.test(literal))) return undefined;
  return { kind: 'character', test: (one) => one === literal };
}

function readClass(reading: Reading): Part | undefined {
  const isNegated = reading.characters[reading.at] === '^';
  if (isNegated) reading.at++;
  const ranges: (readonly [string, string])[] = [];
  for (;;) {
    const first = readMember(reading);
    if (first === undefined) return undefined;
    if (first === ']' && reading.characters[reading.at - 2] !== '\\') break;
    const isRange = reading.characters[reading.at] === '-' && reading.characters[reading.at + 1] !== ']';
    if (isRange) reading.at++;
    const last = isRange ? readMember(reading) : first;
    if (last === undefined) return undefined;
    ranges.push([first, last]);
  }
  if (ranges.length === 0) return undefined;
  const isIn = (one: string): boolean => ranges.some(([first, last]) => isBetween(one, first, last));
  return { kind: 'character', test: (one) => isIn(one) !== isNegated };
}

function readMember(reading: Reading): string | undefined {
  const character = reading.characters[reading.at++];
  return character === '\\' ? reading.characters[reading.at++] : character;
}

function isBetween(one: string, first: string, last: string): boolean {
  const [code = 0, from = 0, to = 0] = [one, first, last].map((text) => text.codePointAt(0));
  return from <= code && code <= to;
}

/** Appends the instructions of a part to the program; returns false when the program would become too long. */
function emit(part: Part, program: Instruction[]): boolean {
  if (program.length > maxInstructions) return false;
  switch (part.kind) {
    case 'character':
      program.push(part);
      return true;
    case 'sequence':
      return part.parts.every((one) => emit(one, program));
    case 'choice':
      return emitChoice(part.parts, program);
    case 'repeat':
      return emitRepeat(part, program);
  }
}

function emitChoice(parts: readonly Part[], program: Instruction[]): boolean {
  const entrance = program.length;
  program.push({ kind: 'fork', to: [] });
  const starts: number[] = [];
  const exits: number[] = [];
  for (const part of parts) {
    starts.push(program.length);
    if (!emit(part, program)) return false;
    exits.push(program.length);
    program.push({ kind: 'fork', to: [] });
  }
  program[entrance] = { kind: 'fork', to: starts };
  for (const exit of exits) program[exit] = { kind: 'fork', to: [program.length] };
  return true;
}

function emitRepeat({ part, least, most }: Extract<Part, { kind: 'repeat' }>, program: Instruction[]): boolean {
  for (let count = 0; count < least; count++) if (!emit(part, program)) return false;
  if (most === Infinity) {
    const entrance = program.length;
    program.push({ kind: 'fork', to: [] });
    if (!emit(part, program)) return false;
    program.push({ kind: 'fork', to: [entrance] });
    program[entrance] = { kind: 'fork', to: [entrance + 1, program.length] };
    return true;
  }
  const entrances: number[] = [];
  for (let count = least; count < most; count++) {
    entrances.push(program.length);
    program.push({ kind: 'fork', to: [] });
    if (!emit(part, program)) return false;
  }
  for (const entrance of entrances) program[entrance] = { kind: 'fork', to: [entrance + 1, program.length] };
  return true;
}

/** Follows all paths in parallel, one character after the other. The text matches when the end of the program is reached. */
function runProgram(program: readonly Instruction[], text: string): boolean {
  let places = followProgram(program, [0]);
  for (const character of text) {
    const next: number[] = [];
    for (const place of places) {
      const instruction = program[place];
      if (instruction?.kind === 'character' && instruction.test(character)) next.push(place + 1);
    }
    if (next.length === 0) return false;
    places = followProgram(program, next);
  }
  return places.has(program.length);
}

/** Returns the positions in the program that are reached without another character. */
function followProgram(program: readonly Instruction[], from: readonly number[]): ReadonlySet<number> {
  const reached = new Set(from);
  // The iteration includes entries that are added to the set meanwhile.
  for (const place of reached) {
    const instruction = program[place];
    if (instruction?.kind === 'fork') for (const to of instruction.to) reached.add(to);
  }
  return reached;
}
