import type { Assertion, Expectations } from './expectations';

/** A response as assertions see it. */
export interface Received {
  readonly code: number;
  readonly status: string;
  readonly headers: { readonly get: (name: string) => string | undefined };
  readonly json: () => unknown;
  readonly text: () => string;
  readonly responseTime: number;
}

/** Adds assertions about the status and the header fields of a response: `pm.response.to.have.status(200)`. */
export function addStatusAssertions({ Assertion }: Expectations, one: Received): void {
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
    const found = one.headers.get(String(name));
    const holds = found !== undefined && (wanted.length === 0 || found === String(wanted[0]));
    const what = `header ${shown(name)}${wanted.length === 0 ? '' : ` with the value ${shown(wanted[0])}`}`;
    this.assert(
      holds,
      `expected response to have ${what}${found === undefined ? '' : `, but got ${shown(found)}`}`,
      `expected response to not have ${what}`,
    );
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
}

/** Adds assertions about the body of a response: `pm.response.to.have.jsonBody('id', 7)`. */
export function addBodyAssertions({ Assertion, util }: Expectations, one: Received): void {
  const shown = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
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
}
