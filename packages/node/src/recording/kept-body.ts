import { count } from '@rulebook/text';
import { codingsOf, createUnpacker } from '../http/content-codings';

/** A copy of the beginning of a body. */
export interface KeptBody {
  readonly add: (chunk: Buffer) => void;
  readonly read: (headers: readonly (readonly [string, string])[]) => Promise<ReadBody>;
  /** In bytes, as they went over the wire. */
  readonly size: () => number;
}

/** A body as text, or why it is none. */
export type ReadBody = { readonly text: string } | { readonly cause: string };

/** Creates a copy of at most so many bytes; `take` says how many more may be kept by all together. */
export function createKeptBody(limit: number, take: (bytes: number) => boolean): KeptBody {
  const chunks: Buffer[] = [];
  let kept = 0;
  let size = 0;
  let isCut = false;
  return {
    size: () => size,
    add: (chunk) => {
      size += chunk.length;
      if (isCut) return;
      if (kept + chunk.length > limit || !take(chunk.length)) {
        isCut = true;
        chunks.length = 0;
        return;
      }
      kept += chunk.length;
      chunks.push(chunk);
    },
    read: async (headers) => {
      if (isCut) return { cause: `it is longer than what is kept: ${count(size, 'byte')}` };
      return unpacked(Buffer.concat(chunks), headers, limit);
    },
  };
}

async function unpacked(
  bytes: Buffer,
  headers: readonly (readonly [string, string])[],
  limit: number,
): Promise<ReadBody> {
  const codings = codingsOf(headers);
  if (codings.length === 0 || bytes.length === 0) return decodedText(bytes);
  const parts: Buffer[] = [];
  let size = 0;
  const unpacker = createUnpacker(codings, (chunk) => {
    size += chunk.length;
    if (size > limit) unpacker?.destroy();
    else parts.push(chunk);
  });
  if (unpacker === undefined) return { cause: `it is packed by ${codings.join(', ')}, which is not known` };
  await unpacker.push(bytes);
  const { isWhole } = await unpacker.end();
  if (size > limit) return { cause: 'it is longer than what is kept when it is unpacked' };
  return isWhole ? decodedText(Buffer.concat(parts)) : { cause: 'it cannot be unpacked' };
}

function decodedText(bytes: Buffer): ReadBody {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? { cause: 'it is binary' } : { text };
  } catch {
    return { cause: 'it is binary' };
  }
}
