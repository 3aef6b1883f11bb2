import { encodeBase64 } from '../text/base64';

/** Shorter values occur by chance, and masking them would reveal more than it hides. */
const shortest = 4;
/** Longer values are searched as written and as JSON only: they are documents, not keys. */
const longestEncoded = 4000;
/** Words that are not secrets, wherever they come from. */
const common: ReadonlySet<string> = new Set(
  (
    'true false null none undefined http https localhost 127.0.0.1 0.0.0.0 json text string keyword object token secret ' +
    'password basic bearer GET POST PUT PATCH DELETE'
  ).split(' '),
);

/**
 * Returns what to search for in a text whose escapes are decoded: the value, as a form writes its blanks, and in base64, also of its JSON or
 * URL form; with `isPlain`, the value only.
 */
export function meantForms(value: string, isPlain = false): readonly string[] {
  const trimmed = value.trim();
  if (!isSecret(trimmed)) return [];
  const forms = new Set([trimmed]);
  if (isPlain || trimmed.length > longestEncoded) return [...forms];
  forms.add(trimmed.replace(/ /g, '+'));
  for (const inner of new Set([trimmed, inJson(trimmed), encoded(trimmed)])) {
    for (const form of base64Forms(inner)) forms.add(form);
  }
  for (const line of longLines(trimmed)) forms.add(line);
  return [...forms].filter((form) => form.length >= shortest);
}

/** Returns the forms in which a value may appear: as written, and in JSON, URLs, forms, HTML and base64, also two of them combined. */
export function formsOf(value: string): readonly string[] {
  const trimmed = value.trim();
  if (!isSecret(trimmed)) return [];
  const json = inJson(trimmed);
  const forms = new Set([trimmed, json]);
  if (trimmed.length > longestEncoded) return [...forms];
  for (const inner of new Set([trimmed, json, encoded(trimmed)])) {
    for (const form of [...encodedForms(inner), ...base64Forms(inner)]) forms.add(form);
  }
  for (const line of longLines(trimmed)) forms.add(line);
  return [...forms].filter((form) => form.length >= shortest);
}

function isSecret(trimmed: string): boolean {
  return trimmed.length >= shortest && !common.has(trimmed) && !/^\*+$/.test(trimmed);
}

/** Returns the lines of a value of several lines, such as a private key, that are long enough to be searched for. */
function longLines(value: string): readonly string[] {
  if (!/[\r\n]/.test(value)) return [];
  return value
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line.length >= 16);
}

function encodedForms(value: string): readonly string[] {
  // Letters and digits are the same in all encodings.
  if (/^[\w.~-]*$/.test(value)) return [value];
  const json = inJson(value);
  const ascii = escapedAscii(json);
  const component = encoded(value);
  const strict = component.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const upper = [component, strict, strict.replace(/%20/g, '+'), encodeOrKeep(encodeURI, value)];
  const named = value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return [
    value,
    json,
    json.replace(/\//g, '\\/'),
    ascii,
    ascii.replace(/\\u[0-9a-f]{4}/g, (unit) => `\\u${unit.slice(2).toUpperCase()}`),
    ascii.replace(/[<>&']/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
    ...upper,
    ...upper.map((form) => form.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase())),
    named,
    named.replace(/"/g, '&quot;'),
    named.replace(/"/g, '&quot;').replace(/'/g, '&#39;'),
    named.replace(/"/g, '&#34;').replace(/'/g, '&#x27;'),
    named.replace(/"/g, '&quot;').replace(/'/g, '&apos;'),
  ];
}

/** Within the base64 of a longer text, a value appears in one of three alignments, without the digits at its ends. */
function base64Forms(value: string): readonly string[] {
  const cores = ['', ' ', '  '].map((before) => {
    const digits = encodeBase64(before + value).replace(/=+$/, '');
    const start = before === '' ? 0 : before.length + 1;
    // The last digit also contains bits of the following character.
    return digits.slice(start, digits.length % 4 === 0 ? undefined : -1);
  });
  return [encodeBase64(value), ...cores]
    .filter((form) => form.length >= 6)
    .flatMap((form) => [form, form.replace(/\+/g, '-').replace(/\//g, '_'), encodeURIComponent(form)]);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapedAscii(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function encoded(text: string): string {
  return encodeOrKeep(encodeURIComponent, text);
}

function encodeOrKeep(encode: (text: string) => string, text: string): string {
  try {
    return encode(text);
  } catch {
    // A lone surrogate cannot be encoded.
    return text;
  }
}
