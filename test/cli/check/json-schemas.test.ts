import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };

function folder(files: Readonly<Record<string, string>> = {}) {
  return folderOf({
    'rulebook.json': JSON.stringify({
      schemas: { order: { file: 'order.schema.json', path: '/orders/**' } },
      bodies: [{ files: 'bodies/*.json', request: 'POST /orders/1' }],
    }),
    'order.schema.json': JSON.stringify(schema),
    'a.http': 'POST https://api.example.com/orders/1\n\n{ "id": 1 }\n',
    'bodies/a.json': '{}\n',
    ...files,
  });
}

describe('JSON Schemas that rulebook.json names', () => {
  it('are checked in request files and bodies', async () => {
    const { out, error } = await commandLine(['check', '.'], { cwd: folder() });
    expect(error).toBe('');
    expect(out).toContain('a.http:3:9 warning `id` must be a string.');
    expect(out).toContain('[wrong-type — order.schema.json#]');
    expect(out).toContain('bodies/a.json:1:1 warning The request body lacks the required field `id`');
  });

  it('are named where they cannot be used', async () => {
    const missing = folder({ 'rulebook.json': '{"schemas":{"order":{"file":"no.json","path":"/orders/**"}}}' });
    const { error } = await commandLine(['check', '.'], { cwd: missing });
    expect(error).toContain('no.json, the JSON Schema of schemas/order, cannot be read');
    const broken = await commandLine(['check', '.'], { cwd: folder({ 'order.schema.json': '[]' }) });
    expect(broken.error).toContain('cannot be used: A JSON Schema must be an object.');
  });
});
