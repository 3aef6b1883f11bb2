import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { readSimpleScript } from '../../../packages/checker/src/convert/simple-script';

const engine = createEngine({ rules: [] });

function rewritten(text: string): string {
  return [...engine.rewriteScripts(engine.openFile(text)).blocks].map((block) => block.text).join('');
}

const chain = (script: string, use = '{{t}}', head = '') =>
  `${head}POST http://h/login\n\n{ "a": 1 }\n\n> {%\n${script}\n%}\n\n###\nGET http://h/me\nAuthorization: Bearer ${use}\n`;
const chained = (use: string, name = '# @name login\n', behind = '') =>
  `${name}POST http://h/login\n\n{ "a": 1 }\n${behind}\n###\nGET http://h/me\nAuthorization: Bearer ${use}\n`;

describe('rewriteScripts', () => {
  it.each<[string, string, string]>([
    ['a member', 'client.global.set("t", response.body.token);', '$.token'],
    ['members and items', "client.global.set('t', response.body.data[0]['id'])", '$.data[0].id'],
    ['an unusual key', 'client.global.set("t", response.body["x-y"]);', "$['x-y']"],
    ['a name', 'const body = response.body;\nclient.global.set("t", body.data.token)', '$.data.token'],
    ['a name of a name', 'let b = response.body\nvar d = b.data\nclient.global.set("t", d.token)', '$.data.token'],
    ['names in braces', 'const { token, other } = response.body;\nclient.global.set("t", token);', '$.token'],
    ['comments', '// keep\nclient.global.set("t", response.body.token); /* done */', '$.token'],
    ['a test around it', 'client.test("ok", () => {\n client.global.set("t", response.body.token)\n});', '$.token'],
    ['the whole body', 'client.global.set("t", response.body);', '$'],
  ])('takes %s from the response', (_name, script, path) => {
    expect(rewritten(chain(script))).toBe(chained(`{{login.response.body.${path}}}`));
  });

  it.each([
    'client.global.set("t", response.headers.valueOf("X-Token"));',
    "client.global.set('t', response.headers.valuesOf('X-Token')[0]);",
  ])('takes a header field: %s', (script) => {
    expect(rewritten(chain(script))).toBe(chained('{{login.response.headers.X-Token}}'));
  });

  it('defines plain values, and variables that this file does not use', () => {
    expect(rewritten(chain('client.global.set("t", "abc");'))).toBe(chained('{{t}}', '@t = abc\n'));
    expect(rewritten(chain('client.global.set("t", response.body.token);', 'x'))).toBe(
      chained('x', '# @name login\n@t = {{login.response.body.$.token}}\n'),
    );
  });

  it('keeps names, encodings and definitions', () => {
    expect(rewritten(chain('client.global.set("t", response.body.token);', '{{%t}}', '# @name first\n'))).toBe(
      chained('{{%first.response.body.$.token}}', '# @name first\n'),
    );
    expect(rewritten(chain('client.global.set("t", response.body.token);', '{{auth}}', '@auth = a{{t}}\n'))).toBe(
      chained('{{auth}}', '@auth = a{{login.response.body.$.token}}\n# @name login\n'),
    );
  });

  it('makes asserts of comparisons', () => {
    const script =
      'client.test("ok", function () {\n client.assert(response.status === 200, "no");\n client.assert(response.body.a !== "x");\n});\nclient.assert(response.headers.valueOf("X-A") == "b")';
    expect(rewritten(chain(script, 'x'))).toBe(
      chained('x', '', '\n?? status == 200\n?? $.a != "x"\n?? header X-A == "b"\n'),
    );
  });

  it.each([
    'client.global.set("t", response.body.a + response.body.b);',
    'client.global.set("t", response.body.a.trim());',
    'client.global.set("t", `${response.body.a}`);',
    'if (response.status === 200) { client.global.set("t", response.body.a); }',
    'client.global.set("t", response.body.a); client.global.set("t", other());',
    'client.global.set("t", response.body.a); client.log(client.global.get("t"));',
    'client.test("ok", () => { client.global.set("t", response.body.a); other(); });',
    'client.global.set(name, response.body.a);',
    'client.global.set("t", /x/.exec(response.body.a));',
  ])('leaves %s', (script) => {
    expect(rewritten(chain(script))).toBe(chain(script));
  });

  it('leaves a variable that the file defines', () => {
    const text = chain('client.global.set("t", response.body.token);', '{{t}}', '@t = x\n');
    expect(rewritten(text)).toBe(text);
  });

  it('removes only what it rewrites', () => {
    const script = 'client.log("a");\nclient.global.set("t", response.body.token);\nclient.log("b");';
    expect(rewritten(chain(script))).toBe(
      chained('{{login.response.body.$.token}}', '# @name login\n', '\n> {%\nclient.log("a");\nclient.log("b");\n%}\n'),
    );
  });

  it('takes the value that a run in order would find', () => {
    const login = (name: string) =>
      `### ${name}\nPOST http://h/${name}\n\n> {% client.global.set("t", response.body.t); %}\n\n`;
    const use = '###\nGET http://h/{{t}}\n\n';
    const after = (name: string) => `### ${name}\nPOST http://h/${name}\n\n`;
    const reference = (name: string) => `###\nGET http://h/{{${name}.response.body.$.t}}\n\n`;
    expect(rewritten(use + login('one') + use + login('two') + use)).toBe(
      reference('one') + after('one') + reference('one') + after('two') + reference('two'),
    );
  });

  it('never fails, and takes time in proportion to the script', () => {
    for (const script of ['', '{', '}', 'client.', 'client.test("a", () => {', 'const', 'const {', '(((', '"', '\\'])
      expect(readSimpleScript(script).steps).toEqual([]);
    expect(readSimpleScript('client.test("a", () => {'.repeat(2000)).isComplete).toBe(false);
  });
});
