import { cancelled, refused } from '../../../../packages/sender/src/refusal';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../packages/engine/src/index';
import type { AssertResult } from '../../../../packages/sender/src/asserts/index';
import type { Sent } from '../../../../packages/sender/src/send/index';
import { describeOutcome, hasFailed, judge, type Outcome } from '../../../../packages/sender/src/outcome/index';
import type { ReceivedResponse, RequestPlan, TransportFailure } from '../../../../packages/sender/src/plan/index';

const plan: RequestPlan = {
  ...{ method: 'GET', target: ['/logs'], isAbsolute: false, headers: [], label: 'GET /logs', variables: [] },
  ...{ errors: 0, isUnsafe: false },
};
const received: ReceivedResponse = {
  ...{ httpVersion: '1.1', status: 200, statusText: 'OK', headers: [], body: '{}', isTruncated: false },
  ...{ size: 2, duration: 1 },
};
const prod: Endpoint = { name: 'prod', service: 'search-cluster', baseUrl: 'https://es.example' };
const sandbox: Endpoint = { name: 'sandbox-cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9200' };
const to = { request: { method: 'GET', url: 'https://es.example/logs', headers: [] }, secrets: ['canary'] };

const answered = (more: Partial<ReceivedResponse> = {}): Sent => ({
  ...to,
  ...{ kind: 'answered', endpoint: prod, response: { ...received, ...more } },
});
const failed = (failure: TransportFailure, endpoint: Endpoint | undefined = prod): Sent => ({
  ...{ ...to, kind: 'failed', endpoint, failure },
});
const assert = (text: string, outcome: AssertResult['outcome'], message = ''): AssertResult => ({
  ...{ text, line: 3, outcome, message },
});
const outcome = (sent: Sent, more: Partial<Outcome> = {}): Outcome => ({ plan, sent, asserts: [], ...more });

const words = {
  ...{ cancelled: 'it was cancelled', redirectAdvice: 'Accept it.' },
  ...{ startSandbox: 'Start one.', trustAuthority: 'Trust it.' },
  status: (status: number) => `Status ${status}.`,
  redirect: (cause: string) => `Not followed: ${cause}.`,
};
const differences = [
  { line: 4, rule: 'unknown-field', message: '`a` is not known.' },
  { line: 6, rule: 'unknown-field', message: '`b` is not known.' },
];

