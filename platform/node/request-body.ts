import type { IncomingMessage } from 'node:http';
import { createGunzip, createInflate } from 'node:zlib';

/** Why a body cannot be had. */
export interface BodyProblem {
  readonly status: number;
  /** One sentence for whoever sent it. */
  readonly problem: string;
}

/** How bodies may be compressed, as official clients do when told to. */
const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate } as const;

/** Returns the text of a request's body, unpacked. At most `maximum` bytes are read, and as many made of them. */
export async function readRequestBody(
  message: IncomingMessage,
  maximum: number,
): Promise<{ readonly text: string } | BodyProblem> {
  const { 'content-length': length, 'transfer-encoding': transfer, 'content-encoding': coding } = message.headers;
  if (transfer === undefined && (length === undefined || length === '0')) return { text: '' };
  const name = coding?.trim().toLowerCase() ?? '';
  const isPlain = name === '' || name === 'identity';
  if (!isPlain && !isDecodable(name)) {
    const known = Object.keys(decoders).join(', ');
    return { status: 415, problem: `The sandbox cannot read this content coding; it knows ${known}.` };
  }
  const tooLong = {
    status: 413,
    problem: `The body is longer than ${maximum} bytes, which is all that the sandbox takes.`,
  };
  if (Number(length ?? 0) > maximum) return tooLong;
  // Leaving a loop must not destroy the socket, on which the refusal still has to be written.
  const sent = await gather(message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>, maximum);
  if (sent === undefined) return tooLong;
  let bytes: Buffer | undefined = sent;
  if (!isPlain) {
    try {
      bytes = await unpack(name, sent, maximum);
    } catch {
      return { status: 400, problem: `The body is not what its content coding ${name} says.` };
    }
    if (bytes === undefined) return tooLong;
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { status: 400, problem: 'The body is not UTF-8 text.' };
  }
}

function isDecodable(name: string): name is keyof typeof decoders {
  return Object.hasOwn(decoders, name);
}

/** A few bytes can become very many, so what comes out is counted, not what goes in. */
function unpack(name: keyof typeof decoders, sent: Buffer, maximum: number): Promise<Buffer | undefined> {
  const decoder = decoders[name]();
  decoder.end(sent);
  return gather(decoder, maximum);
}

/** Returns undefined as soon as there is more than `maximum`. */
async function gather(source: AsyncIterable<Buffer>, maximum: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maximum) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
