import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import type { ConnectionOptions } from '@rulebook/sender/plan';

/** The certificates and keys of a connection are read once: with all authorities of the system that takes tens of milliseconds. */
const known = new WeakMap<ConnectionOptions, tls.SecureContext>();

/** Returns what TLS needs in addition to the usual; throws when a certificate or a key cannot be used. */
export function secureContextOf(options: ConnectionOptions | undefined): tls.SecureContext | undefined {
  const { clientCertificate, authorities = [] } = options ?? {};
  if (options === undefined || (clientCertificate === undefined && authorities.length === 0)) return undefined;
  const context = known.get(options) ?? createContext(clientCertificate, authorities);
  known.set(options, context);
  return context;
}

function createContext(
  client: ConnectionOptions['clientCertificate'],
  authorities: readonly string[],
): tls.SecureContext {
  return tls.createSecureContext({
    ...(client && { cert: client.certificate, key: client.key }),
    ...(client?.passphrase !== undefined && { passphrase: client.passphrase }),
    ...(authorities.length > 0 && { ca: [...usualAuthorities(), ...authorities] }),
  });
}

/** Own authorities replace the usual ones of Node, so these are named next to them. */
function usualAuthorities(): readonly string[] {
  // Since Node 22.15, with those of the system and of NODE_EXTRA_CA_CERTS as far as they are in use.
  const { getCACertificates } = tls as { readonly getCACertificates?: (kind: 'default') => readonly string[] };
  return getCACertificates?.('default') ?? [...tls.rootCertificates, ...extraAuthorities()];
}

function extraAuthorities(): readonly string[] {
  const path = process.env['NODE_EXTRA_CA_CERTS'] ?? '';
  if (path === '') return [];
  try {
    return [readFileSync(path, 'utf8')];
  } catch {
    // Node has warned about it.
    return [];
  }
}
