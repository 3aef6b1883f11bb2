import { contentTypeOf, extensionOf } from './content-type';
import type { ReceivedResponse, ResponseObserver } from '@rulebook/sender/plan';

/** In bytes: a longer body goes into a file, where there is a place for one. */
export const longestInMemory = 4 * 1024 * 1024;
/** In bytes: what comes behind is dropped. */
const longest = { memory: 100 * 1024 * 1024, file: 4 * 1024 ** 3 };

/** A file that is being written. */
export interface OpenFile {
  readonly path: string;
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A body as received. */
export interface CollectedBody {
  /** Empty when the body is in a file. */
  readonly bytes: Uint8Array;
  readonly file?: string;
  readonly size: number;
  /** False when a part of it was not kept. */
  readonly isWhole: boolean;
  /** When the events of a stream came, in milliseconds since 1970. */
  readonly arrivals?: readonly number[];
}

/** The body of a response that was not followed. */
export const noBody: CollectedBody = { bytes: new Uint8Array(), size: 0, isWhole: true };

/** Collects a body while it arrives. */
interface BodyCollector {
  /** Takes the header fields, which say what kind of file it becomes. */
  readonly begin: (headers: ReceivedResponse['headers']) => void;
  /** While the promise is pending, no more should be read. It never rejects. */
  readonly add: (bytes: Uint8Array) => Promise<void> | undefined;
  readonly end: () => void;
  readonly body: () => CollectedBody;
}

/** Collects a body in memory, and in a file from `createFile` when it becomes long. */
export function collectBody(createFile: ((extension: string) => Promise<OpenFile>) | undefined): BodyCollector {
  let extension = 'bin';
  let chunks: Uint8Array[] = [];
  let size = 0;
  let kept = 0;
  let isWhole = true;
  let file: OpenFile | undefined;
  let hasFailed = false;
  const write = async (bytes: Uint8Array): Promise<void> => {
    try {
      if (file === undefined) {
        const created = await createFile?.(extension);
        if (created === undefined) return;
        for (const chunk of chunks) await created.write(chunk);
        chunks = [];
        file = created;
      }
      await file.write(bytes);
      kept += bytes.length;
    } catch {
      // There is no room: what was kept can still be shown.
      hasFailed = true;
      isWhole = false;
    }
  };
  return {
    begin: (headers) => {
      extension = extensionOf(contentTypeOf(headers));
    },
    add: (bytes) => {
      size += bytes.length;
      const isForFile = createFile !== undefined && size > longestInMemory;
      isWhole &&= size <= (isForFile ? longest.file : longest.memory);
      if (!isWhole || hasFailed) return undefined;
      if (isForFile) return write(bytes);
      chunks.push(bytes);
      kept += bytes.length;
      return undefined;
    },
    end: () => {
      file?.close().catch(() => undefined);
    },
    body: () => ({
      bytes: file === undefined ? joined(chunks) : new Uint8Array(),
      ...(file && { file: file.path }),
      size: kept,
      isWhole,
    }),
  };
}

/** Collects the body of a response that is not shown while it arrives. */
export function collectResponse(createFile: ((extension: string) => Promise<OpenFile>) | undefined): {
  readonly observer: ResponseObserver;
  /** Called when the response is complete. */
  readonly stop: () => void;
  readonly body: () => CollectedBody;
} {
  const { begin, add, end, body } = collectBody(createFile);
  const observer: ResponseObserver = {
    onHead: ({ headers }) => {
      begin(headers);
    },
    onBytes: add,
  };
  return { observer, stop: end, body };
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
