import { createMemo } from '@rulebook/text';

/** Shorter lists are written as a whole. */
const leastItems = 200;
/** Bounds the written lists that are kept, in items: those of the outline and the foldable ranges of a few documents. */
const maxItems = 40_000;

/** The lists of which a result consists; only until it is written, which is soon. */
const parts = createMemo<readonly unknown[], readonly (readonly unknown[])[]>({ most: 8 });

/** Joins lists for a result, so that the writer recognizes those that it has written before; neither these nor their items may be changed. */
export function joinLists<T>(lists: readonly (readonly T[])[]): T[] {
  const all = lists.flat();
  if (all.length >= leastItems) parts.of(all, [], () => lists);
  return all;
}

/**
 * Creates a function that writes messages as JSON in UTF-8, as `JSON.stringify` does. The outline of a whole document is sent after every
 * pause, and nearly all of its parts were sent before: the bytes of those are copied.
 */
export function createMessageEncoder(): (message: object) => Uint8Array {
  const written = createMemo<readonly unknown[], Uint8Array>({ most: maxItems, weightOf: ({ length }) => length });
  const write = (list: readonly unknown[]): Uint8Array => encoder.encode(`${JSON.stringify(list).slice(1, -1)},`);
  return (message) => {
    const { result, ...others } = message as { readonly result?: unknown };
    const lists = Array.isArray(result) ? parts.kept(result, []) : undefined;
    if (lists === undefined) return encoder.encode(JSON.stringify(message));
    const pieces = lists.filter(({ length }) => length > 0).map((list) => written.of(list, [], () => write(list)));
    // Behind the last item is a comma, too.
    pieces.push(pieces.pop()?.subarray(0, -1) ?? new Uint8Array());
    return joined([
      encoder.encode(`${JSON.stringify(others).slice(0, -1)},"result":[`),
      ...pieces,
      encoder.encode(']}'),
    ]);
  };
}

const encoder = new TextEncoder();

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}
