import * as oauth from 'oauth4webapi';
import type { Authentication, Endpoint } from '@rulebook/engine';
import { redact } from '@rulebook/catalogue/masking';
import type { ConnectionOptions, Transport } from '@rulebook/sender/plan';
import { refused, type Refusal, reasonOf } from '@rulebook/sender/refusal';
import { credentialWayOf, originsOf } from '@rulebook/sender/private';
import { isLoopbackHost } from '@rulebook/text';
import { agreeInBrowser, type OpenPage } from './authorization-code';

/** A token, as it is kept. */
interface KeptToken {
  readonly access: string;
  /** When it ends, in milliseconds since 1970. Absent: the service does not say. */
  readonly ends?: number;
  readonly refresh?: string;
}

/** A code that the user confirms in a browser. */
export interface DeviceCode {
  readonly code: string;
  readonly page: string;
  /** The page with the code already filled in. */
  readonly completePage?: string;
}

/** What getting tokens needs. */
export interface TokenPorts {
  readonly transport: Transport;
  readonly connectionOf?: (endpoint: Endpoint) => ConnectionOptions | undefined;
  readonly now: () => number;
  /** Keeps tokens beyond this process; absent where nothing is kept. */
  readonly store?: {
    readonly get: (key: string) => Promise<string | undefined>;
    readonly set: (key: string, text: string | undefined) => Promise<void>;
  };
  /**
   * Asks before a browser opens or a code is shown whether the endpoint's whole way is meant: who gives the code, where it goes, and where the
   * token goes. Remembers a "yes"; returns why no token is got instead. Absent where there is no user.
   */
  readonly confirmWay?: (endpoint: Endpoint) => Promise<Refusal | undefined>;
  /** Opens the page where the user agrees. Absent where there is no user. */
  readonly openPage?: OpenPage;
  /** Shows the user the code of a device flow; `signal` is aborted when the user gives up. Absent where there is no user. */
  readonly showDeviceCode?: (endpoint: Endpoint, code: DeviceCode, abort: () => void) => void | Promise<void>;
}

/** Tokens of OAuth 2 for endpoints. */
export interface Tokens {
  /** Returns a token, a kept one while it is valid; `secret` is the secret of the client. */
  readonly tokenFor: (endpoint: Endpoint, secret: string | undefined) => Promise<{ readonly token: string } | Refusal>;
  /** Returns a kept token that is still valid, and gets none. */
  readonly known: (endpoint: Endpoint) => Promise<string | undefined>;
  /** Forgets the token of an endpoint, because the service has refused it or the user wants so. */
  readonly forget: (endpoint: Endpoint) => Promise<void>;
}

/** A token that ends sooner is renewed, in milliseconds. */
const margin = 30_000;

/** Returns what gets tokens by the flows of OAuth 2. */
export function createTokens(ports: TokenPorts): Tokens {
  const known = new Map<string, KeptToken>();
  const pending = new Map<string, Promise<KeptToken>>();
  const keep = async (key: string, token: KeptToken | undefined) => {
    if (token === undefined) known.delete(key);
    else known.set(key, token);
    await ports.store?.set(key, token && JSON.stringify(token));
  };
  const isValid = ({ ends }: KeptToken): boolean => ends === undefined || ends - margin > ports.now();
  const find = async (key: string): Promise<KeptToken | undefined> => {
    const own = known.get(key);
    if (own !== undefined && isValid(own)) return own;
    // Another window may have renewed it, and a service may take the former refresh token of a renewed one for stolen.
    return readToken(await ports.store?.get(key)) ?? own;
  };
  return {
    known: async (endpoint) => {
      const kept = await find(keyOfEndpoint(endpoint));
      return kept !== undefined && isValid(kept) ? kept.access : undefined;
    },
    tokenFor: async (endpoint, secret) => {
      const key = keyOfEndpoint(endpoint);
      const former = await find(key);
      if (former !== undefined && isValid(former)) return { token: former.access };
      // Several requests that begin together share one token.
      const getting = pending.get(key) ?? getToken(endpoint, secret, former?.refresh, ports);
      pending.set(key, getting);
      try {
        const token = await getting;
        await keep(key, token);
        return { token: token.access };
      } catch (error) {
        // A service may quote what it received.
        const cause = redact(causeOf(error), secret === undefined ? [] : [secret]);
        return refused(`no token was given for the endpoint ${endpoint.name}: ${cause}`);
      } finally {
        pending.delete(key);
      }
    },
    forget: (endpoint) => keep(keyOfEndpoint(endpoint), undefined),
  };
}

