import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { importRequests, writeRecording, type Exchange } from '../../../packages/exchange/src/index';
import type { RequestPlan } from '../../../packages/sender/src/plan/index';

const engine = createEngine();
const options = { context: { endpoints: [], defaults: {} }, severities: {} };

function planOf(text: string): RequestPlan | undefined {
  const [first, ...others] = [...engine.planAll(engine.openFile(text), options)];
  return others.length === 0 ? first : undefined;
}

const json = [['Content-Type', 'application/json']] as const;

function exchange(
  line: string,
  {
    body,
    status = 200,
    answer,
    headers = [],
    given = [],
  }: {
    readonly body?: unknown;
    readonly status?: number;
    readonly answer?: unknown;
    readonly headers?: Exchange['headers'];
    readonly given?: Exchange['headers'];
  } = {},
): Exchange {
  const [method = '', path = ''] = line.split(' ');
  return {
    method,
    url: `http://s.example/v1${path}`,
    headers: [...(body === undefined ? [] : json), ...headers],
    ...(body !== undefined && { body: JSON.stringify(body) }),
    response: {
      status,
      headers: [...(answer === undefined ? [] : json), ...given],
      ...(answer !== undefined && { body: JSON.stringify(answer) }),
    },
  };
}

function written(
  exchanges: readonly Exchange[],
  more: { readonly secrets?: readonly string[]; readonly isPathOnly?: boolean } = {},
) {
  return writeRecording(exchanges, {
    ...{ planOf, baseUrl: 'http://s.example/v1', isPathOnly: true, secrets: [] },
    ...more,
  });
}

describe('a recording as a request file', () => {
  it('has one request for each operation, status and form, in their order', () => {
    const { text, requests } = written([
      exchange('GET /a/1'),
      exchange('GET /a/2'),
      exchange('GET /a/2?x=1'),
      exchange('GET /a/2?x=2'),
      exchange('GET /a/3', { status: 404 }),
      exchange('POST /a', { body: { n: 1 } }),
      exchange('POST /a', { body: { n: 2 } }),
      exchange('POST /a', { body: { n: 'x' } }),
    ]);
    expect(text.match(/^(?:GET|POST) .*/gm)).toEqual(['GET /a/1', 'GET /a/2?x=1', 'GET /a/3', 'POST /a', 'POST /a']);
    expect(requests).toBe(5);
  });

  it('takes ids from the responses that made them, and keeps a request whose response is needed', () => {
    const { text } = written([
      exchange('POST /pets', { body: { n: 1 }, status: 201, answer: { id: 41, n: 1 } }),
      exchange('POST /pets', { body: { n: 2 }, status: 201, answer: { data: { id: 42 }, n: 2 } }),
      exchange('POST /visits', { body: { petId: 42, n: 41, note: '42' }, status: 201, answer: {} }),
      exchange('GET /pets/42?after=42&pet_id=42', { headers: [['X-Page', '42']] }),
      exchange('DELETE /pets/41', { status: 204 }),
    ]);
    expect(text).toContain('# @name post-pets-2\nPOST /pets\n');
    expect(text).toContain('{"petId":{{post-pets-2.response.body.$.data.id}},"n":41,"note":"42"}');
    expect(text).toContain(
      'GET /pets/{{post-pets-2.response.body.$.data.id}}?after=42&pet_id={{post-pets-2.response.body.$.data.id}}',
    );
    expect(text).toContain('X-Page: 42\n');
    expect(text).toContain('DELETE /pets/{{post-pets.response.body.$.id}}');
  });

  it('takes no value for an id that the request itself has chosen, and none of later responses', () => {
    const { text } = written([
      exchange('GET /keys/9', { answer: { id: 9 } }),
      exchange('PUT /keys/k7', { body: { id: 'k7' }, answer: { id: 'k7' } }),
      exchange('GET /keys/k7'),
    ]);
    expect(text).not.toContain('{{');
  });

  it('takes a token of a login, a version and a cookie from where they came', () => {
    const { text } = written(
      [
        exchange('POST /login', {
          body: { password: 'pass-word-1' },
          answer: { access_token: 'tok-123456789' },
          given: [
            ['Set-Cookie', 'sid=abc; Path=/'],
            ['ETag', '"v1"'],
          ],
        }),
        exchange('PUT /a', {
          body: {},
          headers: [
            ['Authorization', 'Bearer tok-123456789'],
            ['If-Match', '"v1"'],
            ['Cookie', 'sid=abc'],
            ['Host', 'x'],
            ['User-Agent', 'u'],
          ],
        }),
      ],
      { secrets: ['pass-word-1', 'tok-123456789'] },
    );
    expect(text).toContain('{"password":"{{password}}"}');
    expect(text).toContain(
      'Authorization: Bearer {{post-login.response.body.$.access_token}}\nIf-Match: {{post-login.response.headers.etag}}\n',
    );
    expect(text).not.toMatch(/tok-|pass-word|Cookie|Host|User-Agent/);
  });

  it('names the place by a variable where the folder does not know it', () => {
    expect(written([exchange('GET /a')], { isPathOnly: false }).text).toMatch(
      /^@base = http:\/\/s\.example\/v1\n[^]*\nGET \{\{base\}\}\/a\n/,
    );
  });

  it('asserts what was seen and will be seen again, and no failure of the service', () => {
    const { text } = written([
      exchange('POST /a', {
        body: { name: 'Ann {{x}}', kind: 'dog', size: 1.5, n: 3, is: true, more: 1, secret: 'abcdefgh', made: 'x' },
        answer: { name: 'Ann {{x}}', kind: 'dog', size: 1.5, n: 3, is: true, more: 1, secret: 'abcdefgh', made: 'y' },
      }),
      exchange('GET /list', { answer: [] }),
      exchange('GET /bad', { status: 503 }),
    ]);
    expect(text.match(/^\?\? .*/gm)).toEqual([
      '?? status == 200',
      '?? header content-type includes application/json',
      ...['?? $.kind == "dog"', '?? $.n == 3', '?? $.is == true'],
      ...['?? status == 200', '?? header content-type includes application/json', '?? $ isArray'],
    ]);
    expect(text).toContain('# Note: the service failed with the status 503.');
  });

  it('says that a body was not kept', () => {
    const { text, missing } = written([{ ...exchange('POST /a'), withoutBody: 'it is binary' }]);
    expect(text).toContain('# Note: the body is left out, because it is binary.');
    expect(missing).toBe(1);
  });
});

describe('an imported recording', () => {
  const har = JSON.stringify({
    log: {
      entries: [
        {
          request: { method: 'GET', url: 'http://s.example/a', headers: [] },
          response: { status: 200, headers: [], content: { mimeType: 'application/json; charset=utf-8', text: '[1]' } },
        },
        { request: { method: 'GET', url: 'http://s.example/b', headers: [] }, response: { status: 0, content: {} } },
      ],
    },
  });
  const textOf = (hasAsserts?: boolean) => {
    const read = importRequests(har, { planOf, hasAsserts });
    return 'text' in read ? read.text : read.problem;
  };

  it('has asserts about the responses in it, unless they are not wanted', () => {
    expect(textOf().match(/^\?\? .*/gm)).toEqual([
      '?? status == 200',
      '?? header content-type includes application/json',
      '?? $ isArray',
    ]);
    expect(textOf(false)).not.toContain('??');
  });
});
