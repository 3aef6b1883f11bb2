import type { Socket } from 'node:net';

/**
 * Holds back what a connection receives while a user stores what came before. undici 7.30 has a pause for this, which ends the process
 * with a failed assertion when the server closes the connection meanwhile. undici reads by `read` alone, whenever there is something.
 */
export interface ReadGate {
  readonly close: () => void;
  readonly open: () => void;
  /** Makes a connection read through the gate. */
  readonly guard: <S extends Socket>(socket: S) => S;
}

/** Returns an open gate. */
export function createReadGate(): ReadGate {
  let isClosed = false;
  let waiting: Socket | undefined;
  return {
    close: () => {
      isClosed = true;
    },
    open: () => {
      isClosed = false;
      const socket = waiting;
      waiting = undefined;
      socket?.emit('readable');
    },
    guard: (socket) => {
      const read = socket.read.bind(socket) as (size?: number) => unknown;
      const guarded = (size?: number): unknown => {
        if (!isClosed) return read(size);
        waiting = socket;
        return null;
      };
      return Object.assign(socket, { read: guarded });
    },
  };
}