/** A token belongs to everything that decided about it. */
function keyOfEndpoint(endpoint: Endpoint): string {
  const { name, baseUrl, authentication } = endpoint;
  const { tokenUrl = '', authorizationUrl, clientId = '', scopes = [], audience = '' } = authentication ?? {};
  const way = credentialWayOf(endpoint);
  const elsewhere = way === originsOf({ baseUrl, authentication: { type: 'oauth2', tokenUrl } }) ? [] : [way];
  const agreed = authorizationUrl === undefined ? [] : [authorizationUrl];
  return [name, baseUrl, tokenUrl, clientId, scopes.join(' '), audience, ...agreed, ...elsewhere].join('\n');
}

async function getToken(
  endpoint: Endpoint,
  secret: string | undefined,
  refresh: string | undefined,
  ports: TokenPorts,
): Promise<KeptToken> {
  const { authentication = { type: 'oauth2' } } = endpoint;
  const server = serverOf(authentication);
  const client: oauth.Client = { client_id: authentication.clientId ?? '' };
  const prove = clientProof(authentication, secret);
  const options = {
    [oauth.customFetch]: fetchBy(ports.transport, ports.connectionOf?.(endpoint)),
    [oauth.allowInsecureRequests]: allowsPlain(authentication),
  };
  const parameters = parametersOf(authentication);
  if (refresh !== undefined) {
    try {
      const answer = await oauth.refreshTokenGrantRequest(server, client, prove, refresh, options);
      const token = await oauth.processRefreshTokenResponse(server, client, answer);
      return { ...keptToken(token, ports), refresh: token.refresh_token ?? refresh };
    } catch (error) {
      // A service that cannot be reached says nothing about the token; what it refuses, the user has to begin anew.
      if (!isRefused(error)) throw error;
    }
  }
  if (authentication.flow === 'authorization-code') {
    const { openPage } = ports;
    if (openPage !== undefined) await confirmed(endpoint, ports);
    return keptToken(await agreeInBrowser({ endpoint, server, client, prove, parameters, options, openPage }), ports);
  }
  if (authentication.flow !== 'device') {
    const answer = await oauth.clientCredentialsGrantRequest(server, client, prove, parameters, options);
    return keptToken(await oauth.processClientCredentialsResponse(server, client, answer), ports);
  }
  return confirmDevice({ endpoint, server, client, prove, parameters, options, ports });
}

async function confirmed(endpoint: Endpoint, { confirmWay }: TokenPorts): Promise<void> {
  if (confirmWay === undefined) throw new Error('the way of the token must be confirmed, and no one can be asked here');
  const refusal = await confirmWay(endpoint);
  if (refusal !== undefined) throw new Error(reasonOf(refusal));
}

/** Returns whether a service responded, and gives no token. */
function isRefused(error: unknown): boolean {
  if (error instanceof oauth.ResponseBodyError) return error.status < 500;
  return error instanceof oauth.WWWAuthenticateChallengeError;
}

/** What the device flow needs. */
interface DeviceFlow {
  readonly endpoint: Endpoint;
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly prove: oauth.ClientAuth;
  readonly parameters: Record<string, string>;
  readonly options: oauth.DeviceAuthorizationRequestOptions;
  readonly ports: TokenPorts;
}

/** Shows the user a code, and asks for the token until the user has confirmed it. */
async function confirmDevice(flow: DeviceFlow): Promise<KeptToken> {
  const { endpoint, server, client, prove, parameters, options, ports } = flow;
  if (ports.showDeviceCode === undefined) throw new Error('a code must be confirmed, and no one can be asked here');
  await confirmed(endpoint, ports);
  const begun = await oauth.deviceAuthorizationRequest(server, client, prove, parameters, options);
  const device = await oauth.processDeviceAuthorizationResponse(server, client, begun);
  const abortion = new AbortController();
  await ports.showDeviceCode(
    endpoint,
    {
      code: device.user_code,
      page: device.verification_uri,
      ...(device.verification_uri_complete !== undefined && { completePage: device.verification_uri_complete }),
    },
    () => {
      abortion.abort();
    },
  );
  const end = ports.now() + device.expires_in * 1000;
  for (let interval = (device.interval ?? 5) * 1000; ;) {
    await pause(interval, abortion.signal);
    if (ports.now() > end) throw new Error('the code was not confirmed in time');
    try {
      const answer = await oauth.deviceCodeGrantRequest(server, client, prove, device.device_code, options);
      return keptToken(await oauth.processDeviceCodeResponse(server, client, answer), ports);
    } catch (error) {
      const code = error instanceof oauth.ResponseBodyError ? error.error : undefined;
      if (code === 'slow_down') interval += 5000;
      else if (code !== 'authorization_pending') throw error;
    }
  }
}

