import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { copyRequest, importRequests } from '../../../packages/exchange/src/index';
import { importLibraries } from '../../../packages/exchange/src/import/libraries/index';
import type { PreparedRequest, RequestPlan } from '../../../packages/sender/src/plan/index';
import { materialise } from '../../../packages/sender/src/variables/index';
import { triesOf } from '../../sample';

const engine = createEngine();
const options = { context: { endpoints: [], defaults: {} }, severities: {} };

function plansOf(text: string): readonly RequestPlan[] {
  return [...engine.planAll(engine.openFile(text), options)];
}

function planOf(text: string): RequestPlan | undefined {
  const [first, ...others] = plansOf(text);
  return others.length === 0 ? first : undefined;
}

/** Imports a text that can be imported. */
function imported(source: unknown, taken?: ReadonlySet<string>) {
  const text = typeof source === 'string' ? source : JSON.stringify(source);
  const written = importRequests(text, { planOf, libraries: importLibraries, ...(taken && { taken }) });
  if ('problem' in written) throw new Error(written.problem);
  return written;
}

/** Returns why a text cannot be imported. */
function refused(text: string): string {
  const written = importRequests(text, { planOf, libraries: importLibraries });
  return 'problem' in written ? written.problem : '';
}

const postmanSchema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const har = (...entries: readonly object[]) => ({
  log: { version: '1.2', entries: entries.map((request) => ({ request })) },
});

