/** One character of an expression. */
type Test = (letter: string) => boolean;

/**
 * Returns what replaces each match of a regular expression in a text; undefined for an expression of another form than characters, classes and
 * escape sequences one behind the other, of which the last may be repeated by `+`. Its time grows with the text.
 */
export function replacing(expression: string): ((text: string, by: string) => string) | undefined {
  const tests: Test[] = [];
  let isRepeated = false;
  for (let at = 0; at < expression.length;) {
    const found = readTest(expression, at);
    if (found === undefined) return undefined;
    tests.push(found.test);
    at = found.end;
    isRepeated = expression[at] === '+';
    if (isRepeated) at++;
    // A second sign behind it would mean something else.
    if (/^[*+?{]/.test(expression.slice(at)) || (isRepeated && at < expression.length)) return undefined;
  }
  if (tests.length === 0) return undefined;
  return (text, by) => replaceAll(text, by, tests, isRepeated);
}

function replaceAll(text: string, by: string, tests: readonly Test[], isRepeated: boolean): string {
  const letters = [...text];
  const last = tests.at(-1);
  let result = '';
  for (let at = 0; at < letters.length;) {
    const isMatch = tests.every((test, index) => {
      const letter = letters[at + index];
      return letter !== undefined && test(letter);
    });
    if (!isMatch) {
      result += letters[at++] ?? '';
      continue;
    }
    at += tests.length;
    while (isRepeated && last !== undefined && at < letters.length && last(letters[at] ?? '')) at++;
    result += by;
  }
  return result;
}

const escapes: Readonly<Record<string, Test>> = {
  d: (letter) => /^[0-9]$/.test(letter),
  D: (letter) => !/^[0-9]$/.test(letter),
  w: (letter) => /^[A-Za-z0-9_]$/.test(letter),
  W: (letter) => !/^[A-Za-z0-9_]$/.test(letter),
  s: (letter) => /^[ \t\n\v\f\r]$/.test(letter),
  S: (letter) => !/^[ \t\n\v\f\r]$/.test(letter),
};

function readTest(expression: string, start: number): { readonly test: Test; readonly end: number } | undefined {
  const letter = String.fromCodePoint(expression.codePointAt(start) ?? 0);
  if (letter === '[') return readClass(expression, start + 1);
  if (letter === '.') return { test: (one) => !/^[\n\r\u0085\u2028\u2029]$/.test(one), end: start + 1 };
  if (letter === '\\') {
    const test = escaped(expression[start + 1] ?? '');
    return test && { test, end: start + 2 };
  }
  return /^[()[\]{}|^$*+?]$/.test(letter) ? undefined : { test: (one) => one === letter, end: start + letter.length };
}

function escaped(letter: string): Test | undefined {
  const known = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
  return known ?? (/^[^A-Za-z0-9]$/.test(letter) ? (one) => one === letter : undefined);
}

function readClass(expression: string, start: number): { readonly test: Test; readonly end: number } | undefined {
  const isNegated = expression[start] === '^';
  const tests: Test[] = [];
  for (let at = start + (isNegated ? 1 : 0); at < expression.length;) {
    const letter = String.fromCodePoint(expression.codePointAt(at) ?? 0);
    if (letter === ']' && tests.length > 0)
      return { test: (one) => tests.some((test) => test(one)) !== isNegated, end: at + 1 };
    // Classes in classes, and what they have in common, are read by Java only.
    if (letter === '[' || letter === ']' || letter === '&') return undefined;
    if (letter === '\\') {
      const test = escaped(expression[at + 1] ?? '');
      if (test === undefined) return undefined;
      tests.push(test);
      at += 2;
      continue;
    }
    at += letter.length;
    const next = String.fromCodePoint(expression.codePointAt(at + 1) ?? 0);
    if (expression[at] === '-' && /^[^\]\\[]$/u.test(next)) {
      tests.push((one) => one >= letter && one <= next);
      at += 1 + next.length;
    } else tests.push((one) => one === letter);
  }
  return undefined;
}
