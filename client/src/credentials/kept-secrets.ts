import * as vscode from 'vscode';
import type { Memento, SecretStorage } from 'vscode';

const indexKey = 'rulebook.secrets';

/** A secret as it is listed: its name, and the origins to which it may go. */
export interface KeptSecret {
  readonly name: string;
  readonly origins: readonly string[];
}

/** The secrets of `{{$secret name}}`. Their values are in the secret storage of the editor and nowhere else. */
export interface KeptSecrets {
  readonly list: () => readonly KeptSecret[];
  readonly get: (name: string) => Promise<string | undefined>;
  /** Keeps a value; the origins that were confirmed for another value are forgotten. */
  readonly keep: (name: string, value: string) => Promise<void>;
  readonly forget: (name: string) => Promise<void>;
  readonly isConfirmed: (name: string, origin: string) => boolean;
  readonly confirm: (name: string, origin: string) => Promise<void>;
}

/** Returns the secrets of the user. */
export function createKeptSecrets(secrets: SecretStorage, state: Memento): KeptSecrets {
  const list = () => state.get<readonly KeptSecret[]>(indexKey) ?? [];
  const find = (name: string) => list().find((one) => one.name === name);
  const note = (secret: KeptSecret) =>
    state.update(indexKey, [...list().filter(({ name }) => name !== secret.name), secret]);
  return {
    list,
    get: async (name) => secrets.get(keyOfSecret(name)),
    keep: async (name, value) => {
      const isSame = (await secrets.get(keyOfSecret(name))) === value;
      await secrets.store(keyOfSecret(name), value);
      await note({ name, origins: isSame ? (find(name)?.origins ?? []) : [] });
    },
    forget: async (name) => {
      await secrets.delete(keyOfSecret(name));
      await state.update(
        indexKey,
        list().filter((one) => one.name !== name),
      );
    },
    isConfirmed: (name, origin) => find(name)?.origins.includes(origin) === true,
    confirm: async (name, origin) => {
      await note({ name, origins: [...new Set([...(find(name)?.origins ?? []), origin])] });
    },
  };
}

/** Returns where a secret may go, in words. */
export function describeOrigins(origins: readonly string[]): string {
  return origins.length === 0
    ? vscode.l10n.t('has not been sent yet')
    : vscode.l10n.t('may go to {0}', origins.join(', '));
}

/** Returns why a name cannot be that of a secret; undefined when it can. */
export function problemOfSecretName(name: string): string | undefined {
  return /^[\w.-]{1,100}$/.test(name)
    ? undefined
    : vscode.l10n.t('Use letters, digits, dots, hyphens and underscores.');
}

function keyOfSecret(name: string): string {
  return `secret\n${name}`;
}
