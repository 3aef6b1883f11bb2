import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { editRequestFile, fileEditsOf } from '../../../packages/request-file/src/syntax/request-file';

const engine = createEngine({ rules: [] });

/** Applies the quick fix at the first script. */
function rewritten(text: string): string {
  const file = engine.openFile(text);
  const index = [...file.blocks].findIndex((block) => block.text.includes('{%'));
  const at = [...file.blocks][index]?.text.indexOf('client.') ?? 0;
  const context = { endpoints: [], defaults: {} };
  const conversion = engine
    .conversions(file, index, { start: at, end: at }, context, new Set())
    .find(({ title }) => title === 'Rewrite script as response reference');
  const edits = [...(conversion?.edits ?? [])].reverse();
  const changed = editRequestFile(
    file,
    edits.flatMap(({ block, edits: ofBlock }) => fileEditsOf(file, block, ofBlock)),
  );
  return [...changed.blocks].map((block) => block.text).join('');
}

const chain = (script: string, use = '{{t}}', head = '') =>
  `${head}POST http://h/login\n\n{ "a": 1 }\n\n> {%\n${script}\n%}\n\n###\nGET http://h/me\nAuthorization: Bearer ${use}\n`;
const chained = (use: string, name = '# @name login\n') =>
  `${name}POST http://h/login\n\n{ "a": 1 }\n\n###\nGET http://h/me\nAuthorization: Bearer ${use}\n`;

describe('a script that keeps a value of the response', () => {
  it.each([
    ['client.global.set("t", response.body.token);', '$.token'],
    ["client.global.set('t', response.body.data[0].id)", '$.data[0].id'],
    ['client.global.set("t", response.body);', '$'],
  ])('becomes a response reference: %s', (script, path) => {
    expect(rewritten(chain(script))).toBe(chained(`{{login.response.body.${path}}}`));
  });

  it('leaves names and encodings', () => {
    expect(rewritten(chain('client.global.set("t", response.body.token);', '{{%t}}', '# @name first\n'))).toBe(
      chained('{{%first.response.body.$.token}}', '# @name first\n'),
    );
  });

  it('takes a name that is free', () => {
    expect(rewritten(chain('client.global.set("t", response.body.a)', '{{t}}{{login}}'))).toBe(
      chained('{{login-2.response.body.$.a}}{{login}}', '# @name login-2\n'),
    );
  });

  it.each([
    'client.global.set("t", response.body.a + response.body.b);',
    'client.global.set("t", response.body.a.trim());',
    'client.global.set("t", response.body.a); client.log(client.global.get("t"));',
    'client.global.set("t", response.body.a); client.assert(response.status === 200);',
    'client.global.set(name, response.body.a);',
    'client.global.set("other", response.body.a);',
  ])('stays where it does more: %s', (script) => {
    expect(rewritten(chain(script))).toBe(chain(script));
  });

  it.each([
    chain('client.global.set("t", response.body.a);', '{{t}}', '@t = x\n'),
    chain('client.global.set("t", response.body.a);').replace('/login', '/{{t}}'),
    `${chain('client.global.set("t", response.body.a);')}\n> {% client.global.set("t", "x"); %}\n`,
  ])('stays where the variable has another value, or is its own: %#', (text) => {
    expect(rewritten(text)).toBe(text);
  });
});
