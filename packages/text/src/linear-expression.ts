// The library re2js (2.10.0) agrees with it on the 53 patterns of the descriptions and the corpus and is as quick, but is 150 kB where this is 5,
// refuses what JavaScript allows (looking around), and has nothing that makes a matching text; so this stays.

/** More states are not made: a counted repetition has its part as often as it says. */
const maxStates = 10_000;

/** A comparison that takes more steps is abandoned. */
const maxSteps = 400_000;

/** Texts are at most as long, so that a higher number of repetitions is as good as any number. */
const endless = 10_000;

/** A regular expression that is compared in time proportional to the length of the text. */
export interface LinearExpression {
  /** The number of its states, for what keeps it. */
  readonly size: number;
  /** Returns whether the text has a match; undefined if finding out takes too many steps. */
  readonly test: (text: string) => boolean | undefined;
}

/**
 * Returns a valid regular expression of JavaScript as one that is compared without going back; undefined for one with references to groups,
 * which cannot be, for one that becomes too large, and for the syntax of the flag `v`. All alternatives are followed at once, character by
 * character, so nothing grows with a power of the length. Single characters and classes are left to the engine of JavaScript, so that they
 * mean the same.
 */
export function linearExpressionOf(source: string, flags: string): LinearExpression | undefined {
  try {
    const tree = new ExpressionReader(source, flags).read();
    const builder = new StateBuilder();
    const first = builder.build(tree, builder.add({ kind: 'end' }), 1);
    return {
      size: builder.count,
      test: (text) => new Comparison(charactersOf(text, flags), builder.count).test(first),
    };
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

/** Repetitions that are tried, in addition to the fewest, until a text is long enough. */
const furtherRepetitions = [0, 1, 2, 4, 8, 16, 32, 64];
/** What a class is tried with, the plainest first. */
const usualCharacters = [
  ...'aA10',
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...'\n\tä€',
];

/**
 * Returns a text that a valid regular expression of JavaScript matches, of at least so many characters where that is possible; undefined where
 * none is found. What may follow or precede a place is not looked at, so the text still has to be compared.
 */
export function matchingText(source: string, flags: string, leastLength = 0): string | undefined {
  try {
    const tree = new ExpressionReader(source, flags).read();
    let text: string | undefined;
    for (const further of furtherRepetitions) {
      text = textOfTree(tree, further);
      if (text === undefined || text.length >= leastLength) break;
    }
    return text;
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

/** A longer text is of no use. */
const longestMade = 10_000;

function textOfTree(tree: Tree, further: number): string | undefined {
  switch (tree.kind) {
    case 'boundary':
    case 'look':
      return '';
    case 'character':
      return usualCharacters.find((character) => tree.matches(character)) ?? tree.literal;
    case 'choice':
      return tree.parts.map((part) => textOfTree(part, further)).find((text) => text !== undefined);
    case 'sequence': {
      const texts = tree.parts.map((part) => textOfTree(part, further));
      return texts.includes(undefined) ? undefined : texts.join('');
    }
    case 'repetition': {
      const text = textOfTree(tree.part, further);
      const times = Math.min(tree.least + further, tree.most);
      if (text === undefined) return tree.least === 0 ? '' : undefined;
      return text.length * times > longestMade ? undefined : text.repeat(times);
    }
  }
}

class Unsupported extends Error {}
class TooManySteps extends Error {}

type Matches = (character: string | undefined) => boolean;
type Holds = (before: string | undefined, after: string | undefined) => boolean;

type Tree =
  | { readonly kind: 'character'; readonly matches: Matches; readonly literal?: string }
  | { readonly kind: 'boundary'; readonly holds: Holds }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Tree[] }
  | { readonly kind: 'repetition'; readonly part: Tree; readonly least: number; readonly most: number }
  | { readonly kind: 'look'; readonly part: Tree; readonly isBehind: boolean; readonly isNegated: boolean };

function charactersOf(text: string, flags: string): readonly string[] {
  return flags.includes('u') ? [...text] : text.split('');
}

/** Reads the source of an expression that JavaScript accepts. */
class ExpressionReader {
  readonly #source: string;
  readonly #flags: string;
  readonly #isUnicode: boolean;
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
    this.#isUnicode = flags.includes('u');
  }

  read(): Tree {
    const tree = this.#readChoice();
    if (this.#at < this.#source.length) throw new Unsupported();
    return tree;
  }

  #readChoice(): Tree {
    const parts: Tree[] = [this.#readSequence()];
    while (this.#skip('|')) parts.push(this.#readSequence());
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'choice', parts };
  }

  #readSequence(): Tree {
    const parts: Tree[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at] ?? ''))
      parts.push(this.#readRepetition(this.#readOne()));
    return { kind: 'sequence', parts };
  }

  #readRepetition(part: Tree): Tree {
    const [written, least, hasMost, most] = this.#take(/[*+?]|\{(\d+)(?:(,)(\d*))?\}/y) ?? [];
    if (written === undefined) return part;
    // Whether it takes as many as it can or as few, there is a match or there is none.
    this.#skip('?');
    if (least === undefined)
      return { kind: 'repetition', part, least: written === '+' ? 1 : 0, most: written === '?' ? 1 : Infinity };
    const highest = hasMost === undefined ? Number(least) : most === '' || most === undefined ? Infinity : Number(most);
    return { kind: 'repetition', part, least: Number(least), most: highest };
  }

  #readOne(): Tree {
    const opening = this.#take(/\((\?(?::|<?[=!]|<[^=!>][^>]*>))?/y);
    if (opening) return this.#readGroup(opening[1]);
    if (this.#skip('^')) return { kind: 'boundary', holds: this.#lineStart() };
    if (this.#skip('$')) return { kind: 'boundary', holds: this.#lineEnd() };
    const word = this.#take(/\\([bB])/y)?.[1];
    if (word !== undefined) return { kind: 'boundary', holds: this.#wordBoundary(word === 'B') };
    const literal = this.#source[this.#at];
    return { kind: 'character', matches: this.#readCharacter(), ...(literal !== undefined && { literal }) };
  }

  #readGroup(kind = ''): Tree {
    if (this.#source[this.#at] === '?') throw new Unsupported();
    const part = this.#readChoice();
    if (!this.#skip(')')) throw new Unsupported();
    const look = /^\?(<?)([=!])$/.exec(kind);
    return look ? { kind: 'look', part, isBehind: look[1] === '<', isNegated: look[2] === '!' } : part;
  }

  #readCharacter(): Matches {
    const written = this.#take(/\[\^?(?:\\[^]|[^\]\\])*\]|\./y)?.[0];
    if (written !== undefined) return this.#asJavaScript(written);
    if (this.#source[this.#at] === '\\') return this.#readEscape();
    const character = this.#take(this.#isUnicode ? /[^]/uy : /[^]/y)?.[0];
    if (character === undefined) throw new Unsupported();
    if (!this.#flags.includes('i')) return (other) => other === character;
    return this.#asJavaScript(character.replace(/[{}\]]/, '\\$&'));
  }

  #readEscape(): Matches {
    const escape = this.#isUnicode
      ? /\\(?:u\{[\da-f]+\}|ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|p\{[^}]*\}|0(?!\d)|[^\dkuxcp])/iuy
      : /\\(?:u[\da-f]{4}|x[\da-f]{2}|c[a-z]|0(?!\d)|[^\dkc])/iy;
    const written = this.#take(escape)?.[0];
    // A reference to a group.
    if (written === undefined) throw new Unsupported();
    return this.#asJavaScript(written);
  }

  #lineStart(): Holds {
    const isEnd = this.#lineTerminator();
    return (before) => before === undefined || isEnd(before);
  }

  #lineEnd(): Holds {
    const isEnd = this.#lineTerminator();
    return (_before, after) => after === undefined || isEnd(after);
  }

  #lineTerminator(): Matches {
    return this.#flags.includes('m') ? (character) => /^[\n\r\u2028\u2029]$/.test(character ?? '') : () => false;
  }

  #wordBoundary(isNegated: boolean): Holds {
    const isWord = this.#asJavaScript('\\w');
    return (before, after) => (isWord(before) === isWord(after)) === isNegated;
  }

  /** Returns the test of one character by JavaScript itself. */
  #asJavaScript(written: string): Matches {
    const expression = new RegExp(`^(?:${written})$`, this.#flags.replace('m', ''));
    return (character) => character !== undefined && expression.test(character);
  }

  #skip(sign: string): boolean {
    if (this.#source[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source);
    if (found === null) return undefined;
    this.#at = expression.lastIndex;
    return found;
  }
}

