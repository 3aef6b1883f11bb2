import { describe, expect, it } from 'vitest';
import { createEngine, type CheckContext } from '../../../packages/engine/src/index';
import { applyEdits } from '../../../packages/text/src/edit';

const engine = createEngine();
const context: CheckContext = {
  endpoints: [
    { name: 'one', service: 'search-cluster', baseUrl: 'http://one.example' },
    { name: 'two', service: 'search-cluster', baseUrl: 'http://two.example' },
    { name: 'hub', service: 'code-hosting', baseUrl: 'http://hub.example' },
  ],
  defaults: { 'search-cluster': 'one', 'code-hosting': 'hub' },
};
const options = { context, severities: {} };

/** Returns where the requests of a text go. */
function destinationsOf(text: string, file = engine.openFile(text)): readonly string[] {
  return [...engine.planAll(file, options)].map(
    ({ endpoint, unknownEndpoint, isAbsolute }) =>
      endpoint ?? (unknownEndpoint === undefined ? (isAbsolute ? 'its host' : 'nowhere') : `not ${unknownEndpoint}`),
  );
}

describe('an endpoint that the file names', () => {
  it.each([
    ['holds for each request', '# @endpoint two\n\n### a\nGET /a\n\n### b\nDELETE /b\n', ['two', 'two']],
    ['is behind other lines', '# Jobs\n@x = 1\n// @endpoint two\n\n### a\nGET /{{x}}\n', ['two']],
    ['stays behind that of a request', '# @endpoint two\n###\n# @endpoint one\nGET /a\n###\nGET /b\n', ['one', 'two']],
    ['sends a path of another service there, too', '# @endpoint two\n###\nGET /repos/a/b\n', ['two']],
    [
      'is for paths',
      '# @endpoint two\n###\nGET http://x.example/a\n###\nGET /a\nHost: x.example\n',
      ['its host', 'its host'],
    ],
    ['comes before the variable `host`', '@host = http://x.example\n# @endpoint two\n###\nGET /a\n', ['two']],
    ['goes nowhere else when there is none of the name', '# @endpoint tow\n###\nDELETE /a\n', ['not tow']],
    ['is none above a request, which it is for', '# @endpoint two\nGET /a\n###\nGET /b\n', ['two', 'one']],
    ['is none below the first separator', '###\n# @endpoint two\n###\nGET /b\n', ['one']],
    ['is none without a name', '# @endpoint\n###\nGET /b\n', ['one']],
  ])('%s', (_, text, expected) => {
    expect(destinationsOf(text)).toEqual(expected);
  });

  it('is followed by edits as by reading anew', () => {
    let text = '# @endpoint one\n\n### a\nGET /_plugins/_ism/policies\n\n### b\nGET /repos/a/b\n';
    let file = engine.openFile(text);
    engine.check(file, options);
    const edits = [
      { start: 12, end: 15, newText: 'hub' },
      { start: 0, end: 0, newText: '@x = 1\n' },
      { start: 0, end: 23, newText: '' },
    ];
    for (const { start, end, newText } of edits) {
      const at = (offset: number) => ({
        line: text.slice(0, offset).split('\n').length - 1,
        character: offset - (text.lastIndexOf('\n', offset - 1) + 1),
      });
      file = engine.editFile(file, [{ start: at(start), end: at(end), newText }]);
      text = applyEdits(text, [{ span: { start, end }, newText }]);
      expect(destinationsOf(text, file)).toEqual(destinationsOf(text));
      const messages = (of: typeof file) =>
        [...engine.check(of, options).blocks].map(({ findings }) => findings.map(({ message }) => message));
      expect(messages(file)).toEqual(messages(engine.openFile(text)));
    }
    expect(text.startsWith('\n')).toBe(true);
  });
});
