import { describe, expect, it } from 'vitest';
import {
  environmentFileKind,
  namedEnvironments,
  namesFor,
  parseEnvironmentFile,
  problemWith,
  readEnvironments,
} from './index';

const parse = (path: string, text: string) => {
  const file = parseEnvironmentFile(path, text);
  if (file === undefined) throw new Error(`${path} is not a file of variables`);
  return file;
};

/** Returns the values by environment. */
const valuesOf = (path: string, text: string) =>
  Object.fromEntries(
    parse(path, text).sections.map(({ environment = '', variables }) => [
      environment,
      Object.fromEntries(variables.map(({ name, value }) => [name, value])),
    ]),
  );

describe('the names of files', () => {
  it.each([
    ['a/http-client.env.json', 'http-client', false, undefined],
    ['http-client.private.env.json', 'http-client', true, undefined],
    ['http-client.env.json.user', 'http-client', true, undefined],
    ['a\\.env', 'dotenv', true, undefined],
    ['.env.dev', 'dotenv', true, 'dev'],
    ['env/dev.eu.env', 'dotenv', true, 'dev.eu'],
    ['.httpyac.json', 'httpyac', false, undefined],
    ['httpyac.config.json', 'httpyac', false, undefined],
    ['package.json', 'httpyac', false, undefined],
    ['.vscode/settings.json', 'settings', false, undefined],
    ['x.code-workspace', 'settings', false, undefined],
    ['.httpyac.js', 'script', false, undefined],
    ['httpyac.config.cjs', 'script', false, undefined],
  ])('%s', (path, kind, isPrivate, environment) => {
    expect(environmentFileKind(path)).toEqual({ kind, isPrivate, ...(environment && { environment }) });
  });

  it.each(['settings.json', '.env.example', '.env.sample', 'env', 'dev.json', '.envrc', 'http-client.json', '', '/'])(
    'not %j',
    (path) => {
      expect(environmentFileKind(path)).toBeUndefined();
    },
  );
});

describe('reading', () => {
  it('takes texts, numbers, truth values, lists and objects, with comments and trailing commas', () => {
    const text = '\uFEFF{ // what\n "dev": { "a": "1", "b": 2, "c": true, "d": [1, {"x": null}], "e": {"f": "g"}, }, }';
    expect(valuesOf('http-client.env.json', text)).toEqual({
      dev: { a: '1', b: '2', c: 'true', d: '[1,{"x":null}]', e: '{"f":"g"}' },
    });
    expect(parse('http-client.env.json', text).problems).toEqual([]);
  });

  it('places names and values', () => {
    const text = '{"dev": {"name": "value"}}';
    const [section] = parse('http-client.env.json', text).sections;
    const [variable] = section?.variables ?? [];
    const at = ({ start = 0, end = 0 } = {}) => text.slice(start, end);
    expect([at(section?.nameSpan), at(variable?.nameSpan), at(variable?.valueSpan)]).toEqual([
      '"dev"',
      'name',
      '"value"',
    ]);
    const lines = '\uFEFFA=1\r\n  export B = "two words" # remark\r\nC=x # y';
    const places = parse('.env', lines).sections[0]?.variables.map(({ nameSpan, valueSpan }) =>
      [nameSpan, valueSpan].map(({ start, end }) => lines.slice(start, end)),
    );
    expect(places).toEqual([
      ['A', '1'],
      ['B', '"two words"'],
      ['C', 'x'],
    ]);
  });

  it('names providers of secrets, and knows the variable', () => {
    const file = parse(
      'http-client.env.json',
      '{"dev": {"key": {"provider": "AspnetUserSecrets", "secretName": "config:Key"}, "open": "1"}}',
    );
    expect(file.sections[0]?.variables.map(({ name, value, provider }) => [name, value, provider])).toEqual([
      ['key', undefined, 'AspnetUserSecrets'],
      ['open', '1', undefined],
    ]);
    expect(file.problems.map(({ severity, message }) => [severity, message])).toEqual([
      ['information', expect.stringContaining('`key` is kept by AspnetUserSecrets, which Rulebook does not read')],
    ]);
  });

  it('reads the names of Kulala and httpYac', () => {
    const kulala = '{"$kulalaShared": {"a": 1, "$kulalaDefaultHeaders": {"X": "y"}}, "dev": {}}';
    expect(valuesOf('http-client.env.json', kulala)).toEqual({ $shared: { a: '1' }, dev: {} });
    expect(parse('http-client.env.json', kulala).problems).toMatchObject([{ severity: 'information' }]);
    const older = '{"dev": {"$default_headers": {"X": "y"}, "a": 1}}';
    expect(valuesOf('http-client.env.json', older)).toEqual({ dev: { a: '1' } });
    expect(parse('http-client.env.json', older).problems).toMatchObject([{ severity: 'information' }]);
    const tables =
      '{"environments": {"$shared": {"a": 1}, "$default": {"b": 2}, "dev": {"c": 3}}, "log": {"level": 5}}';
    const expected = { $shared: { a: '1' }, $default: { b: '2' }, dev: { c: '3' } };
    expect(valuesOf('.httpyac.json', tables)).toEqual(expected);
    expect(valuesOf('package.json', `{"name": "x", "httpyac": ${tables}}`)).toEqual(expected);
    expect(valuesOf('package.json', '{"name": "x", "httpyac": 5}')).toEqual({});
    expect(parse('.httpyac.js', 'module.exports = {}')).toMatchObject({ isBroken: true, sections: [] });
  });

  it('reads the settings of a workspace, whatever else is in them', () => {
    const text =
      '{ "editor.x": 1, "rest-client.environmentVariables": { "$shared": {"v": "1"}, "local": {"w": "2"} }, }';
    expect(valuesOf('.vscode/settings.json', text)).toEqual({ $shared: { v: '1' }, local: { w: '2' } });
    expect(valuesOf('a.code-workspace', `{"settings": ${text}, "folders": []}`)).toEqual({
      $shared: { v: '1' },
      local: { w: '2' },
    });
    expect(parse('.vscode/settings.json', '{ "editor": ').problems).toEqual([]);
  });

  it.each([
    ['{', 'error', 'not valid JSON'],
    ['', 'error', 'not valid JSON'],
    ['\0', 'error', 'not valid JSON'],
    ['[]', 'error', 'must be an object with the environments'],
    ['5', 'error', 'must be an object with the environments'],
    ['{"dev": 5}', 'error', '`dev` must be an object'],
    ['{"dev": {"a": 1, "a": 2}}', 'warning', '`a` is defined twice'],
    ['{"dev": {}, "dev": {}}', 'warning', 'The environment `dev` is defined twice'],
    [`{"dev": ${'['.repeat(100_000)}`, 'error', 'nested too deeply'],
  ])('reports %.30j', (text, severity, message) => {
    const { problems, isBroken } = parse('http-client.env.json', text);
    expect(problems.some((one) => one.severity === severity && one.message.includes(message))).toBe(true);
    expect(isBroken).toBe(severity === 'error');
    for (const { span } of problems) expect(span.end).toBeLessThanOrEqual(text.length);
  });

  it('survives lone surrogates and one very long line', () => {
    expect(valuesOf('http-client.env.json', '{"dev": {"a": "\uD800"}}')).toEqual({ dev: { a: '\uD800' } });
    const long = 'x'.repeat(1_000_000);
    expect(valuesOf('.env', `A=${long}`)['']?.['A']).toHaveLength(1_000_000);
    expect(valuesOf('.env', `${'"'.repeat(200_000)}\nA="${'"'.repeat(200_000)}`)['']).toEqual({ A: '' });
  });
});