type State = Step & { readonly id: number };
type Step =
  | { readonly kind: 'end' }
  | { readonly kind: 'character'; readonly matches: Matches; readonly next: State }
  | { readonly kind: 'boundary'; readonly holds: Holds; readonly next: State }
  | { readonly kind: 'fork'; readonly nexts: State[] }
  | {
      readonly kind: 'look';
      readonly first: State;
      readonly direction: Direction;
      readonly isNegated: boolean;
      readonly next: State;
    };

/** Forwards, or backwards for what must be before a place. */
type Direction = 1 | -1;

/** Makes the states of an expression from its end to its start. */
class StateBuilder {
  count = 0;

  add<One extends Step>(step: One): One & { readonly id: number } {
    if (this.count >= maxStates) throw new Unsupported();
    return { ...step, id: this.count++ };
  }

  build(tree: Tree, next: State, direction: Direction): State {
    switch (tree.kind) {
      case 'character':
        return this.add({ kind: 'character', matches: tree.matches, next });
      case 'boundary':
        return this.add({ kind: 'boundary', holds: tree.holds, next });
      case 'sequence': {
        const parts = direction === 1 ? [...tree.parts].reverse() : tree.parts;
        return parts.reduce((behind, part) => this.build(part, behind, direction), next);
      }
      case 'choice':
        return this.add({ kind: 'fork', nexts: tree.parts.map((part) => this.build(part, next, direction)) });
      case 'repetition':
        return this.#repeat(tree, next, direction);
      case 'look': {
        const within = tree.isBehind ? -1 : 1;
        const first = this.build(tree.part, this.add({ kind: 'end' }), within);
        return this.add({ kind: 'look', first, direction: within, isNegated: tree.isNegated, next });
      }
    }
  }

