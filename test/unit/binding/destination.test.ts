import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../packages/engine/src/index';
import { endpointOfUrl, isBehind, resolved } from '../../../packages/checker/src/binding/destination';
import type { RequestFile } from '../../../packages/request-file/src/syntax/index';
import { isBelow } from '../../../packages/text/src/url';

const engine = createEngine();
const options: CheckOptions = {
  context: {
    endpoints: [
      { name: 'cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9270' },
      { name: 'below', service: 'search-cluster', baseUrl: 'https://es.example/base' },
      { name: 'hub', service: 'code-hosting', baseUrl: 'http://127.0.0.1:9272' },
      { name: 'secure', service: 'search-cluster', baseUrl: 'https://both.example:9200' },
      { name: 'plain', service: 'search-cluster', baseUrl: 'http://both.example:9200' },
      { name: 'tls', service: 'search-cluster', baseUrl: 'https://tls.example:9201' },
    ],
    defaults: { 'search-cluster': 'cluster', 'code-hosting': 'hub' },
  },
  severities: {},
};

function lastPlan(text: string) {
  const file = engine.openFile(text);
  const plan = [...file.blocks].flatMap((_, index) => engine.plan(file, index, options) ?? []).at(-1);
  if (!plan) throw new Error('There is no request.');
  return plan;
}

/** Where the plan goes: its endpoint, and whether the target is a URL. */
function targetOf(text: string) {
  const { target, endpoint, isAbsolute, problems } = lastPlan(text);
  const written = target.map((part) => (typeof part === 'string' ? part : `<${part.variable}>`)).join('');
  if (problems) return 'problem';
  return `${endpoint ?? 'nowhere'} ${isAbsolute ? 'URL' : 'path'} ${written}`;
}

function findingsOf(text: string) {
  const { findings } = engine.check(engine.openFile(text), options);
  return findings.flat().map(({ rule }) => rule);
}

