/** What a link carries. */
export interface Shared {
  readonly text: string;
  /** The OpenAPI file of a service of one's own. */
  readonly description?: { readonly name: string; readonly text: string };
  /** The `rulebook.json`; absent: the one that the playground makes. */
  readonly configuration?: string;
}

/** What is behind `#` in the address. */
export type Fragment =
  | { readonly kind: 'none' }
  | { readonly kind: 'example'; readonly id: string }
  | ({ readonly kind: 'shared' } & Shared)
  | { readonly kind: 'bad'; readonly message: string };

/** Longer links are cut off by mail programs and chats, and browsers bound them. In characters. */
export const longestLink = 60_000;
/** A link must not fill the memory: more is not unpacked. In bytes. */
const maxUnpacked = 5_000_000;
const format = 'text=1.';

/** Returns the fragment for what is shared; undefined when it is too long for a link. */
export async function fragmentOf(shared: Shared): Promise<string | undefined> {
  const { text, description, configuration } = shared;
  const bytes = new TextEncoder().encode(JSON.stringify({ text, description, configuration }));
  if (bytes.length > maxUnpacked) return undefined;
  const stream = new Blob([bytes]).stream();
  const packed = await bytesOf(stream.pipeThrough(new CompressionStream('deflate-raw')), longestLink);
  if (packed === undefined) return undefined;
  const fragment = format + encode(packed);
  return fragment.length > longestLink ? undefined : fragment;
}

/** Reads what is behind `#`. Never rejects: a link that cannot be read says what is wrong with it. */
export async function readFragment(hash: string): Promise<Fragment> {
  const fragment = hash.replace(/^#/, '');
  if (fragment.startsWith('example=')) return { kind: 'example', id: fragment.slice('example='.length) };
  if (!fragment.startsWith('text=')) return { kind: 'none' };
  if (!fragment.startsWith(format)) {
    return bad('This link was made by another version of the playground. Ask for the text itself.');
  }
  if (fragment.length > longestLink) return bad('This link is too long. Ask for the text itself.');
  try {
    const stream = new Blob([decode(fragment.slice(format.length))]).stream();
    const bytes = await bytesOf(stream.pipeThrough(new DecompressionStream('deflate-raw')), maxUnpacked);
    if (bytes === undefined) return bad('The text of this link is too large. Ask for the text itself.');
    return sharedIn(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown);
  } catch {
    return bad('This link is damaged: a part of it is missing or was changed. Copy the whole link again.');
  }
}

function bad(message: string): Fragment {
  return { kind: 'bad', message };
}

function sharedIn(value: unknown): Fragment {
  const { text, description, configuration } = value as Partial<Record<keyof Shared, unknown>>;
  if (typeof text !== 'string') throw new Error('There is no text.');
  const { name, text: ofDescription } = (description ?? {}) as Partial<Record<'name' | 'text', unknown>>;
  // The name becomes a part of a path.
  const isFile = typeof name === 'string' && /^[\w.-]+$/.test(name) && typeof ofDescription === 'string';
  return {
    kind: 'shared',
    text,
    ...(isFile && { description: { name, text: ofDescription } }),
    ...(typeof configuration === 'string' && { configuration }),
  };
}

/** Reads a stream; returns undefined when there is more than `most` bytes in it. */
async function bytesOf(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    parts.push(value);
    if (length > most) {
      await reader.cancel();
      return undefined;
    }
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function encode(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
