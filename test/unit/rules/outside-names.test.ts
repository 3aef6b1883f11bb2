import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../packages/engine/src/index';
import { namesFor, readEnvironments } from '../../../packages/request-file/src/environments/index';
import { applyEdits } from '../../../packages/text/src/index';

const engine = createEngine();
const names = (isComplete: boolean, variables: readonly string[] = [], requests: readonly string[] = []) => ({
  variables: new Set(variables),
  requests: new Set(requests),
  isComplete,
});
const optionsWith = (outsideNames: CheckOptions['context']['outsideNames']): CheckOptions => ({
  context: { endpoints: [], defaults: {}, ...(outsideNames && { outsideNames }) },
  severities: {},
});
const messagesFor = (text: string, options: CheckOptions) =>
  engine
    .check(engine.openFile(text), options)
    .findings.flat()
    .filter(({ rule }) => rule === 'undefined-variable')
    .map(({ message }) => message);

const use = 'GET http://localhost/{{first_name}}\n';
const missing = '`first_name` is not defined.';

describe('a variable that the file does not define', () => {
  it.each([
    ['is reported when all places are known', use, names(true), [missing]],
    [
      'is reported once in a file, with a count',
      'GET http://localhost/{{a}}/{{a}}\n\n###\nGET /{{a}}\n\n###\nGET /{{b}}\n',
      names(true),
      ['`a` is not defined. This file uses it 3 times.', '`b` is not defined.'],
    ],
    [
      'is reported at the first use that no comment is about',
      '# rulebook-ignore undefined-variable\nGET http://localhost/{{a}}\n\n###\nGET /{{a}}\n\n###\nGET /{{a}}\n',
      names(true),
      ['`a` is not defined. This file uses it 3 times.'],
    ],
    [
      'is reported at each use with what is meant, since each is misspelt',
      '@name = 1\nGET http://localhost/{{namee}}\n\n###\nGET /{{namee}}\n',
      names(true),
      ['`namee` is not defined; did you mean `name`?', '`namee` is not defined; did you mean `name`?'],
    ],
    ['is not when the environments are not known', use, undefined, []],
    ['is not when no environment is chosen', use, names(false), []],
    ['is not when an environment defines it', use, names(true, ['first_name']), []],
    [
      'is named with what is meant',
      use,
      names(true, ['first_nam']),
      ['`first_name` is defined neither in this file nor in an environment; did you mean `first_nam`?'],
    ],
    ['is not when it is asked for', `# @prompt first_name Who\n${use}`, names(true), []],
    ['is not when a script defines it', `${use}\n> {%\nclient.global.set("first_name", 1)\n%}\n`, names(true), []],
    ['is not when a script may define it', `${use}\n> {%\nclient.global.set(name, 1)\n%}\n`, names(true), []],
    ['is not when a script file may define it', `${use}\n> ./after.js\n`, names(true), []],
    ['is not when another file may define it', `# @import ./other.http\n${use}`, names(true), []],
    ['is not when it is given to a run', `run #other (@first_name=1)\n###\n${use}`, names(true), []],
    ['is not for a system variable', 'GET http://localhost/{{$guid}}\n', names(true), []],
    ['is not for an expression of another tool', 'GET http://localhost/{{a + 1}}/{{process.env.X}}\n', names(true), []],
    ['is not for a word of another tool', 'GET http://localhost/{{false}}/{{null}}\n', names(true), []],
    [
      'is not with a definition of httpYac',
      '@first_name := a\n@b:=c\nGET http://localhost/{{first_name}}/{{b}}\n',
      names(true),
      [],
    ],
    ['is not for a part of a response', '# @name login\nGET /a\n\n###\nGET /{{login.id}}\n', names(true), []],
    [
      'is not for a request of another file',
      'GET http://localhost/{{login.response.body.$.id}}\n',
      names(true, [], ['login']),
      [],
    ],
  ])('%s', (_, text, outside, expected) => {
    expect(messagesFor(text, optionsWith(outside))).toEqual(expected);
  });

  it('is defined by a quick fix, below the separator of its block', () => {
    const text = `GET http://localhost/\r\n\r\n### Second\r\n# @name second\r\n${use}`;
    const file = engine.openFile(text);
    const options = optionsWith(names(true));
    const [action] = engine.codeActions(file, 1, { start: 0, end: 200 }, options);
    expect(action?.title).toBe('Define ‘first_name’ in this file');
    const start = file.blocks.at(0)?.text.length ?? 0;
    const edits = (action?.edits ?? []).map(({ span, newText }) => ({
      span: { start: span.start + start, end: span.end + start },
      newText,
    }));
    const changed = applyEdits(text, edits);
    expect(changed).toBe(text.replace('# @name', '@first_name = {{value of first_name}}\r\n# @name'));
    expect(messagesFor(changed, options)).toEqual([]);
  });

  it('is sent as it is by another quick fix, wherever the body has it', () => {
    const options = optionsWith(names(true));
    const text =
      'PUT /_scripts/{{phrase}}\n\n{ "script": { "lang": "mustache", "source": { "a": "{{phrase}}", "b": "{{phrase}}" } } }\n';
    const actions = engine.codeActions(engine.openFile(text), 0, { start: 13, end: 13 }, options);
    const fix = actions.find(({ title }) => title === 'Send ‘{{phrase}}’ as it is');
    expect(fix).toBeUndefined();
    const body = text.replace('{{phrase}}', 'id');
    const start = body.indexOf('{{phrase}}');
    const [, action] = engine.codeActions(engine.openFile(body), 0, { start, end: start }, options);
    expect(action?.title).toBe('Send ‘{{phrase}}’ as it is');
    const changed = applyEdits(body, action?.edits ?? []);
    expect(changed).toBe(body.replaceAll('{{phrase}}', '\\{\\{phrase\\}\\}'));
    expect(engine.check(engine.openFile(changed), options).findings.flat()).toEqual([]);
  });

  it('leads to the other uses, and moves to the next one when the first goes', () => {
    const options = optionsWith(names(true));
    const file = engine.openFile('GET http://localhost/{{a}}\n\n###\nGET /{{a}}\n\n###\nGET /{{a}}?b={{a}}\n');
    const reported = (of: typeof file) =>
      engine
        .check(of, options)
        .findings.map((found) =>
          found
            .filter(({ rule }) => rule === 'undefined-variable')
            .map(({ message, related = [] }) => [message.replace(/^.*\. /, ''), related.length]),
        );
    expect(reported(file)).toEqual([[['This file uses it 4 times.', 3]], [], []]);
    const range = { start: { line: 0, character: 21 }, end: { line: 0, character: 26 } };
    const edited = engine.editFile(file, [{ ...range, newText: '' }]);
    expect(reported(edited)).toEqual([[], [['This file uses it 3 times.', 2]], []]);
    expect(reported(engine.editFile(edited, [{ start: range.start, end: range.start, newText: '{{a}}' }]))).toEqual(
      reported(file),
    );
  });

  it('gets a value from the quick fix that is reported and not sent until it is written', () => {
    const options = optionsWith(names(true));
    const text = 'POST {{API_URL}}/auth\n';
    const [fix] = engine.codeActions(engine.openFile(text), 0, { start: 0, end: 20 }, options);
    const defined = applyEdits(text, fix?.edits ?? []);
    expect(defined).toBe(`@API_URL = {{value of API_URL}}\n${text}`);
    expect(engine.check(engine.openFile(defined), options).findings.flat()).toMatchObject([
      {
        rule: 'malformed-variable',
        message: 'Write the value of `API_URL` here. Until then, no request with it is sent.',
      },
    ]);
  });

  it('is reported anew when the only script of the file goes', () => {
    const options = optionsWith(names(true));
    const file = engine.openFile(`${use}\n###\nGET http://localhost/\n\n> ./after.js\n`);
    const reported = (of: typeof file) =>
      engine
        .check(of, options)
        .findings.flat()
        .map(({ rule }) => rule);
    expect(reported(file)).not.toContain('undefined-variable');
    const range = { start: { line: 5, character: 0 }, end: { line: 5, character: '> ./after.js'.length } };
    const edited = engine.editFile(file, [{ ...range, newText: '' }]);
    expect(reported(edited)).toContain('undefined-variable');
    expect(
      reported(engine.editFile(edited, [{ start: range.start, end: range.start, newText: '> ./after.js' }])),
    ).toEqual(reported(file));
  });
});

