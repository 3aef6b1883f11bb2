import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../descriptions', name), 'utf8');
const shop = { 'api/shop.yaml': sample('shop.yaml'), 'api/shop-models.yaml': sample('shop-models.yaml') };
const services = { shop: { description: 'api/shop.yaml' } };
const json = [{ name: 'Content-Type', value: 'application/json' }];

interface Written {
  readonly method?: string;
  readonly url: string;
  readonly body?: object;
  readonly status?: number;
  readonly content?: object;
}

const entry = ({ method = 'GET', url, body, status = 200, content = {} }: Written) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  request: {
    method,
    url,
    headers: [{ name: ':authority', value: 'pets.example.org' }, { name: 'X-Shop-Key', value: 'canary' }, ...json],
    ...body,
  },
  response: { status, headers: json, content: { mimeType: 'application/json', ...content } },
});
const har = (...entries: readonly unknown[]) =>
  `${JSON.stringify({ log: { version: '1.2', creator: { name: 'entries' }, entries } }, null, 2)}\n`;
const base = 'https://pets.example.org/v1';
const posted = (value: unknown) => ({ postData: { mimeType: 'application/json', text: JSON.stringify(value) } });

const recording = har(
  entry({ url: `${base}/pets?kind=cat&limit=5`, content: { text: '[{ "name": "Tom", "kind": "cat" }]' } }),
  entry({ url: `${base}/pets/7?token=canary`, content: { text: '{ "name": 5, "kind": "cat" }' } }),
  entry({ method: 'POST', url: `${base}/pets`, body: posted({ name: 'Tom', kind: 'cow' }), status: 201 }),
  entry({ url: 'https://elsewhere.example/_search', content: { text: '{ "x": 1 }' } }),
  entry({
    url: `${base}/pets/8`,
    content: { encoding: 'base64', text: Buffer.from('{ "kind": "dog" }').toString('base64') },
  }),
  entry({ method: 'POST', url: `${base}/pets`, body: { bodySize: 40 }, status: 201 }),
  entry({ method: 'POST', url: `${base}/pets`, status: 0 }),
  { request: {} },
);

