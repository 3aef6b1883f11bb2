/** Longer texts are not compared with a pattern. */
const longestText = 4_000;

/** A comparison that could take more steps is not made. */
const mostSteps = 2_000_000;

/** A pattern of a description, ready to be compared. */
export interface TextPattern {
  readonly source: string;
  /** Returns whether the text matches; undefined if it is too long to be compared. */
  readonly matches: (text: string) => boolean | undefined;
}

/**
 * Returns the pattern with this source; undefined for one that cannot be read, and for one that could take very long: a repeated group in
 * which something is repeated, and repeated alternatives. Each pattern is compiled once.
 */
export function patternOf(source: string): TextPattern | undefined {
  if (known.has(source)) return known.get(source);
  const pattern = compile(source);
  if (known.size > 5_000) known.clear();
  known.set(source, pattern);
  return pattern;
}

const known = new Map<string, TextPattern | undefined>();

function compile(source: string): TextPattern | undefined {
  const choices = source.length > 2_000 ? undefined : choicesOf(source);
  const expression = choices === undefined ? undefined : expressionOf(source);
  if (choices === undefined || expression === undefined) return undefined;
  return {
    source,
    matches: (text) => {
      const steps = choices.reduce((product, most) => product * Math.min(most + 1, text.length + 1), 1);
      return text.length > longestText || steps > mostSteps ? undefined : expression.test(text);
    },
  };
}

/** Descriptions write patterns for several dialects; a pattern that needs the Unicode mode is rare, and so is one that it forbids. */
function expressionOf(source: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags);
    } catch {
      // The other mode may accept it.
    }
  }
  return undefined;
}

/**
 * Returns how often each part of the expression can be repeated whose number of repetitions is open, the search for the start of a match
 * included: their product bounds the steps of a comparison. Returns undefined if nothing bounds them.
 */
function choicesOf(source: string): readonly number[] | undefined {
  // Of each open group: whether its alternatives, or something in it, may match a text in several ways.
  const open: boolean[] = [];
  const markAmbiguous = (): void => {
    if (open.length > 0) open[open.length - 1] = true;
  };
  let isAnchored = source.startsWith('^');
  const choices = isAnchored ? [] : [Infinity];
  let isClosedAmbiguous = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    const isAmbiguous: boolean = isClosedAmbiguous;
    isClosedAmbiguous = false;
    if (character === '\\') {
      // A reference to a group makes the cost unclear.
      if (/[1-9k]/.test(source[at + 1] ?? '')) return undefined;
      at++;
    } else if (character === '[') {
      at++;
      if (source[at] === '^') at++;
      while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
    } else if (character === '(') {
      open.push(false);
      // What kind of group it is.
      if (source[at + 1] === '?') at++;
    } else if (character === ')') {
      isClosedAmbiguous = open.pop() === true;
      if (isClosedAmbiguous) markAmbiguous();
    } else if (character === '|') {
      // `^` belongs to the first alternative alone.
      if (open.length === 0 && isAnchored) choices.push(Infinity);
      isAnchored &&= open.length > 0;
      markAmbiguous();
    } else if (character === '*' || character === '+' || character === '{' || character === '?') {
      const bounds = character === '{' ? /^\{(\d+)(,(\d*))?\}/.exec(source.slice(at)) : undefined;
      if (bounds === null) continue;
      if (bounds) at += bounds[0].length - 1;
      const isExact = bounds !== undefined && bounds[2] === undefined;
      const most = mostRepetitions(character, bounds);
      if (most > 1 && isAmbiguous) return undefined;
      if (isExact) continue;
      markAmbiguous();
      choices.push(most);
    }
  }
  return choices;
}

function mostRepetitions(character: string, bounds: RegExpExecArray | undefined): number {
  if (bounds === undefined) return character === '?' ? 1 : Infinity;
  const most = bounds[2] === undefined ? bounds[1] : bounds[3];
  return most === undefined || most === '' ? Infinity : Number(most);
}
