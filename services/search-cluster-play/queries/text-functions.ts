import { decodeBase64Text, encodeBase64 } from '@rulebook/text/base64';
import { byteLength } from '@rulebook/text/byte-length';
import type { Compiled } from './place';
import { Failed, Fatal, ofEach, ofOne, type Implementations } from './implementation';
import { replacing } from './replacing';
import { unplayedQuery, type Scalar } from './values';

/** The longest text that a function makes. */
const longest = 1_048_576;
const tooLong = new Failed('java.lang.IllegalArgumentException: the result is longer than 1 MB');

const letters = (value: Scalar | undefined): readonly string[] => [...String(value ?? '')];

/** A number that is written in the query refuses all of it, and one of a row has no result. */
function negative(what: string, value: Scalar | undefined, arg: Compiled | undefined): Failed {
  const reason = `${what} parameter cannot be negative, found [${String(value)}]`;
  if (arg?.constant !== undefined) return new Fatal(reason, 'illegal_argument_exception');
  return new Failed(`java.lang.IllegalArgumentException: ${reason}`);
}

/** Functions of texts. */
export const textFunctions: Implementations = {
  concat: ofOne((values) => {
    const text = values.map(String).join('');
    return text.length > longest ? tooLong : text;
  }),
  length: ofOne(([text]) => letters(text).length),
  byte_length: ofOne(([text]) => byteLength(String(text))),
  bit_length: ofOne(([text]) => byteLength(String(text)) * 8),
  to_lower: ofEach(([text]) => String(text).toLowerCase()),
  to_upper: ofEach(([text]) => String(text).toUpperCase()),
  left: ofOne(([text, count]) =>
    letters(text)
      .slice(0, Math.max(0, Number(count)))
      .join(''),
  ),
  right: ofOne(([text, count]) => {
    const all = letters(text);
    return all.slice(Math.max(0, all.length - Math.max(0, Number(count)))).join('');
  }),
  substring: ofOne(([text, start, length], { args }) => {
    if (length !== undefined && Number(length) < 0) return negative('Length', length, args[2]);
    const all = letters(text);
    const given = Number(start);
    const first = given > 0 ? given - 1 : given < 0 ? Math.max(0, all.length + given) : 0;
    return all.slice(first, length === undefined ? undefined : first + Number(length)).join('');
  }),
  trim: ofOne(([text]) => String(text).trim()),
  ltrim: ofOne(([text]) => String(text).trimStart()),
  rtrim: ofOne(([text]) => String(text).trimEnd()),
  starts_with: ofOne(([text, part]) => String(text).startsWith(String(part))),
  ends_with: ofOne(([text, part]) => String(text).endsWith(String(part))),
  contains: ofOne(([text, part]) => String(text).includes(String(part))),
  locate: ofOne(([text, part, start]) => {
    const from = Math.max(0, Number(start ?? 1) - 1);
    const at = letters(text).slice(from).join('').indexOf(String(part));
    return at < 0 ? 0 : letters(letters(text).slice(from).join('').slice(0, at)).length + from + 1;
  }),
  repeat: ofOne(([text, count], { args }) => {
    if (Number(count) < 0) return negative('Number', count, args[1]);
    return String(text).length * Number(count) > longest ? tooLong : String(text).repeat(Number(count));
  }),
  space: ofOne(([count], { args }) => {
    if (Number(count) < 0) return negative('Number', count, args[0]);
    return Number(count) > longest ? tooLong : ' '.repeat(Number(count));
  }),
  reverse: ofOne(([text]) => letters(text).toReversed().join('')),
  split: ofOne(([text, by]) => {
    if (byteLength(String(by)) !== 1) return new Fatal('delimiter must be single byte for now');
    const parts = String(text).split(String(by));
    return parts.length === 1 ? (parts[0] ?? '') : parts;
  }),
  replace: ofOne(([text, expression, by], { evaluation }) => {
    const replace = replacing(String(expression));
    if (replace === undefined || /[$\\]/.test(String(by)))
      throw unplayedQuery('`REPLACE` with a regular expression that has groups, alternatives or several repetitions');
    evaluation.spend(1 + Math.ceil(String(text).length / 10));
    const result = replace(String(text), String(by));
    return result.length > longest ? tooLong : result;
  }),
  to_base64: ofOne(([text]) => encodeBase64(String(text))),
  from_base64: ofOne(
    ([text]) =>
      decodeBase64Text(String(text)) ?? new Failed('java.lang.IllegalArgumentException: the text is not base64'),
  ),
};
