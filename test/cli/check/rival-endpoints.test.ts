import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const parameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const done = { responses: { 200: { description: 'Done.' } } };
/** Another product with some paths of a search cluster. */
const twin = {
  openapi: '3.1.0',
  info: { title: 'A twin', version: '1' },
  paths: {
    '/{index}': { parameters: [parameter('index')], delete: done },
    '/_data_stream/{name}': { parameters: [parameter('name')], delete: done },
    '/_template/{name}': {
      parameters: [parameter('name')],
      put: { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } }, ...done },
    },
  },
};
const requests = [
  'DELETE /logs-old',
  'DELETE /_data_stream/logs',
  'PUT /_template/logs\n\n{ "index_patterns": ["logs"], "settings": { "index.number_fo_replicas": 1 } }',
];
const configuration = (defaults?: object) =>
  JSON.stringify({
    services: { twin: { description: 'twin.json' } },
    endpoints: {
      es: { service: 'search-cluster', baseUrl: 'http://127.0.0.1:9' },
      twin: { service: 'twin', baseUrl: 'http://127.0.0.1:7' },
    },
    ...(defaults && { defaults }),
  });
const folder = (defaults?: object) =>
  folderOf({
    'twin.json': JSON.stringify(twin),
    'rulebook.json': configuration(defaults),
    'a.http': requests.join('\n\n###\n'),
  });

describe('two endpoints whose services have the same paths', () => {
  it('are reported at each request, which is not sent', async () => {
    const cwd = folder();
    const { out } = await commandLine(['check', 'a.http'], { cwd });
    expect(out.match(/ambiguous-endpoint/g)).toHaveLength(3);
    expect(out).toContain('The path fits the endpoints `es` and `twin`, so the request is not sent.');
    const { error, code } = await commandLine(['run', 'a.http', '--all', '--yes', '--send-anyway'], { cwd });
    for (const line of ['DELETE /logs-old', 'DELETE /_data_stream/logs', 'PUT /_template/logs'])
      expect(error).toContain(
        `${line} was not sent: its path fits the endpoints es and twin; choose one with \`# @endpoint name\``,
      );
    expect(error).not.toContain('connection');
    expect(code).toBe(3);
  });

  it.each([
    [{ 'search-cluster': 'es' }, 'es', 'http://127.0.0.1:9'],
    [{ twin: 'twin' }, 'twin', 'http://127.0.0.1:7'],
  ])('have one destination where the configuration names it: %j', async (defaults, name, baseUrl) => {
    const cwd = folder(defaults);
    const { out } = await commandLine(['explain', 'a.http', '--all'], { cwd });
    expect(out.split(`${name} ${baseUrl}`)).toHaveLength(4);
    const checked = await commandLine(['check', 'a.http'], { cwd });
    expect(checked.out).not.toContain('ambiguous-endpoint');
    expect(checked.out.includes('number_of_replicas')).toBe(name === 'es');
  });

  it('have the one that the command line names', async () => {
    const { error } = await commandLine(['run', 'a.http', '--all', '--yes', '--send-anyway', '--endpoint', 'twin'], {
      cwd: folder({ 'search-cluster': 'es' }),
    });
    expect(error.split('127.0.0.1:7 refused the connection').length).toBeGreaterThan(3);
    expect(error).not.toContain('127.0.0.1:9');
  });
});
