import { describe, expect, it } from 'vitest';
import { play, serviceOf } from './library';

const any = { type: 'string', format: 'binary' };
const content = (...types: readonly string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: any }])),
});
const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const shown = (of: object) => ({ 200: { description: 'It.', ...of } });

const files = serviceOf(
  {
    openapi: '3.1.0',
    info: { title: 'Files', version: '1' },
    paths: {
      '/files': {
        get: {
          responses: shown({
            content: {
              ...json({ type: 'array', items: ref('File') }),
              'text/csv': { schema: { type: 'string' } },
              'application/xml': { example: '<files/>' },
              'application/pdf': {},
            },
          }),
        },
        post: {
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: { type: 'object', required: ['file'], properties: { name: { type: 'string' }, file: any } },
              },
              'application/octet-stream': { schema: any },
            },
          },
          responses: { 201: { description: 'It.', content: json(ref('File')) } },
        },
      },
      '/files/{id}': {
        parameters: [id],
        get: {
          responses: shown({ content: { ...json(ref('File')), 'text/xml': { example: '<file/>' }, 'image/png': {} } }),
        },
        delete: { responses: { 204: { description: 'Removed.' } } },
      },
      '/files/{id}/content': { parameters: [id], get: { responses: shown(content('*/*')) } },
      '/files/{id}/preview': {
        parameters: [id],
        get: { responses: shown(content('image/png', 'image/jpeg')) },
        put: { requestBody: content('image/*'), responses: { 204: { description: 'Stored.' } } },
      },
      '/notes/{key}': {
        parameters: [{ name: 'key', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: shown(content('text/plain')) },
        put: { requestBody: content('text/plain'), responses: { 204: { description: 'Stored.' } } },
        delete: { responses: { 204: { description: 'Removed.' } } },
      },
    },
    components: {
      schemas: {
        File: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
        },
      },
    },
  },
  'files',
);

/** What is not UTF-8 text, and what looks like the end of a part. */
const bytes = Uint8Array.from([0x89, 0x50, 0, 0xff, 0x0d, 0x0a, 0x2d, 0x2d, 0xfe]);

