import { describe, expect, it } from 'vitest';
import { readEnvironments } from '../../../../packages/request-file/src/environments/index';
import { definitionLayer, resolveIn, variableLayers } from '../../../../packages/sender/src/variables/index';
import { describeSource, valuesIn } from '../../../../packages/sender/src/variables/variable-layers';
import { precedence } from '../../../../packages/request-file/src/environments/precedence';

const file = (path: string, value: unknown) => ({
  path,
  place: path,
  content: { text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) },
});

/** Every place has the variable `x`, in the order in which files are found: the nearest folder first. */
const everywhere = readEnvironments([
  file('http-client.private.env.json', { dev: { x: 'private' }, $shared: { x: 'private shared' } }),
  file('http-client.env.json.user', { dev: { x: 'user' } }),
  file('http-client.env.json', { $shared: { x: 'shared' }, dev: { x: 'public' } }),
  file('.httpyac.json', { environments: { dev: { x: 'httpyac' }, $shared: { x: 'httpyac shared' } } }),
  file('.env', 'x=plain'),
  file('.env.dev', 'x=named'),
  file('dev.env', 'x=also named'),
  file('.vscode/settings.json', {
    'httpyac.environmentVariables': { dev: { x: 'setting of httpYac' } },
    'rest-client.environmentVariables': { dev: { x: 'setting of REST Client' }, $shared: { x: 'RC shared' } },
    'rulebook.environments': { dev: { x: 'own setting' } },
  }),
  file('../http-client.env.json', { dev: { x: 'above' } }),
  file('../.env', 'x=plain above'),
]);

const layers = (environment?: string) =>
  variableLayers({
    given: new Map([['x', 'given']]),
    answers: new Map([['x', 'typed']]),
    text: '@x = first\n@x = last\n',
    imported: [definitionLayer('\n@x = imported', { place: 'shared.http', path: 'shared.http' })],
    environments: everywhere,
    environment,
  });

describe('the order in which values count', () => {
  it('is one list from what was entered to `.env`', () => {
    expect(valuesIn(layers('dev'), 'x').map(({ value }) => value)).toEqual([
      'typed',
      'given',
      'last',
      'first',
      'imported',
      'own setting',
      'private',
      'user',
      'public',
      'above',
      'named',
      'also named',
      'setting of REST Client',
      'setting of httpYac',
      'httpyac',
      'private shared',
      'shared',
      'RC shared',
      'httpyac shared',
      'plain',
      'plain above',
    ]);
  });

  it('has only what is shared when no environment is chosen', () => {
    expect(
      valuesIn(layers(), 'x')
        .map(({ value }) => value)
        .slice(5),
    ).toEqual(['private shared', 'shared', 'RC shared', 'httpyac shared', 'plain', 'plain above']);
  });

  it('says where a value comes from, with file and line', () => {
    const found = valuesIn(layers('dev'), 'x');
    const about = (value: string) => found.find((one) => one.value === value);
    expect(about('public')?.source).toEqual({
      kind: 'environment',
      environment: 'dev',
      place: 'http-client.env.json',
      path: 'http-client.env.json',
      line: 5,
    });
    expect(found.map(({ source }) => describeSource(source))).toContain(
      'environment dev of the setting rest-client.environmentVariables',
    );
    expect(describeSource(about('plain')?.source ?? { kind: 'none' })).toBe('.env');
  });

  it('takes values of private files as secrets, whatever their names', () => {
    const secrets = valuesIn(layers('dev'), 'x').filter(({ isSecret }) => isSecret);
    expect(secrets.map(({ value }) => value)).toEqual([
      'typed',
      'private',
      'user',
      'named',
      'also named',
      'private shared',
      'plain',
      'plain above',
    ]);
  });

  it('takes values of secret names as secrets, whatever their files', () => {
    const environments = readEnvironments([file('http-client.env.json', { dev: { api_token: 'abc', region: 'eu' } })]);
    const ofFile = variableLayers({ text: '', environments, environment: 'dev' });
    expect(['api_token', 'region'].map((name) => resolveIn(ofFile)(name)?.isSecret)).toEqual([true, false]);
  });

  it('reads `{{$shared x}}` although the environment has another value', () => {
    expect(resolveIn(layers('dev'))('$shared x')?.value).toBe('private shared');
  });

  it('takes the settings of the editor in the place of those in files', () => {
    const found = readEnvironments(
      [file('.vscode/settings.json', { 'rulebook.environments': { dev: { x: 'file' } } })],
      {
        'rulebook.environments': { dev: { x: 'editor', n: 5, yes: true, list: [1] } },
      },
    );
    const resolve = resolveIn(variableLayers({ environments: found, environment: 'dev' }));
    expect(['x', 'n', 'yes', 'list'].map((name) => resolve(name)?.value)).toEqual(['editor', '5', 'true', '[1]']);
  });

  it.each(['nope', 'toString', '__proto__', 'constructor', '', '$shared', '$shared toString'])(
    'knows no %j',
    (name) => {
      expect(resolveIn(variableLayers({ environments: everywhere, environment: 'dev' }))(name)).toBeUndefined();
      expect(resolveIn(variableLayers({ environments: everywhere, environment: 'toString' }))(name)).toBeUndefined();
    },
  );

  it('is the order that the documentation has', () => {
    const places = valuesIn(layers('dev'), 'x').map(({ source }) => describeSource(source));
    // One example of each row, in the order of the table.
    const positions = precedence.map(({ example }) => places.indexOf(example));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });
});

describe('a value in an object or a list of an environment', () => {
  const nested = readEnvironments([
    file('http-client.env.json', {
      dev: { nested: { url: 'http://{{host}}', list: [{ a: 5 }] }, 'nested.own': 'own', text: 'x' },
    }),
  ]);
  const resolve = resolveIn(variableLayers({ environments: nested, environment: 'dev' }));

  it.each([
    ['nested.url', 'http://{{host}}'],
    ['nested.list[0].a', '5'],
    ['nested.list', '[{"a":5}]'],
    ['nested.own', 'own'],
    ['nested.missing', undefined],
    ['text.length', undefined],
    ['other.url', undefined],
  ])('%s is %s', (name, value) => {
    expect(resolve(name)?.value).toBe(value);
  });
});
