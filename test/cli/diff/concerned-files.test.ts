import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareSurfaces, concernedMarkdown, concernedText, readSurface } from '../../../packages/changes/src/index';
import { createOwnService } from '../../../packages/services/src/index';
import { compileText } from '../../../packages/node/src/descriptions/compile-description';
import { findConcerned } from '../../../cli/src/diff/concerned-files';

const folder = mkdtempSync(join(tmpdir(), 'concerned-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const before = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: 'https://shop.example.com/v1' }]
paths:
  /pets:
    get:
      parameters: [{ name: size, in: query, schema: { type: integer } }]
      responses: { '200': { description: a } }
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { kind: { type: string } } } } } }
      responses: { '201': { description: a } }
`;
const after = before
  .replace('type: integer', 'type: integer, maximum: 9')
  .replace('{ type: object, ', '{ type: object, required: [name], ')
  .replace('kind: { type: string }', 'kind: { type: string }, name: { type: string, enum: [Tom] }');

function find(paths: readonly string[], writes = false, texts: readonly [string, string] = [before, after]) {
  const read = () => ({ cause: 'none' });
  const [old, next] = texts.map((text) => readSurface({ name: 'a.yaml', text, read }));
  if (old === undefined || next === undefined || 'cause' in old || 'cause' in next) throw new Error('not read');
  const side = (text: string, path: string) => ({
    kind: 'description' as const,
    path: join(folder, path),
    serviceFor: (id: string) => createOwnService(compileText(text)!, { id, description: path }),
  });
  return findConcerned({
    changes: compareSurfaces(old, next),
    before: side(texts[0], 'old.yaml'),
    after: side(texts[1], 'named/shop.yaml'),
    paths: paths.map((path) => join(folder, path)),
    writes,
  });
}

function write(name: string, text: string): void {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
}

describe('who is concerned in files', () => {
  it('finds requests by path, by URL and by the endpoint of a folder', async () => {
    write(
      'plain/a.http',
      'GET /pets?size=10\n\n###\nGET https://shop.example.com/v1/pets?size=11\n\n###\nGET https://example.org/v1/pets?size=11\n',
    );
    write(
      'named/rulebook.json',
      JSON.stringify({
        services: { store: { description: './shop.yaml' } },
        endpoints: { here: { service: 'store', baseUrl: 'http://127.0.0.1:9' } },
      }),
    );
    write('named/b.http', '# @endpoint here\nGET /pets?size=12\n\n###\n# @endpoint here\nGET /pets?size=2\n');
    const { concerned, complaints } = await find(['plain/a.http', 'named/b.http']);
    expect(complaints).toEqual([]);
    expect(concerned.lines.map(({ line, isProved }) => ({ line, isProved }))).toEqual([
      { line: 1, isProved: true },
      { line: 4, isProved: true },
      { line: 2, isProved: true },
    ]);
    expect(concernedText(concerned)).toMatch(/^3 of 4 requests are concerned\.\n/);
    expect(concernedMarkdown(concerned)).toContain('| `request-parameter-max-set` of `GET /pets` |');
  });

  it('finds recordings, and body files of requests, and writes safe repairs', async () => {
    write('c.http', 'POST /pets\nContent-Type: application/json\n\n< ./body.json\n');
    write('body.json', '{\r\n  "kind": "cat"\r\n}\r\n');
    const entry = { request: { method: 'GET', url: 'https://shop.example.com/v1/pets?size=99', headers: [] } };
    write('d.har', JSON.stringify({ log: { entries: [entry] } }, undefined, 2));
    const paths = ['c.http', 'body.json', 'd.har'];
    const { concerned } = await find(paths);
    expect(concerned.lines.map(({ file, line, what }) => [file.slice(folder.length + 1), line, what])).toEqual([
      ['body.json', 1, 'request'],
      ['d.har', 7, 'recording'],
    ]);
    const { repaired, left } = await find(paths, true);
    expect(repaired).toEqual({ count: 1, files: 1 });
    expect(readFileSync(join(folder, 'body.json'), 'utf8')).toBe('{\r\n  "kind": "cat",\r\n  "name": "Tom"\r\n}\r\n');
    expect(left.lines.map(({ what }) => what)).toEqual(['recording']);
  });

  it('finds commands in scripts, workflows and Markdown, and repairs them where they then send what is meant', async () => {
    const url = 'https://shop.example.com/v1/pets';
    const json = `-H 'Content-Type: application/json'`;
    write(
      'f.sh',
      `curl "${url}?size=10"\n\ncurl ${url} ${json} \\\n  -d '{"kind": "cat"}'\n\nhttp POST ${url} kind=cat\n`,
    );
    write(
      '.github/workflows/g.yml',
      `jobs:\n  a:\n    steps:\n      - run: |\n          curl ${url} ${json} -d '{"kind":"cat"}'\n`,
    );
    write('h.md', `# Pets\n\n\`\`\`sh\ncurl "${url}?size=10"\n\`\`\`\n`);
    const paths = ['f.sh', '.github/workflows/g.yml', 'h.md'];
    const { concerned } = await find(paths);
    expect(
      concerned.lines.map(({ file, line, edits }) => [file.slice(folder.length + 1), line, edits?.length]),
    ).toEqual([
      ['f.sh', 1, undefined],
      ['f.sh', 4, 1],
      ['f.sh', 6, undefined],
      ['.github/workflows/g.yml', 5, 1],
      ['h.md', 4, undefined],
    ]);
    const { repaired } = await find(paths, true);
    expect(repaired).toEqual({ count: 2, files: 2 });
    expect(readFileSync(join(folder, 'f.sh'), 'utf8')).toContain(`-d '{"kind": "cat", "name": "Tom"}'`);
  });

  it('does not repair a command whose quotation marks would not hold the new text', async () => {
    write('i.sh', 'curl https://shop.example.com/v1/pets -H "Content-Type: application/json" -d "{\\"kind\\": 1}"\n');
    const { concerned } = await find(['i.sh']);
    expect(concerned.lines.map(({ line, edits }) => [line, edits])).toEqual([[1, undefined]]);
  });

  it('finds what refers to a request of an imported file', async () => {
    write('j/base.http', '# @name made\nPOST /pets\nContent-Type: application/json\n\n{"name": "Tom"}\n');
    write('j/use.http', '# @import ./base.http\n\nGET https://example.org/?a={{made.response.body.$.token}}\n');
    const read = () => ({ cause: 'none' });
    const answer = (schema: string) =>
      before.replace(
        "'201': { description: a }",
        `'201': { description: a, content: { application/json: { schema: ${schema} } } }`,
      );
    const texts = ['{ type: object, required: [token], properties: { token: { type: string } } }', '{ type: object }'];
    const [old, next] = texts.map((schema) => readSurface({ name: 'a.yaml', text: answer(schema), read }));
    if (old === undefined || next === undefined || 'cause' in old || 'cause' in next) throw new Error('not read');
    const side = {
      kind: 'description',
      serviceFor: (id: string) => createOwnService(compileText(before)!, { id, description: 'a.yaml' }),
    } as const;
    const { concerned } = await findConcerned({
      ...{ changes: compareSurfaces(old, next), before: side, after: side },
      ...{ paths: ['base', 'use'].map((name) => join(folder, `j/${name}.http`)), writes: false },
    });
    expect(concerned.lines.map(({ file, line, what }) => [file.slice(folder.length + 3), line, what])).toEqual([
      ['use.http', 3, 'reference'],
    ]);
  });

  it('finds a value that no alternative takes any longer, and members of schemas in themselves', async () => {
    const inner = `
components: { schemas: { Node: { type: object, properties: { name: { type: string }, inner: { $ref: '#/components/schemas/Node' } } } } }
`;
    const old =
      before
        .replace('type: integer', 'type: string, enum: [a, b]')
        .replace('{ type: object, properties: { kind: { type: string } } }', "{ $ref: '#/components/schemas/Node' }") +
      inner;
    const next = old
      .replace('type: string, enum: [a, b]', 'oneOf: [{ const: a }, { type: integer }]')
      .replace('name: { type: string }', 'name: { type: string, maxLength: 3 }');
    write(
      'values/a.http',
      [
        ...[
          'GET /pets?size=a',
          '',
          '###',
          'GET /pets?size=b',
          '',
          '###',
          'POST /pets',
          'Content-Type: application/json',
        ],
        ...['', '{ "name": "abc",', '  "inner": { "inner": { "name": "long" } } }', ''],
      ].join('\n'),
    );
    const { concerned } = await find(['values/a.http'], false, [old, next]);
    expect(concerned.lines.map(({ line, change }) => [line, change.id])).toEqual([
      [4, 'request-parameter-enum-value-removed'],
      [11, 'request-property-max-length-set'],
    ]);
  });

  it('calls nothing refused because it is deprecated', async () => {
    const next = before.replace(
      'get:\n      parameters: [',
      'get:\n      deprecated: true\n      parameters: [{ name: From, in: header, required: true, schema: { type: string } }, ',
    );
    write('end/a.http', 'GET /pets?size=1\n');
    const { concerned } = await find(['end/a.http'], false, [before, next]);
    expect(concerned.lines.map(({ isProved, change }) => [change.id, isProved]).toSorted()).toEqual([
      ['endpoint-deprecated', false],
      ['new-required-request-parameter', true],
    ]);
  });

  it('finds what a newer release refuses, also where no change of a description says it', async () => {
    write('es/e.http', 'GET /_alias/a?local=true\n\n###\nGET /_alias/a\n');
    write(
      'es/rulebook.json',
      JSON.stringify({
        endpoints: { here: { service: 'search-cluster', baseUrl: 'http://127.0.0.1:9', version: '7.17' } },
      }),
    );
    const release = (version: string) => ({ kind: 'release', service: 'search-cluster', version }) as const;
    const { concerned } = await findConcerned({
      ...{ changes: [], before: release('8.19'), after: release('9.5') },
      ...{ paths: [join(folder, 'es/e.http')], writes: false },
    });
    expect(concerned.lines.map(({ line, isProved, change }) => [line, isProved, change.id])).toEqual([
      [1, true, 'newly-misplaced-query-parameter'],
    ]);
  });
});
