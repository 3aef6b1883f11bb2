import type { IncomingMessage } from 'node:http';
import { createGunzip, createInflate } from 'node:zlib';

/** Why a body cannot be had. */
export interface BodyProblem {
  readonly status: number;
  /** One sentence for whoever sent it. */
  readonly problem: string;
}

/** Memory that bodies share while they arrive, so that many at a time cannot take all of the machine's. */
export interface BodyMemory {
  /** Takes bytes; returns whether there were so many left. */
  readonly take: (bytes: number) => boolean;
  readonly giveBack: (bytes: number) => void;
}

/** Makes a memory of so many bytes. */
export function createBodyMemory(bytes: number): BodyMemory {
  let left = bytes;
  return {
    take: (count) => {
      if (count > left) return false;
      left -= count;
      return true;
    },
    giveBack: (count) => {
      left += count;
    },
  };
}

/** How bodies may be compressed, as official clients do when told to. */
const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate } as const;

/** Returns the text of a request's body, unpacked. At most `maximum` bytes are read, and as many made of them. */
export async function readRequestBody(
  message: IncomingMessage,
  maximum: number,
  memory: BodyMemory = createBodyMemory(Infinity),
): Promise<{ readonly text: string } | BodyProblem> {
  const { 'content-length': length, 'transfer-encoding': transfer, 'content-encoding': coding } = message.headers;
  if (transfer === undefined && (length === undefined || length === '0')) return { text: '' };
  const name = coding?.trim().toLowerCase() ?? '';
  const isPlain = name === '' || name === 'identity';
  if (!isPlain && !isDecodable(name)) {
    const known = Object.keys(decoders).join(', ');
    return { status: 415, problem: `The sandbox cannot read this content coding; it knows ${known}.` };
  }
  if (Number(length ?? 0) > maximum) return tooLong(maximum);
  const packed = createBudget(maximum, memory);
  const unpacked = createBudget(maximum, memory);
  try {
    // Leaving a loop must not destroy the socket, on which the refusal still has to be written.
    const sent = await gather(message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>, packed);
    if (!Buffer.isBuffer(sent)) return sent;
    const bytes = isPlain ? sent : await unpack(name, sent, unpacked);
    return Buffer.isBuffer(bytes) ? decode(bytes) : bytes;
  } finally {
    packed.end();
    unpacked.end();
  }
}

function decode(bytes: Buffer): { readonly text: string } | BodyProblem {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { status: 400, problem: 'The body is not UTF-8 text.' };
  }
}

function tooLong(maximum: number): BodyProblem {
  return {
    status: 413,
    problem: `The body is longer than ${maximum} bytes, which is all that the sandbox takes here; --max-body changes that.`,
  };
}

const noMemory: BodyProblem = {
  status: 429,
  problem: 'Other requests with long bodies are under way. Send fewer of them at a time.',
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
      memory.giveBack(spent);
      spent = 0;
    },
  };
}

function isDecodable(name: string): name is keyof typeof decoders {
  return Object.hasOwn(decoders, name);
}

/** A few bytes can become very many, so what comes out is counted, not what goes in. */
async function unpack(name: keyof typeof decoders, sent: Buffer, budget: Budget): Promise<Buffer | BodyProblem> {
  const decoder = decoders[name]();
  decoder.end(sent);
  try {
    return await gather(decoder, budget);
  } catch {
    return { status: 400, problem: `The body is not what its content coding ${name} says.` };
  }
}

/** Returns what is wrong as soon as there is too much. */
async function gather(source: AsyncIterable<Buffer>, budget: Budget): Promise<Buffer | BodyProblem> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) {
    const problem = budget.spend(chunk.length);
    if (problem) return problem;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
