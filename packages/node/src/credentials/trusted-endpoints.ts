import { homedir } from 'node:os';
import { join } from 'node:path';
import { readPrivateFile, refusalOfFile, writePrivateFile } from '../files/private-file';

/** An endpoint to which the credential of the environment may go, or a source of private values with a way that these may go. */
interface TrustedEndpoint {
  readonly name: string;
  /** Scheme, host and port, and what else the way is. */
  readonly origin: string;
}

/** The endpoints that the user has confirmed; they hold no credential. */
interface TrustedEndpoints {
  /** Where it is kept, for messages. */
  readonly path: string;
  has(endpoint: TrustedEndpoint): boolean;
  /** Keeps the endpoint; throws when the file cannot be written. */
  add(endpoint: TrustedEndpoint): void;
}

/** Returns the endpoints that the user has confirmed, from a private file in the folder of the user's settings. */
export function trustedEndpoints(environment: (name: string) => string | undefined): TrustedEndpoints {
  const path = join(settingsFolder(environment), 'rulebook', 'trusted-endpoints.json');
  const isSame = (a: TrustedEndpoint, b: TrustedEndpoint) => a.name === b.name && a.origin === b.origin;
  return {
    path,
    has: (endpoint) => read(path).some((one) => isSame(one, endpoint)),
    add: (endpoint) => {
      const refusal = refusalOfFile(path);
      if (refusal !== undefined) throw new Error(refusal);
      const others = read(path).filter((one) => !isSame(one, endpoint));
      writePrivateFile(path, `${JSON.stringify({ version: 1, endpoints: [...others, endpoint] }, null, 2)}\n`);
    },
  };
}

/** Returns the folder of this user's settings. */
export function settingsFolder(environment: (name: string) => string | undefined): string {
  if (process.platform === 'win32') return environment('APPDATA') ?? join(homedir(), 'AppData', 'Roaming');
  const folder = environment('XDG_CONFIG_HOME') ?? '';
  return folder.startsWith('/') ? folder : join(homedir(), '.config');
}

function read(path: string): readonly TrustedEndpoint[] {
  const text = readPrivateFile(path);
  if (text === undefined) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (typeof value !== 'object' || value === null || !('endpoints' in value) || !Array.isArray(value.endpoints))
    return [];
  return (value.endpoints as readonly unknown[]).flatMap((one) => {
    const { name, origin } = (one ?? {}) as Readonly<Record<string, unknown>>;
    return typeof name === 'string' && typeof origin === 'string' ? [{ name, origin }] : [];
  });
}