describe('a variable that has another value in an environment', () => {
  const file = (path: string, value: unknown) => ({ path, place: path, content: { text: JSON.stringify(value) } });
  const environment = file('http-client.env.json', {
    $shared: { both: 'other' },
    dev: { first_name: 'other', same: 'a', filled: '{{x}}' },
    prod: { late: 'other' },
  });
  const settings = file('.vscode/settings.json', { 'rest-client.environmentVariables': { dev: { first_name: 'rc' } } });
  const source = '@first_name = a\n@same = a\n@filled = a\n@late = a\n\nGET http://localhost/{{first_name}}\n';
  const reported = (files: Parameters<typeof readEnvironments>[0], chosen?: string) => {
    const outside = { ...namesFor(readEnvironments(files), chosen), requests: new Set<string>() };
    return engine
      .check(engine.openFile(source), optionsWith(outside))
      .findings.flat()
      .flatMap(({ rule, message, severity }) => (rule === 'conflicting-variable' ? [`${severity}: ${message}`] : []));
  };
  const first =
    'warning: `first_name` has another value in the environment dev of http-client.env.json, which counts in JetBrains; here this one counts.';

  it('is reported where tools of both kinds share the file', () => {
    expect(reported([environment, settings], 'dev')).toEqual([first]);
    expect(reported([environment, settings])).toEqual([
      first,
      first.replace('first_name', 'late').replace('dev', 'prod'),
    ]);
  });

  it('is not where one kind of tool reads the file', () => {
    expect(reported([environment], 'dev')).toEqual([]);
    expect(reported([settings], 'dev')).toEqual([]);
  });
});
