import { describe, expect, it } from 'vitest';
import { parseConfiguration, withMembers } from './index';

const members = [
  { path: ['services', 'shop'], value: { description: './openapi.yaml' } },
  { path: ['endpoints', 'shop'], value: { service: 'shop', baseUrl: 'http://127.0.0.1:1' } },
];

describe('withMembers', () => {
  it('writes a new file', () => {
    const text = withMembers(undefined, members) ?? '';
    expect(text).toBe(
      `{
  "services": {
    "shop": {
      "description": "./openapi.yaml"
    }
  },
  "endpoints": {
    "shop": {
      "service": "shop",
      "baseUrl": "http://127.0.0.1:1"
    }
  }
}
`,
    );
    expect(parseConfiguration(text).problems).toEqual([]);
  });

  it('keeps comments, the layout, the line ends and what else is there', () => {
    const former =
      '\uFEFF{\r\n\t// Where requests go.\r\n\t"endpoints": {\r\n\t\t"old": { "baseUrl": "http://a" }, // kept\r\n\t},\r\n}\r\n';
    expect(withMembers(former, members)).toBe(
      [
        '\uFEFF{',
        '\t// Where requests go.',
        '\t"endpoints": {',
        '\t\t"old": { "baseUrl": "http://a" }, // kept',
        '\t\t"shop": { "service": "shop", "baseUrl": "http://127.0.0.1:1" },',
        '\t},',
        '\t"services": {',
        '\t\t"shop": {',
        '\t\t\t"description": "./openapi.yaml"',
        '\t\t}',
        '\t},',
        '}',
        '',
      ].join('\r\n'),
    );
  });

  const one = [{ path: ['endpoints', 'b'], value: { baseUrl: 'http://b' } }];
  it.each([
    ['{}', '{\n  "endpoints": {\n    "b": {\n      "baseUrl": "http://b"\n    }\n  }\n}'],
    [
      '{\n  // Nothing yet.\n}\n',
      '{\n  // Nothing yet.\n  "endpoints": {\n    "b": {\n      "baseUrl": "http://b"\n    }\n  }\n}\n',
    ],
    [
      '{ "endpoints": { "a": { "baseUrl": "http://a" } } }',
      '{ "endpoints": { "a": { "baseUrl": "http://a" }, "b": { "baseUrl": "http://b" } } }',
    ],
    ['{ "endpoints": { "b": { "baseUrl": "http://a" } } }', undefined],
    [
      '{\n  "endpoints": {\n    "a": { "baseUrl": "http://a" } /* last */\n  }\n}\n',
      '{\n  "endpoints": {\n    "a": { "baseUrl": "http://a" }, /* last */\n    "b": { "baseUrl": "http://b" }\n  }\n}\n',
    ],
  ])('sets a member of %j', (former, expected) => {
    const text = withMembers(former, one) ?? '';
    if (expected !== undefined) expect(text).toBe(expected);
    const { configuration, problems } = parseConfiguration(text);
    expect(problems).toEqual([]);
    expect(configuration.endpoints.find(({ name }) => name === 'b')?.baseUrl).toBe('http://b');
  });

  it.each(['{ "endpoints": [', '[]', '{ "endpoints": 5 }', 'null'])('leaves %s alone', (text) => {
    expect(withMembers(text, members)).toBeUndefined();
  });
});