describe('an upload', () => {
  const raw = { 'Content-Type': 'application/octet-stream' };

  it('is downloaded again, exactly', () => {
    const { send, upload } = play(files);
    expect(upload('POST /files', bytes, raw)).toMatchObject({ status: 201, json: { id: 1 } });
    const read = send('GET /files/1/content');
    expect(read).toMatchObject({
      status: 200,
      bytes,
      body: '',
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(send('POST /files', '{"a":1}', raw).json).toEqual({ id: 2 });
    expect(send('GET /files/2/content')).toMatchObject({ body: '{"a":1}' });
    send('DELETE /files/1');
    expect(send('GET /files/1/content').status).toBe(404);
  });

  it('of a form is its file, and the other fields are members', () => {
    const { send, upload } = play(files);
    const head =
      '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\ncat\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="c.png"\r\nContent-Type: image/png\r\n\r\n';
    const text = (one: string) => Array.from(one, (character) => character.charCodeAt(0));
    const body = Uint8Array.from([...text(head), ...bytes, ...text('\r\n--b--\r\n')]);
    const form = { 'Content-Type': 'multipart/form-data; boundary=b' };
    expect(upload('POST /files', body, form)).toMatchObject({ status: 201, json: { id: 1, name: 'cat' } });
    expect(send('GET /files/1/content')).toMatchObject({ bytes, headers: { 'content-type': 'image/png' } });
    // The file is not the item in another form, unless it has this form.
    expect(send('GET /files/1', undefined, { Accept: 'text/xml' })).toMatchObject({ status: 200, body: '<file/>' });
    expect(send('GET /files/1', undefined, { Accept: 'image/png' })).toMatchObject({ status: 200, bytes });
    send('POST /files', `${head}a text\r\n--b--\r\n`, form);
    expect(send('GET /files/2/content')).toMatchObject({ body: 'a text' });
  });

  it('has the type with which it was sent, where the description has it', () => {
    const { send, upload } = play(files);
    upload('POST /files', bytes, raw);
    expect(upload('PUT /files/1/preview', bytes, { 'Content-Type': 'image/jpeg' }).status).toBe(204);
    expect(send('GET /files/1/preview')).toMatchObject({ bytes, headers: { 'content-type': 'image/jpeg' } });
    upload('PUT /files/1/preview', bytes, { 'Content-Type': 'image/webp' });
    expect(send('GET /files/1/preview').headers['content-type']).toBe('image/png');
    expect(upload('PUT /files/1/preview', bytes, { 'Content-Type': 'text/plain' }).status).toBe(415);
    // What was uploaded for the file itself is still there.
    expect(send('GET /files/1/content').headers['content-type']).toBe('application/octet-stream');
  });

  it('of text stays as it is, also in an export', () => {
    const { send, sandbox, state, load } = play(files);
    const note = { 'Content-Type': 'text/plain; charset=utf-8' };
    expect(send('PUT /notes/a', '12', note).status).toBe(204);
    expect(send('GET /notes/a')).toMatchObject({
      body: '12',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
    load(sandbox.writeState(state()));
    expect(send('GET /notes/a').body).toBe('12');
    send('DELETE /notes/a');
    expect(send('GET /notes/a').status).toBe(404);
    const wrong = sandbox.writeState(state()).replace('"root":{', '"root":{"content":{"type":"a"},');
    expect(() => {
      load(wrong);
    }).toThrow('root/content must be an object');
  });
});

describe('Accept', () => {
  it('decides between the described media types', () => {
    const { send } = play(files, { files: { resources: { '/files': [{ name: 'a, "b"' }, { name: 'c' }] } } });
    const as = (accept: string) => send('GET /files', undefined, { Accept: accept });
    expect(as('text/csv')).toMatchObject({
      body: 'id,name\r\n1,"a, ""b"""\r\n2,c\r\n',
      headers: { 'content-type': 'text/csv; charset=utf-8' },
    });
    expect(as('text/csv;q=0.5, application/json').headers['content-type']).toMatch('application/json');
    expect(as('text/csv, application/json;q=0.5').headers['content-type']).toMatch('text/csv');
    expect(as('application/xml')).toMatchObject({ status: 200, body: '<files/>' });
    expect(as('application/pdf')).toMatchObject({ status: 501 });
    expect(as('image/png').status).toBe(406);
    expect(as('application/json;q=0, image/png').status).toBe(406);
    expect(as('*/*').json).toHaveLength(2);
  });
});

describe('XML', () => {
  const pet = {
    type: 'object',
    xml: { name: 'pet' },
    properties: {
      id: { type: 'integer', readOnly: true, xml: { attribute: true } },
      name: { type: 'string' },
      tags: { type: 'array', xml: { wrapped: true }, items: { type: 'string', xml: { name: 'tag' } } },
      photos: { type: 'array', items: { type: 'string' } },
      owner: ref('Owner'),
    },
  };
  const both = (schema: object) => ({ 'application/json': { schema }, 'application/xml': { schema } });
  const shop = (more: object = {}) =>
    serviceOf({
      openapi: '3.0.3',
      info: { title: 'Pets', version: '1' },
      paths: {
        '/pets': {
          post: {
            requestBody: { content: json(ref('Pet')) },
            responses: { 201: { description: 'It.', content: both(ref('Pet')) } },
          },
          get: { responses: shown({ content: both({ type: 'array', items: ref('Pet') }) }) },
        },
        '/pets/{id}': { parameters: [id], get: { responses: shown({ content: both(ref('Pet')) }) } },
      },
      components: {
        schemas: { Pet: { ...pet, ...more }, Owner: { type: 'object', properties: { name: { type: 'string' } } } },
      },
    });

  it('is made of the stored value by the names of the description', () => {
    const { send } = play(shop());
    send('POST /pets', { name: 'Tom & "Tim"', tags: ['a', 'b'], photos: ['x', 'y'], owner: { name: '<me>' } });
    expect(send('GET /pets/1', undefined, { Accept: 'application/xml' })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/xml; charset=utf-8' },
      body: '<?xml version="1.0" encoding="UTF-8"?>\n<pet id="1"><name>Tom &amp; &quot;Tim&quot;</name><tags><tag>a</tag><tag>b</tag></tags><photos>x</photos><photos>y</photos><owner><name>&lt;me&gt;</name></owner></pet>\n',
    });
  });

  it('is not made where that is not simple, and nothing is done then', () => {
    const xml = { Accept: 'application/xml' };
    const { send } = play(shop({ xml: { name: 'pet', namespace: 'urn:pets' } }));
    expect(send('POST /pets', { name: 'Tom' }, xml).status).toBe(501);
    expect(send('GET /pets').json).toEqual([]);
    expect(send('GET /pets', undefined, xml).status).toBe(501);
  });
});
