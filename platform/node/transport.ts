import type {
  CancelSignal,
  PreparedRequest,
  ReceivedResponse,
  ResponseObserver,
  SendOptions,
  Transport,
  TransportFailure,
} from '../../engine/src/index';
import { createConnections, type Connections } from './connections';
import { acceptedCodings } from './content-codings';
import { startExchange, type Exchanged, type Head } from './exchange';
import {
  cancelledFailure,
  failureOf,
  invalidUrlFailure,
  proxyFailure,
  refusedHeaderFailure,
  unknownProxyFailure,
} from './failure';
import { isTunnelled, proxyFor, type ProxySettings } from './proxy';
import { headersFor, maximumRedirects, redirectOf } from './redirects';

/** How a transport works. */
export interface TransportOptions {
  readonly proxies?: ProxySettings;
  /** Keep connections between requests, which a long run needs; `close` ends them. */
  readonly keepsConnections?: boolean;
}

/** The transport of Node. */
export interface NodeTransport extends Transport {
  readonly close: () => void;
}

/** Returns the transport of Node. Unless connections are kept, each request has one of its own and nothing stays open. */
export function createTransport({ proxies = {}, keepsConnections = false }: TransportOptions = {}): NodeTransport {
  const connections = createConnections(keepsConnections);
  return {
    send: (prepared, options, signal, observer = {}) =>
      sendFollowing({ connections, proxies, prepared, options, signal, observer }),
    close: connections.close,
  };
}

type Outcome = { readonly response: ReceivedResponse } | { readonly failure: TransportFailure };

interface Sending {
  readonly connections: Connections;
  readonly proxies: ProxySettings;
  readonly prepared: PreparedRequest;
  readonly options: SendOptions;
  readonly signal: CancelSignal | undefined;
  readonly observer: ResponseObserver;
}

async function sendFollowing(sending: Sending): Promise<Outcome> {
  const { prepared, options } = sending;
  const started = performance.now();
  const redirects: string[] = [];
  let { headers } = prepared;
  let url = parseUrl(prepared.url);
  if (url === undefined) return { failure: invalidUrlFailure() };
  const refused = prepared.headers.find(isOfConnection);
  if (refused !== undefined) return { failure: refusedHeaderFailure(refused[0]) };
  for (;;) {
    const from: URL = url;
    const targetOf = (head: Head) =>
      options.followsRedirects === false || redirects.length >= maximumRedirects
        ? undefined
        : redirectOf(from, prepared.method, head);
    const exchanged = await sendOnce(
      { ...sending, prepared: { ...prepared, headers } },
      from,
      started,
      (head) => targetOf(head) !== undefined,
    );
    if ('failure' in exchanged) return exchanged;
    if ('response' in exchanged) {
      return redirects.length === 0 ? exchanged : { response: { ...exchanged.response, redirects } };
    }
    url = targetOf(exchanged.left) ?? from;
    redirects.push(url.href);
    headers = sending.observer.onRedirect?.({ url: from.href, headers: exchanged.left.headers }, url.href) ?? headers;
  }
}

async function sendOnce(
  { connections, proxies, prepared, options, signal, observer }: Sending,
  url: URL,
  started: number,
  isLeft: (head: Head) => boolean,
): Promise<Exchanged> {
  const { host } = url;
  if (signal?.isCancelled) return { failure: cancelledFailure(host) };
  const proxy = proxyFor(url, proxies);
  if (proxy !== undefined && 'unknownScheme' in proxy)
    return { failure: unknownProxyFailure(host, proxy.unknownScheme) };
  const toProxy = prepared.headers.find(([name]) => /^proxy-authorization$/i.test(name));
  if (proxy !== undefined && toProxy !== undefined) return { failure: refusedHeaderFailure(toProxy[0]) };
  const isInTunnel = proxy !== undefined && isTunnelled(url, proxy.url);
  const connection = connections.open({
    tunnel: isInTunnel ? proxy.url : undefined,
    verifiesTls: !isUnverified(url, options.unverifiedOrigin),
  });
  const exchange = startExchange({
    dispatcher: connection.dispatcher,
    url,
    method: prepared.method,
    headers: withCodings(headersFor(url, prepared.headers, prepared.credentialScope, prepared.credentialField)),
    body: prepared.body,
    proxy: isInTunnel ? undefined : proxy?.url,
    times: connection.times,
    options,
    observer,
    started,
    isLeft,
    wordError: (error) => (proxy === undefined ? failureOf(error, host) : proxyFailure(error, host)),
  });
  const stopListening = signal?.onCancel(() => {
    exchange.stop(cancelledFailure(host));
  });
  const exchanged = await exchange.outcome;
  stopListening?.();
  connection.release(!('response' in exchanged) || exchanged.response.interruption !== undefined);
  return exchanged;
}

function isUnverified(url: URL, unverified: string | undefined): boolean {
  return unverified !== undefined && parseUrl(unverified)?.origin === url.origin;
}

/** Adds `Accept-Encoding`. A part of a compressed body cannot be unpacked, so a request with `Range` asks for no compression. */
function withCodings(headers: PreparedRequest['headers']): PreparedRequest['headers'] {
  const isSaid = headers.some(([name]) => /^(accept-encoding|range)$/i.test(name));
  return isSaid ? headers : [...headers, ['Accept-Encoding', acceptedCodings]];
}

/** Returns whether undici 7.30 refuses to send the field, since it belongs to the connection. */
function isOfConnection([name, value]: readonly [name: string, value: string]): boolean {
  if (/^connection$/i.test(name)) return !/^(close|keep-alive)$/i.test(value.trim());
  return /^(expect|upgrade|keep-alive|transfer-encoding)$/i.test(name);
}

function parseUrl(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  } catch {
    return undefined;
  }
}
