import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followResponse } from '../../../client/src/response/arriving-text';
import type { ChannelMessage, OpenChannel } from '../../../packages/sender/src/plan/index';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const message = (direction: ChannelMessage['direction'], text: string): ChannelMessage => {
  return { direction, text, time: 0, size: text.length };
};

it('shows the messages of an open connection while they come, masked, with what sends further ones', () => {
  const shown: { readonly text: string; readonly channel: OpenChannel | undefined }[] = [];
  const followed = followResponse(
    {
      update: (text, { channel }) => shown.push({ text: text(), channel }),
    },
    ['s3cret-of-the-request'],
  );
  const channel: OpenChannel = { send: () => true, close: () => undefined };
  const { onHead, onChannel, onMessage } = followed.observer;
  onHead?.({ status: 101, statusText: 'Switching Protocols', headers: [] });
  onChannel?.(channel);
  expect(shown).toEqual([]);
  vi.runAllTimers();
  expect(shown.at(-1)?.channel).toBe(channel);
  onMessage?.(message('sent', 'say s3cret-of-the-request'));
  onMessage?.(message('received', '{ "token": "t0ken-of-the-server", "n": 1 }'));
  const text = shown.at(-1)?.text.replace(/^([→←]) [\d:.]+/gm, '$1');
  expect(text).toContain('HTTP/1.1 101 Switching Protocols\n');
  expect(text).toContain('→ say ***\n←\n{\n  "token": "***",\n  "n": 1\n}\n');
  followed.stop();
});
