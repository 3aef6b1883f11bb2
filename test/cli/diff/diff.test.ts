import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const old = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      parameters: [{ name: size, in: query, schema: { type: integer } }]
      responses: { '200': { description: a, content: { application/json: { schema: { $ref: models/pet.yaml } } } } }
`;
const files = {
  'openapi.yaml': old,
  'models/pet.yaml': 'type: object\nproperties: { name: { type: string } }\n',
  'next.yaml': old.replace('type: integer', 'type: integer, maximum: 9'),
  'a.http': 'GET /pets?size=10\n\n###\nGET /pets?size=3\n',
};

it('says what breaks, as text, JSON and Markdown, and exits with 1', async () => {
  const cwd = folderOf(files);
  const { code, out } = await commandLine(['diff', 'openapi.yaml', 'next.yaml'], { cwd });
  expect(code).toBe(1);
  expect(out).toContain('openapi.yaml -> next.yaml: 1 breaking');
  expect(out).toContain('The query parameter `size` has the maximum 9 now. [request-parameter-max-set]');
  const json = await commandLine(['diff', 'openapi.yaml', 'next.yaml', '--format', 'json', '--fail-on', 'never'], {
    cwd,
  });
  expect(json.code).toBe(0);
  const data: unknown = JSON.parse(json.out);
  expect(data).toMatchObject({ version: 1, counts: { breaking: 1 } });
  expect(json.out).toContain('"element": "query size"');
  const markdown = await commandLine(['diff', 'openapi.yaml', 'next.yaml', '--format', 'markdown'], { cwd });
  expect(markdown.out).toContain(
    '| `GET /pets` | The query parameter `size` has the maximum 9 now. | `request-parameter-max-set` |',
  );
});

it('says which lines are concerned', async () => {
  const cwd = folderOf(files);
  const { code, out } = await commandLine(['diff', 'openapi.yaml', 'next.yaml', 'a.http'], { cwd });
  expect(code).toBe(1);
  expect(out).toContain('a.http:1: ');
  expect(out).not.toContain('a.http:4: ');
});

it('reads a revision with the files that it refers to, and nothing outside of it', async () => {
  const cwd = folderOf(files);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'a');
  writeFileSync(join(cwd, 'models/pet.yaml'), 'type: object\nproperties: { name: { type: integer } }\n');
  const { code, out } = await commandLine(['diff', 'HEAD:openapi.yaml', 'openapi.yaml'], { cwd });
  expect(code).toBe(1);
  expect(out).toContain('[response-property-type-changed]');
  for (const side of ['HEAD:../a.yaml', 'HEAD:none.yaml', '--x:openapi.yaml'])
    expect((await commandLine(['diff', '--', side, 'openapi.yaml'], { cwd })).code).toBe(2);
});

it('compares releases of a built-in service', async () => {
  const cwd = folderOf({});
  const { code, out } = await commandLine(['diff', 'github@2022-11-28..next'], { cwd });
  expect(code).toBe(0);
  expect(out).toContain('`$.assignee` of the body of the request was removed. [request-property-removed]');
  const { error } = await commandLine(['diff', 'es@latest', 'es@9.0'], { cwd });
  expect(error).toContain('latest is not a version of');
});

it('says what asserts miss, and leaves a parameter where a new one may be the same', async () => {
  const cwd = folderOf({
    ...files,
    'next.yaml': old.replace('name: size', 'name: length').replace('models/pet.yaml', 'models/cat.yaml'),
    'models/cat.yaml': 'type: object\nproperties: { nickname: { type: integer } }\n',
    'b.http': 'GET /pets?size=10\n?? $.name == Kit\n',
  });
  const { code, out } = await commandLine(
    ['diff', 'openapi.yaml', 'next.yaml', '--fail-on', 'risky', '--write', 'b.http'],
    { cwd },
  );
  expect(code).toBe(1);
  expect(out).toContain('b.http:2: may break: `$.name` of the response 200 was removed.');
  expect(readFileSync(join(cwd, 'b.http'), 'utf8')).toContain('size=10');
});

it.each([
  [['a.http', 'openapi.yaml', 'next.yaml'], 'a.http has requests; name the two descriptions first'],
  [['es@9.0', 'github@next'], 'are of different services; name two releases of one'],
  [['HEAD:openapi.yaml', 'next.yaml'], 'the current folder is in no repository of git'],
])('says what is wrong with the sides %j', async (sides, words) => {
  const cwd = folderOf(files);
  const env = { GIT_CEILING_DIRECTORIES: join(cwd, '..') };
  const { code, error, out } = await commandLine(['diff', ...sides], { cwd, env });
  expect(error).toContain(words);
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

it('says what git does not have, and finds a file from the folder in which it is called', async () => {
  const cwd = folderOf({ ...files, 'sub/b.http': '' });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'a');
  const error = async (side: string) => (await commandLine(['diff', side, 'openapi.yaml'], { cwd })).error;
  expect(await error('v9:openapi.yaml')).toContain('git knows no revision v9');
  expect(await error('HEAD:none.yaml')).toContain('this revision has no such file');
  const below = await commandLine(['diff', 'HEAD:../openapi.yaml', '../next.yaml'], { cwd: join(cwd, 'sub') });
  expect(below.out).toContain('HEAD:../openapi.yaml -> ../next.yaml: 1 breaking');
  const outside = await commandLine(['diff', 'HEAD:../../a.yaml', '../next.yaml'], { cwd: join(cwd, 'sub') });
  expect(outside.error).toContain('leads out of the repository');
});

it('says which references lead nowhere, and that a release is newer than what is known', async () => {
  const cwd = folderOf({ 'openapi.yaml': old, 'next.yaml': `\uFEFF${old.replace('models/', 'none/')}` });
  const { error, out } = await commandLine(['diff', 'next.yaml', 'next.yaml'], { cwd });
  expect(error).toContain('note: next.yaml: The file `none/pet.yaml` cannot be read');
  expect(out).toContain('no changes');
  const newer = await commandLine(['diff', 'opensearch@3.9..99.0'], { cwd });
  expect(newer.error).toContain('the newest version of OpenSearch that is known is 3.9');
  const known = await commandLine(['diff', 'opensearch@3.8..3.9'], { cwd });
  expect(known.error).toBe('');
});

it('says what it has repaired, and not how to repair it', async () => {
  const cwd = folderOf({
    ...files,
    'openapi.yaml': old.replace('name: size', 'name: pageSize'),
    'next.yaml': old.replace('name: size', 'name: page_size'),
    'a.http': 'GET /pets?pageSize=3\n',
  });
  const sides = ['diff', 'openapi.yaml', 'next.yaml', 'a.http'];
  expect((await commandLine(sides, { cwd })).out).toContain('1 line can be repaired safely: add --write.');
  const { out, error } = await commandLine([...sides, '--write'], { cwd });
  expect(out).toContain(' Repaired: rename it to `page_size`.');
  expect(out).not.toContain('add --write');
  expect(error).toContain('Repaired 1 line in 1 file.');
});
