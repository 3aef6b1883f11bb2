import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../packages/engine/src/index';

const engine = createEngine();
const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };

/** The findings of a text, each with the text that it marks. */
function found(text: string): readonly string[] {
  const file = engine.openFile(text);
  return [...file.blocks].flatMap((block, index) =>
    (engine.check(file, options).findings[index] ?? [])
      .filter(({ severity }) => severity === 'error' || severity === 'warning')
      .map(({ rule, span }) => `${rule}: ${block.text.slice(span.start, span.end)}`),
  );
}

const json = "-H 'Content-Type: application/json'";

describe('the request of a curl command', () => {
  it.each([
    ['curl http://localhost:9200/_snapsht/a', ['unknown-path: _snapsht']],
    ['curl localhost:9200/_snapsht/a', ['unknown-path: _snapsht']],
    ['  curl localhost:9200/_snapsht/a', ['unknown-path: _snapsht']],
    ["curl 'http://localhost:9200/_snap'sht/a", ["unknown-path: _snap'sht"]],
    ['curl {{host}}/_snapsht/{{x}}', ['unknown-path: _snapsht']],
    ['curl -XPATCH {{host}}/_snapshot/a', ['undocumented-method: PATCH']],
    ['curl {{host}}/_snapshot/a -X PATCH', ['undocumented-method: PATCH']],
    ['curl -d a=1 {{host}}/_ccr/stats', ['undocumented-method: curl']],
    ['curl "{{host}}/_snapshot/a?verfy=1"', ['unknown-query-parameter: verfy']],
    [
      'curl -G {{host}}/_snapshot/a -d a=1 \\\n -d locl',
      ['unknown-query-parameter: a', 'unknown-query-parameter: locl'],
    ],
    ["curl -G {{host}}/_snapshot/a --data-urlencode 'verbos=a b'", ["unknown-query-parameter: 'verbos=a b'"]],
    [
      `curl -X PUT {{host}}/_snapshot/a ${json} -d '{ "type": 1,\n "x": {}, "settings": {} }'`,
      ['wrong-type: 1', 'unknown-field: "x"'],
    ],
    ['curl -X PUT {{host}}/_security/api_key --json "{ \\"name\\": 5 }"', ['wrong-type: 5']],
    ['curl -X PUT {{host}}/_security/api_key --json "{ \\"nam\\": \\"5\\" }"', ['unknown-field: "nam\\"']],
    [`curl -X PUT {{host}}/_security/api_key ${json} -d '{ "name": "a" '`, ['malformed-json:  ']],
    ['curl https://api.github.com/user -u a:b', ['malformed-credentials: a:b']],
    ['# rulebook-ignore unknown-query-parameter\ncurl {{host}}/_snapshot/a \\\n -G \\\n -d locl', []],
  ])('is checked where it is in the command: %s', (command, expected) => {
    expect(found(command)).toEqual(expected);
  });

  it.each([
    'curl localhost:9200/_snapshot/$NAME?x=1',
    'curl "localhost:9200/_snapsht/$(hostname)"',
    'curl localhost:9200/_snapsht/a -d `date`',
    'curl localhost:9200/_snapsht/a --unknown-option',
    'curl http://other.example/items?verfy=1',
    `curl localhost:9200/_snapsht/a -H 'Content-Type: text/plain' --data-raw 'a\n?? status == 200\n'`,
    'curl localhost:9200/_snapshot/a # comment',
    `curl -X PUT {{host}}/_security/api_key ${json} -d '{ "name": "a", "metadata": {{m}} }'`,
  ])('is not checked where that is not certain: %s', (command) => {
    expect(found(command)).toEqual([]);
  });

  it('offers no quick fix, which would be of a request', () => {
    const file = engine.openFile('curl localhost:9200/_snapsht/a');
    expect(
      engine
        .check(file, options)
        .findings.flat()
        .some(({ isFixable }) => isFixable),
    ).toBe(false);
  });

  it('is in the outline and in the names of the workspace', () => {
    const file = engine.openFile(
      '### a title\ncurl localhost:9200/_snapshot/a \\\n  -G\n###\ncurl -X PUT {{host}}/_snapshot/b\n',
    );
    expect([0, 1].flatMap((index) => engine.symbols(file, index).map(({ name, detail }) => [name, detail]))).toEqual([
      ['a title', 'GET /_snapshot/a'],
      ['PUT /_snapshot/b', 'Register or update a snapshot repository'],
    ]);
    expect(engine.summariseNames(file, 1).entries).toMatchObject([{ kind: 'request', name: 'PUT /_snapshot/b' }]);
    expect(engine.check(file, options).requests).toBe(2);
  });

  it('is explained by hovers on its URL, its header fields and its body', () => {
    const text = `curl -X PUT '{{host}}/_security/api_key?refresh=true' \\\n ${json} -d '{ "name": "a" }'`;
    const hover = (word: string) => engine.hover(engine.openFile(text), 0, text.indexOf(word) + 1, options);
    const shown = (word: string) => {
      const span = hover(word)?.span;
      return span && text.slice(span.start, span.end);
    };
    expect(['_security', 'refresh', 'Content-Type', 'name', 'curl'].map(shown)).toEqual([
      '/_security/api_key',
      'refresh',
      'Content-Type',
      '"name"',
      undefined,
    ]);
    expect(hover('api_key')?.markdown).toContain('API key');
  });
});
