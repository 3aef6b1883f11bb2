import { readWithLiterals } from './literals';

/** What a text is as JSON, without its values. */
interface JsonOutline {
  /** Where its first value ends; undefined if the text has no whole object or list. */
  readonly end?: number;
  /** The text ends within a value. */
  readonly endsEarly: boolean;
  /** An object has a key twice. */
  readonly hasEqualKeys: boolean;
}

/** Walks over the brackets and strings of a text; what is between them is not read. */
export function outlineOf(text: string): JsonOutline {
  const keys: (Set<string> | undefined)[] = [];
  let hasEqualKeys = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (end === undefined) return { endsEarly: true, hasEqualKeys };
      const known = keys[keys.length - 1];
      if (known !== undefined && /^\s*:/.test(text.slice(end, end + 80))) {
        const key = text.slice(at, end);
        hasEqualKeys ||= known.has(key);
        known.add(key);
      }
      at = end - 1;
    } else if (character === '{') keys.push(new Set());
    else if (character === '[') keys.push(undefined);
    else if (character === '}' || character === ']') {
      keys.pop();
      if (keys.length === 0) return { end: at + 1, endsEarly: false, hasEqualKeys };
    }
  }
  return { endsEarly: keys.length > 0, hasEqualKeys };
}

/** Reads the value with which a text begins. Servers ignore what comes after it. */
export function readFirstJson(text: string): { readonly value: unknown } | undefined {
  const whole = readWithLiterals(text);
  if (whole !== undefined) return whole;
  const { end } = outlineOf(text);
  return end === undefined ? undefined : readWithLiterals(text.slice(0, end));
}

function endOfString(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return undefined;
}
