import type { Endpoint } from '@rulebook/checker/binding/model';
import { describe, expect, it } from 'vitest';
import type { RequestPlan } from '../plan/plan';
import { cancelled, reasonOf, refused, type Objection } from '../refusal';
import type { Decision, SendPolicy } from './policy';
import type { Filled } from './prepare-request';
import {
  questionAbout,
  refuseFilled,
  refuseWritten,
  refusalOfUnverified,
  refusalsAt,
  refusalsOf,
  refusalsOfSent,
} from './refusals';
import type { Sending } from './sending';

const prod: Endpoint = { name: 'prod', service: 'search-cluster', baseUrl: 'https://x.example' };
const guarded: Endpoint = { ...prod, protected: true };
const sandbox: Endpoint = { ...prod, name: 'sandbox', baseUrl: 'http://127.0.0.1:9200', isBuiltIn: true };
const loss = { kind: 'loss', message: 'Deletes the index `a`. It is gone.' } as const;

const planWith = (more: object = {}): RequestPlan =>
  ({
    method: 'DELETE',
    label: 'DELETE /a',
    isUnsafe: true,
    isAbsolute: false,
    errors: 0,
    target: ['/a'],
    ...more,
  }) as never;

/** Objections in short: kind, cause, and a mark on those that the user cannot overrule. */
const inShort = (objections: readonly Objection[]) =>
  objections.map(({ kind, cause, mayProceed }) => `${kind}: ${cause}${mayProceed ? '' : ' (never)'}`);

const variables = { RULEBOOK_CREDENTIAL_B_C: 'abc' } as Readonly<Record<string, string>>;
const twins = ['b-c', 'b.c'].map((name) => ({ ...prod, name }));
const [twin] = twins;
const context = { endpoints: [prod, ...twins], environment: (name: string) => variables[name] };
const shared =
  'conflict: the endpoints b-c and b.c share the environment variable RULEBOOK_CREDENTIAL_B_C; rename one of them in rulebook.json (never)';

describe('a request that is written', () => {
  it.each<[object, Endpoint | undefined, readonly string[]]>([
    [{}, prod, []],
    [{}, twin, [shared]],
    [{ omission: { reason: 'it is switched off', allowsSending: true } }, prod, ['omitted: it is switched off']],
    [{ errors: 1 }, prod, ['errors: the check finds 1 error']],
    [
      { problems: [{ reason: 'It is cut.', line: 1, allowsSending: false }] },
      prod,
      ['problems: It is cut (line 2) (never)'],
    ],
    [{ note: '' }, prod, ['note: the request asks for a confirmation (`# @note`)']],
    [{ note: 'careful' }, prod, ['note: the request says: careful']],
    [{ isAbsolute: true }, undefined, []],
    [
      {},
      undefined,
      ['no-endpoint: it has no known endpoint; choose one of rulebook.json with `# @endpoint name` (never)'],
    ],
    [
      { possibleEndpoints: ['a'] },
      undefined,
      ['no-endpoint: it has no known endpoint; choose one of rulebook.json with `# @endpoint name` (never)'],
    ],
    [
      { possibleEndpoints: ['a', 'b', 'c'] },
      undefined,
      ['no-endpoint: its path fits the endpoints a, b and c; choose one with `# @endpoint name` (never)'],
    ],
    [
      { unknownEndpoint: 'z', possibleEndpoints: ['a', 'b'] },
      undefined,
      ['no-endpoint: there is no endpoint named z; the endpoints are prod, b-c, b.c (never)'],
    ],
    [{ effects: [loss] }, prod, ['destructive: the request deletes the index `a`']],
    [{ effects: [loss] }, sandbox, []],
    [
      { effects: [loss] },
      guarded,
      ['protected: the endpoint prod is protected, and the request deletes the index `a`'],
    ],
    [{}, guarded, ['protected: the endpoint prod is protected']],
    [{ isUnsafe: false }, guarded, []],
  ])('%j', (more, place, expected) => {
    expect(inShort(refusalsOf(planWith(more), place, context))).toEqual(expected);
  });

  it('is asked about where each change is, outside the sandbox', () => {
    const asking = { ...context, asksChanges: true };
    expect(refusalsOf(planWith(), prod, asking)).toMatchObject([{ kind: 'protected', cause: 'it changes data' }]);
    expect(refusalsOf(planWith({ isUnsafe: false }), prod, asking)).toEqual([]);
    expect(refusalsOf(planWith(), sandbox, asking)).toEqual([]);
  });

  it('is asked about where its environment is protected, unless its endpoint is', () => {
    const of = (place: Endpoint) => refusalsOf(planWith(), place, { ...context, protectedEnvironment: 'live' });
    expect(of(prod)).toEqual([
      {
        kind: 'protected',
        cause: 'the environment live is protected',
        losses: [],
        mayProceed: true,
        environment: 'live',
      },
    ]);
    expect(of(guarded)[0]?.environment).toBeUndefined();
  });
});

