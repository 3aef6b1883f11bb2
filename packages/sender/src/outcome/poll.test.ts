import { describe, expect, it } from 'vitest';
import { evaluateAsserts, type AssertResult } from '../asserts/index';
import { createPolling } from './poll';
import type { ReceivedResponse, SendOptions, Transport, TransportFailure } from '../plan/index';

type Answer = number | TransportFailure['kind'];

const until = { assert: 'status == 200', within: 5000, every: 1000, line: 0 };
const request = { method: 'GET', url: 'http://h/', headers: [] };

function response(status: number): ReceivedResponse {
  const body = `status ${status}`;
  return {
    ...{ httpVersion: '1.1', status, statusText: '', headers: [], body, isTruncated: false, size: 1, duration: 1 },
  };
}

/** Polls a service that gives these answers, the last of them from then on. */
async function poll(answers: readonly Answer[], options: SendOptions = {}) {
  let time = 0;
  const sent: SendOptions[] = [];
  const seen: string[] = [];
  const send: Transport['send'] = (_, given, __, observer) => {
    time += given.pause ?? 0;
    sent.push(given);
    const answer = answers[Math.min(sent.length, answers.length) - 1] ?? 200;
    if (typeof answer === 'string')
      return Promise.resolve({ failure: { kind: answer, message: `It failed: ${answer}.` } });
    void observer?.onBytes?.(new TextEncoder().encode(`bytes ${answer}`));
    return Promise.resolve({ response: response(answer) });
  };
  const polling = createPolling({
    ...{ send, until, now: () => time },
    holds: (received) => Promise.resolve(received.status === 200),
  });
  const outcome = await polling.send(request, options, undefined, {
    onHead: ({ status }) => seen.push(`head ${status}`),
    onText: (text) => seen.push(text),
    onBytes: (bytes) => void seen.push(new TextDecoder().decode(bytes)),
  });
  const judged = 'response' in outcome ? resultOf(outcome.response) : undefined;
  return { outcome, sent, seen, result: judged && polling.resultOf(judged) };
}

function resultOf(received: ReceivedResponse): AssertResult {
  const system = { now: () => 0 } as never;
  const context = { response: received, secrets: [], resolve: () => undefined, system, differences: () => undefined };
  const [result] = evaluateAsserts([{ text: until.assert, line: 0 }], context);
  return result!;
}

describe('a request with # @until', () => {
  it('is sent once where the assert holds at once', async () => {
    const { sent, result } = await poll([200]);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.pause).toBeUndefined();
    expect(result).toMatchObject({ outcome: 'passed', text: '@until status == 200', judgesStatus: true });
    expect(result?.message).toBe('The request was sent once.');
  });

  it('is sent again until it holds, and only the last response is observed', async () => {
    const { sent, seen, result } = await poll([503, 404, 200], { pause: 50 });
    expect(sent.map(({ pause }) => pause)).toEqual([50, 1000, 1000]);
    expect(seen).toEqual(['head 200', 'status 200', 'bytes 200']);
    expect(result?.message).toBe('The request was sent 3 times in 2.0 s.');
  });

  it('has failed with the last response when the time is over', async () => {
    const { sent, seen, result } = await poll([404]);
    expect(sent).toHaveLength(6);
    expect(seen).toEqual(['head 404', 'status 404', 'bytes 404']);
    expect(result).toMatchObject({ outcome: 'failed', received: '404' });
    expect(result?.message).toContain('The request was sent 6 times in 5.0 s.');
  });

  it('goes on while the service is starting', async () => {
    const { result } = await poll(['unknown-host', 'refused', 'reset', 'timeout', 200]);
    expect(result?.message).toBe('The request was sent 5 times in 4.0 s, 4 times without a response.');
  });

  it('says how often it was sent when there was no response at all', async () => {
    const { outcome } = await poll(['refused']);
    expect(outcome).toEqual({
      failure: {
        kind: 'refused',
        message: 'It failed: refused. The request was sent 6 times in 5.0 s, and `status == 200` did not hold.',
      },
    });
  });

  it('shows the last response of a service that went away, and says so', async () => {
    const { result } = await poll([404, 'refused']);
    expect(result?.message).toContain('5 times without a response. The last time: It failed: refused.');
  });

  it.each<Answer>(['tls', 'invalid-url', 'cancelled', 'protocol'])('ends at once at the failure %s', async (kind) => {
    const { sent, outcome } = await poll([404, kind, 200]);
    expect(sent).toHaveLength(2);
    expect(outcome).toMatchObject({ failure: { kind } });
  });

  it('waits for no response longer than the time that is left', async () => {
    const { sent } = await poll([404], { timeout: 3000 });
    expect(sent.map(({ timeout }) => timeout)).toEqual([3000, 3000, 3000, 2000, 1000, 1000]);
  });
});