describe('a recording', () => {
  const folder = (text: string, more: object = {}) =>
    folderOf({ ...shop, 'rulebook.json': JSON.stringify({ services, ...more }), 'a.har': text });

  it('is checked entry by entry, requests and responses', async () => {
    const { code, out, error } = await commandLine(['check', 'a.har'], { cwd: folder(recording) });
    expect(error).toBe('');
    const shown = out.split('\n').map((line) => line.replace(/^a\.har:\d+:\d+ (.*) \[([\w-]+).*$/, '$1 [$2]'));
    expect(shown).toEqual([
      'warning Entry 2, GET /v1/pets/7: The query parameter `token` is not described for this operation. [unknown-query-parameter]',
      'information Entry 2, GET /v1/pets/7, response: `name` is described as a string. [mismatched-answer]',
      'warning Entry 3, POST /v1/pets: `kind` must be `cat`, `dog` or `bird`. [unknown-value]',
      'information Entry 5, GET /v1/pets/8, response: The response lacks `name`, which is described as always present. [mismatched-answer]',
      'warning Entry 7, POST /v1/pets: This operation requires a request body. [missing-body]',
      'information Entry 8: The entry has no request with a method and a URL; it is not checked. [recording]',
      '3 warnings, 3 infos in 8 requests of 1 file',
      '',
    ]);
    expect(out).not.toContain('canary');
    expect(code).toBe(0);
  });

  it('says which method is not described, unless servers and browsers use it of their own accord', async () => {
    const text = har(
      entry({ method: 'PATCH', url: `${base}/pets` }),
      entry({ method: 'HEAD', url: `${base}/pets` }),
      entry({ method: 'OPTIONS', url: `${base}/pets`, status: 204 }),
    );
    const { out } = await commandLine(['check', 'a.har'], { cwd: folder(text) });
    expect(out).toContain('Entry 1, PATCH /v1/pets: `PATCH` is not described for this path; use `GET` or `POST`');
    expect(out).toContain('1 warning in 3 requests of 1 file');
  });

  it('is reported with the numbers and the places of the entries as data', async () => {
    const cwd = folder(recording);
    const asJson = JSON.parse((await commandLine(['check', '--format', 'json', 'a.har'], { cwd })).out) as {
      files: { findings: { entry: number; range: { start: { line: number } } }[] }[];
    };
    const found = asJson.files[0]?.findings ?? [];
    expect(found.map((finding) => finding.entry)).toEqual([2, 2, 3, 5, 7, 8]);
    const lines = recording.split('\n');
    const marks = ['?token=canary', '"name\\": 5', 'cow', 'eyAia2lu', '/v1/pets"', '"request": {}'];
    const expected = marks.map((mark) => lines.findIndex((line) => line.includes(mark)));
    // The last entry with the path has the finding, and an entry that cannot be read is reported where it begins.
    expected[4] = lines.flatMap((line, index) => (line.includes('/v1/pets"') ? [index] : [])).at(-1) ?? 0;
    expected[5] = (expected[5] ?? 0) - 1;
    expect(found.map(({ range }) => range.start.line)).toEqual(expected);
    const asSarif = JSON.parse((await commandLine(['check', '--format', 'sarif', 'a.har'], { cwd })).out) as {
      runs: { results: { properties: { entry: number }; message: { text: string } }[] }[];
    };
    const [first] = asSarif.runs[0]?.results ?? [];
    expect(first?.properties.entry).toBe(2);
    expect(first?.message.text).toMatch(/^Entry 2, GET/);
  });

  it('is checked when a glob matches it, and not with its folder', async () => {
    const cwd = folder(recording);
    const matched = await commandLine(['check', '*.har'], { cwd });
    expect(matched.out).toContain('3 warnings, 3 infos in 8 requests of 1 file');
    const ofFolder = await commandLine(['check', '.'], { cwd });
    expect(ofFolder.out).not.toContain('a.har');
    expect(ofFolder.code).toBe(0);
  });

  it('has its own place for each entry, also behind one that is not an object', async () => {
    const text = har(null, 5, entry({ url: `${base}/pets/7`, content: { text: '{ "kind": "cow", "name": "Tom" }' } }));
    const { out } = await commandLine(['check', 'a.har'], { cwd: folder(text) });
    const places = out.split('\n').flatMap((line) => /^a\.har:(\d+):\d+/.exec(line)?.[1] ?? []);
    const lines = text.split('\n');
    const expected = ['      null,', '      5,', '            "text"'].map((start) =>
      String(lines.findIndex((line) => line.startsWith(start)) + 1),
    );
    expect(places).toEqual(expected);
  });

  it.each(['text', 'json', 'sarif'])('is reported as %s without secrets', async (format) => {
    const secrets = {
      password: 'canary-password-1',
      header: 'canary-header-2',
      parameter: 'canary-parameter-3',
      body: 'canary-body-4',
      answer: 'canary-answer-5',
      alone: `ghp_${'canaryAlone6'.repeat(3)}`,
      mixed: 'Canary7AndLettersOfBothCases',
    };
    const url = (path: string) => `https://user:${secrets.password}@pets.example.org/v1/${path}`;
    const authorization = { headers: [{ name: 'Authorization', value: `Bearer ${secrets.header}` }] };
    const text = har(
      ...Object.values(secrets).flatMap((secret) => [
        entry({
          method: 'PUT',
          url: url(`pets/${secret}/toys?${secret}=1&api_key=${secrets.parameter}`),
          body: { ...posted({ [secret]: 1, secret: secrets.body }), ...authorization },
          content: { text: JSON.stringify({ [secret]: 1, token: secrets.answer }) },
        }),
        entry({
          url: url(`pets/${secret}?${secret}=1&api_key=${secrets.parameter}`),
          body: { ...posted({ secret: secrets.body }), ...authorization },
          content: { text: JSON.stringify({ [secret]: 1, token: secrets.answer, kind: 'cow' }) },
        }),
      ]),
    );
    const { out, code } = await commandLine(['check', '--format', format, 'a.har'], { cwd: folder(text) });
    expect(code).toBe(0);
    expect(out).toContain('/v1/pets/***');
    expect(out).not.toMatch(/canary/i);
  });

  it('obeys severities, and the endpoints of rulebook.json', async () => {
    const entries = har(entry({ url: 'http://shop.internal:8080/api/pets/1', content: { text: '{ "kind": "cow" }' } }));
    const endpoints = { inside: { service: 'shop', baseUrl: 'http://shop.internal:8080/api' } };
    const severe = await commandLine(['check', 'a.har'], {
      cwd: folder(entries, { endpoints, rules: { 'mismatched-answer': 'error' } }),
    });
    expect(severe.out).toContain('2 errors in 1 request');
    expect(severe.code).toBe(1);
    const off = await commandLine(['check', 'a.har'], {
      cwd: folder(entries, { endpoints, rules: { 'mismatched-answer': 'off' } }),
    });
    expect(off.out).toBe('No findings in 1 request of 1 file\n');
  });

  it.each([
    ['is broken', '{ "log": { "entries": [ "canary"', 'it is not valid JSON; record it again, or export it as HAR'],
    ['is something else', '{ "log": {} }', 'it is not a HAR recording: it has no list `log.entries`'],
  ])('that %s is named', async (_, text, cause) => {
    const { code, error, out } = await commandLine(['check', 'a.har'], { cwd: folder(text) });
    expect(error).toBe(`rulebook: a.har: ${cause}\n`);
    expect(out).not.toContain('canary');
    expect(code).toBe(2);
  });
});

describe('rulebook run --check-answers', () => {
  const serve = async (body: object) => {
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const endpoints = { dev: { service: 'shop', baseUrl } };
    return folderOf({
      ...shop,
      'rulebook.json': JSON.stringify({ services, endpoints }),
      'a.http': '# @endpoint dev\nGET /pets/7\n',
    });
  };

  it('fails where a response differs, and says where', async () => {
    const cwd = await serve({ kind: 'cow', name: 'Tom' });
    const { code, out } = await commandLine(['run', '--check-answers', 'a.http'], { cwd });
    const line = out
      .slice(out.indexOf('HTTP/1.1'))
      .split('\n')
      .findIndex((text) => text.includes('"cow"'));
    expect(out).toContain(
      `# Line ${line + 1} of the response differs: \`kind\` is described as \`cat\`, \`dog\` or \`bird\``,
    );
    expect(code).toBe(1);
    const asJson = await commandLine(['run', '--check-answers', '--format', 'json', 'a.http'], { cwd });
    expect(JSON.parse(asJson.out)).toMatchObject({
      requests: [{ differences: [{ rule: 'mismatched-answer', line: line + 1 }] }],
    });
    expect(asJson.code).toBe(1);
    expect(await commandLine(['run', 'a.http'], { cwd })).toMatchObject({ code: 0 });
  });

  it('succeeds where it does not', async () => {
    const cwd = await serve({ kind: 'cat', name: 'Tom' });
    const { code, out } = await commandLine(['run', '--check-answers', 'a.http'], { cwd });
    expect(out).not.toContain('differs');
    expect(code).toBe(0);
  });
});
