import { beforeAll, describe, expect, it } from 'vitest';
import type { ScriptInput, ScriptOutput } from '../../../packages/sender/src/scripts/index';
import type { ScriptBox } from '../../../packages/node/src/script-box/box';
import { loadScriptBox } from '../../script-engine';

let box: ScriptBox;
beforeAll(async () => {
  box = await loadScriptBox();
});

const headers = [
  ['Content-Type', 'application/json; charset=utf-8'],
  ['Set-Cookie', 'session=abc; Path=/'],
] as const;
const body = '{"token":"t-1","items":[{"id":7},{"id":8}],"price":1.5}';

function run(code: string, given: Partial<ScriptInput> = {}): Promise<ScriptOutput> {
  const isBefore = given.phase === 'request';
  return box.run({
    ...{ phase: 'response', language: 'handler', now: 1_700_000_000_000, seed: 7, kept: {}, own: {}, withheld: [] },
    ...{ values: { host: 'h', x: '7', none: null }, name: 'Log in', method: 'POST' },
    request: {
      ...{ url: isBefore ? 'http://{{host}}/items?x={{x}}' : 'http://h/items?x=7', body: '{"n":1}' },
      headers: [['X-Trace', isBefore ? '{{x}}' : '7']],
    },
    ...(!isBefore && {
      response: { status: 201, statusText: 'Created', httpVersion: '1.1', duration: 5, headers, body },
    }),
    ...given,
    code,
  });
}

/** Returns each test as `name`, or as `name: message` where it has failed. */
async function testsOf(code: string, given?: Partial<ScriptInput>): Promise<readonly string[]> {
  const { tests, problem } = await run(code, given);
  return [
    ...tests.map(({ name, passed, message }) => (passed ? name : `${name}: ${message}`)),
    ...(problem === undefined ? [] : [`problem: ${problem.message}`]),
  ];
}

describe('pm.response and pm.expect', () => {
  it.each([
    'pm.response.to.have.status(201)',
    'pm.response.to.have.status("Created")',
    'pm.response.to.not.have.status(200)',
    'pm.expect(pm.response).to.have.status(201)',
    'pm.response.to.be.success',
    'pm.response.to.be.json',
    'pm.response.to.be.withBody',
    'pm.response.to.not.be.error',
    'pm.response.to.not.be.ok',
    'pm.response.to.have.header("content-type")',
    'pm.response.to.have.header("Content-Type", "application/json; charset=utf-8")',
    'pm.response.to.have.jsonBody("items[1].id", 8)',
    'pm.response.to.have.jsonBody("token")',
    'pm.response.to.not.have.jsonBody("tokens")',
    'pm.response.to.have.body(/"t-1"/)',
    'pm.expect(pm.response.code).to.be.oneOf([200, 201])',
    'pm.expect(pm.response.responseTime).to.be.below(200)',
    'pm.expect(pm.response.json()).to.have.property("token").that.is.a("string")',
    'pm.expect(pm.response.json().items).to.deep.include({ id: 7 })',
    'pm.expect(pm.response.json().items).to.be.an("array").with.lengthOf(2)',
    'pm.expect(pm.response.json().price).to.be.closeTo(1.4, 0.2)',
    'pm.expect(pm.response.json()).to.have.all.keys("token", "items", "price")',
    'pm.expect(pm.response.headers.get("Content-Type")).to.include("json")',
    'pm.expect(pm.response.text()).to.match(/token/)',
    'pm.expect(pm.response.status).to.eql("Created")',
    'pm.expect(pm.response.reason()).to.equal("Created")',
    'pm.expect(true).to.be.ok',
    'pm.expect(pm.cookies.get("session")).to.equal("abc")',
    'pm.expect(pm.request.url.toString()).to.equal("http://h/items?x=7")',
    'pm.expect(pm.request.url.getPath() + pm.request.url.getHost()).to.equal("/itemsh")',
    'pm.expect(pm.request.url.query.get("x")).to.equal("7")',
    'pm.expect(pm.request.headers.get("x-trace")).to.equal("7")',
    'pm.expect(JSON.parse(pm.request.body.raw).n).to.equal(1)',
    'pm.expect(pm.info.requestName + pm.info.eventName).to.equal("Log intest")',
  ])('%s', async (code) => {
    expect(await testsOf(`pm.test('holds', () => { ${code}; });`)).toEqual(['holds']);
  });

  it.each([
    ['pm.response.to.have.status(200)', 'expected response to have status 200 but got 201'],
    ['pm.response.to.be.notFound', 'expected response to have the status 404 but got 201'],
    ['pm.response.to.be.ok', 'expected response to have the status 200 but got 201'],
    ['pm.response.to.have.header("ETag")', "expected response to have header 'ETag'"],
    ['pm.response.to.have.jsonBody("token", "t-2")', `expected response to have JSON at 'token' equal to 't-2'`],
    ['pm.expect(pm.response.code).to.equal(200)', 'expected 201 to equal 200'],
    ['pm.expect(pm.response.json().items).to.be.empty', 'expected [ { id: 7 }, { id: 8 } ] to be empty'],
    ['pm.expect(false).to.be.ok', 'expected false to be truthy'],
    ['pm.expect.fail("why")', 'why'],
  ])('%s fails with its reason', async (code, message) => {
    expect(await testsOf(`pm.test('holds', () => { ${code}; });`)).toEqual([`holds: ${message}`]);
  });

  it('does not let a test judge the status that has not read it', async () => {
    const { tests } = await run(
      'pm.test("a", () => pm.response.to.have.status(201)); pm.test("b", () => pm.response.json());',
    );
    expect(tests.map(({ judgesStatus }) => judgesStatus)).toEqual([true, undefined]);
  });

  it('waits for tests with a parameter, and for promises', async () => {
    const code =
      'pm.test("a", (done) => { Promise.resolve().then(() => done()); }); pm.test("b", (done) => done(new Error("no"))); pm.test("c", async () => { await null; pm.expect(1).to.equal(2); }); pm.test.skip("d", () => {});';
    expect([...(await testsOf(code))].sort()).toEqual(['a', 'b: no', 'c: expected 1 to equal 2']);
  });
});

