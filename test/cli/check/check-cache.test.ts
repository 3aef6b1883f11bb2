import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const requests = `@known = 1

GET https://search.example/_search?q={{known}}

### No such method
GTE https://search.example/_search

### A variable that no one defines
GET https://search.example/{{open}}
`;

const description = (type: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'pets', version: '1' },
    paths: { '/pets': { get: { parameters: [{ name: 'size', in: 'query', schema: { type } }], responses: {} } } },
  });

const configuration = (members: object) =>
  JSON.stringify({
    services: { pets: { description: 'pets.json' } },
    endpoints: { pets: { service: 'pets', baseUrl: 'http://pets.example' } },
    ...members,
  });

const house = `rules:
  keys-expire:
    given: search-cluster.api-key.create#/body/expiration
    then: { function: defined }
`;

const files = {
  'a.http': requests,
  'b/b.http': requests,
  'b/pets.http': '# @endpoint pets\nGET /pets?size=small\n',
  'b/main.http': 'import ../c.http\n\nGET https://search.example/{{shared}}\n',
  'c.http': '@shared = 1\n',
  'read me.md': '```http\nGTE https://search.example/_search\n```\n',
  'b/with-body.http': '# @endpoint pets\nPOST /pets\nContent-Type: application/json\n\n< ./body.json\n',
  'b/body.json': '{ "a": 1, "a": 2 }',
  'key.http': 'POST /_security/api_key\n\n{ "name": "ci" }\n',
  'house.yaml': house,
  'pets.json': description('string'),
  'rulebook.json': configuration({}),
  'http-client.env.json': '{"staging":{"open":"private-value-of-staging"}}',
};

/** Checks a folder without a cache and with one, and returns what both say, which is the same. */
async function checked(cwd: string, args: readonly string[] = []): Promise<string> {
  const plain = await commandLine(['check', '--format', 'json', ...args, '.'], { cwd });
  expect(await commandLine(['check', '--format', 'json', ...cacheIn(cwd), ...args, '.'], { cwd })).toEqual(plain);
  return plain.out;
}

const cacheIn = (cwd: string) => ['--cache-location', join(cwd, 'cache/findings.json')];

function change(cwd: string, name: string, edit: (text: string) => string): void {
  writeFileSync(join(cwd, name), edit(readFileSync(join(cwd, name), 'utf8')));
}

/** Changes what is kept, as no run does, so that a report shows whether it was used. */
function mark(cwd: string): void {
  change(cwd, 'cache/findings.json', (text) => {
    const [head = '', ...lines] = text.split('\n');
    const content = lines.join('\n').replaceAll('"message":"', '"message":"KEPT ');
    const hash = createHash('sha256').update(content).digest('hex');
    return `${JSON.stringify({ ...(JSON.parse(head) as object), hash })}\n${content}`;
  });
}

describe('rulebook check --cache', () => {
  it('uses what was found in a file that is the same, wherever it is', async () => {
    const cwd = folderOf(files);
    await checked(cwd);
    mark(cwd);
    writeFileSync(join(cwd, 'copy.http'), requests);
    const { out } = await commandLine(['check', ...cacheIn(cwd), 'a.http', 'copy.http'], { cwd });
    expect(out.match(/KEPT/g)?.length).toBeGreaterThan(1);
    expect(out).toContain('copy.http');
  });

  it.each(['text', 'frames', 'json', 'sarif', 'junit', 'github'])('reports the same as %s', async (format) => {
    const cwd = folderOf(files);
    const plain = await commandLine(['check', '--format', format, '.'], { cwd });
    const cached = ['check', '--format', format, ...cacheIn(cwd), '.'];
    expect(await commandLine(cached, { cwd })).toEqual(plain);
    expect(await commandLine(cached, { cwd })).toEqual(plain);
  });

  it.each([
    ['a file', 'a.http', (text: string) => text.replace('GTE', 'GET')],
    ['the severity of a rule', 'rulebook.json', () => configuration({ rules: { 'unknown-method': 'hint' } })],
    ['an endpoint', 'rulebook.json', () => configuration({ endpoints: {} })],
    ['a ruleset', 'rulebook.json', () => configuration({ rulesets: ['house.yaml'] })],
    ['a description', 'pets.json', () => description('integer')],
    ['an environment', 'http-client.env.json', () => '{"staging":{"other":"1"}}'],
    ['an imported file', 'c.http', () => '@other = 1\n'],
    ['a body', 'b/body.json', () => '{ "a": 1 }'],
  ])('finds what a change of %s means', async (_, name, edit) => {
    const cwd = folderOf(files);
    for (const args of [[], ['--env', 'staging']]) await checked(cwd, args);
    change(cwd, name, edit);
    for (const args of [[], ['--env', 'staging']]) await checked(cwd, args);
  });

  it('keeps neither the text of a file nor the value of a variable', async () => {
    const cwd = folderOf(files);
    await checked(cwd, ['--env', 'staging']);
    const kept = readFileSync(join(cwd, 'cache/findings.json'), 'utf8');
    expect(kept).toContain('GTE');
    expect(kept).not.toContain('private-value-of-staging');
    expect(kept).not.toContain('search.example');
  });

  it.each([
    ['is cut off', (text: string) => text.slice(0, -40), true],
    ['is empty', () => '', true],
    ['is something else', () => '[1, 2]\n', true],
    ['has another letter', (text: string) => text.replace(/"message":"./, '"message":"~'), true],
    ['is of another version', (text: string) => text.replace(/"maker":"[^"]*"/, '"maker":"Rulebook 0.0.1"'), false],
  ])('does not use a cache that %s', async (_, edit, isSaid) => {
    const cwd = folderOf(files);
    await checked(cwd);
    mark(cwd);
    change(cwd, 'cache/findings.json', edit);
    const { out, error } = await commandLine(['check', ...cacheIn(cwd), 'a.http'], { cwd });
    expect(out).not.toContain('KEPT');
    expect(error.includes('is damaged and is made anew')).toBe(isSaid);
    expect((await commandLine(['check', ...cacheIn(cwd), 'a.http'], { cwd })).error).toBe('');
  });

  it('does not use it for fixes', async () => {
    const cwd = folderOf({ 'a.http': 'GTE https://search.example/_search\n' });
    await checked(cwd);
    mark(cwd);
    expect((await commandLine(['check', '--dry-run', '--fix', ...cacheIn(cwd), '.'], { cwd })).error).not.toContain(
      'KEPT',
    );
  });

  it('is kept in the folder of caches, and says when it cannot be', async () => {
    const cwd = folderOf({ 'a.http': requests, 'not-a-folder': '' });
    const env = { XDG_CACHE_HOME: join(cwd, 'caches') };
    await commandLine(['check', '--cache', 'a.http'], { cwd, env });
    expect(readdirSync(join(cwd, 'caches/rulebook/checks'))).toHaveLength(1);
    const { error } = await commandLine(['check', '--cache-location', 'not-a-folder/x', 'a.http'], { cwd });
    expect(error).toMatch(/what was found cannot be kept: .+; name another file with --cache-location/);
  });
});
