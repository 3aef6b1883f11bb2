import { describe, expect, it } from 'vitest';
import { parseBlock } from './parse-block';
import type { Token } from './model';

function textsOf(tokens: readonly Token[]): string[] {
  return tokens.map(({ text }) => text);
}

describe('the parts of other tools', () => {
  it('reads imports of both forms, and not those of service definitions', () => {
    const block = parseBlock('# @import ./a.http\nimport ../b c.http\nproto < x.proto\nGET http://h/\n');
    expect(block.imports.map(({ path }) => path.text)).toEqual(['./a.http', '../b c.http']);
  });

  it('reads what is sent by `run`, and its values', () => {
    const block = parseBlock('run #Log in twice (@user = anna, @host=h:1)\nrun ./other.http\nrun #\n');
    const [named, file, unfinished] = block.runs;
    expect(named?.request?.text).toBe('Log in twice');
    expect(named?.path).toBeUndefined();
    expect(named?.assignments.map(({ name, value }) => [name.text, value.text])).toEqual([
      ['user', 'anna'],
      ['host', 'h:1'],
    ]);
    expect(file?.path?.text).toBe('./other.http');
    expect(unfinished).toMatchObject({ assignments: [] });
  });

  it('reads what a prompt offers', () => {
    const block = parseBlock(
      '# @prompt a Which? [dev, staging ,]\n# @prompt b How many? [10]\n# @prompt c [x,y]\n# @prompt d a[0] b\n# @prompt e []\n# @prompt f text [\nGET http://h/\n',
    );
    expect(
      block.prompts.map(({ name, description, choices, default: offered }) => [
        name.text,
        description?.text,
        choices?.map(({ text }) => text),
        offered?.text,
      ]),
    ).toEqual([
      ['a', 'Which?', ['dev', 'staging'], undefined],
      ['b', 'How many?', undefined, '10'],
      ['c', undefined, ['x', 'y'], undefined],
      ['d', 'a[0] b', undefined, undefined],
      ['e', undefined, undefined, undefined],
      ['f', 'text [', undefined, undefined],
    ]);
  });

  it('reads prompts, of which some are secret', () => {
    const block = parseBlock(
      '# @prompt user The user’s name\n# @prompt password\n# @secret pin\n# @prompt\nGET http://h/\n',
    );
    expect(block.prompts.map(({ name, description, isSecret }) => [name.text, description?.text, isSecret])).toEqual([
      ['user', 'The user’s name', false],
      ['password', undefined, true],
      ['pin', undefined, true],
    ]);
  });

  it('finds the variables that scripts define, at their places', () => {
    const text = [
      'GET http://h/',
      '',
      '> {%',
      '  client.global.set("token", response.body.token);',
      "  request.variables.set('n', 1); exports.later = 2; exports['a b'] = 3;",
      '  if (exports.never == 1) client.log(client.global.get("x"));',
      '%}',
    ].join('\n');
    const [script] = parseBlock(text).scripts;
    expect(textsOf(script?.names ?? [])).toEqual(['token', 'n', 'later', 'a b']);
    for (const { text: name, span } of script?.names ?? []) expect(text.slice(span.start, span.end)).toBe(name);
    expect(script).toMatchObject({ kind: 'response-script', isOpen: false });
  });

  it.each([
    ['> {% client.global.set(name, 1) %}', true],
    ['> {% client.global.set("a", 1) %}', false],
    ['> {% module.exports = { a: 1 } %}', true],
    ['> ./handler.js', true],
    ['> {% client.log("x") %}', false],
    ['> {% client.test("x', false],
  ])('knows whether %s may define further variables', (line, isOpen) => {
    expect(parseBlock(`GET http://h/\n\n${line}\n`).scripts[0]?.isOpen).toBe(isOpen);
  });

  it('reads the code between brackets, and the path of a file', () => {
    const [inline, file] = parseBlock('{{\n  exports.a = 1;\n}}\nGET http://h/\n\n> ./after.js\n').scripts;
    expect(inline?.names.map(({ text }) => text)).toEqual(['a']);
    expect(inline?.path).toBeUndefined();
    expect(file).toMatchObject({ path: { text: './after.js' }, kind: 'response-script', isOpen: true });
    expect(file?.code).toBeUndefined();
  });

  it('reads the files for responses and of earlier ones', () => {
    const block = parseBlock('GET http://h/\n\n>> out.json\n>>! all/{{x}}.json\n<> 2024-01-01.200.json\n');
    expect(block.outputs.map(({ path, overwrites }) => [path.text, overwrites])).toEqual([
      ['out.json', false],
      ['all/{{x}}.json', true],
    ]);
    expect(block.earlier.map(({ path }) => path.text)).toEqual(['2024-01-01.200.json']);
  });
});
