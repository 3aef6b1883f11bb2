import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/create-engine';
import { requestText } from '../../../../packages/sender/src/plan/request-text';
import { definitionsIn } from '../../../../packages/request-file/src/syntax/definitions';

const engine = createEngine();

/** Plans the first request of a file and writes it again. */
function written(file: string, secrets: readonly string[] = []): string {
  const opened = engine.openFile(file);
  const at = [...Array(opened.blocks.length).keys()].find((block) => engine.bind(opened, block, context) !== undefined);
  const plan = engine.plan(opened, at ?? 0, { context, severities: {} });
  if (plan === undefined) throw new Error('There is no request.');
  return requestText(plan, { secrets, definitions: definitionsIn(file) });
}

const context = {
  endpoints: [{ name: 'one', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9' }],
  defaults: {},
} as never;

describe('requestText', () => {
  it.each([
    [
      'variables and their definitions',
      '@name = {{base}}-1\n@base = a\n@other = b\n\n### Make it\n# @endpoint one\nPOST /_security/api_key?x={{name}}\nAccept: application/json\n\n{ "name": "{{name}}" }\n',
      '### Make it\n@name = {{base}}-1\n@base = a\n# @endpoint one\nPOST /_security/api_key?x={{name}}\nAccept: application/json\n\n{ "name": "{{name}}" }\n',
    ],
    [
      'a file as its body',
      '### A\nPOST http://127.0.0.1:9/a\n\n<@ ./body.json\n',
      '### A\nPOST http://127.0.0.1:9/a\n\n<@ ./body.json\n',
    ],
    [
      'the directives that say how to send it',
      '### A\n# @name n\n# @no-redirect\n# @no-cookie-jar\n# @no-log\nGET http://127.0.0.1:9/a\n',
      '### n\n# @no-redirect\n# @no-cookie-jar\n# @no-log\nGET http://127.0.0.1:9/a\n',
    ],
    [
      'a body of text and files',
      '### A b\nPOST http://127.0.0.1:9/a\nContent-Type: text/plain\n\nfirst {{x}}\n< ./a.txt\n<@latin1 ./b.txt\nlast \\{\\{y\\}\\}\n',
      '### A b\nPOST http://127.0.0.1:9/a\nContent-Type: text/plain\n\nfirst {{x}}\n< ./a.txt\n<@latin1 ./b.txt\nlast \\{\\{y\\}\\}\n',
    ],
    [
      'definitions that refer to each other',
      '@a = {{ b }}\n@b = {{a}}{{c}}\n@c = 1\n\n### A b\nGET http://127.0.0.1:9/{{a}}\n',
      '### A b\n@a = {{ b }}\n@b = {{a}}{{c}}\n@c = 1\nGET http://127.0.0.1:9/{{a}}\n',
    ],
    ['a name', '# @name n\nGET http://127.0.0.1:9/a\n', '### n\nGET http://127.0.0.1:9/a\n'],
  ])('writes %s', (_, file, text) => {
    expect(written(file)).toBe(text);
    expect(written(text)).toBe(text);
  });

  it('masks what is secret', () => {
    const text = written(
      '### A\nPOST http://127.0.0.1:9/a?token=one-secret\nAuthorization: Bearer two-secret\n\n{ "password": "three", "p": "four-four" }\n',
      ['four-four'],
    );
    expect(text).not.toMatch(/one-secret|two-secret|three|four/);
    expect(text).toContain('"password": "***"');
  });
});
