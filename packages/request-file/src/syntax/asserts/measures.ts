import { count } from '@rulebook/text/count';
import type { Digest, Measure } from './parsed-assert';

/** A word behind what is checked, in whose place it takes what it measures. */
interface AssertMeasure {
  readonly word: Measure;
  readonly summary: string;
  readonly example: string;
}

/** All measures, in the order of the documentation. */
export const assertMeasures: readonly AssertMeasure[] = [
  {
    word: 'length',
    summary: 'The number of items of a list, of members of an object, or of characters of a text',
    example: '$.name length <= 20',
  },
  {
    word: 'count',
    summary:
      'The number of items of a list, of members of an object, or of the values that a path selects; 0 where a path of several selects none',
    example: '$.items[?@.open == true] count == 3',
  },
  {
    word: 'sha256',
    summary: 'The SHA-256 of the bytes, in hexadecimal digits or in Base64',
    example: 'body sha256 == e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  },
  {
    word: 'sha512',
    summary: 'The SHA-512 of the bytes, in hexadecimal digits or in Base64',
    example: 'body sha512 == {{digest}}',
  },
  {
    word: 'md5',
    summary: 'The MD5 of the bytes, in hexadecimal digits or in Base64',
    example: 'body md5 == d41d8cd98f00b204e9800998ecf8427e',
  },
];

/** Returns the measure of this name. */
export function measureNamed(word: string): Measure | undefined {
  return assertMeasures.find((one) => one.word === word)?.word;
}

/** The lengths of digests, in bytes. */
const lengths: Readonly<Record<Digest, number>> = { md5: 16, sha256: 32, sha512: 64 };

/** Returns whether a measure is a digest. */
export function isDigest(measure: Measure | undefined): measure is Digest {
  return measure !== undefined && Object.hasOwn(lengths, measure);
}

/** Returns a digest in hexadecimal digits, whether it is written so, as `hex,…;` of Hurl, or in Base64; undefined for what is none. */
export function hexOfDigest(digest: Digest, written: string): string | undefined {
  const text = /^hex,(.*);$/.exec(written)?.[1] ?? /^"([^"\\]*)"$/.exec(written)?.[1] ?? written;
  const length = lengths[digest];
  if (text.length === 2 * length && /^[0-9a-f]+$/i.test(text)) return text.toLowerCase();
  const signs = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  if (signs.length !== Math.ceil((length * 8) / 6) || !/^[A-Za-z0-9+/]+$/.test(signs)) return undefined;
  let bits = '';
  for (const sign of signs) bits += alphabet.indexOf(sign).toString(2).padStart(6, '0');
  return Array.from({ length }, (_, index) =>
    Number.parseInt(bits.slice(index * 8, index * 8 + 8), 2)
      .toString(16)
      .padStart(2, '0'),
  ).join('');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Returns why a value cannot be a digest. */
export function digestProblem(digest: Digest, text: string): string | undefined {
  return hexOfDigest(digest, text) === undefined
    ? `This is not a \`${digest}\`: expected ${count(2 * lengths[digest], 'hexadecimal digit')}, or ${count(lengths[digest], 'byte')} in Base64.`
    : undefined;
}

/** Returns whether a value behind `matches` is the path of a JSON Schema, and no regular expression. */
export function isSchemaPath(value: string): boolean {
  const [file = ''] = value.split('#', 1);
  return /^\.{1,2}\/\S/.test(file) && /\.(?:json|ya?ml)$/i.test(file);
}
