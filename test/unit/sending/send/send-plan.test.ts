import { cancelled, refused } from '../../../../packages/sender/src/refusal';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../packages/engine/src/index';
import type { ReceivedResponse, RequestPlan } from '../../../../packages/sender/src/plan/index';
import { createRateLimits } from '../../../../packages/sender/src/send/index';
import type { TransportPort } from '../../../../packages/sender/src/ports/index';
import { sendIn, type Situation } from '../../../sender-ports';

const prod: Endpoint = { name: 'prod', service: 'search-cluster', baseUrl: 'https://es.example' };
const guarded: Endpoint = { ...prod, name: 'guarded', baseUrl: 'https://guarded.example', protected: true };
const response: ReceivedResponse = {
  httpVersion: '1.1',
  status: 200,
  statusText: 'OK',
  headers: [],
  body: '{}',
  isTruncated: false,
  size: 2,
  duration: 1,
};
const sandbox: Endpoint = { ...prod, name: 'sandbox-cluster', baseUrl: 'http://127.0.0.1:9200' };
const loss = {
  kind: 'loss',
  message: 'Deletes the index `logs`.',
  provenance: { kind: 'documented', document: 'search-cluster', section: 'x' },
} as const;

const plan = (more: Partial<RequestPlan> = {}): RequestPlan => ({
  method: 'DELETE',
  target: ['/logs'],
  isAbsolute: false,
  headers: [],
  label: 'DELETE /logs',
  variables: [],
  errors: 0,
  isUnsafe: true,
  ...more,
});

/** Sends with ports that record what is asked and what goes out. */
async function trySending({ plan: given = plan(), ...more }: Situation & { readonly plan?: RequestPlan }) {
  const asked: string[] = [];
  const urls: string[] = [];
  const { sent } = await sendIn(given, {
    ...{ endpoint: prod, endpoints: [prod, guarded] },
    send: ({ url }) => {
      urls.push(url);
      return Promise.resolve({ response });
    },
    ...more,
    decide: (refusal, place, planned) => {
      asked.push(`${refusal.kind} ${place?.name ?? ''}: ${refusal.cause}`);
      return more.decide?.(refusal, place, planned) ?? 'proceed';
    },
  });
  return { sent, asked, urls };
}