describe('an imported curl command', () => {
  it.each<[name: string, command: string, text: string]>([
    ['a URL without a scheme', 'curl example.com', 'GET http://example.com'],
    ['a prompt', '$ curl https://a.b/c', 'GET https://a.b/c'],
    ['joined lines', "curl -X PUT \\\n  'https://a.b' \\\n  -H 'X-A: 1'", 'PUT https://a.b\nX-A: 1'],
    ['letters in one word', 'curl -sSLXDELETE https://a.b', 'DELETE https://a.b'],
    [
      'a form',
      'curl https://a.b -d a=1 -d b=2',
      'POST https://a.b\nContent-Type: application/x-www-form-urlencoded\n\na=1&b=2',
    ],
    ['a query of data', "curl -G https://a.b -d a=1 --data-urlencode 'q=x y&z'", 'GET https://a.b?a=1&q=x+y%26z'],
    [
      'JSON',
      'curl https://a.b --json \'{"a":1}\'',
      'POST https://a.b\nContent-Type: application/json\nAccept: application/json\n\n{"a":1}',
    ],
    [
      'escapes',
      "curl https://a.b -H $'X-A: it\\'s \\u00e9' --data-raw $'\\x7b\\x7d' -H 'Content-Type: application/json'",
      "POST https://a.b\nX-A: it's \u00e9\nContent-Type: application/json\n\n{}",
    ],
    ['a file', 'curl -T ./a.bin https://a.b', 'PUT https://a.b/a.bin\n\n< ./a.bin'],
    ['a head', 'curl -I https://a.b', 'HEAD https://a.b'],
    [
      'options with letters',
      'curl -A me -e http://r -b a=b https://a.b',
      'GET https://a.b\nUser-Agent: me\nReferer: http://r\nCookie: {{cookie}}',
    ],
    [
      'the command prompt of Windows',
      'curl ^"https://a.b/?x=1^&y=2^" ^\n  -H ^"X-A: \\^"q\\^"^"',
      'GET https://a.b/?x=1&y=2\nX-A: "q"',
    ],
    ['PowerShell', "curl.exe 'https://a.b' `\n  -H 'X-A: it''s'", "GET https://a.b\nX-A: it's"],
    ['literal braces', "curl 'https://a.b/{{x}}'", 'GET https://a.b/\\{\\{x\\}\\}'],
    ['a variable of the shell', 'curl "https://a.b/$ID"', 'GET https://a.b/{{$processEnv ID}}'],
  ])('has %s', (_, command, text) => {
    const blocks = imported(command).text.split('###\n');
    expect(
      blocks
        .at(-1)
        ?.replace(/^# Note: .*\n/gm, '')
        .trim(),
    ).toBe(text);
  });

  it('says of a command that is not closed that it is not complete', () => {
    expect(imported("curl 'http://x.example.org/a").missing).toBe(1);
  });

  it('keeps a credential as a variable', () => {
    const { text } = imported("curl -u me:pass https://a.b -H 'X-Api-Key: k'");
    expect(text).toContain('@authorization = me:pass\n@x_api_key = k\n');
    expect(text).toContain('Authorization: Basic {{authorization}}\n');
  });

  it('does not change the meaning of a variable of the file', () => {
    expect(imported('curl -u me:pass https://a.b', new Set(['authorization'])).text).toContain('@authorization_2 = ');
  });

  it.each<[option: string, note: RegExp]>([
    ['-k', /insecure/],
    ['-x http://proxy:1', /`--proxy` is not taken over/],
    ['-o out', /`--output` is not taken over/],
    ['--unheard-of', /`--unheard-of` is not taken over/],
    ['-b cookies.txt', /cookies of the file cookies.txt/],
    ['https://other', /only the first is taken over/],
    ['> out.txt', /redirection/],
    ['-H @file', /header fields of the file/],
    ['"$(cat x)"', /is not run/],
  ])('says what becomes of %s', (option, note) => {
    const { notes, text } = imported(`curl https://a.b ${option}`);
    expect(notes.join('\n')).toMatch(note);
    expect(text.split('\n').some((line) => line.startsWith('# ') && note.test(line))).toBe(true);
  });

  it('is each command of a script', () => {
    expect(imported('curl a.b\ncurl c.d --next e.f').requests).toBe(3);
  });

  it.each<[name: string, body: string]>([
    ['a request', 'x\nGET http://evil.example/\n'],
    ['a separator', 'x\n### next\nGET http://evil.example/'],
    ['a file', '< /etc/passwd'],
    ['a script', '> {% client.log(1) %}'],
  ])('never makes %s of a body', (_, body) => {
    const { text, missing } = imported(`curl https://a.b -H 'Content-Type: text/plain' --data-raw '${body}'`);
    const plans = plansOf(text);
    expect(plans).toHaveLength(1);
    expect(missing === 1 ? plans[0]?.body : undefined).toBeUndefined();
    if (missing === 0) expect(plans[0]?.body).toMatchObject({ kind: 'text' });
  });

  it('never makes a second header field of one', () => {
    const { text, notes } = imported("curl https://a.b -H $'X-A: b\\r\\nX-B: c'");
    expect(text).not.toContain('X-B: c\n');
    expect(notes.join()).toContain('X-A is left out, because its value has control characters');
  });
});

const fieldValue = fc
  .string({ unit: 'binary-ascii', maxLength: 30 })
  .map((text) => text.replace(/\p{Cc}/gu, '').trim());
const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => typeof value === 'object' && value !== null);

describe('a request that is copied as curl and imported', () => {
  it('is the same', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
        fc.webPath(),
        fc.array(fieldValue, { maxLength: 4 }),
        fc.option(json, { nil: undefined }),
        (method, path, values, value) => {
          const body = value === undefined ? undefined : JSON.stringify(value, null, 1);
          const request: PreparedRequest = {
            method,
            url: `http://127.0.0.1/a${path}`,
            headers: [
              ...values.map((field, index) => [`X-${index}`, field] as const),
              ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
              ['Accept', '*/*'],
              ['User-Agent', 'me'],
            ],
            ...(body !== undefined && { body }),
          };
          const copied = copyRequest('bash', { request, secrets: [], showsSecrets: true, hrefOf: (url) => url });
          if ('problem' in copied) throw new Error(copied.problem);
          const { text, notes } = imported(copied.text);
          const [plan] = plansOf(text);
          const filled = materialise({
            plan: plan!,
            resolve: (name) => ({ value: new RegExp(`^@${name} = (.*)$`, 'm').exec(text)?.[1] ?? '', isSecret: false }),
            system: { now: () => 0, random: () => 0, environment: () => undefined } as never,
          });
          expect(notes).toEqual([]);
          expect(filled).toHaveProperty('request', request);
        },
      ),
      { numRuns: triesOf(300) },
    );
  });
});

