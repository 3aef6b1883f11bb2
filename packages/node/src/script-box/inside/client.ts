import type { Box } from './box';

/** Adds what handlers of JetBrains and Kulala call `client`. */
export function addClient(box: Box): void {
  const { scope, keep, kept, keptNames, clearAll, variable, refuse, exit } = box;
  const failsUnless = (condition: unknown, message: unknown): void => {
    if (!condition) throw new Error(message === undefined ? 'The assertion does not hold.' : box.shown(message));
  };
  /** Variables that can also be read and written as members: `client.global.token`. */
  const store = (isOwn: boolean): object => {
    const methods: Record<string, unknown> = {
      set: (name: string, value: unknown) => {
        keep(name, value, isOwn);
      },
      get: (name: string) => kept(String(name), isOwn) ?? null,
      isEmpty: () => keptNames(isOwn).length === 0,
      clear: (name: string) => {
        keep(name, undefined, isOwn);
      },
      clearAll: () => {
        clearAll(isOwn);
      },
    };
    return new Proxy(methods, {
      get: (target, name) => {
        if (typeof name !== 'string') return undefined;
        if (name === 'headers')
          refuse('Scripts set no header fields; write the field into the request, with a variable.');
        return name in target ? target[name] : kept(name, isOwn);
      },
      set: (_, name, value) => {
        keep(String(name), value, isOwn);
        return true;
      },
    });
  };
  const asWritten = {
    get: (name: string) => variable(String(name)) ?? null,
    set: (name: string, value: unknown) => {
      keep(name, value, false);
    },
    clear: (name: string) => {
      keep(name, undefined, false);
    },
  };
  const global = store(false);
  const own = store(true);
  scope.client = {
    global,
    environment: asWritten,
    variables: { global, file: global, environment: asWritten, request: own },
    test: box.test,
    assert: failsUnless,
    log: (...values: unknown[]) => {
      box.log(values);
    },
    exit: () => {
      throw exit;
    },
    // Kulala has these on the client itself.
    ...{ isEmpty: () => keptNames(false).length === 0 },
    clear: (name: string) => {
      keep(name, undefined, false);
    },
    clearAll: () => {
      clearAll(false);
    },
  };
}

/** Adds `assert` of Kulala. */
export function addAsserts(box: Box): void {
  const { scope, refuse } = box;
  const failsUnless = (condition: unknown, message: unknown): void => {
    if (!condition) throw new Error(message === undefined ? 'The assertion does not hold.' : box.shown(message));
  };
  const same = (one: unknown, other: unknown) => box.shown(one) === box.shown(other);
  const response = () => (scope.response as Record<string, unknown> | undefined) ?? refuse('There is no response yet.');
  const has = (what: string, value: unknown, expected: unknown, message: unknown): void => {
    failsUnless(
      same(value, expected),
      message ?? `Expected ${box.shown(expected)} for ${what}, received ${box.shown(value)}.`,
    );
  };
  scope.assert = Object.assign(
    (condition: unknown, message?: unknown) => {
      failsUnless(condition, message);
    },
    {
      true: (value: unknown, message?: unknown) => {
        failsUnless(value === true, message ?? `Expected true, received ${box.shown(value)}.`);
      },
      false: (value: unknown, message?: unknown) => {
        failsUnless(value === false, message ?? `Expected false, received ${box.shown(value)}.`);
      },
      same: (value: unknown, expected: unknown, message?: unknown) => {
        failsUnless(same(value, expected), message ?? `Expected ${box.shown(expected)}, received ${box.shown(value)}.`);
      },
      hasString: (value: unknown, expected: unknown, message?: unknown) => {
        failsUnless(
          String(value).includes(String(expected)),
          message ?? `Expected a text with ${box.shown(expected)}, received ${box.shown(value)}.`,
        );
      },
      responseHas: (name: string, expected: unknown, message?: unknown) => {
        has(String(name), response()[String(name)], expected, message);
      },
      headersHas: (name: string, expected: unknown, message?: unknown) => {
        const { headers } = response() as { headers: { valueOf: (name: string) => unknown } };
        has(String(name), headers.valueOf(name), expected, message);
      },
      bodyHas: (expected: unknown, message?: unknown) => {
        const isThere = String(response().rawBody).includes(String(expected));
        failsUnless(isThere, message ?? `Expected a body with ${box.shown(expected)}.`);
      },
      jsonHas: (path: string, expected: unknown, message?: unknown) => {
        let value: unknown = response().json;
        for (const name of String(path).split('.'))
          value = (value as Record<string, unknown> | null | undefined)?.[name];
        has(String(path), value, expected, message);
      },
    },
  );
}
