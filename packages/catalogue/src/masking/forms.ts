import { encodeBase64 } from '@rulebook/text/base64';

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

function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // A lone surrogate cannot be encoded.
    return text;
  }
}
