import { describe, expect, it } from 'vitest';
import { historyRecordOf } from '../../../client/src/history/history-record';
import { createEngine } from '../../../packages/engine/src/index';
import { readEnvironments } from '../../../packages/request-file/src/environments/index';
import { redact } from '../../../packages/catalogue/src/masking/index';
import { describeResponse, maskResponse } from '../../../packages/sender/src/response/index';
import { resolveIn, variableLayers } from '../../../packages/sender/src/variables/index';
import { canaries, findCanaries } from '../../canaries';
import { prepareIn } from '../../sender-ports';

const engine = createEngine();
const endpoint = { name: 'canary', service: 'search-cluster', baseUrl: 'http://h' } as const;

/** Sends as the editor does: values are typed into prompts, and the credential comes from the secret storage. */
async function send(text: string) {
  const file = engine.openFile(text);
  const plan = engine.plan(file, 0, { context: { endpoints: [endpoint], defaults: {} }, severities: {} });
  if (!plan) throw new Error('There is no request.');
  const answers = new Map<string, string>();
  const prepared = await prepareIn(plan, {
    endpoint,
    resolve: resolveIn(
      variableLayers({
        answers,
        environments: readEnvironments([], { 'rulebook.environments': { dev: { token: canaries.variable } } }),
        environment: 'dev',
      }),
    ),
    system: {
      now: () => 0,
      guid: () => '',
      random: () => 0,
      environment: () => canaries.processEnv,
      dotenv: () => canaries.dotenv,
    },
    askForValues: (names) => {
      for (const name of names) answers.set(name, canaries.privateEnvironment);
      return Promise.resolve(undefined);
    },
    credentialOf: () => Promise.resolve({ credential: canaries.credential }),
  });
  if ('cause' in prepared) throw new Error('It was not sent.');
  return { plan, ...prepared };
}

describe('what the editor shows', () => {
  it.each([
    '# @endpoint canary\nPOST /x/{{typed}}?a={{%typed}}&t={{token}}\n\n{ "a": "{{typed}}", "b": "{{$dotenv K}}", "c": "{{$processEnv P}}" }\n',
    '### {{typed}} of {{token}}\n# @endpoint canary\nGET /x\nX-A: {{typed}}\nCookie: a={{$dotenv K}}\n',
    `### see https://me:${canaries.urlUser}@h/?token=${canaries.parameter}\nGET http://me:${canaries.urlUser}@h/x?token=${canaries.parameter}&p={{typed}}\n`,
  ])('holds no secret of %j', async (text) => {
    const { plan, request, secrets } = await send(text);
    // The request itself has them.
    expect(findCanaries(JSON.stringify(request)).length).toBeGreaterThan(0);
    const all = JSON.stringify(request);
    const response = {
      httpVersion: '1.1',
      status: 200,
      statusText: all,
      headers: [
        ['X-Echo', all],
        ['Set-Cookie', `a=${canaries.setCookie}`],
        ['X-Other', canaries.setCookie],
      ] as const,
      body: JSON.stringify({ all, api_key: canaries.answered, again: canaries.answered, url: request.url }),
      isTruncated: false,
      size: 1,
      duration: 1,
      redirects: [`${request.url}&access_token=${canaries.redirected}`],
    };
    const record = historyRecordOf({
      ...{ plan, request, outcome: { response }, secrets, endpoint: 'canary', time: 0 },
      source: { uri: 'd', line: 0 },
      // The value of an environment came first, so that this one is not among the secrets.
      definitions: new Map([['token', canaries.userEnvironment]]),
    });
    const shown = [
      plan.label,
      redact(plan.label, secrets),
      record,
      describeResponse(response, { secrets }),
      maskResponse(response, secrets),
      redact(`The request to ${request.url} failed.`, secrets),
    ];
    for (const one of shown) expect(findCanaries(typeof one === 'string' ? one : JSON.stringify(one))).toEqual([]);
  });
});
