/**
 * Creates a function that writes messages as JSON in UTF-8, as `JSON.stringify` does. All diagnostics of a document are sent with
 * every key, and nearly all of them are the objects that were sent before: the bytes of those are copied from the message
 * before. So a diagnostic must not be changed after it has been sent.
 */
export function createMessageEncoder(): (message: object) => Uint8Array {
  /** By document; reports do not say to which they belong, and the last one is the most likely. */
  const sent = new Map<unknown, SentList>();
  const withList = (key: unknown, message: Fields, member: string, object: Fields, name: string): Uint8Array => {
    const list = object[name] as readonly unknown[];
    const inner = openMember(object, name);
    const written = writeList(`${openMember(message, member)}${inner}[`, list, ']}}', sent.get(key));
    if (list.length === 0) sent.delete(key);
    else sent.set(key, written);
    return written.bytes;
  };

  return (message) => {
    const fields = message as Fields;
    const { method, params, result } = fields;
    if (method === 'textDocument/publishDiagnostics' && isFields(params) && Array.isArray(params['diagnostics']))
      return withList(params['uri'], fields, 'params', params, 'diagnostics');
    if (method === undefined && isFields(result) && result['kind'] === 'full' && Array.isArray(result['items']))
      return withList(undefined, fields, 'result', result, 'items');
    return encoder.encode(JSON.stringify(message));
  };
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

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

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
