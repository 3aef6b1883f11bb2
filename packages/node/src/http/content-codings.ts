import { Duplex } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { createZstdStream } from './zstd';

/** More codings, one inside another, are an attack and not a response. */
const maximumCodings = 4;

// Output is passed on at once, and nothing is lost when the input ends early.
const flush = { flush: constants.Z_SYNC_FLUSH };
const brotliFlush = { flush: constants.BROTLI_OPERATION_FLUSH };

const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: () => createGunzip(flush),
  'x-gzip': () => createGunzip(flush),
  deflate: createDeflateStream,
  br: () => createBrotliDecompress(brotliFlush),
  zstd: createZstdStream,
};

/** Returns the content codings of a response, in the order in which they were applied. */
export function codingsOf(headers: readonly (readonly [name: string, value: string])[]): readonly string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** Unpacks a body, piece by piece. */
interface Unpacker {
  /** Takes a piece of the input. If it returns a promise, wait for it before the next piece. */
  readonly push: (chunk: Buffer) => Promise<void> | undefined;
  /** Ends the input; resolves when everything is unpacked, and says whether the input was complete. */
  readonly end: () => Promise<{ readonly isWhole: boolean }>;
  /** Ends it early. */
  readonly destroy: () => void;
}

/** Returns an unpacker of the codings that passes content to `take` and waits for its promise; undefined for an unknown coding. */
export function createUnpacker(
  codings: readonly string[],
  take: (chunk: Buffer) => void | Promise<void>,
): Unpacker | undefined {
  if (codings.length > maximumCodings) return undefined;
  const makers = codings.map((coding) => decoders[coding]).reverse();
  const stages = makers.flatMap((make) => (make === undefined ? [] : [make()]));
  const [first] = stages;
  const last = stages.at(-1);
  if (first === undefined || last === undefined || stages.length < codings.length) return undefined;
  let isWhole = true;
  const ended = new Promise<void>((done) => {
    stages.forEach((stage, index) => {
      const next = stages[index + 1];
      if (next !== undefined) {
        stage.on('data', (chunk: Buffer) => {
          if (next.write(chunk)) return;
          stage.pause();
          next.once('drain', () => stage.resume());
        });
      }
      const close = () => {
        if (next === undefined) done();
        else if (!next.writableEnded) next.end();
      };
      stage.once('end', close).once('close', close);
      // The output until then is still valid.
      stage.once('error', () => {
        isWhole = false;
      });
    });
  });
  last.on('data', (chunk: Buffer) => {
    const taken = take(chunk);
    if (taken === undefined) return;
    last.pause();
    void taken.then(() => last.resume());
  });
  return {
    push: (chunk) => {
      if (first.destroyed || first.write(chunk)) return undefined;
      return new Promise((done) => {
        const go = () => {
          first.off('drain', go).off('close', go);
          done();
        };
        first.on('drain', go).on('close', go);
      });
    },
    end: async () => {
      if (!first.destroyed) first.end();
      await ended;
      return { isWhole };
    },
    destroy: () => {
      for (const stage of stages) stage.destroy();
    },
  };
}

/** `deflate` means zlib's format, but some send the bare one; the first byte shows which. */
function createDeflateStream(): Duplex {
  let chosen: Duplex | undefined;
  const decoder = (first: number): Duplex =>
    (chosen ??= (first & 0x0f) === 8 ? createInflate(flush) : createInflateRaw(flush));
  const outer = new Duplex({
    read: () => chosen?.resume(),
    write: (chunk: Buffer, _, done) => {
      if (chosen === undefined && chunk.length > 0) {
        const inner = decoder(chunk[0] ?? 0);
        inner.on('data', (part: Buffer) => {
          if (!outer.push(part)) inner.pause();
        });
        inner.once('end', () => outer.push(null)).once('error', (error) => outer.destroy(error));
      }
      if (chosen === undefined) done();
      else chosen.write(chunk, done);
    },
    final: (done) => {
      if (chosen === undefined) outer.push(null);
      else chosen.end();
      done();
    },
    destroy: (error, done) => {
      chosen?.destroy();
      done(error);
    },
  });
  return outer;
}
