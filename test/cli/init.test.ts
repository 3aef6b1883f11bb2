import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { afterAll, describe, expect, it } from 'vitest';
import { npmName } from '../../cli/src/npm-name';
import { commandLine, root } from './command-line';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-init-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .sort();
const textOf = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

const pets = `openapi: 3.0.3
info: { title: Pets API, version: '1' }
servers: [{ url: 'https://pets.example.com/v1' }]
security: [{ token: [] }]
paths:
  /pets:
    get: { responses: { '200': { description: All } } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`;
const postman = JSON.stringify({
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [{ name: 'One', request: { method: 'GET', url: 'https://shop.example.com/' } }],
});

describe('rulebook init', () => {
  it('writes the configuration, a first request and a step of CI for a description, and what it wrote passes its own check', async () => {
    const cwd = project({
      'api/openapi.yaml': pets,
      '.git/HEAD': '',
      'http-client.env.json': '{ "dev": {}, "prod": {} }',
    });
    const { code, out, error } = await commandLine(['init'], { cwd });
    expect(error).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(textOf(cwd, 'rulebook.json'))).toEqual({
      services: { pets: { description: './api/openapi.yaml' } },
      endpoints: {
        pets: { service: 'pets', baseUrl: 'https://pets.example.com/v1', authentication: { type: 'bearer' } },
      },
    });
    expect(textOf(cwd, 'pets.http')).toContain('GET /pets\n');
    const workflow = parse(textOf(cwd, '.github/workflows/rulebook.yml')) as {
      readonly permissions: object;
      readonly jobs: { readonly check: { readonly steps: readonly { readonly run?: string }[] } };
    };
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(workflow.jobs.check.steps.at(-1)?.run).toContain(`npx --yes ${npmName}@`);
    expect(out).toContain('api/openapi.yaml      a description, openapi: 3.0.3');
    expect(out).toContain('environments dev, prod');
    expect(out).toMatch(/Next\n {2}rulebook check \.\n {2}rulebook explain pets\.http:1\n/);
    expect((await commandLine(['check', '--fail-on', 'warning', '.'], { cwd })).code).toBe(0);
  });

  it('says that a request file in UTF-16 is not read, and offers another to explain', async () => {
    const cwd = project({ 'b.http': 'GET https://example.com/\n' });
    writeFileSync(join(cwd, 'a.http'), Buffer.from('\uFEFFGET https://example.com/\n', 'utf16le'));
    const { out } = await commandLine(['init', '--dry-run'], { cwd });
    expect(out).toMatch(/a\.http +requests, not read: its text is UTF-16; save it as UTF-8\n/);
    expect(out).not.toContain('explain a.http');
    expect(out).toContain('rulebook explain b.http:1');
  });

  it('changes nothing that is there', async () => {
    const kept = { 'rulebook.json': '{ "endpoints": {} }', '.github/workflows/rulebook.yml': 'name: Mine\n' };
    const cwd = project({ 'openapi.yaml': pets, ...kept, 'mine.http': 'GET https://example.com/\n' });
    const { code, out } = await commandLine(['init'], { cwd });
    expect(code).toBe(0);
    for (const [name, text] of Object.entries(kept)) expect(textOf(cwd, name)).toBe(text);
    expect(filesOf(cwd)).toEqual(['openapi.yaml', 'mine.http', ...Object.keys(kept)].sort());
    expect(out).toContain('rulebook.json  kept as it is');
    expect(out).toContain('it is there already, so nothing was written into it');
    expect(out).not.toContain('Wrote');
  });

  it('says with --dry-run what it would write, and writes nothing', async () => {
    const cwd = project({ 'openapi.yaml': pets, '.git/HEAD': '' });
    const { out } = await commandLine(['init', '--dry-run'], { cwd });
    expect(out).toMatch(/Would write\n {2}rulebook\.json/);
    expect(out).toContain('"description": "./openapi.yaml"');
    expect(filesOf(cwd)).toEqual(['.git/HEAD', 'openapi.yaml']);
  });

  it('names the files of other tools with the command that imports them', async () => {
    const cwd = project({
      'shop.postman_collection.json': postman,
      'bruno/bruno.json': '{ "version": "1", "name": "x", "type": "collection" }',
      'bruno/One.bru': 'meta {\n  name: One\n}\nget {\n  url: https://example.com\n}\n',
      '.vscode/settings.json': '{ "rest-client.environmentVariables": { "dev": {} } }',
      'node_modules/a/openapi.yaml': pets,
    });
    const { out } = await commandLine(['init', '--no-ci'], { cwd });
    expect(out).toContain('shop.postman_collection.json  1 request of another tool');
    expect(out).toMatch(/bruno\/ +a collection of another tool/);
    expect(out).not.toContain('One.bru');
    expect(out).not.toContain('node_modules');
    expect(out).toContain('rulebook import shop.postman_collection.json --to requests');
    expect(out).toContain('rulebook convert-environments .vscode/settings.json');
  });

  it('shows in an empty folder where an address and a request are written', async () => {
    const cwd = project({});
    await commandLine(['init'], { cwd });
    expect(filesOf(cwd)).toEqual(['first.http', 'rulebook.json']);
    const { code, out } = await commandLine(['explain', 'first.http'], { cwd });
    expect(code).toBe(0);
    expect(out).toContain('GET http://localhost:8080/');
  });

  it('gives the lines for a CI that keeps all of it in one file', async () => {
    const cwd = project({ 'a.http': 'GET https://example.com/\n', '.git/HEAD': '', '.gitlab-ci.yml': 'test: {}\n' });
    const { out } = await commandLine(['init'], { cwd });
    expect(out).toContain('For .gitlab-ci.yml, by hand\n  rulebook:\n');
    expect(textOf(cwd, '.gitlab-ci.yml')).toBe('test: {}\n');
    expect(filesOf(cwd)).not.toContain('rulebook.json');
  });

  it('says which description cannot be read, and goes on', async () => {
    const cwd = project({ 'a.yaml': 'openapi: 3.0.3\n  broken: [\n', 'b.yaml': pets });
    const { code, error } = await commandLine(['init'], { cwd });
    expect(code).toBe(0);
    expect(error).toContain('a.yaml: ');
    expect(JSON.parse(textOf(cwd, 'rulebook.json'))).toMatchObject({ services: { pets: { description: './b.yaml' } } });
  });

  it('refuses a folder that there is not', async () => {
    const { code, error } = await commandLine(['init', 'missing'], { cwd: project({}) });
    expect(code).toBe(2);
    expect(error).toContain('missing: there is no such folder');
  });

  it('names the npm package as the manifest does', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly npmName: string };
    expect(npmName).toBe(manifest.npmName);
  });
});