  #repeat({ part, least, most }: Tree & { kind: 'repetition' }, next: State, direction: Direction): State {
    if (least > maxStates) throw new Unsupported();
    let first = next;
    if (most > endless) {
      const loop = this.add({ kind: 'fork', nexts: [next] });
      loop.nexts.push(this.build(part, loop, direction));
      first = loop;
    } else {
      for (let index = least; index < most; index++)
        first = this.add({ kind: 'fork', nexts: [this.build(part, first, direction), next] });
    }
    for (let index = 0; index < least; index++) first = this.build(part, first, direction);
    return first;
  }
}

/** A comparison of an expression with one text. */
class Comparison {
  readonly #characters: readonly string[];
  readonly #count: number;
  #steps = 0;

  constructor(characters: readonly string[], count: number) {
    this.#characters = characters;
    this.#count = count;
  }

  test(first: State): boolean | undefined {
    if (this.#characters.length > endless) return undefined;
    try {
      return this.#run(first, 0, 1, true);
    } catch (error) {
      if (error instanceof TooManySteps) return undefined;
      throw error;
    }
  }

  /** Returns whether the end is reached from this place, or with `isSearch` also from a later one. */
  #run(first: State, from: number, direction: Direction, isSearch: boolean): boolean {
    const characters = this.#characters;
    // For each state, behind which place it was reached last.
    const reached = new Int32Array(this.#count).fill(-1);
    let active: State[] = [];
    for (let at = from; ; at += direction) {
      // From the states after the last character to those that a character must follow.
      const open = active;
      if (isSearch || at === from) open.push(first);
      const waiting: State[] = [];
      for (let state = open.pop(); state !== undefined; state = open.pop()) {
        if (reached[state.id] === at) continue;
        reached[state.id] = at;
        if (++this.#steps > maxSteps) throw new TooManySteps();
        switch (state.kind) {
          case 'end':
            return true;
          case 'character':
            waiting.push(state);
            break;
          case 'boundary':
            if (state.holds(characters[at - 1], characters[at])) open.push(state.next);
            break;
          case 'fork':
            open.push(...state.nexts);
            break;
          case 'look':
            if (this.#run(state.first, at, state.direction, false) !== state.isNegated) open.push(state.next);
            break;
        }
      }
      const character = characters[direction === 1 ? at : at - 1];
      if (character === undefined || (waiting.length === 0 && !isSearch)) return false;
      active = [];
      for (const state of waiting) if (state.kind === 'character' && state.matches(character)) active.push(state.next);
    }
  }
}
