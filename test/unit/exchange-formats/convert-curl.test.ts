import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { applyEdits } from '../../../packages/text/src/edit';

const engine = createEngine();
const context = { endpoints: [], defaults: {} };

/** Converts what is at the start of the text. */
function converted(text: string): string | undefined {
  const file = engine.openFile(text);
  const at = text.search(/curl|[A-Z]+ /);
  const found = engine
    .conversions(file, 0, { start: at, end: at }, context, new Set())
    .find(({ title }) => title.includes('curl command'));
  return found && applyEdits(text, found.edits[0]!.edits);
}

describe('curl commands', () => {
  it.each([
    ['GET https://h/a?b=c\n', "curl -X GET 'https://h/a?b=c'\n"],
    [
      '### T\nPUT {{host}}/a/{{b}}\nContent-Type: application/json\nX-A: it\'s {{c}}\n\n{ "a": "{{d}}" }\n',
      "### T\ncurl -X PUT '{{host}}/a/{{b}}' \\\n  -H 'Content-Type: application/json' \\\n  -H 'X-A: it'\\''s {{c}}' \\\n  --data-raw '{ \"a\": \"{{d}}\" }'\n",
    ],
    [
      'POST https://h/a\nContent-Type: text/plain\n\na\nb\n',
      "curl -X POST 'https://h/a' \\\n  -H 'Content-Type: text/plain' \\\n  --data-raw 'a\nb'\n",
    ],
  ])('come from a request and go back to it: %s', (request, command) => {
    expect(converted(request)).toBe(command);
    const back = converted(command);
    const plan = (text: string) => {
      const { method, target, headers, body } = engine.plan(engine.openFile(text), 0, { context, severities: {} })!;
      return { method, target, headers, body };
    };
    expect(plan(back!)).toEqual(plan(request));
  });

  it.each([
    'GET /a\n',
    'PUT https://h/a\n\n{ "a": 1 } // c\n',
    'PUT https://h/a\nContent-Type: application/json\n\n< ./a.json\n',
    'GET https://h/a\n\n?? status == 200\n',
    'GET https://h/a HTTP/1.1\n',
    'GET https://h/a\nnot a field\n',
    'curl -X\n',
    'curl https://h -o file --unknown\n',
    "curl 'https://h\n",
  ])('are not made where something is lost: %s', (text) => {
    expect(converted(text)).toBeUndefined();
  });
});