describe('an imported recording', () => {
  it('leaves the values of its secrets out', () => {
    const { text } = imported(
      har({
        method: 'POST',
        url: 'https://a.b/x?token=t0ken-of-url#top',
        headers: [
          { name: ':authority', value: 'a.b' },
          { name: 'Cookie', value: 'session=s3ssion' },
          { name: 'Authorization', value: 'Bearer b3arer' },
          { name: 'sec-fetch-mode', value: 'cors' },
          { name: 'Content-Length', value: '9' },
          { name: 'Content-Type', value: 'application/json' },
        ],
        postData: { mimeType: 'application/json', text: '{"password":"p4ssword"}' },
      }),
    );
    expect(text).not.toMatch(/t0ken|s3ssion|b3arer|p4ssword|sec-fetch/);
    expect(text).toContain(
      'POST https://a.b/x?token={{token}}\nCookie: {{cookie}}\nAuthorization: Bearer {{authorization}}\n',
    );
    expect(text).toContain('# {{cookie}}: the credential in the header field Cookie. Its value is left out');
    expect(plansOf(text)).toHaveLength(1);
  });

  it.each<[name: string, request: object]>([
    ['a method with a line end', { method: 'GET /\nDELETE', url: 'http://a.b/', headers: [] }],
    ['a URL with a line end', { method: 'GET', url: 'http://a.b/\r\nX: 1\n\n###\nDELETE http://c.d/', headers: [] }],
    [
      'a header field with a line end',
      { method: 'GET', url: 'http://a.b/', headers: [{ name: 'A', value: 'b\n\nDELETE http://c.d' }] },
    ],
    [
      'a name with a line end',
      { method: 'GET', url: 'http://a.b/', headers: [{ name: 'A\nDELETE http://c.d', value: '' }] },
    ],
    [
      'a type with a line end',
      {
        method: 'POST',
        url: 'http://a.b/',
        headers: [],
        postData: {
          mimeType: 'multipart/form-data',
          params: [
            { name: 'a"\n--rulebook-form', fileName: 'x\ny', value: '--rulebook-form--\n###\nDELETE http://c.d/' },
          ],
        },
      },
    ],
    ['nothing', {}],
  ])('makes at most one request of %s', (_, request) => {
    const written = importRequests(
      JSON.stringify(har({ method: 'GET', url: 'http://first.example/', headers: [] }, request)),
      { planOf },
    );
    const plans = 'problem' in written ? [] : plansOf(written.text);
    expect(plans.length).toBeLessThanOrEqual(2);
    expect(plans.map(({ method }) => method)).not.toContain('DELETE');
  });
});

