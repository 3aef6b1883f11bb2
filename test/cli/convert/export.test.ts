import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../descriptions', name), 'utf8');
const shop = {
  'shop.yaml': sample('shop.yaml'),
  'shop-models.yaml': sample('shop-models.yaml'),
  'rulebook.json': JSON.stringify({
    services: { shop: { description: 'shop.yaml' } },
    endpoints: { shop: { service: 'shop', baseUrl: 'https://pets.example.org/v1' } },
  }),
};
const list = '# @name list\nGET https://pets.example.org/v1/pets?kind=cat\n';

describe('rulebook export', () => {
  it('begins with the requests of imported files whose responses are used', async () => {
    const show =
      '# @import ./list.http\n# @name show\nGET https://pets.example.org/v1/pets/{{list.response.body.$[0].id}}\n';
    const folder = folderOf({ ...shop, 'list.http': list, 'show.http': show });
    const { code, out, error } = await commandLine(['export', 'show.http'], { cwd: folder });
    expect(error).toBe('');
    expect(code).toBe(0);
    expect(out).toMatch(
      /stepId: list[^]*id: \$response\.body#\/0\/id[^]*stepId: show[^]*value: \$steps\.list\.outputs\.id/,
    );
    expect(out).not.toContain('inputs:');
  });

  it('says which requests are in none of the files', async () => {
    const show =
      '# @sequence all: list, show, none\n# @name show\nGET https://pets.example.org/v1/pets/{{other.response.body.$.id}}\n\n###\n';
    const folder = folderOf({ ...shop, 'show.http': `${show}${list}` });
    const { code, out, error } = await commandLine(['export', 'show.http', '--sequence', 'all'], { cwd: folder });
    expect(error).toContain('the request none of the sequence is left out');
    expect(error).toContain('what show takes from other becomes an input');
    expect(code).toBe(1);
    expect(out).toContain('$inputs.other.response.body._.id');
  });

  it('makes inputs of secrets that are written out, and leaves variables and other values', async () => {
    const text = `# @name list
GET https://pets.example.org/v1/pets?kind=cat&api_key=plainkey
Authorization: Bearer plaintoken
X-Shop-Key: {{shop_key}}
X-Team: search
`;
    const { out, error } = await commandLine(['export', 'a.http'], { cwd: folderOf({ ...shop, 'a.http': text }) });
    expect(out).not.toMatch(/plainkey|plaintoken/);
    expect(out).toContain('value: Bearer {$inputs.authorization}\n');
    expect(out).toContain('value: $inputs.api_key\n');
    expect(out).toContain('value: $inputs.shop_key\n');
    expect(out).toContain('value: search\n');
    expect(error).toContain('the value of Authorization of list becomes the input authorization, because it is secret');
  });

  it('takes no description and no document', async () => {
    const { code, error, out } = await commandLine(['export', 'shop.yaml'], { cwd: folderOf(shop) });
    expect(error).toContain('shop.yaml: export takes a request file');
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });
});
