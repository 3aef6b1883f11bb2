import { redact } from '@rulebook/catalogue/masking/masker';
import { expressionOf } from '@rulebook/text/expressions';

/** How the words of a script are shown. */
export interface ShownWords {
  /** Returns the name of a test. */
  readonly name: (text: string) => string;
  /** Returns a line of the log, or the message of a test. */
  readonly text: (text: string) => string;
  /** Returns why the script has ended. */
  readonly problem: (text: string) => string;
}

/** Stands for words that a script has made after it had read a private value. */
const keptBack = 'Kept back: the script has read a private value, and these words are not in its code.';

/**
 * Returns how the words of a script are shown: with secrets masked, and where they are kept back, only those that its code says itself. What a
 * script makes of a private value has too many spellings to be masked: reversed, in digits, a letter at a time.
 */
export function shownWords(
  code: string,
  { secrets, isKeptBack }: { readonly secrets: readonly string[]; readonly isKeptBack: boolean },
): ShownWords {
  const masked = (text: string) => redact(text, secrets);
  if (!isKeptBack) return { name: masked, text: masked, problem: masked };
  const written = wordsIn(code);
  let tests = 0;
  const text = (said: string) => (said === '' || written.has(said) ? masked(said) : keptBack);
  return {
    name: (said) => {
      tests++;
      return written.has(said) ? masked(said) : `Test ${tests} of the script (name kept back)`;
    },
    text,
    problem: (said) => (isOfEngine(said, code) ? masked(said) : text(said)),
  };
}

const literal = String.raw`'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|` + '`((?:[^`\\\\$]|\\\\[^]|\\$(?!\\{))*)`';
/** The tests of httpYac that have names of their own, with literals between their brackets. */
const named = expressionOf(
  String.raw`\btest\.(status|totalTime|header|headerContains)\(\s*(?:(\d{1,9})|(?:${literal})\s*,\s*(?:${literal}|(\d{1,9})))\s*\)`,
  'g',
);
/** The names that the box gives to tests without such values. */
const fixed = ['body', 'body exists', 'body is empty', 'The test has failed.', 'The assertion does not hold.'];

/** Returns the texts that are in a code as they are, and the names of tests that follow from them. */
function wordsIn(code: string): ReadonlySet<string> {
  const words = new Set(fixed);
  for (const [, ...parts] of code.matchAll(expressionOf(literal, 'g'))) {
    const text = textOfLiteral(parts);
    if (text !== undefined) words.add(text);
  }
  for (const [, kind, number, ...rest] of code.matchAll(named)) {
    const field = textOfLiteral(rest.slice(0, 3));
    const value = textOfLiteral(rest.slice(3, 6)) ?? rest[6];
    if (number !== undefined) words.add(kind === 'status' ? `status == ${number}` : `duration <= ${number}`);
    else if (field !== undefined && value !== undefined)
      words.add(`header ${field} ${kind === 'header' ? '==' : 'includes'} ${value}`);
  }
  return words;
}

/** Returns the text of a literal without the usual escapes; others stay as they are, and then equal nothing. */
function textOfLiteral(parts: readonly (string | undefined)[]): string | undefined {
  const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };
  const source = parts.find((part) => part !== undefined);
  return source?.replace(/\\([^ux0-9])/g, (_, sign: string) => escapes[sign] ?? sign);
}

/** What ends a script from outside, as a whole; nothing in these sentences is the script's. */
const ofEngine =
  /^(?:The script (?:does not end: it (?:has used up its steps|was stopped after 10 s)|needs more memory than it may have|calls itself too deeply|reads more than 200 variables|waits for something that never comes|has failed)\.|TypeError: not a function)$/;

/** Returns whether a message is one of the engine itself: one that is always the same, or one about a name that is in the code. */
function isOfEngine(message: string, code: string): boolean {
  if (ofEngine.test(message)) return true;
  const [, name] =
    /^(?:ReferenceError: (?='[^']*' is not defined$)|TypeError: cannot read property (?='[^']*' of (?:undefined|null)$))'([\w$]+)'/.exec(
      message,
    ) ?? [];
  return name !== undefined && new Set<string>(code.match(/[\w$]+/g)).has(name);
}
