import { refused } from '../../../packages/sender/src/refusal';
import { describe, expect, it } from 'vitest';
import type { RequestPlan } from '../../../packages/sender/src/plan/index';
import { variableOfSecret } from '../../../packages/sender/src/private/index';
import type { WayPorts } from '../../../packages/sender/src/ports/index';
import { createNamedResponses, secretNameOf } from '../../../packages/sender/src/variables/index';
import { explainMissing } from '../../../packages/sender/src/variables/explain-missing';
import { prepareIn, type Situation } from '../../sender-ports';

const plan: RequestPlan = {
  method: 'GET',
  target: ['https://a.example/x'],
  isAbsolute: true,
  headers: [{ name: ['X-Anything'], value: ['it is ', { variable: '$secret hub' }] }],
  scheme: 'ApiKey',
  label: 'a',
  variables: ['$secret hub'],
  errors: 0,
  isUnsafe: false,
};
const values = new Map<string, string>();
const prepare = async (more: Situation = {}) =>
  prepareIn(plan, {
    system: {
      now: () => 0,
      guid: () => '',
      random: () => 0,
      environment: () => undefined,
      secret: (name) => values.get(name),
    },
    askForValues: (names) => {
      if (values.has('hub')) return Promise.resolve(refused(`no ${names.join()}`));
      // What a secret holds is never read as a variable.
      values.set('hub', 'canary {{$secret other}}');
      return Promise.resolve(undefined);
    },
    ...more,
  });

describe('{{$secret name}}', () => {
  it('is asked for when it is not known, used literally, and masked', async () => {
    const prepared = await prepare();
    expect(prepared).toMatchObject({ secrets: ['canary {{$secret other}}'] });
    expect('request' in prepared && prepared.request.headers).toContainEqual([
      'X-Anything',
      'it is canary {{$secret other}}',
    ]);
  });

  it('does not leave unless it may go there', async () => {
    const asked: string[] = [];
    const privateWays: WayPorts = {
      isAllowed: () => false,
      ask: ({ what, way }) => {
        asked.push(`${what} to ${way}`);
        return Promise.resolve(refused('it may not'));
      },
    };
    expect(await prepare({ privateWays })).toEqual(refused('it may not'));
    expect(asked).toEqual(['the secret hub to https://a.example']);
  });

  it('has a name, and an environment variable on the command line', () => {
    expect(['$secret hub', '%$secret a.b-c', '$secret', '$secret a b', '$secrets a'].map(secretNameOf)).toEqual([
      'hub',
      'a.b-c',
      undefined,
      undefined,
      undefined,
    ]);
    expect(variableOfSecret('my-hub')).toBe('RULEBOOK_SECRET_MY_HUB');
    expect(explainMissing(['$secret my-hub'], { answers: createNamedResponses() })).toBe(
      'the variable $secret my-hub has no value; set the environment variable RULEBOOK_SECRET_MY_HUB, or keep it with "rulebook credential set-secret"',
    );
  });
});
