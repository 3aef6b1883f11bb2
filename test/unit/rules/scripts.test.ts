import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../engine/src/index';

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
