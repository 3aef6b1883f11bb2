import type { Endpoint } from '@rulebook/checker/binding/model';
import { isSandboxEndpoint } from '@rulebook/sender/configuration/sandbox-endpoint';
import type { CopyTarget } from './copy-targets';

/** How an endpoint is reached, as it is written into a copied request: paths of files, and never what is in them. */
export interface CopiedConnection {
  readonly client?: { readonly certificate: string; readonly key: string };
  readonly authorities: readonly string[];
  /** A URL without user and password, or `none`. Absent: what the reader of the text has set up. */
  readonly proxy?: string;
}

/** Returns how an endpoint is reached; undefined where nothing is configured. `fileAt` writes the path of a file for the reader of the text. */
export function copiedConnectionOf(
  endpoint: Endpoint | undefined,
  fileAt: (path: string) => string,
): CopiedConnection | undefined {
  const { ca = [], clientCertificate, proxy } = endpoint ?? {};
  if (ca.length === 0 && clientCertificate === undefined && proxy === undefined) return undefined;
  const isWritable = proxy === 'none' || /^[a-z0-9]+:\/\/[^/?#@\s]+\/?$/i.test(proxy ?? '');
  return {
    authorities: ca.map(fileAt),
    ...(clientCertificate && {
      client: { certificate: fileAt(clientCertificate.certificate), key: fileAt(clientCertificate.key) },
    }),
    // Rulebook reaches a sandbox directly, whatever is configured.
    ...(proxy !== undefined && isWritable && { proxy: isSandboxEndpoint(endpoint) ? 'none' : proxy }),
  };
}

/** Returns what a text in this form does not say of the connection, or says in another way, as sentences without a full stop. */
export function connectionNotes(target: CopyTarget, connection: CopiedConnection | undefined): readonly string[] {
  if (connection === undefined) return [];
  const { client, authorities, proxy } = connection;
  if (target !== 'bash' && target !== 'powershell') {
    const parts = [
      ...(client ? ['the client certificate'] : []),
      ...(authorities.length > 0 ? ['the authorities'] : []),
      ...(proxy === undefined ? [] : ['the proxy']),
    ];
    return parts.length === 0 ? [] : [`the text does not contain ${parts.join(' and ')} of the endpoint`];
  }
  return [
    ...(client ? ['a passphrase of the key is not written; curl asks for it'] : []),
    ...(client && target === 'powershell'
      ? ['the curl of Windows takes no PEM files for --cert and --key; use one that was built with OpenSSL']
      : []),
    ...(authorities.length === 1
      ? ['curl trusts the authorities of --cacert only, and Rulebook those of the system, too']
      : []),
    ...(authorities.length > 1
      ? [`curl takes one file of authorities; join ${authorities.join(' and ')}, and add it with --cacert`]
      : []),
  ];
}