describe('variables', () => {
  it('keeps what any of the stores sets, as the import names it', async () => {
    const { changes } = await run(
      'pm.environment.set("token", pm.response.json().token); pm.collectionVariables.set("my list", [1]); pm.globals.set("n", 3); pm.variables.set("v", "w"); pm.environment.unset("old");',
    );
    expect(changes).toEqual([
      { kind: 'set', name: 'token', isOwn: false, json: '"t-1"', text: 't-1' },
      { kind: 'set', name: 'my_list', isOwn: false, json: '[1]', text: '[1]' },
      { kind: 'set', name: 'n', isOwn: false, json: '3', text: '3' },
      { kind: 'set', name: 'v', isOwn: false, json: '"w"', text: 'w' },
      { kind: 'clear', name: 'old', isOwn: false },
    ]);
  });

  it('reads what is kept, and what the file or the environment has', async () => {
    const code =
      'console.log(pm.environment.get("host"), pm.variables.get("kept"), pm.globals.has("none"), pm.environment.get("none") === undefined, pm.variables.replaceIn("{{host}}:{{x}}"));';
    const { log } = await run(code, { kept: { kept: '5' }, phase: 'request' });
    expect(log.map(({ text }) => text)).toEqual(['h 5 false true h:7']);
  });

  it('shows the request with its values before it is sent', async () => {
    const { log } = await run('console.log(pm.request.url.toString(), pm.request.headers.get("X-Trace"));', {
      phase: 'request',
    });
    expect(log.map(({ text }) => text)).toEqual(['http://h/items?x=7 7']);
  });
});

it('runs scripts of older versions', async () => {
  const code =
    'var data = JSON.parse(responseBody); tests["has a token"] = data.token !== undefined; tests["is 200"] = responseCode.code === 200; postman.setEnvironmentVariable("token", data.token); tests["host"] = environment.host === "h";';
  const { tests, changes } = await run(code);
  expect(tests.map(({ name, passed }) => [name, passed])).toEqual([
    ['has a token', true],
    ['is 200', false],
    ['host', true],
  ]);
  expect(changes).toMatchObject([{ name: 'token', text: 't-1' }]);
});

it.each([
  ['pm.sendRequest("http://h/", () => {})', 'Scripts send no requests: write a request, and name it in `# @ref`.'],
  ['pm.execution.setNextRequest("x")', 'Scripts do not choose the next request: name what comes first in `# @ref`.'],
])('%s says why it is not there', async (code, message) => {
  expect((await run(code)).problem?.message).toBe(message);
});