function serverOf({ tokenUrl = '', deviceUrl, authorizationUrl }: Authentication): oauth.AuthorizationServer {
  return {
    issuer: new URL(tokenUrl).origin,
    token_endpoint: tokenUrl,
    ...(deviceUrl !== undefined && { device_authorization_endpoint: deviceUrl }),
    ...(authorizationUrl !== undefined && { authorization_endpoint: authorizationUrl }),
  };
}

function clientProof({ clientAuthentication }: Authentication, secret = ''): oauth.ClientAuth {
  if (clientAuthentication === 'none' || secret === '') return oauth.None();
  return clientAuthentication === 'body' ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}

function parametersOf({ scopes = [], audience }: Authentication): Record<string, string> {
  return {
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...(audience !== undefined && { audience }),
  };
}

/** Returns whether every URL of the flow is on this machine, where no one listens in. */
function allowsPlain({ tokenUrl = '', deviceUrl, authorizationUrl }: Authentication): boolean {
  const urls = [tokenUrl, deviceUrl, authorizationUrl].filter((url) => url !== undefined);
  return urls.every((url) => isLoopbackHost(new URL(url).hostname));
}

/** Lets the library use our transport, which knows proxies and certificates. */
function fetchBy(transport: Transport, connection: ConnectionOptions | undefined) {
  return async (
    url: string,
    {
      method,
      headers,
      body,
    }: { readonly method: string; readonly headers: Record<string, string>; readonly body?: unknown },
  ): Promise<Response> => {
    const outcome = await transport.send(
      // All that is asked here is a form.
      { method, url, headers: Object.entries(headers), body: String(body) },
      { followsRedirects: false, maximumBody: 1_000_000, ...(connection && { connection }) },
    );
    if ('failure' in outcome) throw new Error(outcome.failure.message);
    const { status, statusText, headers: fields, body: answer } = outcome.response;
    const kept = fields.filter(([name]) => !/^(?:content-(?:encoding|length)|transfer-encoding)$/i.test(name));
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : answer, {
      status,
      statusText,
      headers: kept.map(([a, b]): [string, string] => [a, b]),
    });
  };
}

function keptToken(token: oauth.TokenEndpointResponse, { now }: TokenPorts): KeptToken {
  return {
    access: token.access_token,
    ...(token.expires_in !== undefined && { ends: now() + token.expires_in * 1000 }),
    ...(token.refresh_token !== undefined && { refresh: token.refresh_token }),
  };
}

function readToken(text: string | undefined): KeptToken | undefined {
  if (text === undefined) return undefined;
  try {
    const { access, ends, refresh } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return typeof access === 'string'
      ? {
          access,
          ...(typeof ends === 'number' && { ends }),
          ...(typeof refresh === 'string' && { refresh }),
        }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns why no token was given, without anything secret: the service's own code, or the message of the library. */
function causeOf(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError) {
    const { error: code, error_description: text } = error;
    return text === undefined ? `the service says ${code}` : `the service says ${code} (${text.slice(0, 200)})`;
  }
  if (error instanceof oauth.AuthorizationResponseError) {
    const { error: code, error_description: text } = error;
    return text === undefined ? `the service says ${code}` : `the service says ${code} (${text.slice(0, 200)})`;
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) return `the token URL responded with ${error.status}`;
  if (error instanceof Error && error.name === 'AbortError') return 'it was cancelled';
  return error instanceof Error ? error.message.replace(/\.$/, '') : 'the response is not one of OAuth 2';
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(Object.assign(new Error('it was cancelled'), { name: 'AbortError' }));
    });
  });
}
