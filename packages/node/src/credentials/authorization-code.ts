import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';
import type { Endpoint } from '@rulebook/engine';

/** Opens a page in the user's browser, or asks the user to; `abort` ends the waiting. */
export type OpenPage = (endpoint: Endpoint, page: string, abort: () => void) => void | Promise<void>;

/** What the flow with a code needs. */
interface CodeFlow {
  readonly endpoint: Endpoint;
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly prove: oauth.ClientAuth;
  readonly parameters: Readonly<Record<string, string>>;
  readonly options: oauth.TokenEndpointRequestOptions;
  readonly openPage: OpenPage | undefined;
}

/** How long the user has, in milliseconds. */
const patience = 300_000;

/**
 * Lets the user agree in the browser, and exchanges the code that comes back to this machine for a token (RFC 6749 section 4.1, with the
 * proof key of RFC 7636 and the loopback address of RFC 8252).
 */
export async function agreeInBrowser(flow: CodeFlow, longest = patience): Promise<oauth.TokenEndpointResponse> {
  const { endpoint, server, client, prove, parameters, options, openPage } = flow;
  if (openPage === undefined) throw new Error('a user must agree in a browser, and no one can be asked here');
  const { authorizationUrl = '', redirectUrl } = endpoint.authentication ?? {};
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const receiver = await receiveCode(redirectUrl, state);
  let timer: NodeJS.Timeout | undefined;
  try {
    const page = new URL(authorizationUrl);
    const asked = {
      ...{ response_type: 'code', client_id: client.client_id, redirect_uri: receiver.redirectUrl, state },
      ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      ...parameters,
    };
    for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value);
    const ended = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error('no one has agreed in the browser in time'));
      }, longest);
      const abort = () => {
        reject(Object.assign(new Error('it was cancelled'), { name: 'AbortError' }));
      };
      Promise.resolve(openPage(endpoint, page.href, abort)).catch(reject);
    });
    const came = await Promise.race([receiver.received, ended]);
    const issuer = came.searchParams.get('iss');
    // A server that names itself must be the one that was asked (RFC 9207). That another one gets the code does not prove who gave it.
    const named = { ...server, issuer: issuer !== null && isOf(issuer, page.origin) ? issuer : page.origin };
    const found = oauth.validateAuthResponse(named, client, came, state);
    const answer = await oauth.authorizationCodeGrantRequest(
      named,
      client,
      prove,
      found,
      receiver.redirectUrl,
      verifier,
      options,
    );
    return await oauth.processAuthorizationCodeResponse(named, client, answer);
  } finally {
    clearTimeout(timer);
    receiver.close();
  }
}

function isOf(issuer: string, origin: string): boolean {
  return URL.canParse(issuer) && new URL(issuer).origin === origin;
}

/** Waits on this machine for what the browser brings back. */
async function receiveCode(wanted: string | undefined, state: string) {
  const asked = new URL(wanted ?? 'http://127.0.0.1:0/callback');
  let receive: (url: URL) => void = () => undefined;
  const received = new Promise<URL>((resolve) => {
    receive = resolve;
  });
  let redirectUrl = asked.href;
  const listener = createServer((request: IncomingMessage, response: ServerResponse) => {
    const came = URL.canParse(request.url ?? '', redirectUrl) ? new URL(request.url ?? '', redirectUrl) : undefined;
    // Another page of the browser may try its luck: only the answer to this question counts.
    const isAnswer =
      request.method === 'GET' && came?.pathname === asked.pathname && came.searchParams.get('state') === state;
    const hasCode = came?.searchParams.has('code') === true;
    const title = !isAnswer
      ? 'Nothing is expected here'
      : hasCode
        ? 'Rulebook has the code'
        : 'The service has refused';
    const text = !isAnswer
      ? ''
      : hasCode
        ? 'You can close this page.'
        : 'Rulebook shows the reason. You can close this page.';
    response.writeHead(isAnswer ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
      connection: 'close',
    });
    response.end(`<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`);
    if (isAnswer && came !== undefined) receive(came);
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', (error: NodeJS.ErrnoException) => {
      const cause = error.code === 'EADDRINUSE' ? 'another program uses it' : error.message;
      reject(new Error(`the address ${redirectUrl} cannot be listened at: ${cause}`));
    });
    listener.listen(Number(asked.port === '' ? 80 : asked.port), asked.hostname.replace(/^\[|\]$/g, ''), resolve);
  });
  if (wanted === undefined) {
    asked.port = String((listener.address() as AddressInfo).port);
    redirectUrl = asked.href;
  }
  return {
    redirectUrl,
    received,
    close: () => {
      listener.close();
      listener.closeAllConnections();
    },
  };
}
