import { describe, expect, it } from 'vitest';
import { runSteps, type StepOptions } from './index';
import type { StepNames } from './run-steps';

interface Step extends StepNames {
  readonly name: string;
}

/** Runs steps whose ends the test decides. */
function startSteps(names: readonly (string | Step)[], more: Partial<StepOptions<Step, string>> = {}) {
  const ends = new Map<string, (outcome: string) => void>();
  const started: string[] = [];
  const shown: string[] = [];
  const steps = names.map((one) => (typeof one === 'string' ? { name: one } : one));
  const end = runSteps<Step, string>({
    steps,
    send: ({ name }) => {
      started.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    },
    onOutcome: (outcome) => void shown.push(outcome),
    hasFailed: (outcome) => outcome.startsWith('failed'),
    namesOf: (step) => step,
    yieldToEvents: () => Promise.resolve(),
    ...more,
  });
  const settle = async () => {
    for (let turn = 0; turn < 30; turn++) await Promise.resolve();
  };
  return {
    started,
    shown,
    end,
    settle,
    finish: async (name: string, outcome = name) => {
      ends.get(name)?.(outcome);
      await settle();
    },
  };
}

describe('runSteps', () => {
  it('sends one after the other', async () => {
    const { started, shown, settle, finish, end } = startSteps(['a', 'b']);
    await settle();
    expect(started).toEqual(['a']);
    await finish('a');
    expect(started).toEqual(['a', 'b']);
    await finish('b');
    expect(await end).toEqual({ started: 2, isStopped: false });
    expect(shown).toEqual(['a', 'b']);
  });

  it.each([
    ['at once', (turns: readonly Step[]) => turns],
    ['later', (turns: readonly Step[]) => Promise.resolve(turns)],
  ])('sends the times of a step one after the other, which are known %s', async (_, known) => {
    const { started, settle, finish, end } = startSteps(['a'], {
      iterationsOf: () => known([{ name: 'a0' }, { name: 'a1' }]),
    });
    await settle();
    expect(started).toEqual(['a0']);
    await finish('a0');
    expect(started).toEqual(['a0', 'a1']);
    await finish('a1');
    expect(await end).toEqual({ started: 1, isStopped: false });
  });

  it('sends several at a time and keeps the order of the outcomes', async () => {
    const { started, shown, settle, finish, end } = startSteps(['a', 'b', 'c'], { parallel: 2 });
    await settle();
    expect(started).toEqual(['a', 'b']);
    await finish('b');
    expect(started).toEqual(['a', 'b', 'c']);
    expect(shown).toEqual([]);
    await finish('c');
    await finish('a');
    await end;
    expect(shown).toEqual(['a', 'b', 'c']);
  });

  it('lets a step wait for the one that it depends on', async () => {
    const { started, settle, finish, end } = startSteps([{ name: 'login' }, { name: 'use', dependsOn: ['login'] }], {
      parallel: 5,
    });
    await settle();
    expect(started).toEqual(['login']);
    await finish('login');
    expect(started).toEqual(['login', 'use']);
    await finish('use');
    await end;
  });

  it('begins nothing after a failure when it stops there, and hands over what has begun', async () => {
    const { started, shown, settle, finish, end } = startSteps(['a', 'b', 'c'], { parallel: 2, stopsAtFailure: true });
    await settle();
    await finish('a', 'failed a');
    await finish('b');
    expect(await end).toEqual({ started: 2, isStopped: true });
    expect(started).toEqual(['a', 'b']);
    expect(shown).toEqual(['failed a', 'b']);
  });

  it('goes on after a failure otherwise', async () => {
    const { settle, finish, end } = startSteps(['a', 'b']);
    await settle();
    await finish('a', 'failed a');
    await finish('b');
    expect(await end).toEqual({ started: 2, isStopped: false });
  });

  it('begins nothing after the user has cancelled', async () => {
    const signal = { isCancelled: false, onCancel: () => () => undefined };
    const { started, settle, finish, end } = startSteps(['a', 'b'], { signal });
    await settle();
    signal.isCancelled = true;
    await finish('a');
    expect(await end).toEqual({ started: 1, isStopped: true });
    expect(started).toEqual(['a']);
  });

  it('does not run ahead of a slow step without bound', async () => {
    const { started, settle, finish, end } = startSteps(['slow', ...Array.from({ length: 40 }, (_, i) => `s${i}`)], {
      parallel: 2,
    });
    await settle();
    for (let index = 0; index < 40; index++) await finish(`s${index}`);
    expect(started.length).toBe(16);
    await finish('slow');
    for (let index = 0; index < 40; index++) await finish(`s${index}`);
    expect((await end).started).toBe(41);
  });

  it('rejects when a step throws', async () => {
    const { end } = startSteps(['a'], { send: () => Promise.reject(new Error('broken')) });
    await expect(end).rejects.toThrow('broken');
  });

  it('keeps the order of scripts and of what uses their values', async () => {
    const steps = [
      { name: 'login', kept: { isUsed: true, isSet: true } },
      { name: 'alone' },
      { name: 'use', kept: { isUsed: true, isSet: false } },
      { name: 'use too', kept: { isUsed: true, isSet: false } },
      { name: 'logout', kept: { isUsed: true, isSet: true } },
    ];
    const { started, settle, finish, end } = startSteps(steps, { parallel: 5 });
    await settle();
    expect(started).toEqual(['login', 'alone']);
    await finish('login');
    expect(started).toEqual(['login', 'alone', 'use', 'use too']);
    await finish('use');
    expect(started).toHaveLength(4);
    await finish('use too');
    expect(started).toHaveLength(5);
    await finish('alone');
    await finish('logout');
    await end;
  });
});
