import { describe, expect, it } from 'vitest';
import {
  clockBody,
  clockChoices,
  eventChoices,
  faultChoices,
  faultCounts,
  faultTargets,
} from '../../../client/src/sandbox-view/sandbox-choices';
import { redeliveryPath } from '../../../engine/src/index';
import { playSandbox } from '../../sandbox/control-play';

const statusOf = (line: string, body: unknown, server: 'cluster' | 'host' = 'cluster'): number =>
  playSandbox().send(server, line, body).status;

describe("what can be chosen in the sandbox's commands", () => {
  it.each(
    faultChoices.flatMap((choice) =>
      faultCounts.flatMap(({ count }) => faultTargets.map((target) => ({ choice, count, target }))),
    ),
  )(
    'is a fault that the sandbox takes: $choice.label, $count, $goal.label',
    ({ choice, count, target: { server } }) => {
      expect(statusOf('POST /_sandbox/faults', { ...choice.fault, count, ...(server && { server }) })).toBe(200);
    },
  );

  it.each(clockChoices)('moves the clock: $label', ({ body }) => {
    expect(statusOf('POST /_sandbox/clock', body)).toBe(200);
  });

  it.each([
    ['90m', 200],
    ['+ 7d', 200],
    ['2030-01-31', 200],
    [' 2030-01-31T12:00:00Z ', 200],
    ['soon', 400],
    ['2030-02-31', 400],
  ])('asks the sandbox to judge a typed time: %s', (text, status) => {
    expect(statusOf('POST /_sandbox/clock', clockBody(text))).toBe(status);
  });

  it('offers events that the sandbox can raise, the documented ones first', () => {
    expect(eventChoices.slice(0, 3).map(({ label }) => label)).toEqual(['push', 'pull_request', 'issues']);
    for (const { label } of eventChoices)
      expect([label, statusOf('POST /_sandbox/events', { event: label }, 'host')]).toEqual([label, 200]);
  });
});

describe('redelivering', () => {
  it('is an operation of the sandbox', () => {
    const play = playSandbox();
    const hook = { name: 'web', events: ['push'], config: { url: 'http://127.0.0.1:1/', secret: 'x' } };
    const { status, body } = play.send('host', 'POST /repos/octocat/hello-world/hooks', hook);
    expect(status).toBe(201);
    const listed = play.send('host', `GET /repos/octocat/hello-world/hooks/${String(body.id)}/deliveries`);
    const [ping] = listed.body as unknown as readonly { readonly id: number }[];
    const place = { owner: 'octocat', repo: 'hello-world', hook: String(body.id), delivery: String(ping?.id) };
    expect(play.send('host', `POST ${redeliveryPath(place)}`).status).toBe(202);
  });

  it('escapes what stands in the path, and has none for a place without a name', () => {
    const place = { owner: 'a/b', repo: 'c?', hook: '1', delivery: '2' };
    expect(redeliveryPath(place)).toBe('/repos/a%2Fb/c%3F/hooks/1/deliveries/2/attempts');
    expect(redeliveryPath({ ...place, repo: '' })).toBeUndefined();
  });
});
