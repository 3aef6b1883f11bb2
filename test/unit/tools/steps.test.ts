import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSteps } from '../../../tools/lib/steps.mjs';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns what is written of a step that takes so many seconds. */
async function written(seconds: number, isTerminal: boolean): Promise<readonly string[]> {
  const texts: string[] = [];
  const step = createSteps({ isTerminal, write: (text: string) => texts.push(text) });
  const done = step('Installing', () => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000)));
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  await done;
  return texts;
}

it('a step is one line with its seconds, and never silent for five seconds', async () => {
  expect((await written(1.5, false)).join('')).toBe('Installing … 1.5 s\n');
  expect((await written(114, false)).join('')).toMatch(/^Installing …( \.){28} 114\.0 s\n$/);
  const shown = await written(3.2, true);
  expect(shown).toEqual([
    'Installing …',
    '\rInstalling … 1 s',
    '\rInstalling … 2 s',
    '\rInstalling … 3 s',
    '\rInstalling … 3.2 s\n',
  ]);
});

it('a step that fails ends its line and passes the failure on', async () => {
  const texts: string[] = [];
  const step = createSteps({ isTerminal: false, write: (text: string) => texts.push(text) });
  await expect(step('Building', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(texts).toEqual(['Building …', '\n']);
});
