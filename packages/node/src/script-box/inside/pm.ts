import type { Box } from './box';

/** What is used of the library of assertions, which is handed in with the box. */
export interface Expectations {
  readonly expect: (value: unknown, message?: string) => { readonly to: object };
  readonly Assertion: {
    readonly addMethod: (name: string, check: (this: Assertion, ...values: unknown[]) => void) => void;
    readonly addProperty: (name: string, check: (this: Assertion) => void) => void;
    readonly overwriteProperty: (name: string, over: (usual: () => void) => (this: Assertion) => void) => void;
  };
  readonly util: { readonly eql: (one: unknown, other: unknown) => boolean };
}

/** An assertion about a value. */
interface Assertion {
  readonly _obj: unknown;
  readonly assert: (holds: boolean, message: string, opposite: string) => void;
}

/** Adds what scripts of Postman use: `pm`, and the names of its older scripts. */
export function addPm(box: Box): void {
  const { input, scope, variable, keep, kept, keptNames, clearAll, filled, refuse } = box;
  const { response } = input;
  const isSent = input.phase === 'response';
  const library = box.expectations;
  /** The import writes variables with such names. */
  const named = (name: unknown): string =>
    String(name)
      .trim()
      .replace(/[^\w.$-]+/g, '_');
  const valueOf = (name: unknown): unknown => kept(named(name), false) ?? variable(named(name));
  const values = (): Record<string, unknown> =>
    Object.fromEntries(keptNames(false).map((name) => [name, kept(name, false)]));
  const store = {
    get: valueOf,
    set: (name: string, value: unknown) => {
      keep(named(name), value, false);
    },
    has: (name: string) => valueOf(name) !== undefined,
    unset: (name: string) => {
      keep(named(name), undefined, false);
    },
    clear: () => {
      clearAll(false);
    },
    toObject: values,
    toJSON: values,
    replaceIn: (text: string) => filled(String(text)),
  };
  const listOf = (fields: () => readonly (readonly [string, string])[]) => {
    const all = () => fields().map(([key, value]) => ({ key, value }));
    const one = (name: unknown) => all().find(({ key }) => key.toLowerCase() === String(name).toLowerCase());
    return {
      get: (name: string) => one(name)?.value,
      one: (name: string) => one(name),
      has: (name: string, value?: string) =>
        all().some(
          (field) =>
            field.key.toLowerCase() === String(name).toLowerCase() && (value === undefined || field.value === value),
        ),
      all,
      each: (run: (field: object) => void) => {
        all().forEach(run);
      },
      map: (run: (field: object) => unknown) => all().map(run),
      count: () => all().length,
      toObject: () => Object.fromEntries(all().map(({ key, value }) => [key, value])),
    };
  };
  const text = (raw: string) => (isSent ? raw : filled(raw));
  const url = () => text(box.request().url);
  const partsOfUrl = () => /^(?:([a-z][\w+.-]*):\/\/)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(url()) ?? [];
  const query = listOf(() =>
    (partsOfUrl()[4] ?? '')
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const at = pair.indexOf('=');
        return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      }),
  );
  const body = () => text(box.request().body ?? '');
  const request = {
    method: input.method,
    url: {
      toString: url,
      toJSON: url,
      getHost: () => (partsOfUrl()[2] ?? '').replace(/:\d+$/, ''),
      getPath: () => partsOfUrl()[3] ?? '',
      getQueryString: () => partsOfUrl()[4] ?? '',
      getPathWithQuery: () =>
        `${partsOfUrl()[3] ?? ''}${partsOfUrl()[4] === undefined ? '' : `?${partsOfUrl()[4] ?? ''}`}`,
      query,
    },
    headers: listOf(() => box.request().headers.map(([name, value]) => [name, text(value)])),
    body: {
      mode: 'raw',
      get raw() {
        return body();
      },
      toString: body,
    },
  };
  const cookies = listOf(() =>
    (response?.headers ?? [])
      .filter(([name]) => name.toLowerCase() === 'set-cookie')
      .map(([, value]) => {
        const [pair = ''] = value.split(';');
        const at = pair.indexOf('=');
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      }),
  );
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
  const sendsNothing = () => refuse('Scripts send no requests: write a request, and name it in `# @ref`.');
  const inOrder = () => refuse('Scripts do not choose the next request: name what comes first in `# @ref`.');
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
  // Names of the scripts before version 5 of Postman.
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
    getResponseHeader: (name: string) => received?.headers.get(name),
    setNextRequest: inOrder,
  };
  Object.assign(scope, { environment: ofStore, globals: ofStore, tests });
  if (received === undefined || response === undefined) return;
  Object.assign(scope, {
    ...{ responseBody: response.body, responseTime: response.duration },
    responseHeaders: received.headers.toObject(),
    responseCode: {
      get code() {
        return code();
      },
      name: response.statusText,
    },
  });
}

