import { describe, expect, it } from 'vitest';
import type { Memento } from 'vscode';
import { createKnownMistakes, type Mistake } from '../../../client/src/sending/known-mistakes';

function memento(): Memento & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    keys: () => [...values.keys()],
    get: <T>(key: string) => values.get(key) as T,
    update: (key: string, value: unknown) => {
      values.set(key, value);
      return Promise.resolve();
    },
  };
}

const mistake: Mistake = {
  uri: 'file:///a.http',
  label: 'create',
  errors: [{ message: "'nme' is unknown: hush-hush", line: 3, character: 2 }],
  count: 1,
};

describe('createKnownMistakes', () => {
  it('knows a request with the errors that were seen, wherever it has moved', async () => {
    const known = createKnownMistakes(memento());
    expect(await known.has(mistake)).toBe(false);
    await known.add(mistake, false);
    expect(await known.has({ ...mistake, errors: mistake.errors.map((one) => ({ ...one, line: 9 })) })).toBe(true);
  });

  it('does not know other errors, or another request', async () => {
    const known = createKnownMistakes(memento());
    await known.add(mistake, false);
    expect(await known.has({ ...mistake, count: 2 })).toBe(false);
    expect(await known.has({ ...mistake, errors: [{ message: 'another', line: 3, character: 2 }] })).toBe(false);
    expect(await known.has({ ...mistake, label: 'other' })).toBe(false);
    expect(await known.has({ ...mistake, uri: 'file:///b.http' })).toBe(false);
  });

  it('keeps those for good, and nothing of what they say', async () => {
    const state = memento();
    await createKnownMistakes(state).add(mistake, false);
    expect(state.values.size).toBe(0);
    await createKnownMistakes(state).add(mistake, true);
    expect(await createKnownMistakes(state).has(mistake)).toBe(true);
    expect(JSON.stringify([...state.values])).not.toMatch(/hush|nme|a\.http/);
  });
});
