import { join } from 'node:path';
import type { Endpoint } from '@rulebook/engine';
import { credentialKeyOf } from '@rulebook/sender/private';
import { readPrivateFile, refusalOfFile, writePrivateFile } from '../files/private-file';
import { settingsFolder } from './trusted-endpoints';

/** Credentials of endpoints, and tokens that were got with them, in a file that only this user can read (mode 0600). */
export interface CredentialFile {
  /** Where it is, for messages. */
  readonly path: string;
  /** Returns the credential of an endpoint; one that was kept for another address is not returned. */
  readonly get: (endpoint: Endpoint) => string | undefined;
  /** Keeps a credential, or forgets it; throws when the file cannot be written. */
  readonly set: (endpoint: Endpoint, credential: string | undefined) => void;
  /** Returns the names of the endpoints and their addresses. */
  readonly list: () => readonly { readonly name: string; readonly address: string }[];
  /** Forgets what is kept for a name; returns whether there was something. Throws when the file cannot be written. */
  readonly forget: (name: string) => boolean;
  /** The secrets of `{{$secret name}}`. */
  readonly secrets: {
    readonly get: (name: string) => KeptSecret | undefined;
    /** Keeps a secret in place of a former one of this name, or forgets it; throws when the file cannot be written. */
    readonly set: (name: string, secret: KeptSecret | undefined) => void;
    readonly list: () => readonly { readonly name: string; readonly origins: readonly string[] }[];
  };
  /** Keeps tokens next to the credentials. */
  readonly tokens: {
    readonly get: (key: string) => Promise<string | undefined>;
    readonly set: (key: string, text: string | undefined) => Promise<void>;
  };
}

/** A secret, and the origins that it may go to. */
export interface KeptSecret {
  readonly value: string;
  readonly origins: readonly string[];
}

/** What the file holds: credentials by name and address, tokens by their keys, and secrets by their names. */
interface Content {
  readonly credentials: Readonly<Record<string, string>>;
  readonly tokens: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, KeptSecret>>;
}

/** Returns the file of this user. */
export function credentialFile(environment: (name: string) => string | undefined): CredentialFile {
  const path = join(settingsFolder(environment), 'rulebook', 'credentials.json');
  const textOfFile = () => readPrivateFile(path) ?? '{}';
  const read = () => readContent(textOfFile());
  const write = (content: Content) => {
    // Otherwise everything that is in it would be lost.
    const refusal = refusalOfFile(path) ?? refusalOfText(textOfFile());
    if (refusal !== undefined) throw new Error(refusal);
    writePrivateFile(path, `${JSON.stringify({ version: 1, ...content }, null, 2)}\n`);
  };
  return {
    path,
    get: (endpoint) => {
      const { credentials } = read();
      const key = credentialKeyOf(endpoint);
      return Object.hasOwn(credentials, key) ? credentials[key] : undefined;
    },
    set: (endpoint, credential) => {
      const content = read();
      write({ ...content, credentials: withEntry(content.credentials, credentialKeyOf(endpoint), credential) });
    },
    list: () =>
      Object.keys(read().credentials).map((key) => {
        const [name = '', address = ''] = key.split('\n');
        return { name, address };
      }),
    forget: (name) => {
      const { credentials, tokens, secrets } = read();
      const isKept = ([key]: [string, string]) => key.split('\n')[0] !== name;
      const left = Object.entries(credentials).filter(isKept);
      const leftTokens = Object.entries(tokens).filter(isKept);
      const isFound = left.length < Object.keys(credentials).length || leftTokens.length < Object.keys(tokens).length;
      if (isFound) write({ credentials: Object.fromEntries(left), tokens: Object.fromEntries(leftTokens), secrets });
      return isFound;
    },
    secrets: {
      get: (name) => {
        const { secrets } = read();
        return Object.hasOwn(secrets, name) ? secrets[name] : undefined;
      },
      set: (name, secret) => {
        const content = read();
        write({ ...content, secrets: withEntry(content.secrets, name, secret) });
      },
      list: () => Object.entries(read().secrets).map(([name, { origins }]) => ({ name, origins })),
    },
    tokens: {
      get: (key) => Promise.resolve(read().tokens[key]),
      set: (key, text) => {
        const content = read();
        // A token that cannot be kept is got again next time.
        try {
          if (text !== undefined || key in content.tokens)
            write({ ...content, tokens: withEntry(content.tokens, key, text) });
        } catch {
          return Promise.resolve();
        }
        return Promise.resolve();
      },
    },
  };
}

function withEntry<T>(
  entries: Readonly<Record<string, T>>,
  key: string,
  value: T | undefined,
): Readonly<Record<string, T>> {
  const others = Object.entries(entries).filter(([other]) => other !== key);
  return Object.fromEntries(value === undefined ? others : [...others, [key, value]]);
}

function refusalOfText(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return 'it is not valid JSON; correct it or remove it';
  }
}

function readContent(text: string): Content {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = {};
  }
  const { credentials, tokens, secrets } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return { credentials: stringsOf(credentials), tokens: stringsOf(tokens), secrets: secretsOf(secrets) };
}

function secretsOf(value: unknown): Readonly<Record<string, KeptSecret>> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([name, kept]: [string, unknown]) => {
      const { value, origins } = (kept ?? {}) as Partial<KeptSecret>;
      const isWhole = typeof value === 'string' && Array.isArray(origins);
      return isWhole ? [[name, { value, origins: origins.filter((one) => typeof one === 'string') }]] : [];
    }),
  );
}

function stringsOf(value: unknown): Readonly<Record<string, string>> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}