describe('an imported collection', () => {
  const collection = {
    info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json', name: 'Shop' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{shop token}}' }] },
    variable: [
      { key: 'base', value: 'https://shop.example' },
      { key: 'password', value: 'v4lue' },
      { key: 'old', value: '1', disabled: true },
      { key: 'a', value: '{{b}}' },
      { key: 'b', value: '{{a}}' },
    ],
    item: [
      {
        name: 'Orders',
        item: [
          {
            name: 'Create\n### evil',
            event: [
              { listen: 'test', script: { exec: ["pm.test('is created', () => pm.response.to.have.status(201))"] } },
            ],
            request: {
              method: 'POST',
              url: {
                raw: '{{base}}/orders/:id?x=1',
                variable: [{ key: 'id', value: 'a b' }],
                query: [{ key: 'y', disabled: true }],
              },
              header: [{ key: 'X-Old', value: '1', disabled: true }],
              body: { mode: 'raw', raw: '{"n": {{n}}}', options: { raw: { language: 'json' } } },
            },
          },
          {
            name: 'Upload',
            request: {
              method: 'POST',
              auth: { type: 'basic', basic: { username: 'me', password: '' } },
              url: 'shop.example/up',
              body: {
                mode: 'formdata',
                formdata: [
                  { key: 'f', type: 'file', src: './a.bin' },
                  { key: 't', value: 'x' },
                ],
              },
            },
          },
          {
            name: 'Query',
            request: {
              method: 'POST',
              auth: {
                type: 'apikey',
                apikey: [
                  { key: 'key', value: 'X-Key' },
                  { key: 'value', value: '{{k}}' },
                ],
              },
              url: '{{base}}/graphql',
              body: { mode: 'graphql', graphql: { query: 'query { a }', variables: '{"x": 1}' } },
            },
          },
          {
            name: 'Form',
            request: {
              method: 'POST',
              auth: { type: 'hawk' },
              url: '{{base}}/f',
              body: {
                mode: 'urlencoded',
                urlencoded: [
                  { key: 'a', value: 'x y' },
                  { key: 'b', value: '{{v}}' },
                ],
              },
            },
          },
        ],
      },
    ],
  };

  it('has folders, variables, credentials and bodies', () => {
    const { text, notes, missing } = imported(collection);
    expect(missing).toBe(0);
    expect(text).toMatchInlineSnapshot(`
      "# Note: the variable old is left out, because it is disabled.
      # Note: the variable a refers to itself.
      # Note: the variable b refers to itself.
      @base = https://shop.example
      # The value of {{password}} is left out. Add it to an environment.
      @a = {{b}}
      @b = {{a}}

      ### Orders / Create ### evil
      # Note: the header field X-Old is left out, because it is disabled.
      # Note: the query parameter y is left out, because it is disabled.
      POST {{base}}/orders/a%20b?x=1
      Authorization: Bearer {{shop_token}}
      Content-Type: application/json

      {"n": {{n}}}

      > {%
      pm.test('is created', () => pm.response.to.have.status(201))
      %}

      ### Orders / Upload
      POST http://shop.example/up
      Authorization: Basic me:{{password}}
      Content-Type: multipart/form-data; boundary=rulebook-form

      --rulebook-form
      Content-Disposition: form-data; name="f"; filename="a.bin"
      Content-Type: application/octet-stream

      < ./a.bin
      --rulebook-form
      Content-Disposition: form-data; name="t"

      x
      --rulebook-form--

      ### Orders / Query
      POST {{base}}/graphql
      X-Key: {{k}}
      Content-Type: application/json

      { "query": "query { a }", "variables": {"x": 1} }

      ### Orders / Form
      # Note: the authorization \`hawk\` is not taken over.
      POST {{base}}/f
      Content-Type: application/x-www-form-urlencoded

      a=x%20y&b={{v}}
      "
    `);
    expect(notes).toContain('the variable a refers to itself');
    expect(plansOf(text)).toHaveLength(4);
  });

  it('says of a request without a URL that it is not complete', () => {
    const [none, empty, whole] = [null, { raw: '', host: [] }, 'http://x.example.org'].map((url) =>
      imported({ item: [{ name: 'a', request: { url } }], info: { schema: postmanSchema } }),
    );
    expect([none?.missing, empty?.missing, whole?.missing]).toEqual([1, 1, 0]);
    expect(none?.text).toContain('# Note: the request has no URL.');
  });

  it('is as deep as a person makes it', () => {
    let item: object = { name: 'end', request: 'http://a.b' };
    for (let depth = 0; depth < 2000; depth++) item = { name: 'f', item: [item] };
    expect(imported({ item: [{ name: 'first', request: 'http://a.b' }, item] }).notes.join()).toContain(
      'folders below',
    );
  });
});

describe('what cannot be imported', () => {
  it.each<[text: string, why: RegExp]>([
    ['', /not a curl command/],
    ['hello', /not a curl command/],
    ['{"log": {"entries": [', /not valid JSON/],
    ['{}', /not a HAR recording, a Postman collection or an OpenAPI description/],
    ['{"requests": []}', /version 1/],
    ['{"log": {"entries": []}}', /no request/],
    [`{"log": "${'x'.repeat(50_000_000)}"}`, /larger than 50 MB/],
  ])('is refused', (text, why) => {
    expect(refused(text)).toMatch(why);
  });
});

