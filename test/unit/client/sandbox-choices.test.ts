import { describe, expect, it } from 'vitest';
import {
  clockBody,
  clockChoices,
  eventChoices,
  eventText,
  faultChoices,
  faultCounts,
  faultTargets,
} from '../../../client/src/sandbox-view/sandbox-choices';
import { readView } from '../../../client/src/sandbox-view/read-view';
import { playSandbox } from '../../sandbox/frame/control-play';

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
    const play = playSandbox();
    const choices = eventChoices(readView(play.send('cluster', 'GET /_sandbox/view').body).events);
    expect(choices.slice(0, 3).map(({ label }) => label)).toEqual(['push', 'pull_request', 'issues']);
    for (const { label, description, raised } of choices) {
      const { endpoint, receiver, subject } = raised;
      expect({ endpoint, receiver, names: subject.names }).toEqual({
        endpoint: 'sandbox-hub',
        receiver: 'webhook',
        names: ['octocat/hello-world'],
      });
      expect(description).not.toBe('');
      const body = { event: label, [subject.member]: subject.names[0] };
      expect([label, statusOf('POST /_sandbox/events', body, 'host')]).toEqual([label, 200]);
    }
  });

  it('says what was raised, and to how many it is delivered', () => {
    expect(eventText('push', 'a/b', 'webhook', 2)).toBe(
      'The event push was raised in a/b and is delivered to 2 webhooks.',
    );
    expect(eventText('push', 'a/b', 'webhook', 0)).toBe(
      'The event push was raised in a/b. No active webhook is subscribed to it.',
    );
  });
});
