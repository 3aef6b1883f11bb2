import { ErrorCodes, Message, ResponseError } from 'vscode-languageserver';
import type { Connection, MessageStrategy, RequestMessage } from 'vscode-languageserver';

/** Takes the place of a request that comes at the wrong time; a message strategy cannot answer by itself. */
const refusedRequest = 'rulebook/refused';

/** Holds a connection to the times at which the protocol allows messages. */
export interface Lifecycle {
  /** Refuses requests and drops notifications outside of the time from `initialize` to `shutdown`. */
  readonly messageStrategy: MessageStrategy;
  /** Runs the handler of `initialize`; messages are allowed as soon as it has a result. */
  initialize<T>(run: () => Promise<T>): Promise<T>;
  register(connection: Connection): void;
}

/** Creates the lifecycle of one connection. */
export function createLifecycle(): Lifecycle {
  let state: 'new' | 'initializing' | 'running' | 'ended' = 'new';

  const reasonAgainst = (method: string): [code: number, message: string] | undefined => {
    if (state === 'ended') return [ErrorCodes.InvalidRequest, 'The server has been shut down.'];
    if (method === 'initialize')
      return state === 'new' ? undefined : [ErrorCodes.InvalidRequest, 'The server has been initialized before.'];
    // A client may give up while it waits.
    if (state === 'running' || (state === 'initializing' && method === 'shutdown')) return undefined;
    return [ErrorCodes.ServerNotInitialized, 'The server has not been initialized.'];
  };

  return {
    messageStrategy: {
      handleMessage(message, next) {
        if (Message.isRequest(message)) {
          const { method } = message;
          // The library knows none of the requests that begin like this, and says so.
          const reason = method.startsWith('$/') ? undefined : reasonAgainst(method);
          if (reason) {
            const refused: RequestMessage = { ...message, method: refusedRequest, params: reason };
            return next(refused);
          }
          if (method === 'initialize') state = 'initializing';
          if (method === 'shutdown') state = 'ended';
        } else if (Message.isNotification(message)) {
          const isAlways = message.method === 'exit' || message.method.startsWith('$/');
          if (state !== 'running' && !isAlways) return;
        }
        // The connection waits for the promise that is behind this type.
        return next(message);
      },
    },
    async initialize(run) {
      try {
        const result = await run();
        if (state === 'initializing') state = 'running';
        return result;
      } catch (error) {
        if (state === 'initializing') state = 'new';
        throw error;
      }
    },
    register(connection) {
      connection.onRequest(refusedRequest, (code: number, message: string) => new ResponseError(code, message));
    },
  };
}