describe('what a file gets from environments', () => {
  const found = (path: string, text: string) => ({ path, place: path, content: { text } });
  const two = readEnvironments([
    found('http-client.env.json', '{"$shared": {"s": 1}, "dev": {"a": 1}, "prod": {"b": 1}}'),
    found('.env.dev', 'c=1'),
    found('.env', 'd=1'),
  ]);

  it('lists the environments with their places', () => {
    expect(namedEnvironments(two)).toEqual([
      { name: 'dev', places: ['http-client.env.json', '.env.dev'] },
      { name: 'prod', places: ['http-client.env.json'] },
    ]);
  });

  it('is complete only when an environment is chosen, or there is none', () => {
    expect(namesFor(two, 'dev')).toEqual({ variables: new Set(['a', 'c', 's', 'd']), isComplete: true });
    expect(namesFor(two, undefined)).toMatchObject({ isComplete: false });
    expect(namesFor(two, 'nope')).toMatchObject({ isComplete: false });
    expect(namesFor(readEnvironments([]), undefined)).toEqual({ variables: new Set(), isComplete: true });
    expect(namesFor(readEnvironments([found('.httpyac.js', '')]), undefined)).toMatchObject({ isComplete: false });
  });

  it('keeps the other files when one is broken, but nothing is sent with what is left', () => {
    const broken = readEnvironments([
      found('http-client.private.env.json', '{'),
      found('http-client.env.json', '{"dev": {"a": 1}}'),
    ]);
    expect(namesFor(broken, 'dev')).toEqual({ variables: new Set(['a']), isComplete: false });
    expect(problemWith(broken, 'dev')).toBe(
      'http-client.private.env.json cannot be used: it is not valid JSON; correct it or remove it',
    );
  });

  it('names the environments that there are', () => {
    expect(problemWith(two, 'dev')).toBeUndefined();
    expect(problemWith(two, 'dve')).toBe('there is no environment named dve; use dev or prod');
    expect(problemWith(readEnvironments([]), 'dev')).toBe(
      'there is no environment named dev; define it in http-client.env.json',
    );
  });
});