describe('the goal of a request', () => {
  it.each([
    ['@host = https://api.test/v1\n\nGET /x?a=1', 'nowhere URL <host>/x?a=1'],
    ['@base = api.test\n@host = http://{{base}}\n\nGET /x', 'nowhere URL <host>/x'],
    ['@host = http://127.0.0.1:9270\n\nGET /x', 'cluster URL <host>/x'],
    ['@host = https://api.test\n\n# @endpoint cluster\nGET /_search', 'cluster path /_search'],
    ['@host = https://api.test\n\nGET /x\nHost: other.test', 'nowhere URL http://other.test/x'],
    ['@host = https://api.test\n\nGET http://other.test/x', 'nowhere URL http://other.test/x'],
    ['@host = hooks.test\n\nGET /_search', 'cluster path /_search'],
    ['@host = {{unknown}}\n\nGET /_search', 'nowhere URL <host>/_search'],
    ['GET /_search\n\n###\n@host = https://api.test', 'nowhere URL <host>/_search'],
    ['@host = https://api.test\n\nGET {{ host }}/a\n\n###\nGET /_search', 'cluster path /_search'],
    ['@host = https://api.test\n\nGET /_search\nX-Host: {{%host}}', 'cluster path /_search'],
    ['@host = https://api.test\n\nGET logs.de/_search', 'problem'],
    ['@host = https://api.test\n\nGET _search', 'cluster path /_search'],
  ])('takes the variable `host` for one of a path: %j', (text, expected) => {
    expect(targetOf(text)).toBe(expected);
  });

  it('follows the variable `host` when it changes', () => {
    const file = engine.openFile('@host = hooks.test\n\n###\nPUT /some-index\n');
    const endpointIn = (version: typeof file) => engine.plan(version, 1, options)?.endpoint;
    expect(endpointIn(file)).toBe('cluster');
    const at = { line: 0, character: 8 };
    const edited = engine.editFile(file, [{ start: at, end: at, newText: 'https://' }]);
    expect(endpointIn(edited)).toBeUndefined();
    const below = { line: 4, character: 0 };
    const named = engine.editFile(edited, [{ start: below, end: below, newText: '\n###\nGET {{host}}/x\n' }]);
    expect(endpointIn(named)).toBe('cluster');
  });

  it.each([
    ['GET localhost:9200/x', 'nowhere URL http://localhost:9200/x'],
    ['GET localhost', 'nowhere URL http://localhost'],
    ['GET www.example.com', 'nowhere URL http://www.example.com'],
    ['DELETE localhost:11050', 'nowhere URL http://localhost:11050'],
    ['GET 10.0.0.1:80', 'nowhere URL http://10.0.0.1:80'],
    ['GET [::1]:9200/_search', 'nowhere URL http://[::1]:9200/_search'],
    ['localhost:9200/x', 'nowhere URL http://localhost:9200/x'],
    ['GET api.github.com/user', 'nowhere URL http://api.github.com/user'],
    ['GET my_host:8443/x', 'nowhere URL https://my_host:8443/x'],
    ['GET 127.0.0.1:9270/_search', 'cluster URL http://127.0.0.1:9270/_search'],
    ['GET es.example:443/base/_search', 'below URL https://es.example:443/base/_search'],
    ['GET both.example:9200/_search', 'plain URL http://both.example:9200/_search'],
    ['GET tls.example:9201/_search', 'tls URL https://tls.example:9201/_search'],
    ['GET es.example:8080/base/_search', 'nowhere URL http://es.example:8080/base/_search'],
    ['GET {{sub}}.example.com/x', 'nowhere URL <sub>.example.com/x'],
    ['GET {{a}}{{b}}', 'nowhere URL <a><b>'],
    ['GET {{host}}:9200/x', 'nowhere URL <host>:9200/x'],
    ['GET _search', 'cluster path /_search'],
    ['GET my-index/_search', 'cluster path /my-index/_search'],
    ['GET logs-2024.01.01/_search', 'cluster path /logs-2024.01.01/_search'],
    ['GET .kibana/_search', 'cluster path /.kibana/_search'],
    ['GET my.index/_search', 'cluster path /my.index/_search'],
    ['GET leader:logs/_search', 'cluster path /leader:logs/_search'],
    ['GET /localhost:9200/_search', 'cluster path /localhost:9200/_search'],
    ['GET repos/o/r/hooks', 'hub path /repos/o/r/hooks'],
    ['GET example.com/_search', 'problem'],
    ['GET logs.de/_search', 'problem'],
    ['GET logs.local', 'problem'],
    ['GET app.server/api', 'problem'],
  ])('%s', (text, target) => {
    expect(targetOf(`${text}\n`)).toBe(target);
  });

  it('names both ways of writing what is ambiguous, and offers them', () => {
    const text = 'GET logs.de/_search\n';
    const plan = lastPlan(text);
    expect(plan.problems?.[0]?.reason).toMatch(/`http:\/\/logs\.de` or `\/logs\.de`/);
    expect(plan.problems?.[0]?.allowsSending).toBe(false);
    const actions = engine.codeActions(engine.openFile(text), 0, { start: 4, end: 5 }, options);
    expect(actions.flatMap(({ edits }) => edits.map(({ newText }) => newText))).toEqual(['http://', '/']);
  });

  it.each([
    ['DELETE /users\nHost: 127.0.0.1:11050', 'nowhere URL http://127.0.0.1:11050/users'],
    ['GET /x\nHost: h:443', 'nowhere URL https://h:443/x'],
    ['GET _search\nHost: 127.0.0.1:9270', 'cluster URL http://127.0.0.1:9270/_search'],
    ['GET /base/_search\nhost: ES.example', 'below URL https://ES.example/base/_search'],
    ['GET /x\nHost: es.example', 'nowhere URL https://es.example/x'],
    ['GET /_search\nHost: {{h}}', 'nowhere URL <h>/_search'],
    ['@h = 127.0.0.1:9270\nGET /_search\nHost: {{h}}', 'cluster URL http://<h>/_search'],
    ['# @endpoint cluster\nGET /_search\nHost: es.example', 'cluster path /_search'],
    ['GET http://a.example/x\nHost: b.example', 'nowhere URL http://a.example/x'],
    ['GET logs.de/_search\nHost: 127.0.0.1:9270', 'problem'],
    ['GET /_search\nHost: no host', 'nowhere URL http://no host/_search'],
    ['GET /_search\nHost:', 'cluster path /_search'],
  ])('a Host field: %j', (text, target) => {
    expect(targetOf(`${text}\n`)).toBe(target);
  });

  it.each([
    ['@url = http://other.example\nGET {{url}}/_search', 'nowhere URL <url>/_search'],
    ['@h = 127.0.0.1\n@url = http://{{h}}:9270\nGET {{url}}/_search', 'cluster URL <url>/_search'],
    ['@url = https://es.example/base\nGET {{url}}/_search', 'below URL <url>/_search'],
    ['@url = http://127.0.0.1:9270\nGET {{ url }}/_search', 'cluster URL <url>/_search'],
    ['@url = https://es.example/base/../base/\nGET {{url}}/../other', 'nowhere URL <url>/../other'],
    ['@url = https://es.example\nGET {{url}}/base/../_search', 'nowhere URL <url>/base/../_search'],
    // The word may be a host as well as an index; such a request is not sent.
    ['@index = logs\nGET {{index}}/_search', 'nowhere URL <index>/_search'],
    ['@index = logs\nGET /{{index}}/_search', 'cluster path /<index>/_search'],
    ['@base = /repos/o\nGET {{base}}/r/hooks', 'hub path <base>/r/hooks'],
    ['@base =\nGET {{base}}/_search', 'cluster path <base>/_search'],
    ['@host = localhost:1\nGET {{host}}/_search', 'nowhere URL http://<host>/_search'],
    ['@a = {{b}}\n@b = {{a}}\nGET {{a}}/_search', 'nowhere URL <a>/_search'],
    ['GET {{url}}/_search\n###\n@url = http://127.0.0.1:9270\n', 'cluster URL <url>/_search'],
  ])('variables of the file: %j', (text, target) => {
    expect(targetOf(`${text}\n`)).toBe(target);
  });
});

