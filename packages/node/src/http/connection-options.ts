import { createPrivateKey, X509Certificate } from 'node:crypto';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Endpoint } from '@rulebook/engine';
import { isSandboxEndpoint } from '@rulebook/sender/configuration';
import type { ConnectionOptions } from '@rulebook/sender/plan';
import { refused, type Refusal } from '@rulebook/sender/refusal';
import { passphraseVariable } from '@rulebook/sender/private';
import { readText } from '../files/files';

/** Files that come before those of an endpoint, from the current folder. */
interface GivenFiles {
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  readonly authorities?: string | undefined;
}

/** What the source of connection options asks. */
export interface ConnectionPorts {
  readonly environment: (name: string) => string | undefined;
  readonly given?: GivenFiles;
  /** Returns a passphrase that is kept elsewhere and opens the key; asked for an encrypted key when the environment has none. */
  readonly passphraseOf?: PassphraseSource;
}

/** Returns the passphrase of an endpoint's key; `opens` says whether it is the right one. */
export type PassphraseSource = (
  endpoint: Endpoint,
  opens: (passphrase: string) => boolean,
) => Promise<string | undefined>;

/**
 * Returns how an endpoint is reached, or why its files cannot be used, as the end of a sentence; `folder` is that of `rulebook.json`.
 * The same options are returned until a file changes.
 */
export type ConnectionSource = (
  endpoint: Endpoint | undefined,
  folder: string,
) => Promise<ConnectionOptions | Refusal | undefined>;

type Client = NonNullable<ConnectionOptions['clientCertificate']>;
type Reading = Files | Refusal;

/** Creates the source of connection options. */
export function createConnectionSource({ environment, given = {}, passphraseOf }: ConnectionPorts): ConnectionSource {
  const known = new Map<string, { readonly stamp: string; readonly options: ConnectionOptions }>();
  return async (endpoint, folder) => {
    const files = filesOf(endpoint, given, folder);
    const proxy = proxyOf(endpoint);
    const paths = [...files.authorities, ...(files.client ? [files.client.certificate, files.client.key] : [])];
    if (paths.length === 0 && proxy === undefined) return undefined;
    const ofEnvironment = files.client && passphraseIn(environment, endpoint);
    const key = JSON.stringify([endpoint?.name, paths, proxy]);
    const stamp = JSON.stringify([ofEnvironment, ...paths.map(stampOf)]);
    const former = known.get(key);
    if (former?.stamp === stamp) return former.options;
    const read = readFiles(files);
    if ('cause' in read) return read;
    const { client, authorities } = read;
    const isLocked = client !== undefined && /ENCRYPTED/.test(client.key);
    const passphrase =
      ofEnvironment ?? (isLocked && endpoint ? await passphraseOf?.(endpoint, opensKey(client.key)) : undefined);
    if (isLocked && passphrase === undefined) {
      const variable = passphraseVariable(endpoint?.name);
      return refused(`the key of the client certificate needs a passphrase; set the environment variable ${variable}`);
    }
    const options: ConnectionOptions = {
      ...(authorities.length > 0 && { authorities }),
      ...(client && { clientCertificate: { ...client, ...(passphrase !== undefined && { passphrase }) } }),
      ...(proxy !== undefined && { proxy }),
    };
    known.set(key, { stamp, options });
    return options;
  };
}

function opensKey(key: string): (passphrase: string) => boolean {
  return (passphrase) => {
    try {
      createPrivateKey({ key, passphrase });
      return true;
    } catch {
      return false;
    }
  };
}

/** The files, or what is in them. */
interface Files {
  readonly authorities: readonly string[];
  readonly client: Omit<Client, 'passphrase'> | undefined;
}

function filesOf(endpoint: Endpoint | undefined, given: GivenFiles, folder: string): Files {
  const ofEndpoint = (path: string) => resolve(folder, path.replace(/^~(?=[/\\])/, homedir()));
  const own = endpoint?.clientCertificate;
  const certificate = given.certificate;
  return {
    authorities: given.authorities === undefined ? (endpoint?.ca ?? []).map(ofEndpoint) : [resolve(given.authorities)],
    client:
      certificate === undefined
        ? own && { certificate: ofEndpoint(own.certificate), key: ofEndpoint(own.key) }
        : // Both may be in one file.
          { certificate: resolve(certificate), key: resolve(given.key ?? certificate) },
  };
}

/** A sandbox is always reached directly, so that no file leads what is sent to it elsewhere. */
function proxyOf(endpoint: Endpoint | undefined): string | undefined {
  return isSandboxEndpoint(endpoint) ? undefined : endpoint?.proxy;
}

function passphraseIn(environment: ConnectionPorts['environment'], endpoint: Endpoint | undefined): string | undefined {
  const ofEndpoint = endpoint && environment(passphraseVariable(endpoint.name));
  return ofEndpoint ?? environment(passphraseVariable());
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.mtimeMs} ${found.size} ${found.ino}`;
}

function readFiles({ authorities, client }: Files): Reading {
  const read: string[] = [];
  for (const path of authorities) {
    const content = readText(path);
    if ('cause' in content) return unreadable(path, content.cause);
    const certificates =
      content.text.match(/-----BEGIN [^-]*CERTIFICATE-----[^-]+-----END [^-]*CERTIFICATE-----/g) ?? [];
    if (certificates.length === 0 || !certificates.every(isCertificate))
      return refused(`${path} holds no usable certificate of an authority; name a file in the PEM format`);
    read.push(...certificates);
  }
  if (client === undefined) return { authorities: read, client };
  const certificate = readText(client.certificate);
  if ('cause' in certificate) return unreadable(client.certificate, certificate.cause);
  const key = readText(client.key);
  if ('cause' in key) return unreadable(client.key, key.cause);
  return { authorities: read, client: { certificate: certificate.text, key: key.text } };
}

function unreadable(path: string, cause: string): Reading {
  return refused(`${path} cannot be read: ${cause}; correct the path of the certificate or the key`);
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== '';
  } catch {
    return false;
  }
}