describe('a file of another tool', () => {
  const http = { method: 'GET', url: 'https://a.example/x' };
  it.each<[what: string, text: string, says: RegExp]>([
    [
      'the settings of Bruno',
      '{"version":"1","name":"a","type":"collection","ignore":["node_modules"]}',
      /Bruno.*import the folder/,
    ],
    [
      'an export of Bruno',
      JSON.stringify({ name: 'a', version: '1', items: [{ type: 'http', request: http }] }),
      /Bruno/,
    ],
    ['a collection of Bruno as YAML', 'opencollection: 1.0.0\ninfo:\n  name: a\n', /Bruno/],
    [
      'an export of Insomnia 3',
      JSON.stringify({ _type: 'export', __export_format: 3, resources: [] }),
      /Insomnia.*format 4 or 5/,
    ],
    [
      'an empty export of Insomnia 4',
      JSON.stringify({ _type: 'export', __export_format: 4, resources: [] }),
      /no request/,
    ],
    ['an empty collection of Insomnia 5', 'type: collection.insomnia.rest/5.0\nname: a\n', /no request/],
    [
      'a collection of Postman 1',
      JSON.stringify({ id: '1', name: 'a', order: ['b'], requests: [{ id: 'b' }] }),
      /version 1/,
    ],
    [
      'something else',
      JSON.stringify({ version: '1', name: 'a' }),
      /^it is not a HAR recording, a Postman collection or an OpenAPI description with a version$/,
    ],
  ])('is named with what to do (%s)', (_, text, says) => {
    expect(refused(text)).toMatch(says);
  });
});

describe('a recorded body', () => {
  const entry = (text: string) => ({
    method: 'POST',
    url: 'http://own.example/n',
    headers: [],
    postData: { mimeType: 'text/plain', text },
  });

  it.each([
    ['in a text', 't\n@baseUrl = http://other.example\nend', false],
    ['at the end of a text', 't\n@baseUrl = http://other.example', false],
    ['behind a blank line at its end', 't\n\n@baseUrl = http://other.example', true],
    ['behind JSON', '{"a":1}\n@baseUrl = http://other.example', true],
  ])('defines nothing by a line %s', (_, body, isLeftOut) => {
    const { text, notes } = imported(har(entry(body)));
    expect([...engine.openFile(text).definitions.keys()].filter((name) => name === 'baseUrl')).toEqual([]);
    expect(notes.join().includes('the body is left out')).toBe(isLeftOut);
  });

  it('takes no other request into itself', () => {
    const open = { ...entry('{"a": """\n'), postData: { mimeType: 'application/json', text: '{"a": """\n' } };
    const close = { ...entry('"""\n}'), postData: { mimeType: 'application/json', text: '"""\n}' } };
    const { text, requests } = imported(har(open, close));
    expect(requests).toBe(2);
    expect(plansOf(text)).toHaveLength(2);
  });

  it('is written as it was, whatever its lines look like', () => {
    const pieces = [
      ...[
        '@a = 1',
        '###',
        '### b',
        'DELETE /all',
        '/*',
        '*/',
        '"""',
        '"t": """',
        '{',
        '}',
        '{"a":1}',
        '',
        '# c',
        '// c',
        '< ./f',
      ],
      ...[
        '> {%',
        '%}',
        '{{',
        '}}',
        'HTTP/1.1 200 OK',
        '?? status == 200',
        'text',
        '--b',
        "curl http://h -d '",
        "'",
        '<<EOF',
      ],
    ];
    const body = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));
    const type = fc.constantFrom('text/plain', 'application/json', 'application/xml', 'application/x-ndjson', '');
    fc.assert(
      fc.property(fc.array(fc.tuple(body, type), { minLength: 1, maxLength: 3 }), (bodies) => {
        const entries = bodies.map(([text, mimeType]) => ({ ...entry(text), postData: { mimeType, text } }));
        const written = imported(har(...entries));
        const plans = plansOf(written.text);
        expect(plans).toHaveLength(written.requests);
        for (const plan of plans) expect(plan).toMatchObject({ method: 'POST', target: ['http://own.example/n'] });
        expect([...engine.openFile(written.text).definitions.keys()]).toEqual([]);
      }),
      { numRuns: triesOf(1000) },
    );
  });
});
