import { mkdtempSync, rmSync } from 'node:fs';
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
});
