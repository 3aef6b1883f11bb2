import { beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { importableIn, importRequests } from '../../../packages/exchange/src/index';
import { importLibraries } from '../../../packages/exchange/src/import/libraries/index';
import type { ScriptBox } from '../../../packages/node/src/script-box/box';
import { loadScriptBox } from '../../script-engine';
import { sendFile } from '../sending/scripts/send-file';

const engine = createEngine();
const options = { context: { endpoints: [], defaults: {} }, severities: {} };

function planOf(text: string) {
  const [first, ...others] = [...engine.planAll(engine.openFile(text), options)];
  return others.length === 0 ? first : undefined;
}

function imported(source: unknown) {
  const written = importRequests(JSON.stringify(source), { planOf, libraries: importLibraries });
  if ('problem' in written) throw new Error(written.problem);
  return written;
}

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

function script(listen: 'test' | 'prerequest', code: string) {
  return { listen, script: { exec: code.split('\n') } };
}

function item(name: string, path: string, ...event: readonly object[]) {
  return { name, request: { method: 'GET', url: `http://own${path}` }, event };
}

/** Returns the text of the only request of a collection with a test script. */
function withTest(code: string) {
  return imported({ info: { name: 'Shop', schema }, item: [item('r', '/', script('test', code))] });
}

let box: ScriptBox;
beforeAll(async () => {
  box = await loadScriptBox();
});

describe('scripts of a collection', () => {
  it('run as they are written: before, behind, of the request, of folders and of the collection', async () => {
    const { text, notes, missing } = imported({
      info: { name: 'Shop', schema },
      event: [script('prerequest', "pm.variables.set('trace', 'c');"), script('test', "pm.test('all', () => {});")],
      item: [
        {
          name: 'Orders',
          event: [script('test', "const name = 'folder';\npm.test(name, () => pm.response.to.be.ok);")],
          item: [
            item(
              'Log in',
              '/login?trace={{trace}}',
              script('prerequest', "pm.environment.set('user', 'ann');"),
              script(
                'test',
                "const name = 'has an id';\npm.test(name, function () {\n  pm.expect(pm.response.json().id).to.eql(7);\n});\npm.environment.set('id', pm.response.json().id);",
              ),
            ),
            item('Read', '/orders/{{id}}?user={{user}}'),
          ],
        },
      ],
    });
    expect({ notes, missing }).toEqual({ notes: [], missing: 0 });
    const { lines, outcomes } = await sendFile(text, { scriptBox: () => Promise.resolve(box.run) });
    expect(lines).toEqual(['GET http://own/login?trace=c', 'GET http://own/orders/7?user=ann']);
    expect(outcomes.map(({ asserts }) => asserts.map(({ text: name, outcome }) => `${outcome}: ${name}`))).toEqual([
      ['passed: all', 'passed: folder', 'passed: has an id'],
      ['passed: all', 'passed: folder'],
    ]);
  });

  it('keep as a comment what is not there, with what needs it, and say so', () => {
    const { text, notes } = withTest(
      "const token = CryptoJS.SHA256('x');\npm.environment.set('token', token);\npm.test('ok', () => pm.response.to.be.ok);\npm.sendRequest('http://own/', (error, answer) => {\n  console.log(answer);\n});",
    );
    expect(text).toContain(
      [
        '> {%',
        '// Not taken over: Scripts have no `CryptoJS`; use `crypto.sha256()` and the like.',
        "// const token = CryptoJS.SHA256('x');",
        '// Not taken over: it needs `token`.',
        "// pm.environment.set('token', token);",
        "pm.test('ok', () => pm.response.to.be.ok);",
        '// Not taken over: Scripts send no requests; write a request, and name it in `# @ref`.',
        "// pm.sendRequest('http://own/', (error, answer) => {",
        '//   console.log(answer);',
        '// });',
        '%}',
      ].join('\n'),
    );
    expect(notes).toEqual([
      'a part of the test script of this request is a comment: scripts have no `CryptoJS`; use `crypto.sha256()` and the like',
      'a part of the test script of this request is a comment: scripts send no requests; write a request, and name it in `# @ref`',
    ]);
  });

  it.each([
    ['not JavaScript', 'pm.test("a", () => {', 'it is not valid JavaScript'],
    ['the end of a script', 'const a = `${{%}}`;', 'the characters `%}` would end it'],
  ])('are a comment as a whole for %s', (_, code, why) => {
    const { text, notes } = withTest(code);
    expect(notes).toEqual([`the test script of this request is a comment: ${why}`]);
    expect(text).toMatch(/> \{%\n\/\/ [^\n]*\n%\}\n$/);
  });

  it('hold lines that look like the beginning of a request', () => {
    const code = 'const a = `\n### x\nGET http://h/\n\n# @name y\n`;\npm.environment.set("a", a);';
    const { text, notes } = withTest(code);
    expect(notes).toEqual([]);
    const blocks = [...engine.planAll(engine.openFile(text), options)];
    expect(blocks.map(({ scripts }) => scripts?.map((one) => one.code?.trim()))).toEqual([[code]]);
  });
});

describe('folders', () => {
  const { files, shared } = imported({
    info: { name: 'Shop: all', schema },
    variable: [
      { key: 'host', value: 'own' },
      { key: 'token', value: '' },
      { key: 'unused', value: '1' },
    ],
    item: [
      item('Ping', '/ping'),
      { name: 'Auth/2', item: [item('Log in', '/login', script('test', "pm.globals.set('token', 'abc');"))] },
      { name: 'Orders', item: [item('Read', '/{{token}}/{{host}}'), { name: 'Old', item: [item('Read', '/old')] }] },
    ],
  });

  it('are files, with the file whose script sets a variable; the others are for environment files', () => {
    expect(Object.fromEntries((files ?? []).map(({ path, text }) => [path, text]))).toEqual({
      'Shop- all.http': '### Ping\nGET http://own/ping\n',
      'Auth-2.http': "### Log in\nGET http://own/login\n\n> {%\npm.globals.set('token', 'abc');\n%}\n",
      'Orders.http': '# @import ./Auth-2.http\n\n### Read\nGET http://own/{{token}}/{{host}}\n',
      'Orders/Old.http': '### Read\nGET http://own/old\n',
    });
    expect(shared).toContainEqual({ environment: '$shared', name: 'host', value: 'own' });
  });
});

describe('an environment', () => {
  it('has variables for environment files, secrets by their type', () => {
    const { environments, requests } = imported({
      name: 'dev',
      _postman_variable_scope: 'environment',
      values: [
        { key: 'base url', value: 'http://own', enabled: true },
        { key: 'entry', value: '{{base url}}/x', type: 'secret', enabled: true },
        { key: 'old', value: '1', enabled: false },
      ],
    });
    expect(requests).toBe(0);
    expect(environments).toEqual([
      { environment: 'dev', name: 'base_url', value: 'http://own' },
      { environment: 'dev', name: 'entry', value: '{{base_url}}/x', isSecret: true },
    ]);
  });
});

describe('what can be imported is known by its text', () => {
  it.each<[string, unknown, object | undefined]>([
    [
      'a collection',
      { info: { schema }, item: [item('a', '/'), { name: 'f', item: [item('b', '/')] }] },
      { kind: 'requests', requests: 2 },
    ],
    ['an empty collection', { info: { schema }, item: [] }, undefined],
    [
      'an environment',
      { name: 'dev', values: [], _postman_variable_scope: 'environment' },
      { kind: 'environment', requests: 0 },
    ],
    ['a recording', { log: { version: '1.2', entries: [{}] } }, { kind: 'requests', requests: 1 }],
    ['a list of values', { values: [1, 2] }, undefined],
    ['any items', { item: [1] }, undefined],
  ])('%s', (_, value, expected) => {
    expect(importableIn(JSON.stringify(value, undefined, 2))).toEqual(expected);
  });
});
