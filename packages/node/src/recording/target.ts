import * as http from 'node:http';
import * as https from 'node:https';
import type { ConnectionOptions } from '@rulebook/sender/plan';
import { secureContextOf } from '../http/tls-options';

/** Where requests go. */
export interface TargetOptions {
  /** The URL of the service, whose path is put in front of each request's. */
  readonly to: URL;
  readonly connection?: ConnectionOptions | undefined;
  /** The certificate of the service is not verified. */
  readonly isInsecure: boolean;
}

/** How a request goes on to the service. */
export interface Target {
  readonly request: (options: {
    readonly method: string;
    readonly path: string;
    readonly headers: string[];
    readonly isUpgrade?: boolean;
  }) => http.ClientRequest;
  readonly host: string;
  /** The address without a slash at its end. */
  readonly base: string;
  /** The path in front of each request's, without a slash at its end. */
  readonly prefix: string;
}

/** Returns how requests go on to a service. */
export function targetOf({ to, connection, isInsecure }: TargetOptions, agent: http.Agent): Target {
  const isEncrypted = to.protocol === 'https:';
  const prefix = to.pathname.replace(/\/+$/, '');
  const hostname = to.hostname.replace(/^\[(.*)\]$/, '$1');
  const secureContext = isEncrypted ? secureContextOf(connection) : undefined;
  return {
    host: to.host,
    prefix,
    base: `${to.origin}${prefix}`,
    request: ({ isUpgrade, ...parts }) =>
      (isEncrypted ? https : http).request({
        ...parts,
        hostname,
        port: to.port === '' ? (isEncrypted ? 443 : 80) : Number(to.port),
        setHost: false,
        agent: isUpgrade === true ? false : agent,
        ...(secureContext && { secureContext }),
        ...(isInsecure && { rejectUnauthorized: false }),
      }),
  };
}
