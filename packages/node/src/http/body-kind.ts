import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { perText } from '@rulebook/text';

/** How a body is read: as text of this charset, or not at all because it is binary. */
export type BodyKind = { readonly charset: string } | { readonly binary: string };

/** The names of formats that begin with a signature, by the bytes at an offset. */
const signatures: readonly (readonly [name: string, offset: number, bytes: string])[] = [
  ['PNG image', 0, '\x89PNG\r\n'],
  ['JPEG image', 0, '\xff\xd8\xff'],
  ['GIF image', 0, 'GIF8'],
  ['WebP image', 8, 'WEBP'],
  ['BMP image', 0, 'BM'],
  ['icon', 0, '\0\0\x01\0'],
  ['TIFF image', 0, 'II*\0'],
  ['TIFF image', 0, 'MM\0*'],
  ['AVIF image', 4, 'ftypavif'],
  ['HEIC image', 4, 'ftypheic'],
  ['MP4 video', 4, 'ftyp'],
  ['WebM video', 0, '\x1a\x45\xdf\xa3'],
  ['Ogg audio', 0, 'OggS'],
  ['MP3 audio', 0, 'ID3'],
  ['WAV audio', 8, 'WAVE'],
  ['FLAC audio', 0, 'fLaC'],
  ['PDF document', 0, '%PDF-'],
  ['ZIP archive', 0, 'PK\x03\x04'],
  ['gzip archive', 0, '\x1f\x8b'],
  ['zstd archive', 0, '\x28\xb5\x2f\xfd'],
  ['bzip2 archive', 0, 'BZh'],
  ['xz archive', 0, '\xfd7zXZ\0'],
  ['7-Zip archive', 0, '7z\xbc\xaf\x27\x1c'],
  ['tar archive', 257, 'ustar'],
  ['WebAssembly module', 0, '\0asm'],
  ['WOFF font', 0, 'wOF'],
  ['OpenType font', 0, 'OTTO'],
  ['SQLite database', 0, 'SQLite format 3\0'],
];

/** What media types without a signature of their own are called. */
const mediaTypes: Readonly<Record<string, string>> = {
  'application/cbor': 'CBOR',
  'application/smile': 'Smile',
  'application/protobuf': 'Protocol Buffers',
  'application/x-protobuf': 'Protocol Buffers',
  'application/msgpack': 'MessagePack',
};

/** Returns how to read a body, by its media type and its bytes; `isAll` says that no more bytes follow. */
export function kindOfBody(contentType: string | undefined, bytes: Buffer, isAll: boolean): BodyKind {
  const { type, charset } = parseContentType(contentType ?? '');
  const marked = charsetOfMark(bytes);
  if (marked !== undefined) return { charset: marked };
  const isText = isTextType(type);
  const known = charset !== undefined && isCharset(charset) ? charset : undefined;
  const signature = isText ? undefined : signatureOf(bytes);
  if (signature !== undefined) return { binary: signature };
  if (/^(image|audio|video|font)\//.test(type) && !isText) return { binary: nameOfType(type) };
  // In these charsets, every second byte of plain English is 0.
  if (known !== undefined && /^utf-?(16|32)/i.test(known)) return { charset: known };
  if (bytes.includes(0)) return { binary: signatureOf(bytes) ?? nameOfType(type) };
  if (known !== undefined && !/^utf-?8$/i.test(known)) return { charset: known };
  if (isUtf8(isAll ? bytes : withoutCutCharacter(bytes))) return { charset: 'utf-8' };
  if (!isText) return { binary: nameOfType(type) };
  const garbled = controlCharactersIn(bytes);
  if (garbled * 20 > bytes.length) return { binary: signatureOf(bytes) ?? nameOfType(type) };
  // Windows-1252 was the usual charset of text that names none, before UTF-8. JSON has always been UTF-8.
  return { charset: type.startsWith('text/') && known === undefined ? 'windows-1252' : 'utf-8' };
}

/** Of responses after each other, most have one of a few media types. */
const parseContentType = perText(20, (value) => {
  const [type = ''] = value.split(';');
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(value)?.[1];
  return { type: type.trim().toLowerCase(), charset };
});

function isTextType(type: string): boolean {
  return (
    type.startsWith('text/') ||
    /[/+](json|xml|yaml|x-yaml|javascript|ecmascript|ndjson|x-ndjson|jsonl|graphql|sql|csv|x-www-form-urlencoded)$/.test(
      type,
    )
  );
}

/** A byte order mark is more reliable than the header fields. */
function charsetOfMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function isCharset(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

function signatureOf(bytes: Buffer): string | undefined {
  return signatures.find(([, offset, text]) => bytes.toString('latin1', offset, offset + text.length) === text)?.[0];
}

function nameOfType(type: string): string {
  const known = mediaTypes[type];
  if (known !== undefined) return known;
  const [, subtype = ''] = type.split('/');
  const name = subtype.replace(/^(x-|vnd\.)/, '').replace(/\+.*$/, '');
  const [, group] = /^(image|audio|video|font)\//.exec(type) ?? [];
  if (group !== undefined) return `${name.toUpperCase()} ${group}`;
  return type === '' || name === 'octet-stream' ? 'binary data' : `binary data (${type})`;
}

function controlCharactersIn(bytes: Buffer): number {
  let count = 0;
  // Tabs, line ends, form feeds and escapes belong to text.
  for (const byte of bytes) if (byte < 0x20 && (byte < 0x08 || byte > 0x0d) && byte !== 0x1b) count++;
  return count;
}

/** Returns the bytes without an incomplete last character. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back);
  }
  return bytes;
}
