import { cancelled } from '../../../packages/sender/src/refusal';
import type { Memento } from 'vscode';
import { describe, expect, it } from 'vitest';
import { createPrivateWays } from '../../../client/src/credentials/private-ways';
import type { WayQuestion } from '../../../packages/sender/src/ports/index';
import { asked } from './vscode';

function ways() {
  const state = new Map<string, unknown>();
  const confirmed: string[] = [];
  const kept = {
    isConfirmed: (name: string, way: string) => confirmed.includes(`${name} ${way}`),
    confirm: (name: string, way: string) => Promise.resolve(void confirmed.push(`${name} ${way}`)),
  } as unknown as Parameters<typeof createPrivateWays>[0];
  const memento = {
    get: (key: string) => state.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void state.set(key, value)),
  } as unknown as Memento;
  return { ways: createPrivateWays(kept, memento), state, confirmed };
}

const token = { kind: 'process', name: 'TOKEN' } as const;
const way = 'https://x.example';
const question: WayQuestion = {
  ...{ sources: [token], what: 'the environment variable TOKEN', way, origin: way, place: undefined },
  shown: { way, origin: way },
};

describe('the ways that the user allows in the editor', () => {
  it('are remembered by names, without values', async () => {
    const { ways: own, state } = ways();
    asked.answers.push('Send');
    expect(await own.ask(question)).toBeUndefined();
    expect(asked.questions.splice(0)).toEqual([`Send the environment variable TOKEN to ${way}?`]);
    expect(asked.isModal).toBe(true);
    expect(JSON.stringify([...state])).toContain('TOKEN');
    expect(own.isAllowed(token, way, undefined)).toBe(true);
    expect(own.isAllowed(token, `${way}:444`, undefined)).toBe(false);
    expect(own.isAllowed({ kind: 'process', name: 'OTHER' }, way, undefined)).toBe(false);
    await Promise.all(own.list().map(own.forget));
    expect(own.isAllowed(token, way, undefined)).toBe(false);
  });

  it('are those of the kept secret, which knows them itself', async () => {
    const { ways: own, confirmed, state } = ways();
    asked.answers.push('Send');
    await own.ask({ ...question, sources: [{ kind: 'secret', name: 'hub' }] });
    expect([confirmed, state.size]).toEqual([[`hub ${way}`], 0]);
    asked.questions.length = 0;
  });

  it('are kept when another one is allowed', async () => {
    const { ways: own } = ways();
    const other = { kind: 'process', name: 'OTHER' } as const;
    asked.answers.push('Send', 'Send');
    await own.ask(question);
    await own.ask({ ...question, sources: [other] });
    expect([token, other].map((source) => own.isAllowed(source, way, undefined))).toEqual([true, true]);
    asked.questions.length = 0;
  });

  it('are none when the question is closed', async () => {
    const { ways: own, state } = ways();
    expect(await own.ask(question)).toEqual(cancelled);
    expect(state.size).toBe(0);
    asked.questions.length = 0;
  });
});
