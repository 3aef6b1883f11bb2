import { describe, expect, it, vi } from 'vitest';
import { createArrivals, eventModels } from '../../../client/src/response/stream-events';

const chunk = (content: string) => `data: {"choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`;

describe('the events of a stream', () => {
  it('are one each, with their names and the times at which they were complete', () => {
    vi.useFakeTimers({ now: new Date(2026, 0, 2, 3, 4, 5, 6) });
    const arrivals = createArrivals();
    const pieces = [': ping\n\nevent: tick\ndata: 1\nda', 'ta: 2\n\n', 'data: {"n":3}\r\n\r\ndata: not who'];
    for (const piece of pieces) {
      arrivals.add(piece);
      vi.advanceTimersByTime(1000);
    }
    vi.useRealTimers();
    expect(eventModels(pieces.join(''), arrivals.times)).toEqual({
      events: [
        { name: 'tick', data: '1\n2', time: '03:04:06.006' },
        { name: 'message', data: '{"n":3}', time: '03:04:07.006' },
      ],
      total: 2,
    });
  });

  it('of a chat are joined, whatever service sends them', () => {
    const of = (text: string) => eventModels(text).said;
    expect(of(`${chunk('Hel')}${chunk('lo')}data: [DONE]\n\n`)).toBe('Hello');
    expect(of('event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"text":"Hi"}}\n\n')).toBe('Hi');
    expect(of('data: {"type":"response.output_text.delta","delta":"Yo"}\n\n')).toBe('Yo');
    expect(of('data: {"delta":"x"}\n\ndata: {"delta":\n\n')).toBeUndefined();
  });
});