describe('a request that is filled in', () => {
  it.each<[object, Endpoint | undefined, Endpoint | undefined, readonly string[]]>([
    [{}, twin, prod, [shared]],
    [{}, guarded, prod, ['protected: the endpoint prod is protected']],
    // It was asked about before, unless the request was one for a sandbox.
    [{ effects: [loss] }, prod, twin, []],
    [{ effects: [loss] }, prod, sandbox, ['destructive: the request deletes the index `a`']],
    [{ effects: [loss] }, undefined, sandbox, ['destructive: the request deletes the index `a`']],
  ])('%j elsewhere', (more, place, own, expected) => {
    expect(inShort(refusalsAt(planWith(more), place, own, context))).toEqual(expected);
  });

  it('differs from what is written, or destroys more', () => {
    const of = (more: object, place = prod) =>
      inShort(refusalsOfSent({ changes: [], losses: [], ...more }, planWith({ effects: [] }), place));
    expect(of({})).toEqual([]);
    expect(of({ changes: ['a', 'b'], isUnjudged: true, losses: [loss] })).toEqual([
      'changed: a; b',
      'unjudged: what it does with its values could not be judged',
      'destructive: the request deletes the index `a`',
    ]);
    expect(of({ losses: [loss] }, guarded)).toEqual([
      'protected: the endpoint prod is protected, and the request deletes the index `a`',
    ]);
  });

  it.each<[boolean | undefined, Endpoint | undefined, string, readonly string[]]>([
    [
      true,
      prod,
      'https://me@x.example:1/a',
      ['unverified: the request asks not to verify the certificate of x.example:1'],
    ],
    [
      true,
      undefined,
      'HTTPS://x.example?a',
      ['unverified: the request asks not to verify the certificate of x.example'],
    ],
    [true, { ...prod, insecure: true }, 'https://x.example', []],
    [true, prod, 'http://x.example', []],
    [undefined, prod, 'https://x.example', []],
  ])('and accepts any certificate: %s of %j at %s', (acceptsAnyCertificate, place, url, expected) => {
    expect(inShort(refusalOfUnverified(planWith({ acceptsAnyCertificate }), place, url))).toEqual(expected);
  });
});

function sendingOf(
  plan: RequestPlan,
  endpoint: Endpoint | undefined,
  more: {
    readonly decide?: (kind: string) => Decision;
    readonly policy?: Partial<SendPolicy>;
    readonly forbid?: string;
  } = {},
) {
  const kinds: string[] = [];
  const policy: SendPolicy = {
    decide: ({ kind }) => {
      kinds.push(kind);
      return more.decide?.(kind) ?? 'proceed';
    },
    ...more.policy,
  };
  const ways = { endpoints: context.endpoints, ...(more.forbid && { forbid: () => more.forbid }) };
  const ports = { values: { system: { environment: context.environment } }, ways };
  return { kinds, sending: { plan, endpoint, ports, policy } as unknown as Sending };
}

