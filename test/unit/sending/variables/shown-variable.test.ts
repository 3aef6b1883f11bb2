import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/index';
import { readEnvironments } from '../../../../packages/request-file/src/environments/index';
import { createVariableView } from '../../../../packages/sender/src/variables/shown-variable';

const file = (path: string, text: string) => ({ path: `file:///w/${path}`, place: path, content: { text } });
const environments = readEnvironments([
  file('http-client.private.env.json', '{ "dev": { "private": "CANARY-1", "owner": "CANARY-2" } }'),
  file(
    'http-client.env.json',
    '{\n"dev": {"owner": "octocat", "base": "{{host}}/v2", "api_token": "CANARY-3", "mixed": "a-{{private}}",\n"plain": "x", "url": "https://u:CANARY-4@h/"},\n"prod": {"only": "p"}, "kv": {"vault": {"provider": "AzureKeyVault"}} }',
  ),
  file('.env', 'dotted=CANARY-5\n'),
]);
const text = [
  '@host = http://localhost',
  '@plain = of the file',
  '@mixed2 = {{dotted}}/{{$processEnv HOME}}',
  '@loop = {{loop}}',
  '@stamp = at-{{$guid}}',
  '@tick = a`b\nGET {{base}}',
].join('\n');
const view = createVariableView(text, { environments, environment: 'dev' });

describe('what is shown of a variable', () => {
  it.each([
    ['host', 'http://localhost'],
    ['base', 'http://localhost/v2'],
    ['plain', 'of the file'],
    ['stamp', 'at-{{$guid}}'],
    ['owner', undefined],
    ['private', undefined],
    ['api_token', undefined],
    ['mixed', undefined],
    ['mixed2', undefined],
    ['url', undefined],
    ['dotted', undefined],
    ['loop', undefined],
    ['nope', undefined],
    ['toString', undefined],
  ])('%s is %j', (name, value) => {
    expect(view.valueOf(name)).toBe(value);
  });

  it('says where it comes from, and what it shadows', () => {
    expect(view.describe('plain')).toBe(
      '`of the file`\n\nFrom line 2 of the file.\n\nIt shadows:\n\n' +
        '- `x` · [environment dev of http-client.env.json, line 3](file:///w/http-client.env.json#L3)',
    );
    expect(view.describe('owner')).toBe(
      'Its value is not shown: it is secret.\n\n' +
        'From [environment dev of http-client.private.env.json, line 1](file:///w/http-client.private.env.json#L1).\n\n' +
        'It shadows:\n\n- `octocat` · [environment dev of http-client.env.json, line 2](file:///w/http-client.env.json#L2)',
    );
    expect(view.describe('tick')).toContain('`a b`');
  });

  it('says which environment would define it', () => {
    expect(view.describe('only')).toBe('The environment `dev` does not define it. It is defined in `prod`.');
    const unchosen = createVariableView(text, { environments, environment: undefined });
    expect(unchosen.describe('base')).toBe('No environment is chosen. It is defined in `dev`.');
    expect(view.describe('vault')).toBe('Its value is kept by AzureKeyVault, which Rulebook does not read.');
    expect(view.describe('nope')).toBeUndefined();
  });

  it('never has a secret in it', () => {
    const names = new Set([
      ...environments.entries.flatMap(({ variables }) => [...variables.keys()]),
      'mixed2',
      'plain',
    ]);
    const all = [...names].map((name) => `${view.describe(name) ?? ''} ${view.valueOf(name) ?? ''}`).join('\n');
    expect(all).not.toContain('CANARY');
  });

  it('is in the hover of a use and of a definition', () => {
    const engine = createEngine();
    const source = '@host = http://localhost\nGET {{host}}/{{%owner}}\n';
    const opened = engine.openFile(source);
    const options = { context: { endpoints: [], defaults: {} }, severities: {} };
    const hover = (what: string) =>
      engine.hover(opened, 0, source.indexOf(what) + (what.startsWith('{{') ? 3 : 1), options, {
        environments,
        environment: 'dev',
      })?.markdown;
    expect(hover('host =')).toContain('`http://localhost`');
    expect(hover('{{host')).toContain('From line 1 of the file.');
    expect(hover('{{%owner')).toContain('environment dev');
    expect(engine.hover(opened, 0, source.indexOf('{{host') + 3, options)?.markdown).toContain('Defined on line 1');
  });

  it('is the value that counts at the place of the cursor', () => {
    const engine = createEngine();
    const source =
      '@id = 1\n@twice = {{id}}-{{id}}\nGET /{{id}}\n\n###\n@id = 2\nGET /{{twice}}/{{id}}\n\n@owner = {{owner}}\n';
    const opened = engine.openFile(source);
    const options = { context: { endpoints: [], defaults: {} }, severities: {} };
    const values = { environments, environment: 'dev' };
    const hover = (what: string, from = 0) => {
      const at = source.indexOf(what, from) + 2;
      const block = at < source.indexOf('###') ? 0 : 1;
      return engine.hover(opened, block, block === 0 ? at : at - source.indexOf('###'), options, values)?.markdown;
    };
    expect(hover('{{id}}')).toContain('From line 1 of the file.');
    expect(hover('{{id}}', source.indexOf('GET'))).toContain('`1`');
    expect(hover('{{twice}}')).toContain('`1-1`');
    expect(hover('{{id}}', source.indexOf('###'))).toMatch(/`2`[^]*From line 6[^]*It shadows:[^]*`1` · line 1/);
    expect(hover('@id = 2')).toContain('`2`');
    expect(hover('{{owner}}')).toContain('environment dev');
    expect(engine.inlayHints(opened, 1, options, values)[0]?.label).toBe('/1-1/2');
  });
});
