import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../command-line';

const descriptions = join(import.meta.dirname, '../../descriptions');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-import-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('rulebook import of a description', () => {
  it('writes a request for each operation, with the files that it refers to', async () => {
    const { code, out } = await commandLine(['import', 'shop.yaml'], { cwd: descriptions });
    expect(code).toBe(0);
    expect(out).toContain('@baseUrl = https://pets.example.org/v1\n');
    expect(out.match(/^(?:GET|POST) .*/gm)).toEqual([
      'GET {{baseUrl}}/pets',
      'POST {{baseUrl}}/pets',
      'GET {{baseUrl}}/pets/{{petId}}',
    ]);
    expect(out).toContain('X-Shop-Key: {{X-Shop-Key}}');
  });

  it('says what it does not use of a description, in the file and on the terminal', async () => {
    const description = {
      openapi: '3.0.3',
      info: { title: 'Two', version: '1' },
      components: {
        securitySchemes: {
          one: { type: 'apiKey', in: 'header', name: 'X-One' },
          two: { type: 'apiKey', in: 'header', name: 'X-Two' },
        },
      },
      paths: {
        '/files': {
          servers: [{ url: 'https://files.example.org' }],
          get: { security: [{ one: [], two: [] }], responses: { 200: { description: 'All' } } },
        },
      },
    };
    writeFileSync(join(folder, 'two.json'), JSON.stringify(description));
    const { code, out, error } = await commandLine(['import', 'two.json'], { cwd: folder });
    for (const note of [
      'The servers of a path are not used (#/paths/~1files/servers)',
      'Several credentials at once are not checked; each counts as an alternative (#/paths/~1files/get/security/0)',
    ]) {
      expect(out).toContain(`# Note: ${note}.\n`);
      expect(error).toContain(note);
    }
    expect(code).toBe(0);
  });

  it('takes a base URL, and no other text for one', async () => {
    const given = ['import', 'shop.yaml', '--base-url', 'http://127.0.0.1:1/v2/'];
    expect((await commandLine(given, { cwd: descriptions })).out).toContain('@baseUrl = http://127.0.0.1:1/v2\n');
    const wrong = await commandLine([...given.slice(0, 3), 'ftp://a'], { cwd: descriptions });
    expect(wrong.code).toBe(2);
    expect(wrong.error).toContain('--base-url takes an http or https URL');
  });

  it('says that standard input has no folder', async () => {
    const { code, error } = await commandLine(['import', '-'], { cwd: folder, input: 'openapi: 3.1.0\n' });
    expect([code, error]).toEqual([2, expect.stringContaining('name its file')]);
  });

  it('recognises one whose version is behind long parts', async () => {
    const paths = { '/late': { get: { responses: {} } } };
    const components = { schemas: { Long: { type: 'string', description: 'a'.repeat(50_000) } } };
    writeFileSync(
      join(folder, 'late.json'),
      JSON.stringify({ components, info: { title: 'Late', version: '1' }, openapi: '3.0.3', paths }),
    );
    const { code, out } = await commandLine(['import', 'late.json'], { cwd: folder });
    expect([code, out]).toEqual([0, expect.stringContaining('GET {{baseUrl}}/late')]);
  });

  it('says what a broken file was taken for, and what lists its problems', async () => {
    writeFileSync(join(folder, 'broken.json'), '{ "openapi": "3.0.3", "paths": { "/a": [ } }');
    const { code, error } = await commandLine(['import', 'broken.json'], { cwd: folder });
    expect(code).toBe(2);
    expect(error).toContain('broken.json: read as an OpenAPI description: ');
    expect(error).toContain('`rulebook describe`');
  });
});
