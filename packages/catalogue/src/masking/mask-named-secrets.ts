import { declaredExpression, isDeclaredShown } from './declared-names';
import { isSecretMember, isSecretParameter } from './secret-names';
import { expressionOf } from '@rulebook/text/expressions';
import type { Span } from '@rulebook/text/span';
import { withoutTrailing } from '@rulebook/text/trim';

/** What replaces a secret. */
export const mask = '***';

/** A secret in a text: the member's name and its value. */
export interface FoundSecret {
  readonly name: string;
  readonly value: string;
}

/** A text in which the values of secret members, parameters and header fields are masked, and these values. */
interface MaskedSecrets {
  readonly text: string;
  /** The secrets in members. */
  readonly found: readonly FoundSecret[];
  /** Everything that was masked, except words of prose, so that it can be masked elsewhere, too. */
  readonly values: readonly string[];
  /** Where the masked parts was in the text, in order. */
  readonly spans: readonly Span[];
}

/** Where a secret's name may begin, and where a user name in a URL begins. A name may contain escaped letters. */
const trigger =
  /api[-_. ]?key|secret|token|passw|passphrase|pwd|(?:access|private)[-_. ]?key|encoded|authori[sz]ation|cookie|credential|auth|jwt|bearer|signature|sig(?==)|key(?==)|\\u00[2-7][0-9a-f]|:(?:\\?\/){2}/gi;
const longestName = 100;

/** How a text is masked. */
export interface MaskOptions {
  /** It is shown in the editor and goes nowhere else, so names count that a team has declared as those of no secrets. */
  readonly isOnScreen?: boolean;
}

/** Returns what finds names of secrets, also those that are declared. */
function triggerOf(expression: string): RegExp {
  return expression === '' ? trigger : expressionOf(`${trigger.source}|${expression}`, 'gi');
}

/**
 * Masks secrets by their position: the value of a member such as `api_key`, in JSON that may be malformed, cut off or inside a string, in a
 * form, a query, XML or a header line; and user name and password of URLs. One pass; placeholders such as `{{token}}` stay.
 */
export function maskNamedSecrets(text: string, { isOnScreen = false }: MaskOptions = {}): MaskedSecrets {
  const search = triggerOf(declaredExpression());
  search.lastIndex = 0;
  // Most texts, such as values of header fields, have no name of a secret.
  if (!search.test(text)) return { text, found: none, values: none, spans: none };
  const found: FoundSecret[] = [];
  const values: string[] = [];
  const pieces: string[] = [];
  const spans: Span[] = [];
  let copied = 0;
  const replace = ({ start, end }: Extent, by = mask) => {
    spans.push({ start, end });
    pieces.push(text.slice(copied, start), by);
    copied = end;
  };
  search.lastIndex = 0;
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const { index } = match;
    if (match[0].startsWith(':')) {
      const user = userInfoFrom(text, search.lastIndex);
      if (user) {
        replace(user);
        values.push(...partsOfUser(text.slice(user.start, user.end)));
        search.lastIndex = user.end;
      }
      continue;
    }
    const name = nameAround(text, index, search.lastIndex);
    search.lastIndex = Math.max(name.end, search.lastIndex);
    if (isOnScreen && isDeclaredShown(name.text)) continue;
    const quoted = valueOfQuotedName(text, name);
    if (quoted) {
      for (const value of quoted.values) {
        replace(value, value.isBare === true ? `"${mask}"` : mask);
        const written = unescaped(text.slice(value.start, value.end));
        values.push(written);
        if (value.isBare !== true) found.push({ name: name.text, value: written });
      }
      search.lastIndex = Math.max(search.lastIndex, quoted.end);
      continue;
    }
    const bare = valueOfBareName(text, name);
    if (bare) {
      replace(bare);
      values.push(...decodings(text.slice(bare.start, bare.end)));
      search.lastIndex = Math.max(search.lastIndex, bare.end);
    }
  }
  if (copied === 0) return { text, found, values, spans };
  pieces.push(text.slice(copied));
  return { text: pieces.join(''), found, values, spans };
}