/** The kind of an outcome, its verdict, and what is said of it. */
const cases: readonly (readonly [string, Outcome, string, object])[] = [
  ['is a success', outcome(answered()), 'passed', {}],
  [
    'was not sent',
    outcome({ kind: 'unsent', refusal: refused('the check finds 1 error') }),
    'error',
    { reason: 'the check finds 1 error', headline: 'GET /logs was not sent: the check finds 1 error' },
  ],
  [
    'was cancelled before it was sent',
    outcome({ kind: 'unsent', refusal: cancelled }),
    'error',
    { reason: 'it was cancelled', headline: 'GET /logs was not sent: it was cancelled' },
  ],
  [
    'was left out by a run',
    outcome({ kind: 'unsent', refusal: { kind: 'omitted', cause: 'it is switched off' } }),
    'skipped',
    { reason: 'it is switched off', headline: 'GET /logs was left out: it is switched off' },
  ],
  [
    'received no response',
    outcome(failed({ kind: 'refused', message: 'Nothing listens for canary.' })),
    'error',
    {
      reason: 'Nothing listens for ***.',
      headline: 'GET /logs received no response (endpoint prod): Nothing listens for ***.',
    },
  ],
  [
    'was answered, and the response is lost',
    outcome(failed({ kind: 'other', isAnswered: true, message: 'It could not be saved.' })),
    'error',
    {
      reason: 'It could not be saved.',
      headline: 'GET /logs was answered (endpoint prod), and the response is lost: It could not be saved.',
    },
  ],
  [
    'received no response where no endpoint is',
    outcome({ ...failed({ kind: 'timeout', message: 'It took too long.' }), endpoint: undefined } as Sent),
    'error',
    { reason: 'It took too long.', headline: 'GET /logs received no response: It took too long.' },
  ],
  [
    'met no sandbox',
    outcome(failed({ kind: 'refused', message: 'Nothing listens.' }, sandbox)),
    'error',
    { reason: 'Nothing listens. Start one.' },
  ],
  [
    'met a certificate that is not trusted',
    outcome(failed({ kind: 'other', message: 'The certificate is not trusted.', isUntrusted: true })),
    'error',
    { reason: 'The certificate is not trusted. Trust it.' },
  ],
  [
    'was cancelled while it waited',
    outcome(failed({ kind: 'cancelled', message: 'The request was cancelled.' })),
    'error',
    { reason: 'The request was cancelled.' },
  ],
  [
    'received a part of a response',
    outcome(answered({ status: 500, interruption: { kind: 'timeout', message: 'It ended early.' } })),
    'error',
    { reason: 'It ended early.', objections: ['Status 500.'] },
  ],
  ['was refused by the service', outcome(answered({ status: 404 })), 'failed', { objections: ['Status 404.'] }],
  [
    'was refused as an assert expects it',
    outcome(answered({ status: 404 }), { asserts: [assert('status == 404', 'passed')] }),
    'passed',
    { results: ['Passed: ?? status == 404'] },
  ],
  [
    'was refused otherwise than an assert expects it',
    outcome(answered({ status: 500 }), { asserts: [assert('status == 404', 'failed', 'Received 500.')] }),
    'failed',
    {
      objections: ['Status 500.'],
      failedAsserts: ['?? status == 404 (line 4): Received 500.'],
      results: ['FAILED: ?? status == 404 (line 4): Received 500.'],
    },
  ],
  [
    'has an assert that does not hold',
    outcome(answered(), { asserts: [assert('$.id exists', 'failed', 'No value.'), assert('status', 'passed')] }),
    'failed',
    {
      failedAsserts: ['?? $.id exists (line 4): No value.'],
      results: ['FAILED: ?? $.id exists (line 4): No value.', 'Passed: ?? status'],
    },
  ],
  [
    'has an assert that cannot be evaluated',
    outcome(answered(), { asserts: [assert('$.[', 'unevaluated', 'It cannot be read.')] }),
    'failed',
    {
      failedAsserts: ['?? $.[ (line 4): It cannot be read.'],
      results: ['ERROR: ?? $.[ (line 4): It cannot be read.'],
    },
  ],
  [
    'was led elsewhere',
    outcome(answered({ status: 302, unfollowed: 'it leads away' })),
    'failed',
    { objections: ['Not followed: it leads away. Accept it.'], notes: ['This is a failure. Accept it.'] },
  ],
  ...[
    outcome(answered({ status: 302, unfollowed: 'it leads away' }), { plan: { ...plan, staysAtUrl: true } }),
    outcome(answered({ status: 302, unfollowed: 'it leads away' }), { acceptsRedirects: true }),
  ].map((one) => ['was led elsewhere, as the user wants it', one, 'passed', {}] as const),
  [
    'was led elsewhere, as an assert expects it',
    outcome(answered({ status: 302, unfollowed: 'it leads away' }), { asserts: [assert('status == 302', 'passed')] }),
    'passed',
    { results: ['Passed: ?? status == 302'] },
  ],
  [
    'differs from what is known',
    outcome(answered(), { differences }),
    'failed',
    {
      objections: ['Line 5 of the response differs: `a` is not known.'],
      notes: [
        'Line 5 of the response differs: `a` is not known. [unknown-field]',
        'Line 7 of the response differs: `b` is not known. [unknown-field]',
      ],
    },
  ],
  [
    'is in its file',
    outcome(answered(), { written: { files: [{ path: '/out/a.json', size: 2 }], problems: [] } }),
    'passed',
    { notes: ['The body was written to /out/a.json: 2 bytes.'] },
  ],
  [
    'is not in its file',
    outcome(answered(), { written: { files: [], problems: ['the file a was not written: it is a link'] } }),
    'error',
    {
      reason: 'the file a was not written: it is a link',
      notes: ['The file a was not written: it is a link.'],
    },
  ],
];

describe('a request that', () => {
  it.each(cases)('%s is judged and described once', (_name, one, verdict, said) => {
    const { failures, ...described } = describeOutcome(one, words);
    expect(failures).toEqual(judge(one).failures);
    expect(failures.length > 0).toBe(verdict !== 'passed');
    const none = { objections: [], failedAsserts: [], notes: [], results: [] };
    // How it begins is tried where it is said.
    const headline = 'headline' in said ? {} : { headline: described.headline };
    expect(described).toEqual({ label: 'GET /logs', verdict, ...none, ...headline, ...said });
    expect(hasFailed(described.verdict)).toBe(verdict === 'failed' || verdict === 'error');
  });
});