describe('sendPlan', () => {
  it('asks before something is lost, and sends when the user agrees', async () => {
    const { sent, asked, urls } = await trySending({ plan: plan({ effects: [loss] }) });
    expect(asked).toEqual(['destructive prod: the request deletes the index `logs`']);
    expect(urls).toEqual(['https://es.example/logs']);
    expect(sent.kind).toBe('answered');
  });

  it('fills in what it asks about, and nothing else that the request does', async () => {
    const names: string[] = [];
    const resolve = (name: string) => (names.push(name), { value: 'logs', isSecret: false });
    const need = { ...loss, kind: 'need', message: 'Needs the privilege `manage` for {{index}}.' } as const;
    await trySending({ plan: plan({ effects: [need] }), resolve });
    expect(names).toEqual([]);
    const deleted = { ...loss, message: 'Deletes the index `{{index}}`.' };
    const { asked } = await trySending({ plan: plan({ effects: [deleted, need] }), resolve });
    expect(asked).toEqual(['destructive prod: the request deletes the index `logs`']);
  });

  it('asks about a loss in no sandbox, but where a variable leads away from there', async () => {
    const inSandbox = await trySending({ plan: plan({ effects: [loss] }), endpoint: sandbox });
    expect([inSandbox.asked, inSandbox.sent.kind]).toEqual([[], 'answered']);
    const away = plan({ effects: [loss], target: ['https://es.example/logs'], isAbsolute: true });
    const led = await trySending({ plan: away, endpoint: sandbox });
    expect(led.asked).toEqual(['destructive prod: the request deletes the index `logs`']);
    const nowhere = plan({ effects: [loss], target: ['https://other.example/logs'], isAbsolute: true });
    const stopped = await trySending({ plan: nowhere, endpoint: sandbox, decide: () => cancelled });
    expect([stopped.asked, stopped.urls]).toEqual([['destructive : the request deletes the index `logs`'], []]);
  });

  it('leaves what is switched off out of a run without a question', async () => {
    const off = plan({ omission: { reason: 'it is switched off', allowsSending: true } });
    const run = await trySending({ plan: off, leavesOut: true });
    expect(run.sent).toEqual({ kind: 'unsent', refusal: { kind: 'omitted', cause: 'it is switched off' } });
    expect([run.asked, run.urls]).toEqual([[], []]);
    const chosen = await trySending({ plan: off, decide: () => cancelled });
    expect(chosen.sent).toEqual({ kind: 'unsent', refusal: refused('it is switched off') });
    expect(chosen.asked).toHaveLength(1);
  });

  it('waits for the pause of the request and for its rate limit, from the time at which it could be sent', async () => {
    const pauses: (number | undefined)[] = [];
    const rateLimits = createRateLimits();
    const send: TransportPort['send'] = (_, { pause }) => {
      pauses.push(pause);
      return Promise.resolve({ response });
    };
    const limited = plan({ pause: 20, rateLimit: { slot: '', minIdleTime: 100, max: 0, expire: 0 } });
    for (const one of [limited, limited, plan()]) await trySending({ plan: one, rateLimits, send });
    expect(pauses).toEqual([20, 120, undefined]);
  });

  it('sends nothing when the user does not agree, and says nothing more', async () => {
    const { sent, urls } = await trySending({ plan: plan({ effects: [loss] }), decide: () => cancelled });
    expect(sent).toEqual({ kind: 'unsent', refusal: cancelled });
    expect(urls).toEqual([]);
  });

  it('asks once about a protected endpoint where something is lost', async () => {
    const { asked } = await trySending({ plan: plan({ effects: [loss] }), endpoint: guarded });
    expect(asked).toEqual([
      'protected guarded: the endpoint guarded is protected, and the request deletes the index `logs`',
    ]);
  });

  it('asks about a protected environment wherever the request goes, and once', async () => {
    const protectedEnvironment = 'live';
    const first = await trySending({ protectedEnvironment });
    expect(first.asked).toEqual(['protected prod: the environment live is protected']);
    const absolute = { target: ['https://elsewhere.example/logs'], isAbsolute: true };
    const elsewhere = await trySending({ plan: plan(absolute), endpoint: undefined, protectedEnvironment });
    expect(elsewhere.asked).toEqual(['protected : the environment live is protected']);
    const both = await trySending({ endpoint: guarded, protectedEnvironment });
    expect(both.asked).toEqual(['protected guarded: the endpoint guarded is protected']);
    const reading = await trySending({ plan: plan({ isUnsafe: false }), protectedEnvironment });
    expect(reading.asked).toEqual([]);
  });

  it('names the values of variables that will be lost, but no secrets, and what has no value as it is written', async () => {
    const values = new Map([
      ['which', 'logs-{{year}}-*'],
      ['year', '2026'],
      ['token', 'very-secret-value'],
      ['evil', 'x`. Nothing is lost. \n`'],
    ]);
    const { asked } = await trySending({
      plan: plan({
        effects: [{ ...loss, message: 'Deletes `{{which}}`, `{{token}}`, `{{unknown}}`, `{{$guid}}` and `{{evil}}`' }],
      }),
      resolve: (name) => {
        const value = values.get(name);
        return value === undefined ? undefined : { value, isSecret: name === 'token' };
      },
    });
    expect(asked).toEqual([
      'destructive prod: the request deletes `logs-2026-*`, `***`, `{{unknown}}`, `{{$guid}}` and `x ',
    ]);
  });

  it('shows characters that would disguise what will be lost', async () => {
    const { asked } = await trySending({ plan: plan({ effects: [{ ...loss, message: 'Deletes `a\u202egol`.' }] }) });
    expect(asked).toEqual(['destructive prod: the request deletes `a\\u202egol`']);
  });

  it('asks about problems before errors before the endpoint', async () => {
    const problems = [{ reason: 'A line is not understood.', line: 3, allowsSending: true }];
    const { asked } = await trySending({ plan: plan({ problems, errors: 2 }), endpoint: guarded });
    expect(asked.map((one) => one.split(' ')[0])).toEqual(['problems', 'errors', 'protected']);
  });

  it('asks about the protected endpoint to which a variable leads', async () => {
    const given = plan({ target: [{ variable: 'host' }, '/x'], isAbsolute: true, variables: ['host'] });
    const resolve = () => ({ value: 'https://guarded.example', isSecret: false });
    const { asked, urls } = await trySending({ plan: given, endpoint: undefined, resolve });
    expect(asked).toEqual(['protected guarded: the endpoint guarded is protected']);
    expect(urls).toEqual(['https://guarded.example/x']);
  });

  it('does not go where the sender forbids it, also not by a variable', async () => {
    const forbid = (place: Endpoint | undefined) => (place === prod ? undefined : 'not there');
    expect((await trySending({ endpoint: guarded, forbid })).sent).toEqual({
      kind: 'unsent',
      refusal: refused('not there'),
    });
    const away = plan({ target: ['https://other.example/x'], isAbsolute: true });
    const { sent, urls } = await trySending({ plan: away, endpoint: undefined, forbid });
    expect(sent).toEqual({ kind: 'unsent', refusal: refused('not there') });
    expect(urls).toEqual([]);
  });

  it('passes the settings of the place on, and sends nothing when they cannot be read', async () => {
    const seen: unknown[] = [];
    const send: TransportPort['send'] = (_, options) => {
      seen.push(options);
      return Promise.resolve({ response });
    };
    await trySending({ send, timeout: 5, retries: 2 });
    expect(seen).toEqual([{ timeout: 5000, retries: 2, followsRedirects: true }]);
    const { sent } = await trySending({ send, connectionOf: () => Promise.resolve(refused('no certificate')) });
    expect(sent).toEqual({ kind: 'unsent', refusal: refused('no certificate') });
    expect(seen).toHaveLength(1);
  });
});