describe('a host that no endpoint knows', () => {
  const body = '\n\n{ "sort": 1, "made-up": 2 }\n';

  it.each([
    `@url = http://other.example\n\nPUT {{url}}/items${body}`,
    `@h = other.example\n@url = https://{{h}}\n\n###\nPUT {{url}}/items${body}`,
    `PUT {{fromTheEnvironment}}/items${body}`,
    `PUT /items\nHost: other.example${body}`,
    `PUT other.example:8080/items${body}`,
  ])('is not held to the rules of a service: %j', (text) => {
    expect(findingsOf(text)).toEqual([]);
  });

  it('is not asked of what may be a host or a path, whatever a Host field says', () => {
    const text = 'PUT logs.de\nHost: 127.0.0.1:9270\n\n{ "made-up": 2 }\n';
    expect(findingsOf(text)).toEqual(findingsOf(text.replace(/Host.*\n/, '')));
  });

  it('is found in the value of a variable, with the path behind it', () => {
    expect(findingsOf('@h = 127.0.0.1:9272/repos\nPOST {{h}}/o/r/hooks\n\n{ "made-up": 2 }\n')).toContain(
      'unknown-field',
    );
    expect(findingsOf('@h = 127.0.0.1:9272/other\nPOST {{h}}/o/r/hooks\n\n{ "made-up": 2 }\n')).toEqual([]);
  });

  const unknownField = '{ "made-up": 2 }\n';
  const toPath = `###\nPUT /items\n\n${unknownField}`;
  const toUrl = `###\nPUT {{url}}/items\n\n${unknownField}`;
  const withHead = '###\nPUT {{url}}/items\n{{fields}}\n\n{}\n';

  it.each([
    ['the value of `host`', `§\n${toPath}`, '@host = http://127.0.0.1:9270', '@host = http://other.example'],
    ['whether there is a `host`', `§\n${toPath}`, '@host = {{unknown}}', ''],
    ['whether `host` is written', `@host = https://x.example\n${toPath}###\n§\n`, 'GET {{host}}', ''],
    ['the value of a variable', `§\n${toUrl}`, '@url = http://127.0.0.1:9270', '@url = http://other.example'],
    ['whether there is a variable', `§\n${toUrl}`, '@url = http://127.0.0.1:9270', ''],
    ['a variable in the head', `@url = http://a.example\n§\n${withHead}`, '@fields = X-A: 1', '@fields = nothing'],
  ])('is judged anew when another block changes %s', (_, template, one, other) => {
    const line = template.slice(0, template.indexOf('§')).split('\n').length - 1;
    const foundIn = (file: RequestFile) => engine.check(file, options).findings.flat();
    const anew = (text: string) => foundIn(engine.openFile(template.replace('§', text)));
    expect(anew(one)).not.toEqual(anew(other));
    for (const [before, after] of [
      [one, other],
      [other, one],
    ] as const) {
      const file = engine.openFile(template.replace('§', before));
      foundIn(file);
      const edit = { start: { line, character: 0 }, end: { line, character: before.length }, newText: after };
      expect(foundIn(engine.editFile(file, [edit]))).toEqual(anew(after));
    }
  });
});

