const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Returns the bytes of a base64 text, padded or not, or undefined when it is not base64. */
export function decodeBase64(text: string): readonly number[] | undefined {
  const digits = text.replace(/=+$/, '');
  if (digits.length % 4 === 1 || (digits.length !== text.length && text.length % 4 !== 0)) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let buffer = 0;
  for (const digit of digits) {
    const value = alphabet.indexOf(digit);
    if (value < 0) return undefined;
    buffer = ((buffer << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((buffer >> bits) & 0xff);
    }
  }
  return bytes;
}

/** Returns the base64 text of the UTF-8 form of `text`. */
export function encodeBase64(text: string): string {
  return digitsOf(utf8Of(text));
}

/** Returns the base64 text of bytes. */
export function encodeBytes(bytes: Uint8Array): string {
  const parts: string[] = [];
  // A multiple of three, so that only the last part is padded.
  for (let at = 0; at < bytes.length; at += 3000) parts.push(digitsOf(bytes.subarray(at, at + 3000)));
  return parts.join('');
}

function digitsOf(bytes: ArrayLike<number>): string {
  let result = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const a = bytes[at] ?? 0;
    const b = bytes[at + 1];
    const c = bytes[at + 2];
    const word = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    result += (alphabet[(word >> 18) & 63] ?? '') + (alphabet[(word >> 12) & 63] ?? '');
    result += b === undefined ? '=' : (alphabet[(word >> 6) & 63] ?? '');
    result += c === undefined ? '=' : (alphabet[word & 63] ?? '');
  }
  return result;
}

const percent = 0x25;

function utf8Of(text: string): readonly number[] {
  const units: number[] = [];
  for (let at = 0; at < text.length; at++) units.push(text.charCodeAt(at));
  if (units.every((unit) => unit < 0x80)) return units;
  // A lone surrogate cannot be encoded.
  const encoded = encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
  const bytes: number[] = [];
  for (let at = 0; at < encoded.length; at++) {
    const unit = encoded.charCodeAt(at);
    bytes.push(unit === percent ? parseInt(encoded.slice(at + 1, at + 3), 16) : unit);
    if (unit === percent) at += 2;
  }
  return bytes;
}

/** Returns the text of a base64 text, or undefined when it is not base64 or its bytes are not UTF-8. */
export function decodeBase64Text(base64: string): string | undefined {
  const bytes = decodeBase64(base64);
  if (!bytes) return undefined;
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    return undefined;
  }
}