const none: readonly never[] = [];

interface Extent {
  readonly start: number;
  readonly end: number;
}

interface Name extends Extent {
  readonly text: string;
}

interface Value extends Extent {
  /** A number or word without quotes. */
  readonly isBare?: boolean;
}

function userInfoFrom(text: string, start: number): Extent | undefined {
  const match = matchAt(text, start, /[^\s/?#"'<>`]*@/y);
  if (match === undefined || match.replace(/\{\{[^{}]*\}\}/g, '').replace(/[:@]/g, '') === '') return undefined;
  return { start, end: start + match.length - 1 };
}

/** Returns user name and password, and the password alone. */
function partsOfUser(user: string): readonly string[] {
  const colon = user.indexOf(':');
  return [user, ...(colon < 0 ? [] : decodings(user.slice(colon + 1)))];
}

function decodings(value: string): readonly string[] {
  if (!value.includes('%')) return [value];
  try {
    return [value, decodeURIComponent(value)];
  } catch {
    return [value];
  }
}

function nameAround(text: string, index: number, end: number): Name {
  let start = index;
  while (index - start < longestName && nameUnit.test(text[start - 1] ?? '')) start--;
  // The backslash of an escape belongs to the name.
  let last = end;
  while (last - end < longestName && nameUnit.test(text[last] ?? '')) last++;
  return { start, end: last, text: unescaped(withoutTrailing(text.slice(start, last), '\\')) };
}

/** Letters, digits, `-`, `_`, `.`, and the backslash that begins an escaped letter. */
const nameUnit = /[\w.\\-]/;

/** Returns what the sticky expression matches at the position. */
function matchAt(text: string, at: number, expression: RegExp): string | undefined {
  expression.lastIndex = at;
  return expression.exec(text)?.[0];
}

/** `"name": "value"`, `'name' => 'value'`, `\"name\":\"value\"`, `"name": ["value", "value"]`, `"name": 1234`. */
function valueOfQuotedName(
  text: string,
  name: Name,
): { readonly values: readonly Value[]; readonly end: number } | undefined {
  const quote = text[name.start - 1];
  // The backslash of an escaped quote was taken for a part of the name.
  const trailing = backslashesBefore(text, name.end);
  if ((quote !== '"' && quote !== "'") || text[name.end] !== quote) return undefined;
  if (!isSecretMember(name.text)) return undefined;
  if (backslashesBefore(text, name.start - 1) !== trailing) return undefined;
  const separator = matchAt(text, name.end + 1, /\s*(?::|=>)\s*/y);
  if (separator === undefined) return undefined;
  const start = name.end + 1 + separator.length;
  if (text[start] === '[') return itemsFrom(text, start + 1);
  const value = quotedFrom(text, start);
  if (value) return { values: isOpen(text, value) ? [] : [value.inner], end: value.end };
  const word = matchAt(text, start, /[^\s,}\]{["'\\]+/y);
  if (word === undefined || /^(?:true|false|null|undefined|None|\*+)$/i.test(word)) return undefined;
  return { values: [{ start, end: start + word.length, isBare: true }], end: start + word.length };
}

interface Quoted {
  readonly inner: Extent;
  /** The position behind the closing quote. */
  readonly end: number;
}

function itemsFrom(text: string, from: number): { readonly values: readonly Value[]; readonly end: number } {
  const values: Value[] = [];
  let end = from;
  for (;;) {
    const item = quotedFrom(text, end + (matchAt(text, end, /[\s,]*/y)?.length ?? 0));
    if (!item) return { values, end };
    if (!isOpen(text, item)) values.push(item.inner);
    end = item.end;
  }
}

/** Returns the text between two quotes, which may be escaped themselves; without a closing quote, up to the end of the text. */
function quotedFrom(text: string, at: number): Quoted | undefined {
  const opening = /(\\*)(["'])/y;
  opening.lastIndex = at;
  const match = opening.exec(text);
  if (match === null) return undefined;
  const [whole, { length: level } = '', quote = '"'] = match;
  const start = at + whole.length;
  for (let close = text.indexOf(quote, start); close >= 0; close = text.indexOf(quote, close + 1)) {
    const slashes = backslashesBefore(text, close);
    if (slashes < level || (slashes - level) % (2 * (level + 1)) === 0)
      return { inner: { start, end: close - Math.min(slashes, level) }, end: close + 1 };
  }
  return { inner: { start, end: text.length }, end: text.length };
}

function backslashesBefore(text: string, at: number): number {
  let start = at;
  while (text[start - 1] === '\\') start--;
  return at - start;
}

/** Returns whether the value may be shown: empty values, masks and placeholders are not secrets. */
function isOpen(text: string, { inner: { start, end } }: Quoted): boolean {
  return end === start || (end - start < 300 && isShown(text.slice(start, end)));
}

function isShown(value: string): boolean {
  return /^(?:[A-Za-z]+ +)?(?:\**|(?:\{\{[^{}]*\}\})+)$/.test(value) || /^(?:::es_redacted::|<redacted>)$/i.test(value);
}

/** `name=value`, `name="value"`, `<name>value</name>`, and a line `Name: value`. */
function valueOfBareName(text: string, { start, end, text: name }: Name): Extent | undefined {
  const before = start === 0 ? '\n' : (text[start - 1] ?? '');
  const sign = text[end];
  const isQuery = before === '?' || before === '&';
  if (!(isQuery ? isSecretParameter(name) : isSecretMember(name))) return undefined;
  if (sign === '=') {
    const quoted = quotedFrom(text, end + 1);
    if (quoted) return isOpen(text, quoted) ? undefined : quoted.inner;
    if (text.startsWith('{{', end + 1)) return undefined;
    return unlessShown(text, end + 1, /[^\s&;"'<>)\]}#|`\\]+|\\(?!["'])/y);
  }
  if (sign === '>' && before === '<') return unlessShown(text, end + 1, /[^<]+/y);
  if (sign !== ':') return undefined;
  const value = end + 1 + (/^[ \t]*/.exec(text.slice(end + 1, end + 100))?.[0].length ?? 0);
  const isCredential = /authori[sz]ation|cookie|api-?key/i.test(name);
  if (isLineStart(text, start)) {
    const line = isCredential ? /[^\r\n]+/y : wordOfLine;
    return quotedFrom(text, value)?.inner ?? unlessShown(text, value, line);
  }
  if (!isCredential) return undefined;
  return unlessShown(text, value, before === '"' || before === "'" ? /[^\r\n"']+/y : schemeAndKey);
}

/** A value behind a colon is one word, perhaps with a scheme in front of it; several words are prose. */
const wordOfLine = /(?:[A-Za-z]+ )?[^\s"',{[]+(?=[ \t]*(?:[,;][ \t]*)?(?:[\r\n]|$))/y;
const schemeAndKey = /(?:Bearer|Basic|ApiKey|token) +[^\s"'\\,;]+/iy;

function unlessShown(text: string, start: number, form: RegExp): Extent | undefined {
  form.lastIndex = start;
  let end = start;
  for (let match = form.exec(text); match !== null; match = form.exec(text)) end = form.lastIndex;
  return end === start || isShown(text.slice(start, Math.min(end, start + 300))) ? undefined : { start, end };
}

/** Returns whether a line begins here. Lines quoted in a mail or printed by curl have a sign in front. */
function isLineStart(text: string, at: number): boolean {
  let start = at;
  while (at - start < 20 && /[ \t<>*-]/.test(text[start - 1] ?? '')) start--;
  return start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r';
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
