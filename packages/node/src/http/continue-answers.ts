import type { Socket } from 'node:net';

const start = 'HTTP/1.1 100 ';
const endOfHead = '\r\n\r\n';
/** A longer head is passed to undici, which closes the connection. */
const longestHead = 64 * 1024;

/**
 * Makes a connection ignore `100 Continue` responses to requests without `Expect`, as RFC 9110, 15.2.1, demands. undici 7.30 treats one
 * as an error and closes the connection. It reads by `read` alone, and the head of a request is the only string that it writes; `onHead`
 * receives it.
 */
export function dropContinueAnswers<S extends Socket>(socket: S, onHead: (head: string) => void = () => undefined): S {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  const write = socket.write.bind(socket) as (...args: readonly unknown[]) => boolean;
  let isHeadAwaited = true;
  let held: Buffer = Buffer.alloc(0);
  const filtered = (size?: number): Buffer | null => {
    const chunk = read(size);
    if (chunk === null || !isHeadAwaited) return chunk;
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (;;) {
      const begun = held.toString('latin1', 0, start.length);
      const isContinue = isSameVersion(begun, start.slice(0, begun.length));
      const end = isContinue && begun.length === start.length ? held.indexOf(endOfHead) : -1;
      if (end >= 0) held = held.subarray(end + endOfHead.length);
      else if (isContinue && held.length < longestHead) return null;
      else break;
    }
    isHeadAwaited = false;
    const rest = held;
    held = Buffer.alloc(0);
    return rest;
  };
  const noticing = (...args: readonly unknown[]): boolean => {
    if (typeof args[0] === 'string') {
      isHeadAwaited = true;
      onHead(args[0]);
    }
    return write(...args);
  };
  return Object.assign(socket, { read: filtered, write: noticing });
}

function isSameVersion(begun: string, wanted: string): boolean {
  return begun.replace(/^HTTP\/1\.0/, 'HTTP/1.1') === wanted;
}
