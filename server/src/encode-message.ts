/** Shorter lists are written as a whole. */
const leastItems = 200;
/** How many lists are remembered: those of the outline, the foldable ranges and the lenses of a few documents. */
const mostLists = 6;

/**
 * Creates a function that writes messages as JSON in UTF-8, as `JSON.stringify` does. The outline of a whole document is sent after every
 * pause, and nearly all of its entries are the objects that were sent before: the bytes of those are copied. So an item of a long list must
 * not be changed after it has been sent.
 */
export function createMessageEncoder(): (message: object) => Uint8Array {
  let sent: readonly SentList[] = [];
  return (message) => {
    const fields = message as Fields;
    const { method, result } = fields;
    if (method !== undefined || !Array.isArray(result) || result.length < leastItems)
      return encoder.encode(JSON.stringify(message));
    const list = result as readonly unknown[];
    // A response does not say what it answers, so the list is recognized by its items.
    const former = sent.find(({ list: other }) => isContinued(other, list));
    const written = writeList(`${openMember(fields, 'result')}[`, list, ']}', former);
    sent = [written, ...sent.filter((other) => other !== former)].slice(0, mostLists);
    return written.bytes;
  };
}

/** Returns whether two lists have an item in common where it is most likely. */
function isContinued(before: readonly unknown[], now: readonly unknown[]): boolean {
  return [0, now.length >> 1, now.length - 1].some((at) => before[at] === now[at]) || before.at(-1) === now.at(-1);
}

type Fields = Readonly<Record<string, unknown>>;

/** A message with a list that has been sent: item `i` stands in its bytes from `starts[i]` to `ends[i]`. */
interface SentList {
  readonly list: readonly unknown[];
  readonly bytes: Uint8Array;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** How many removed items are passed over in the search for one that is still there. */
const lookahead = 64;

const comma = ','.charCodeAt(0);
const encoder = new TextEncoder();

/** Writes an object up to the value of a member, which comes last. */
function openMember(object: Fields, name: string): string {
  const others = JSON.stringify({ ...object, [name]: undefined });
  return `${others.slice(0, -1)}${others === '{}' ? '' : ','}${JSON.stringify(name)}:`;
}

/** Writes a list between two texts; items that stand in the list before, in the same order, are copied in runs. */
function writeList(before: string, list: readonly unknown[], after: string, former?: SentList): SentList {
  const parts: Uint8Array[] = [encoder.encode(before)];
  let length = parts[0]?.length ?? 0;
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (part: Uint8Array): void => {
    parts.push(part);
    length += part.length;
  };
  let next = 0;
  for (let index = 0; index < list.length;) {
    if (index > 0) add(Uint8Array.of(comma));
    const found = former ? positionOf(former.list, list[index], next) : -1;
    if (!former || found === -1) {
      starts.push(length);
      // In a list, JSON has a null for what it cannot write.
      add(encoder.encode(JSON.stringify([list[index]]).slice(1, -1)));
      ends.push(length);
      index++;
      continue;
    }
    const from = former.starts[found] ?? 0;
    const shift = length - from;
    next = found;
    for (; index < list.length && next < former.list.length && list[index] === former.list[next]; index++, next++) {
      starts.push((former.starts[next] ?? 0) + shift);
      ends.push((former.ends[next] ?? 0) + shift);
    }
    add(former.bytes.subarray(from, former.ends[next - 1]));
  }
  add(encoder.encode(after));
  return { list, bytes: joined(parts, length), starts, ends };
}

function positionOf(list: readonly unknown[], item: unknown, from: number): number {
  const end = Math.min(list.length, from + lookahead);
  for (let position = from; position < end; position++) if (list[position] === item) return position;
  return -1;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
