/** Texts and bytes in other forms; the engine of the box has none of its own. */
export interface Bytes {
  /** The bytes of a text in UTF-8. */
  readonly ofText: (text: unknown) => number[];
  readonly ofHex: (hex: unknown) => number[];
  /** Both alphabets are read. Throws for a text that is not in Base64. */
  readonly ofBase64: (text: unknown) => number[];
  /** One byte for each character, as `btoa` takes them. */
  readonly ofCodes: (text: unknown) => number[];
  readonly toHex: (bytes: readonly number[]) => string;
  readonly toBase64: (bytes: readonly number[], isForUrl?: boolean) => string;
  readonly toCodes: (bytes: readonly number[]) => string;
}

/** Makes the conversions of bytes, in the box. */
export function makeBytes(): Bytes {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const toHex = (bytes: readonly number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const ofHex = (hex: unknown) => (String(hex).match(/[0-9a-f]{2}/gi) ?? []).map((pair) => parseInt(pair, 16));
  return {
    toHex,
    ofHex,
    ofText: (text) => {
      const encoded = encodeURIComponent(String(text));
      return [...encoded.matchAll(/%([0-9A-F]{2})|[^%]/g)].map(([sign, hex]) =>
        hex === undefined ? sign.charCodeAt(0) : parseInt(hex, 16),
      );
    },
    ofCodes: (text) => [...String(text)].map((sign) => sign.charCodeAt(0) & 0xff),
    toCodes: (bytes) => bytes.map((byte) => String.fromCharCode(byte)).join(''),
    toBase64: (bytes, isForUrl = false) => {
      let text = '';
      for (let at = 0; at < bytes.length; at += 3) {
        const [one = 0, two, three] = bytes.slice(at, at + 3);
        const bits = (one << 16) | ((two ?? 0) << 8) | (three ?? 0);
        text += alphabet.charAt(bits >> 18) + alphabet.charAt((bits >> 12) & 63);
        text += two === undefined ? '=' : alphabet.charAt((bits >> 6) & 63);
        text += three === undefined ? '=' : alphabet.charAt(bits & 63);
      }
      return isForUrl ? text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '') : text;
    },
    ofBase64: (text) => {
      const bytes: number[] = [];
      let bits = 0;
      let count = 0;
      for (const sign of String(text).replace(/-/g, '+').replace(/_/g, '/').replace(/[=\s]/g, '')) {
        const value = alphabet.indexOf(sign);
        if (value < 0) throw new Error('The text is not in Base64.');
        bits = ((bits << 6) | value) & 0xffffff;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes.push((bits >> count) & 0xff);
      }
      return bytes;
    },
  };
}
