import { refused } from '../../../packages/sender/src/refusal';
import { expect, it } from 'vitest';
import type { KeptSecrets } from '../../../client/src/credentials/kept-secrets';
import { loadSecrets, maskedSecrets, secretValues } from '../../../client/src/sending/secret-values';

const kept = { list: () => [], get: () => Promise.resolve('kept') } as unknown as KeptSecrets;

it('are loaded by a command where they are references, and only when a request is sent', async () => {
  const values = new Map<string, string>();
  const asked: string[] = [];
  const references = {
    read: (name: string) => values.get(name),
    load: (name: string) => {
      asked.push(name);
      if (name.includes('locked')) return Promise.resolve('the vault is locked');
      values.set(name, 'of the vault');
      return Promise.resolve(undefined);
    },
  };
  const secrets = secretValues(kept, () => undefined, references);
  expect(maskedSecrets(kept, () => undefined)('op://a/b')).toBe('***');
  expect(asked).toEqual([]);
  expect(await loadSecrets(['$secret op://a/b', '$secret hub', 'other'], secrets)).toEqual(['other']);
  expect([secrets.read('op://a/b'), secrets.read('hub')]).toEqual(['of the vault', 'kept']);
  expect(await loadSecrets(['$secret op://locked/b'], secrets)).toEqual(refused('the vault is locked'));
  expect(asked).toEqual(['op://a/b', 'op://locked/b']);
});

it('are not loaded by a command where none can run', async () => {
  const secrets = secretValues(kept, () => undefined, undefined);
  expect(await loadSecrets(['$secret op://a/b'], secrets)).toBeUndefined();
});
