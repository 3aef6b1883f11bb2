import type { Box } from './box';
import type { PostmanParts } from './postman-parts';

/** Adds `pm` of Postman. */
export function addPm(box: Box, parts: PostmanParts): void {
  const { input, scope, refuse } = box;
  const { store, listOf, request, cookies, sendsNothing, inOrder } = parts;
  const { response } = input;
  const isSent = input.phase === 'response';
  const library = box.expectations;
  const code = () => box.readStatus(response?.status ?? 0);
  const received = response && {
    get code() {
      return code();
    },
    status: response.statusText,
    reason: () => response.statusText,
    headers: listOf(() => response.headers),
    cookies,
    responseTime: response.duration,
    responseSize: response.body.length,
    json: () => JSON.parse(response.body) as unknown,
    text: () => response.body,
    size: () => ({ body: response.body.length }),
  };
  const noLibrary = () => refuse('The assertions are not there.');
  const { expect = noLibrary } = library ?? {};
  const test = Object.assign(
    (name: string, run: unknown) => {
      const waits = (done: () => unknown) =>
        new Promise((settle, fail) => {
          (done as (over: (error?: unknown) => void) => unknown)((error) => {
            if (error === undefined || error === null) settle(undefined);
            else fail(error as Error);
          });
        });
      // A test with a parameter is over when it calls that.
      box.test(name, typeof run === 'function' && run.length > 0 ? () => waits(run as () => unknown) : run);
      return pm;
    },
    { skip: () => pm },
  );
  const pm: Record<string, unknown> = {
    ...{ environment: store, collectionVariables: store, globals: store, variables: store, iterationData: store },
    ...{ test, expect, request, cookies },
    info: {
      eventName: isSent ? 'test' : 'prerequest',
      requestName: input.name,
      requestId: input.name,
      iteration: input.index ?? 0,
      iterationCount: 1,
    },
    sendRequest: sendsNothing,
    execution: { setNextRequest: inOrder, skipRequest: inOrder },
    visualizer: { set: () => refuse('Scripts draw nothing: look at the response as a table.') },
    vault: { get: () => refuse('Scripts reach no vault: read a variable of a private environment.') },
  };
  if (received !== undefined) {
    pm.response = received;
    if (library !== undefined) {
      Object.defineProperty(received, 'to', { get: () => library.expect(received).to });
      box.addAssertions(library, received);
    }
  }
  scope.pm = pm;
}

/** Adds the names of the scripts before version 5 of Postman. */
export function addOldPostman(box: Box, parts: PostmanParts): void {
  const { input, scope } = box;
  const { store, valueOf, listOf, inOrder } = parts;
  const { response } = input;
  const headers = listOf(() => response?.headers ?? []);
  const ofStore = new Proxy({}, { get: (_, name) => (typeof name === 'string' ? valueOf(name) : undefined) });
  const tests = new Proxy({} as Record<string, unknown>, {
    set: (_, name, holds) => {
      box.test(String(name), () => {
        if (!holds) throw new Error('The assertion does not hold.');
      });
      return true;
    },
  });
  scope.postman = {
    setEnvironmentVariable: store.set,
    getEnvironmentVariable: valueOf,
    clearEnvironmentVariable: store.unset,
    setGlobalVariable: store.set,
    getGlobalVariable: valueOf,
    clearGlobalVariable: store.unset,
    getResponseHeader: (name: string) => headers.get(name),
    setNextRequest: inOrder,
  };
  Object.assign(scope, { environment: ofStore, globals: ofStore, tests });
  if (response === undefined) return;
  Object.assign(scope, {
    ...{ responseBody: response.body, responseTime: response.duration },
    responseHeaders: headers.toObject(),
    responseCode: {
      get code() {
        return box.readStatus(response.status);
      },
      name: response.statusText,
    },
  });
}
