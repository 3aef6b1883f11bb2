import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { importRequests } from '../../../packages/exchange/src/index';

const engine = createEngine();
const options = { context: { endpoints: [], defaults: {} }, severities: {} };

function planOf(text: string) {
  const [first, ...others] = [...engine.planAll(engine.openFile(text), options)];
  return others.length === 0 ? first : undefined;
}

function imported(source: unknown) {
  const written = importRequests(JSON.stringify(source), { planOf });
  if ('problem' in written) throw new Error(written.problem);
  return written;
}

/** Imports a collection with one request. */
function collection(request: unknown, more: object = {}, whole: object = {}) {
  return imported({ info: { name: 't' }, item: [{ name: 'r', request, ...more }], ...whole });
}

const to = { raw: 'http://h.example/raw?a=1' };

describe('a request of a collection is what its runner sends', () => {
  it('with comments in JSON, which are not sent there either', () => {
    const raw = '{\n  // the customer\n  "u": "x",\n  /* old */ "v": 1\n}';
    for (const more of [
      { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } },
      { header: [{ key: 'Content-Type', value: 'application/json' }], body: { mode: 'raw', raw } },
    ]) {
      const { text, missing } = collection({ method: 'POST', url: to, ...more });
      expect(missing).toBe(0);
      expect(text).toContain('// the customer');
      expect(text).toContain('/* old */ "v": 1');
    }
  });

  it.each(['X-Key', 'plain'])('with the API key %s as a variable, wherever it goes', (key) => {
    const value = 'canary-0123456789';
    const auth = (place?: string) => ({
      type: 'apikey',
      apikey: [
        { key: 'key', value: key },
        { key: 'value', value },
        ...(place === undefined ? [] : [{ key: 'in', value: place }]),
      ],
    });
    const inField = collection({ method: 'GET', url: to, auth: auth() });
    expect(inField.text).not.toContain(value);
    expect(inField.text).toMatch(new RegExp(`^${key}: \\{\\{\\w+\\}\\}$`, 'm'));
    const inQuery = collection({ method: 'GET', url: to, auth: auth('query') });
    expect(inQuery.text).not.toContain(value);
    expect(inQuery.text).toMatch(new RegExp(`&${key}=\\{\\{\\w+\\}\\}`));
  });

  it('with its method in capital letters', () => {
    expect(collection({ method: 'get', url: to }).text).toContain('\nGET http://h.example/raw?a=1\n');
  });

  it.each([
    [
      'a path as text',
      { protocol: 'http', host: ['127', '0', '0', '1'], port: '18301', path: '/p/x' },
      'http://127.0.0.1:18301/p/x',
    ],
    [
      'parts before the text',
      {
        raw: 'http://h.example/raw',
        host: ['h', 'example'],
        path: ['path'],
        query: [
          { key: 'q', value: '1' },
          { key: 'n', value: null },
        ],
      },
      'http://h.example/path?q=1&n',
    ],
    [
      'a variable for the host',
      { raw: '{{base}}/a', host: ['{{base}}'], path: ['a', ':id'], variable: [{ key: 'id', value: '7' }] },
      '{{base}}/a/7',
    ],
    ['text alone', to, 'http://h.example/raw?a=1'],
  ])('with the URL of %s', (_, url, expected) => {
    expect(collection({ method: 'GET', url }).text).toContain(`\nGET ${expected}\n`);
  });

  it('without the body of a method that reads, unless a setting wants it', () => {
    const request = { method: 'GET', url: to, body: { mode: 'raw', raw: '{"a":1}' } };
    const pruned = collection(request);
    expect(pruned.text).not.toContain('{"a":1}');
    expect(pruned.notes.join()).toContain('Postman sends none with GET');
    const kept = collection(request, { protocolProfileBehavior: { disableBodyPruning: true } });
    expect(kept.text).toContain('{"a":1}');
    expect(collection({ ...request, method: 'DELETE' }).text).toContain('{"a":1}');
  });

  it('with the authorization of its folder in place of its own field', () => {
    const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{folder}}' }] };
    const header = [{ key: 'authorization', value: 'Bearer {{own}}' }];
    const { text } = collection({ method: 'GET', url: to, header }, {}, { auth });
    expect(text).toContain('Authorization: Bearer {{folder}}');
    expect(text).not.toContain('{{own}}');
    const without = collection({ method: 'GET', url: to, header, auth: { type: 'noauth' } }, {}, { auth });
    expect(without.text).toContain('authorization: Bearer {{own}}');
  });

  it('with each file of a form field', () => {
    const formdata = [{ key: 'docs', type: 'file', src: ['./one.txt', './two.txt'] }];
    const { text, missing } = collection({ method: 'POST', url: to, body: { mode: 'formdata', formdata } });
    expect(missing).toBe(0);
    expect(text.match(/name="docs"; filename="(?:one|two)\.txt"/g)).toHaveLength(2);
    expect(text).toContain('< ./two.txt');
  });

  it('as text, where it says nothing of its kind', () => {
    const { text } = collection({ method: 'POST', url: to, body: { mode: 'raw', raw: 'hello' } });
    expect(text).toContain('Content-Type: text/plain');
  });
});

describe('a recording loses nothing', () => {
  const entry = (request: object) => ({
    request: { method: 'POST', url: 'http://h.example/u', headers: [], ...request },
  });
  const recording = (request: object) => imported({ log: { entries: [entry(request)] } }).text;

  it('of the parts of a form', () => {
    const params = [{ name: 'f', fileName: 'f.txt', contentType: 'text/x', value: 'hello' }];
    expect(recording({ postData: { mimeType: 'multipart/form-data', params } })).toContain(
      'Content-Type: text/x\n\nhello',
    );
  });

  it('of the media type of a body', () => {
    expect(recording({ postData: { mimeType: 'text/xml', text: '<a/>' } })).toContain('Content-Type: text/xml');
    const headers = [{ name: 'content-type', value: 'application/xml' }];
    expect(recording({ headers, postData: { mimeType: 'text/xml', text: '<a/>' } })).not.toContain('text/xml');
  });

  it('of a query that is in the list only, and takes none twice', () => {
    const queryString = [{ name: 'a b', value: '1&2' }];
    expect(recording({ method: 'GET', queryString })).toContain('GET http://h.example/u?a%20b=1%262\n');
    expect(recording({ method: 'GET', url: 'http://h.example/u?x=1', queryString })).toContain(
      'GET http://h.example/u?x=1\n',
    );
  });

  it('of cookies that are in the list only', () => {
    const cookies = [
      { name: 'theme', value: 'dark' },
      { name: 'lang', value: 'en' },
    ];
    expect(recording({ method: 'GET', cookies })).toMatch(/^Cookie: /m);
    const headers = [{ name: 'Cookie', value: 'theme=light' }];
    expect(recording({ method: 'GET', headers, cookies }).match(/^Cookie: /gm)).toHaveLength(1);
  });
});
