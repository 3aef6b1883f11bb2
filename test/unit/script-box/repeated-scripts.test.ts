import { beforeAll, describe, expect, it } from 'vitest';
import type { ScriptInput, ScriptOutput } from '../../../packages/sender/src/scripts/index';
import type { ScriptBox } from '../../../packages/node/src/script-box/box';
import { loadScriptBox } from '../../script-engine';

const often = 25;

function inputOf(code: string, status: number, language: ScriptInput['language'] = 'handler'): ScriptInput {
  return {
    ...{ phase: 'response', language, code, now: 0, seed: 7, values: {}, kept: {}, own: {}, withheld: [] },
    ...{ name: 'list', method: 'GET', request: { url: 'http://x/', headers: [] } },
    response: {
      ...{ status, statusText: 'OK', httpVersion: '1.1', duration: 1 },
      headers: [['Content-Type', 'application/json']],
      body: `{"n":${status}}`,
    },
  };
}

let box: ScriptBox;
beforeAll(async () => {
  box = await loadScriptBox();
});

/** Runs a script many times, and returns what it came to each time. */
async function timesOf(code: string, language?: ScriptInput['language']): Promise<readonly ScriptOutput[]> {
  const outputs: ScriptOutput[] = [];
  for (let at = 0; at < often; at++) outputs.push(await box.run(inputOf(code, 200 + at, language)));
  return outputs;
}

const textsOf = (outputs: readonly ScriptOutput[]) => outputs.map(({ log }) => log.map(({ text }) => text).join());

describe('a script that runs many times in a row', () => {
  it('finds nothing of the times before, and what belongs to this one', async () => {
    const code = `globalThis.count = (globalThis.count || 0) + 1; Array.prototype.seen = (Array.prototype.seen || 0) + 1;
      client.log(globalThis.count + ' ' + [].seen + ' ' + response.body.n);`;
    expect(textsOf(await timesOf(code))).toEqual(Array.from({ length: often }, (_, at) => `1 1 ${200 + at}`));
  });

  it('finds nothing of another script between its times', async () => {
    const first = `client.log(typeof globalThis.other + response.status);`;
    await timesOf(first);
    await timesOf(
      `globalThis.other = 1; const many = Array.from({ length: 50000 }, (_, at) => 'x' + at); client.log(many.length);`,
    );
    expect(textsOf(await timesOf(first))).toEqual(Array.from({ length: often }, (_, at) => `undefined${200 + at}`));
  });

  it.each([
    ['cannot be read', 'client.log(;'],
    ['fails', '\n  throw new Error("no " + 1);'],
    ['calls itself too deeply', 'const deeper = () => deeper() + 1; deeper();'],
  ])(
    'has the same problem each time, if it %s',
    async (_, code) => {
      const problems = new Set((await timesOf(code)).map(({ problem }) => JSON.stringify(problem)));
      expect([...problems]).toEqual([expect.stringContaining('message')]);
    },
    60_000,
  );
});

describe('what a script may use and is made when it is used', () => {
  it.each(['handler', 'block'] as const)('has its members in their order (%s)', async (language) => {
    const code =
      language === 'handler' ? 'client.log(Object.keys(response).join())' : 'console.log(Object.keys(response).join())';
    const { log } = await box.run(inputOf(code, 200, language));
    expect(log.map(({ text }) => text).join()).toMatch(
      /^status,statusCode,responseCode,statusMessage,headers,httpVersion,protocol,contentType,body,json,parsedBody,rawBody,name,timings/,
    );
  });

  it('can be replaced by the script', async () => {
    const code =
      'response.body = { n: 1 }; pm = 5; tests = 6; client.log(response.body.n + pm + tests + response.json.n);';
    expect(textsOf([await box.run(inputOf(code, 200))])).toEqual(['212']);
  });
});