describe('the value of a variable', () => {
  const url = (path: string) => `@url = http://127.0.0.1:9270/${path}\n\nPUT {{url}}\n`;

  it('may be a different one when the request is sent, so its segments are not held to the rules of a value', () => {
    expect(findingsOf('PUT http://127.0.0.1:9270/My_Index\n')).toEqual(['unsuitable-text']);
    expect(findingsOf(url('My_Index'))).toEqual([]);
  });

  const chain = (length: number, times: number, first: string) =>
    new Map(
      Array.from({ length }, (_, index): [string, string] => [
        `v${index}`,
        index === 0 ? first : `{{v${index - 1}}}`.repeat(times),
      ]),
    );

  it.each<[title: string, definitions: ReadonlyMap<string, string>, expected: string | undefined]>([
    ['filled in along a chain', chain(50, 1, 'x'), 'x'],
    ['as long as a host may be', chain(2, 2000, 'x'), 'x'.repeat(2000)],
    ['not filled in when longer', chain(2, 2001, 'x'), undefined],
    ['not filled in when its own text is longer', new Map([['v1', 'x'.repeat(2001)]]), undefined],
    [
      'not even built when it is too long for a text',
      new Map([
        ['v0', 'x'.repeat(2000)],
        ['v1', '{{v0}}'.repeat(300_000)],
      ]),
      undefined,
    ],
    ['not built when it multiplies at each level', chain(15, 10, 'x'), undefined],
    ['filled in once for each name, so that empty values may multiply', chain(15, 10, ''), ''],
    ['not known when it holds itself', new Map([['v1', '{{v1}}']]), undefined],
    [
      'not known when a part of it is not',
      new Map([
        ['v0', 'x'],
        ['v1', '{{v0}}{{v2}}'],
      ]),
      undefined,
    ],
    ['not known when the chain is endless for a host', chain(300, 1, 'x'), undefined],
  ])('is %s', (_, definitions, expected) => {
    const [last] = [...definitions.keys()].slice(-1);
    expect(resolved(`{{ ${last} }}`, definitions)).toBe(expected);
  });
});

describe('the endpoint of a URL', () => {
  const endpointsOf = (...urls: string[]) =>
    urls.map((baseUrl, index) => ({ name: String(index), service: 'search-cluster', baseUrl }));

  it.each([
    [['http://h', 'http://h/base', 'http://h/base/inner'], '1'],
    [['http://h/base', 'http://h', 'http://other'], '0'],
    [['http://h', 'HTTP://h'], '0'],
    [['http://other', 'http://h/other'], undefined],
  ])('is the first one with the longest base URL: %j', (urls, expected) => {
    expect(endpointOfUrl('http://h/base/x', endpointsOf(...urls))?.name).toBe(expected);
  });

  it('is not an absent one', () => {
    expect(isBehind('http://h/x', undefined)).toBe(false);
  });
});

describe('isBelow', () => {
  it.each([
    ['http://h/base', true],
    ['HTTP://H:80/base/x?y#z', true],
    ['http://user:word@h/base/x', true],
    ['http://h/base/a/../b', true],
    ['http://h/base/a%2Fb', true],
    ['http://h/./base/', true],
    ['http://h/basement', false],
    ['http://h', false],
    ['http://h/base/..', false],
    ['http://h\\base\\..\\x', false],
    ['http://h/base/%2E%2e/base2', false],
    ['http://h:81/base', false],
    ['https://h/base', false],
    ['http://h.evil.example/base', false],
    ['http://h@evil.example/base', false],
    ['http://evil.example\\@h/base', false],
    ['/base', false],
  ])('%s', (url, expected) => {
    expect(isBelow(url, 'http://h/base/')).toBe(expected);
  });
});
