import { describe, expect, it } from 'vitest';
import {
  addVariables,
  convertEnvironments,
  environmentsInSettings,
  environmentsInTable,
  isIgnoredBy,
  withIgnored,
} from './index';

const settings = `{
  // Environments of REST Client.
  "rest-client.environmentVariables": {
    "$shared": { "version": "v1", "apiToken": "s3cr3t-shared" },
    "dev": { "host": "localhost", "port": 9270, "password": "s3cr3t-dev" },
    "prod": { "host": "example.com" },
  },
  "editor.tabSize": 2
}`;

const convert = (texts: Record<string, string> = {}, text = settings) => {
  const added = environmentsInSettings('/w/.vscode/settings.json', text);
  if (added === undefined) throw new Error('not read');
  const result = convertEnvironments(added, texts);
  if ('cause' in result) return result;
  return {
    conflicts: result.conflicts,
    ...Object.fromEntries(result.files.map((file) => [file.name, JSON.parse(file.text) as unknown])),
  };
};

describe('convertEnvironments', () => {
  it('puts secret names into the private file, and keeps types and what is shared', () => {
    expect(convert()).toEqual({
      conflicts: [],
      'http-client.env.json': {
        $shared: { version: 'v1' },
        dev: { host: 'localhost', port: 9270 },
        prod: { host: 'example.com' },
      },
      'http-client.private.env.json': {
        $shared: { apiToken: 's3cr3t-shared' },
        dev: { password: 's3cr3t-dev' },
      },
    });
  });

  it('keeps what is there, and names what differs without its value', () => {
    const own = '{ "dev": { "host": "other", "port": "9270", "mine": 1 } }';
    const result = convert({ 'http-client.env.json': own, 'http-client.private.env.json': '{"dev":{"password":"x"}}' });
    expect(result).toMatchObject({
      conflicts: ['dev: host', 'dev: password'],
      'http-client.env.json': { dev: { host: 'other', port: '9270', mine: 1 }, prod: { host: 'example.com' } },
      'http-client.private.env.json': { dev: { password: 'x' }, $shared: { apiToken: 's3cr3t-shared' } },
    });
    expect(JSON.stringify(result)).not.toContain('s3cr3t-dev');
  });

  it('has nothing to write the second time', () => {
    const first = convert() as Record<string, unknown>;
    const texts = Object.fromEntries(Object.entries(first).map(([name, value]) => [name, JSON.stringify(value)]));
    expect(convert(texts)).toEqual({ conflicts: [] });
  });

  it('changes no file that it cannot read', () => {
    expect(convert({ 'http-client.private.env.json': '{ "dev": ' })).toEqual({
      name: 'http-client.private.env.json',
      cause: 'it is not a valid environment file',
    });
  });

  it('reads hostile settings', () => {
    expect(
      environmentsInSettings('/w/.vscode/settings.json', '{ "rest-client.environmentVariables": 5 }'),
    ).toBeUndefined();
    expect(environmentsInSettings('/w/a.json', settings)).toBeUndefined();
    expect(environmentsInTable({ dev: 5, prod: null, list: [] })).toEqual([]);
    const result = convert({}, '{ "rest-client.environmentVariables": { "__proto__": { "constructor": "a" } } }');
    expect(JSON.stringify(result)).toContain('{"__proto__":{"constructor":"a"}}');
  });

  it('reads the settings of a workspace file', () => {
    const text = '{ "settings": { "rest-client.environmentVariables": { "dev": { "a": [1] } } } }';
    expect(environmentsInSettings('/w/shop.code-workspace', text)).toEqual([
      { environment: 'dev', name: 'a', value: [1] },
    ]);
  });
});

describe('addVariables', () => {
  it('keeps comments and indentation', () => {
    const text = '\uFEFF{\n    // Mine.\n    "dev": {\n        "a": 1\n    }\n}\n';
    expect(addVariables(text, [{ environment: 'dev', name: 'b', value: '' }])).toEqual({
      text: '\uFEFF{\n    // Mine.\n    "dev": {\n        "a": 1,\n        "b": ""\n    }\n}\n',
    });
  });

  it('writes a new file', () => {
    expect(addVariables(undefined, [{ environment: 'dev', name: 'b', value: '' }])).toEqual({
      text: '{\n  "dev": {\n    "b": ""\n  }\n}\n',
    });
  });
});

describe('a .gitignore', () => {
  const file = 'api/http-client.private.env.json';
  it.each([
    ['http-client.private.env.json', true],
    ['*.private.env.json\r\n', true],
    ['/api/*.json', true],
    ['**/http-client.private.*', true],
    ['api/', true],
    ['# http-client.private.env.json', undefined],
    ['http-client.env.json', undefined],
    ['/http-client.private.env.json', undefined],
    ['http-client.private.env.json/', undefined],
    ['*.json\n!http-client.private.env.json', false],
    ['[', undefined],
    ['*a*b*c*d*e*f*g*', undefined],
  ])('with %j', (text, expected) => {
    expect(isIgnoredBy(text, file)).toBe(expected);
  });

  it('takes a further line', () => {
    expect(withIgnored(undefined, 'a')).toBe('a\n');
    expect(withIgnored('x\r\ny', 'a')).toBe('x\r\ny\r\na\r\n');
  });
});