/** Returns what adds the assertions about a response: `pm.response.to.have.status(200)`. */
export function makeAssertions(): (library: Expectations, received: object) => void {
  interface Received {
    readonly code: number;
    readonly status: string;
    readonly headers: { readonly get: (name: unknown) => string | undefined };
    readonly json: () => unknown;
    readonly text: () => string;
    readonly responseTime: number;
  }
  const shown = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
  const between = (low: number, high: number) => (status: number) => status >= low && status <= high;
  const kinds: Readonly<Record<string, readonly [what: string, holds: (status: number) => boolean]>> = {
    info: ['a status of 1XX', between(100, 199)],
    success: ['a status of 2XX', between(200, 299)],
    redirection: ['a status of 3XX', between(300, 399)],
    clientError: ['a status of 4XX', between(400, 499)],
    serverError: ['a status of 5XX', between(500, 599)],
    error: ['a status of 4XX or 5XX', between(400, 599)],
    accepted: ['the status 202', between(202, 202)],
    badRequest: ['the status 400', between(400, 400)],
    unauthorized: ['the status 401', between(401, 401)],
    unauthorised: ['the status 401', between(401, 401)],
    forbidden: ['the status 403', between(403, 403)],
    notFound: ['the status 404', between(404, 404)],
    notAcceptable: ['the status 406', between(406, 406)],
    rateLimited: ['the status 429', between(429, 429)],
  };
  const parsed = (one: Received): { readonly value: unknown } | undefined => {
    try {
      return { value: one.json() };
    } catch {
      return undefined;
    }
  };
  const atPath = (value: unknown, path: unknown): { readonly value: unknown } | undefined => {
    let at = value;
    for (const name of String(path)
      .replace(/\[(\w+)\]/g, '.$1')
      .split('.')
      .filter((part) => part !== '')) {
      if (typeof at !== 'object' || at === null || !(name in at)) return undefined;
      at = (at as Record<string, unknown>)[name];
    }
    return { value: at };
  };
  return ({ Assertion, util }, received) => {
    const one = received as Received;
    Assertion.addMethod('status', function (wanted) {
      const isCode = typeof wanted === 'number';
      const holds = isCode ? one.code === wanted : one.status === wanted;
      const found = isCode ? one.code : one.status;
      this.assert(
        holds,
        `expected response to have status ${shown(wanted)} but got ${shown(found)}`,
        `expected response to not have status ${shown(wanted)}`,
      );
    });
    Assertion.addMethod('header', function (name, ...wanted) {
      const found = one.headers.get(name);
      const holds = found !== undefined && (wanted.length === 0 || found === String(wanted[0]));
      const what = `header ${shown(name)}${wanted.length === 0 ? '' : ` with the value ${shown(wanted[0])}`}`;
      this.assert(
        holds,
        `expected response to have ${what}${found === undefined ? '' : `, but got ${shown(found)}`}`,
        `expected response to not have ${what}`,
      );
    });
    Assertion.addMethod('body', function (...wanted) {
      const found = one.text();
      const [expected] = wanted;
      const holds =
        wanted.length === 0
          ? found !== ''
          : expected instanceof RegExp
            ? expected.test(found)
            : typeof expected === 'object'
              ? util.eql(parsed(one)?.value, expected)
              : found === String(expected);
      this.assert(holds, 'expected response to have this body', 'expected response to not have this body');
    });
    Assertion.addMethod('jsonBody', function (...wanted) {
      const json = parsed(one);
      const [expected, value] = wanted;
      const found = json && (typeof expected === 'string' ? atPath(json.value, expected) : json);
      const holds =
        found !== undefined &&
        (wanted.length === 0 || util.eql(found.value, typeof expected === 'string' ? value : expected));
      this.assert(
        typeof expected === 'string' && wanted.length === 1 ? found !== undefined : holds,
        `expected response to have JSON${typeof expected === 'string' ? ` at ${shown(expected)}` : ''}${wanted.length > 1 ? ` equal to ${shown(value)}` : ''}`,
        'expected response to not have this JSON',
      );
    });
    Assertion.addMethod('jsonSchema', () => {
      throw new Error('Schemas are not there for scripts: describe the service, which checks each response.');
    });
    Assertion.addProperty('withBody', function () {
      this.assert(one.text() !== '', 'expected response to have a body', 'expected response to have no body');
    });
    Assertion.addProperty('json', function () {
      this.assert(parsed(one) !== undefined, 'expected response to be JSON', 'expected response to not be JSON');
    });
    for (const [name, [what, holds]] of Object.entries(kinds)) {
      Assertion.addProperty(name, function () {
        this.assert(
          holds(one.code),
          `expected response to have ${what} but got ${one.code}`,
          `expected response to not have ${what}`,
        );
      });
    }
    Assertion.overwriteProperty(
      'ok',
      (usual) =>
        function (this: Assertion) {
          if (this._obj !== one) {
            usual.call(this);
            return;
          }
          this.assert(
            one.code === 200,
            `expected response to have the status 200 but got ${one.code}`,
            'expected response to not have the status 200',
          );
        },
    );
  };
}
