import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';

/** Why a body is refused. */
export interface BodyProblem {
  readonly status: number;
  /** One sentence for the sender. */
  readonly problem: string;
}

/** Memory that bodies share while they arrive, so that many at a time cannot use up the machine. */
export interface BodyMemory {
  /** Reserves bytes; returns whether as many were left. */
  readonly take: (bytes: number) => boolean;
  readonly release: (bytes: number) => void;
}

/** Creates a memory of this many bytes. */
export function createBodyMemory(bytes: number): BodyMemory {
  let left = bytes;
  return {
    take: (count) => {
      if (count > left) return false;
      left -= count;
      return true;
    },
    release: (count) => {
      left += count;
    },
  };
}

/** How bodies may be compressed, as official clients do on request. */
const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate } as const;

/** A body as text, and its bytes where the text does not say them exactly. */
export interface ReadBody {
  readonly text: string;
  readonly bytes?: Uint8Array;
}

/** Returns a request's body, unpacked. Neither the body nor its unpacked form may have more than `maximum` bytes. */
export async function readRequestBody(
  message: IncomingMessage,
  maximum: number,
  memory: BodyMemory = createBodyMemory(Infinity),
): Promise<ReadBody | BodyProblem> {
  const { 'content-length': length, 'transfer-encoding': transfer, 'content-encoding': coding } = message.headers;
  if (transfer === undefined && (length === undefined || length === '0')) return { text: '' };
  const name = coding?.trim().toLowerCase() ?? '';
  const isPlain = name === '' || name === 'identity';
  if (!isPlain && !isDecodable(name)) {
    const known = Object.keys(decoders).join(', ');
    return { status: 415, problem: `The sandbox does not know this content coding; use one of ${known}.` };
  }
  if (Number(length ?? 0) > maximum) return tooLong(maximum);
  const packed = createBudget(maximum, memory);
  const unpacked = createBudget(maximum, memory);
  try {
    const sent = await gather(message, packed);
    if (!Buffer.isBuffer(sent)) return sent;
    const bytes = isPlain ? sent : await unpack(name, sent, unpacked);
    return Buffer.isBuffer(bytes) ? decodedBody(bytes) : bytes;
  } finally {
    packed.end();
    unpacked.end();
  }
}

const utf8 = new TextDecoder('utf-8');

function decodedBody(bytes: Buffer): ReadBody {
  const text = utf8.decode(bytes);
  // Text has no place for a byte order mark, nor for what is not UTF-8.
  const isExact =
    Buffer.byteLength(text) === bytes.length && (!text.includes('\ufffd') || bytes.equals(Buffer.from(text)));
  return isExact ? { text } : { text, bytes };
}

function tooLong(maximum: number): BodyProblem {
  return {
    status: 413,
    problem: `The body is longer than ${maximum} bytes, the limit of this sandbox; --max-body changes the limit.`,
  };
}

const noMemory: BodyProblem = {
  status: 429,
  problem: 'Too many requests with long bodies arrive at the same time. Send fewer at a time.',
};

/** Counts the bytes of one body; `spend` says what is wrong with more of them. */
interface Budget {
  readonly spend: (bytes: number) => BodyProblem | undefined;
  readonly end: () => void;
}

function createBudget(maximum: number, memory: BodyMemory): Budget {
  let spent = 0;
  return {
    spend: (bytes) => {
      if (spent + bytes > maximum) return tooLong(maximum);
      if (!memory.take(bytes)) return noMemory;
      spent += bytes;
      return undefined;
    },
    end: () => {
      memory.release(spent);
      spent = 0;
    },
  };
}

function isDecodable(name: string): name is keyof typeof decoders {
  return Object.hasOwn(decoders, name);
}

/** A few bytes can unpack to very many, so the output is counted, not the input. */
async function unpack(name: keyof typeof decoders, sent: Buffer, budget: Budget): Promise<Buffer | BodyProblem> {
  const decoder = decoders[name]();
  decoder.end(sent);
  try {
    return await gather(decoder, budget);
  } catch {
    return {
      status: 400,
      problem: `The body cannot be unpacked by its content coding ${name}. Check the \`Content-Encoding\` header field.`,
    };
  } finally {
    decoder.destroy();
  }
}

/**
 * Collects all pieces, or returns the problem as soon as there are too many bytes. By events, since an iterator costs more than a small body. The
 * source is not destroyed: a refusal may still be written to its socket.
 */
function gather(source: Readable, budget: Budget): Promise<Buffer | BodyProblem> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const take = (chunk: Buffer): void => {
      const problem = budget.spend(chunk.length);
      if (problem === undefined) chunks.push(chunk);
      else {
        source.off('data', take);
        resolve(problem);
      }
    };
    source.on('data', take);
    source.once('end', () => {
      resolve(Buffer.concat(chunks));
    });
    source.on('error', reject);
    source.once('close', () => {
      // A source closes after its end, too, and making an error takes longer than reading a small body.
      if (!source.readableEnded) reject(new Error('The body is cut off; send all of it.'));
    });
  });
}
