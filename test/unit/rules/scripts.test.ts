import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions, type IncludedBody, type Inclusion } from '../../../packages/engine/src/index';

const engine = createEngine();
const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };

const request = (path: string, rest = '') => `### ${path}\nGET http://h.example/${path}\n${rest}\n`;
const script = '\n> {%\n  client.global.set("token", "x");\n%}\n';

describe('a plan', () => {
  const planOf = (text: string, index: number) => engine.plan(engine.openFile(text), index, options);

  it('names the variables whose values scripts set, with the lines of the scripts', () => {
    const text = request('a', script) + request('{{token}}/{{other}}');
    expect(planOf(text, 1)?.scripted).toEqual([{ name: 'token', line: 3, request: 'a' }]);
  });

  it('names those that a definition refers to, and none that the file defines', () => {
    const text =
      request('a', script) + '### b\n@bearer = Bearer {{token}}\nGET http://h.example/\nAuthorization: {{bearer}}\n';
    expect(planOf(text, 1)?.scripted).toEqual([{ name: 'token', line: 3, request: 'a' }]);
    expect(planOf(`@token = 1\n${text}`, 2)?.scripted).toBeUndefined();
  });
});

describe('a variable of a script in a file', () => {
  const text = request('a', '\n> ./after.js\n') + '### b\nGET http://h.example/{{token}}/{{tokn}}/{{other}}\n';
  const messagesWith = (script: string | undefined, source = text) => {
    const include = ({ path, need }: Inclusion): IncludedBody =>
      script !== undefined && path === './after.js' && need === 'script'
        ? { kind: 'read', location: path, problems: [], script }
        : { kind: 'unreadable', cause: 'there is no such file' };
    const outsideNames = { variables: new Set<string>(), requests: new Set<string>(), isComplete: true };
    const context = { ...options.context, outsideNames, include };
    const { findings } = engine.check(engine.openFile(source), { ...options, context });
    return findings.flat().flatMap(({ rule, message }) => (rule === 'undefined-variable' ? [message] : []));
  };

  it('is known, and others are not', () => {
    expect(messagesWith('client.global.set("token", 1);')).toEqual([
      '`tokn` is not defined; did you mean `token`?',
      '`other` is not defined.',
    ]);
  });

  it('may have any name where the script computes one, or cannot be read', () => {
    expect(messagesWith('for (const name of names) client.global.set(name, 1);')).toEqual([]);
    expect(messagesWith(undefined)).toEqual([]);
    expect(messagesWith('', text.replace('after.js', '{{folder}}.js'))).toEqual([]);
    expect(messagesWith('', text.replace('after.js', 'after.lua'))).toEqual([]);
  });
});