describe('what the user says', () => {
  const off = planWith({ omission: { reason: 'it is off', allowsSending: true } });

  it.each<[string, RequestPlan, Parameters<typeof sendingOf>[2], string | undefined, kinds: readonly string[]]>([
    ['yes', off, {}, undefined, ['omitted']],
    ['nothing in a run', off, { policy: { leavesOut: true } }, 'omitted: it is off', []],
    ['no to what is off', off, { decide: () => cancelled }, 'refused: it is off', ['omitted']],
    ['why not', off, { decide: () => refused('no one is here') }, 'refused: no one is here', ['omitted']],
    [
      'no in a run',
      planWith({ errors: 1 }),
      { decide: () => cancelled, policy: { leavesOut: true } },
      'cancelled: it was cancelled',
      ['errors'],
    ],
    ['anyway', planWith({ errors: 1 }), { policy: { sendAnyway: true } }, undefined, []],
  ])('%s', async (_, plan, more, expected, kinds) => {
    const { sending, kinds: asked } = sendingOf(plan, prod, more);
    const refusal = await refuseWritten(sending);
    expect(refusal && `${refusal.kind}: ${reasonOf(refusal)}`).toBe(expected);
    expect(asked).toEqual(kinds);
  });

  it('does not matter where the request may not go', async () => {
    const refusal = async (plan: RequestPlan, place: Endpoint | undefined, more: object = {}) =>
      (await refuseWritten(sendingOf(plan, place, { forbid: 'it is forbidden', ...more }).sending))?.cause;
    expect(await refusal(planWith(), prod)).toBe('it is forbidden');
    expect(await refusal(planWith({ isAbsolute: true }), prod)).toBe('it is forbidden');
    expect(await refusal(planWith(), undefined)).toBe('it is forbidden');
    // Where it goes is known when it is filled in.
    expect(await refusal(planWith({ isAbsolute: true }), undefined)).toBeUndefined();
    expect(await refusal(planWith({ errors: 1 }), prod, { decide: () => refused('no') })).toBe('no');
  });

  it('is asked of a request without verification when it is filled in', async () => {
    const filled = { request: { method: 'GET', url: 'https://x.example/a', headers: [] }, endpoint: prod, uses: [] };
    const of = async (place: Endpoint, more: object = {}, changes: readonly string[] = []) => {
      const { kinds, sending } = sendingOf(planWith({ acceptsAnyCertificate: true, isUnsafe: false }), place, more);
      const refusal = await refuseFilled(sending, { ...filled, changes } as unknown as Filled);
      return [refusal?.cause, ...kinds];
    };
    expect(await of(prod)).toEqual([undefined, 'unverified']);
    expect(await of(prod, { decide: () => refused('no') })).toEqual(['no', 'unverified']);
    expect(await of(prod, { forbid: 'it is forbidden' })).toEqual(['it is forbidden']);
    expect(await of(prod, {}, ['a field is added'])).toEqual([undefined, 'changed', 'unverified']);
    expect(await of(prod, { decide: () => refused('no') }, ['a field is added'])).toEqual(['no', 'changed']);
  });
});

describe('the question in one line', () => {
  const objection = { kind: 'destructive', cause: 'the request deletes it', losses: [], mayProceed: true } as const;

  it.each<[Partial<Objection>, Endpoint | undefined, string]>([
    [{}, prod, 'Send "DELETE /a" to prod (https://x.example)? The request deletes it.'],
    [{}, undefined, 'Send "DELETE /a"? The request deletes it.'],
    [{ losses: ['One.', 'Two.'] }, prod, 'Send "DELETE /a" to prod (https://x.example)? One. Two.'],
    [
      { kind: 'protected' },
      guarded,
      'Send "DELETE /a" to the protected endpoint prod (https://x.example)? It changes data there.',
    ],
    [{ kind: 'protected' }, prod, 'Send "DELETE /a" to prod (https://x.example)? It changes data there.'],
    [
      { kind: 'protected', environment: 'live' },
      prod,
      'Send "DELETE /a" to prod (https://x.example) with the protected environment live? It changes data there.',
    ],
  ])('%j to %j', (more, place, question) => {
    expect(questionAbout({ ...objection, ...more }, { label: 'DELETE /a' }, place)).toBe(question);
  });
});
