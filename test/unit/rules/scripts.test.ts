import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../engine/src/index';
import type { RequestFile } from '../../../engine/src/syntax/index';

const engine = createEngine();
const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };

const request = (path: string, rest = '') => `### ${path}\nGET http://h.example/${path}\n${rest}\n`;
const script = '\n> {%\n  client.global.set("token", "x");\n%}\n';

/** The blocks whose findings name scripts, by their indices. */
function reported(file: RequestFile): readonly number[] {
  return engine
    .check(file, options)
    .findings.flatMap((found, index) =>
      found
        .filter(({ rule, message }) => rule === 'unsupported-feature' && message.includes('scripts'))
        .map(() => index),
    );
}

describe('the information about scripts', () => {
  it('is reported once a file, at the first script', () => {
    expect(reported(engine.openFile(request('a') + request('b', `${script}${script}`) + request('c', script)))).toEqual(
      [1],
    );
    expect(reported(engine.openFile(request('a', '\n> ./after.js\n') + request('b', '\n> ./after.js\n')))).toEqual([0]);
    expect(reported(engine.openFile(request('a')))).toEqual([]);
  });

  it('moves to the next script when the first one is removed, and back', () => {
    const text = request('a', script) + request('b') + request('c', script);
    const file = engine.openFile(text);
    expect(reported(file)).toEqual([0]);
    const without = engine.editFile(file, [
      { start: { line: 2, character: 0 }, end: { line: 6, character: 0 }, newText: '' },
    ]);
    expect(reported(without)).toEqual([2]);
    const again = engine.editFile(without, [
      { start: { line: 2, character: 0 }, end: { line: 2, character: 0 }, newText: script },
    ]);
    expect(reported(again)).toEqual([0]);
  });
});

describe('a plan', () => {
  const planOf = (text: string, index: number) => engine.plan(engine.openFile(text), index, options);

  it('names the variables whose values scripts set, with the lines of the scripts', () => {
    const text = request('a', script) + request('{{token}}/{{other}}');
    expect(planOf(text, 1)?.scripted).toEqual([{ name: 'token', line: 3 }]);
  });

  it('names those that a definition refers to, and none that the file defines', () => {
    const text =
      request('a', script) + '### b\n@bearer = Bearer {{token}}\nGET http://h.example/\nAuthorization: {{bearer}}\n';
    expect(planOf(text, 1)?.scripted).toEqual([{ name: 'token', line: 3 }]);
    expect(planOf(`@token = 1\n${text}`, 2)?.scripted).toBeUndefined();
  });
});
