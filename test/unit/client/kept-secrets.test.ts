import type { Memento, SecretStorage } from 'vscode';
import { describe, expect, it } from 'vitest';
import { createKeptSecrets, problemOfSecretName } from '../../../client/src/credentials/kept-secrets';

function keptIn() {
  const state = new Map<string, unknown>();
  const storage = new Map<string, string>();
  const memento = {
    get: (key: string) => state.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void state.set(key, value)),
  } as unknown as Memento;
  const secrets = {
    get: (key: string) => Promise.resolve(storage.get(key)),
    store: (key: string, value: string) => Promise.resolve(void storage.set(key, value)),
    delete: (key: string) => Promise.resolve(void storage.delete(key)),
  } as unknown as SecretStorage;
  return { kept: createKeptSecrets(secrets, memento), state, storage };
}

describe('secrets that are kept', () => {
  it('have their values in the secret storage only', async () => {
    const { kept, state, storage } = keptIn();
    await kept.keep('hub', 'canary');
    expect(await kept.get('hub')).toBe('canary');
    expect(JSON.stringify([...state])).not.toContain('canary');
    await kept.forget('hub');
    expect([await kept.get('hub'), kept.list(), storage.size]).toEqual([undefined, [], 0]);
  });

  it('may go where the user confirmed, until their value differs', async () => {
    const { kept } = keptIn();
    await kept.keep('hub', 'one');
    expect(kept.isConfirmed('hub', 'https://a')).toBe(false);
    await kept.confirm('hub', 'https://a');
    await kept.keep('hub', 'one');
    expect([kept.isConfirmed('hub', 'https://a'), kept.isConfirmed('hub', 'https://b')]).toEqual([true, false]);
    expect(kept.isConfirmed('other', 'https://a')).toBe(false);
    await kept.keep('hub', 'two');
    expect(kept.isConfirmed('hub', 'https://a')).toBe(false);
  });

  it.each(['', 'a b', 'a}}', 'ä', 'x'.repeat(101)])('cannot be named %j', (name) => {
    expect(problemOfSecretName(name)).toBeDefined();
  });
});
