import type {
  CancelSignal,
  PreparedRequest,
  ReceivedResponse,
  ResponseObserver,
  Retry,
  SendOptions,
  Transport,
  TransportFailure,
  WireRecord,
} from '@rulebook/sender/plan';
import { count, ofLast } from '@rulebook/text';
import { createConnections, type Connection, type Connections } from './connections';
import { withAwsSigning } from './aws-signing';
import { withDigest } from './digest';
import { acceptedCodings } from '@rulebook/platform/wire-form';
import { defaultTimeout, startExchange, type Exchanged, type Head } from './exchange';
import {
  cancelledFailure,
  certificateFailure,
  failureOf,
  invalidUrlFailure,
  proxyFailure,
  refusedHeaderFailure,
} from './failure';
import { isTunnelled, type ProxySettings } from './proxy';
import { headersAfter, headersFor, maximumRedirects, redirectOf, type Hop, type Redirect } from './redirects';
import { isExempt, parseUrl, wayTo } from './server-way';
import { pause, retryAfterFailure, retryAfterResponse } from './retries';

/** How a transport works. */
interface TransportOptions {
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
  const readUrl = rememberingUrl();
  const { send } = withAwsSigning(
    withDigest({
      send: (prepared, options, signal, observer = {}) => {
        const { channel } = prepared;
        if (channel === undefined)
          return sendFollowing({ connections, proxies, prepared, options, signal, observer, readUrl });
        // Few requests open such a connection.
        return import('./channel').then(({ openChannel }) =>
          openChannel({ proxies, prepared, steps: channel, options, signal, observer }),
        );
      },
    }),
  );
  return { send, close: connections.close };
}

type Outcome =
  | { readonly response: ReceivedResponse; readonly wire?: (() => WireRecord) | undefined }
  | { readonly failure: TransportFailure };

interface Sending {
  readonly connections: Connections;
  readonly proxies: ProxySettings;
  readonly prepared: PreparedRequest;
  readonly options: SendOptions;
  readonly signal: CancelSignal | undefined;
  readonly observer: ResponseObserver;
  readonly readUrl: typeof parseUrl;
}

/** Returns what reads URLs; requests after each other often have the same. */
function rememberingUrl(): typeof parseUrl {
  let last: { readonly text: string; readonly url: URL | undefined } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, url: parseUrl(text) };
    return last.url;
  };
}

async function sendFollowing(sending: Sending): Promise<Outcome> {
  const { prepared, options, signal, observer, readUrl } = sending;
  const { retries: maximum = 0, timeout = defaultTimeout } = options;
  if (options.pause !== undefined) await pause(options.pause, signal);
  const started = performance.now();
  const redirects: string[] = [];
  const retries: Retry[] = [];
  const url = readUrl(prepared.url);
  if (url === undefined) return { failure: invalidUrlFailure() };
  const refused = fieldOfConnection(prepared.headers);
  if (refused !== undefined) return { failure: refusedHeaderFailure(refused[0]) };
  let hop: Hop = { url, method: prepared.method, headers: prepared.headers, body: prepared.body, isElsewhere: false };
  for (;;) {
    const at = hop;
    const attempt = { method: at.method, retries: retries.length, maximum, timeout };
    let retry: Retry | undefined;
    let redirect: Redirect | undefined;
    const isUnverified = at.url.protocol === 'https:' && isExempt(at.url, options.unverifiedOrigin);
    const exchanged = await sendOnce(sending, at, started, (head) => {
      retry = retryAfterResponse(attempt, head);
      if (retry === undefined) redirect = stepOf(at, head, options, redirects);
      return retry !== undefined || (redirect !== undefined && 'next' in redirect);
    });
    if ('failure' in exchanged) {
      retry = retryAfterFailure(attempt, exchanged.failure);
      if (retry === undefined) return { failure: withAttempts(exchanged.failure, retries.length + 1) };
    } else if ('response' in exchanged) {
      const unfollowed = redirect !== undefined && 'reason' in redirect ? redirect.reason : undefined;
      const response = withWay(exchanged.response, { redirects, retries, unfollowed, isUnverified });
      return { response, wire: exchanged.wire };
    }
    if (retry !== undefined) {
      retries.push(retry);
      await pause(retry.wait, signal);
    } else if ('left' in exchanged && redirect !== undefined && 'next' in redirect) {
      const { next } = redirect;
      redirects.push(next.url.href);
      const cookies = observer.onRedirect?.({ url: at.url.href, headers: exchanged.left.headers }, next.url.href);
      hop = { ...next, headers: headersAfter(prepared, cookies, next) };
    }
  }
}

/** Returns what to do with a redirect, as far as the user wants them followed. */
function stepOf(
  hop: Hop,
  head: Head,
  { followsRedirects = true }: SendOptions,
  redirects: readonly string[],
): Redirect | undefined {
  const redirect = redirectOf(hop, head);
  if (redirect === undefined || 'reason' in redirect) return redirect;
  if (!followsRedirects) return { reason: 'the request asks for the redirect itself' };
  if (redirects.length < maximumRedirects) return redirect;
  const isCircle = redirects.includes(redirect.next.url.href);
  return {
    reason: isCircle
      ? 'the redirects lead in a circle'
      : `${count(maximumRedirects, 'redirect')} were followed before it`,
  };
}

interface Way extends Pick<ReceivedResponse, 'redirects' | 'retries' | 'isUnverified'> {
  readonly unfollowed: string | undefined;
}

function withWay(response: ReceivedResponse, { redirects, retries, unfollowed, isUnverified }: Way): ReceivedResponse {
  if (!redirects?.length && !retries?.length && unfollowed === undefined && !isUnverified) return response;
  return {
    ...response,
    ...(redirects?.length && { redirects }),
    ...(retries?.length && { retries }),
    ...(unfollowed !== undefined && { unfollowed }),
    ...(isUnverified && { isUnverified }),
  };
}

function withAttempts(failure: TransportFailure, attempts: number): TransportFailure {
  if (attempts === 1 || failure.kind === 'cancelled') return failure;
  return { ...failure, message: `${failure.message} The request was sent ${count(attempts, 'time')}.` };
}

async function sendOnce(
  { connections, proxies, prepared, options, signal, observer }: Sending,
  { url, method, headers, body }: Hop,
  started: number,
  isLeft: (head: Head) => boolean,
): Promise<Exchanged> {
  const { host } = url;
  if (signal?.isCancelled) return { failure: cancelledFailure(host) };
  const way = wayTo(url, headers, { proxies, prepared, options });
  if ('failure' in way) return way;
  const { own, proxy, source } = way;
  const isInTunnel = proxy !== undefined && isTunnelled(url, proxy);
  const verifiesProxy = proxies.isUnverified !== true;
  let connection: Connection;
  try {
    connection = connections.open({
      tunnel: isInTunnel ? proxy : undefined,
      verifiesTls: isInTunnel || proxy === undefined ? !isExempt(url, options.unverifiedOrigin) : verifiesProxy,
      verifiesProxy,
      options: url.protocol === 'https:' ? own : undefined,
      offersHttp2: options.http2 === true && url.protocol === 'https:',
    });
  } catch (error) {
    return { failure: certificateFailure(error, host) };
  }
  const known = { hasCertificate: own?.clientCertificate !== undefined, isEncrypted: url.protocol === 'https:' };
  const exchange = startExchange({
    connection,
    url,
    method,
    headers: withCodings(headersFor(url, headers, prepared.credentialScope, prepared.credentialField)),
    body,
    proxy: isInTunnel ? undefined : proxy,
    options,
    observer,
    started,
    isLeft,
    wordError: (error) =>
      proxy === undefined ? failureOf(error, host, known) : proxyFailure(error, host, source, known),
  });
  const stopListening = signal?.onCancel(() => {
    exchange.stop(cancelledFailure(host));
  });
  const exchanged = await exchange.outcome;
  stopListening?.();
  connection.release(!('response' in exchanged) || exchanged.response.interruption !== undefined);
  return exchanged;
}

/** Adds `Accept-Encoding`. A part of a compressed body cannot be unpacked, so a request with `Range` asks for no compression. */
const withCodings = ofLast((headers: PreparedRequest['headers']): PreparedRequest['headers'] => {
  const isSaid = headers.some(([name]) => /^(accept-encoding|range)$/i.test(name));
  return isSaid ? headers : [...headers, ['Accept-Encoding', acceptedCodings]];
});

/** Returns the field that undici 7.30 refuses to send, since it belongs to the connection. */
const fieldOfConnection = ofLast((headers: PreparedRequest['headers']) =>
  headers.find(([name, value]) => {
    const field = name.toLowerCase();
    return field === 'connection' ? !/^(close|keep-alive)$/i.test(value.trim()) : fieldsOfConnections.has(field);
  }),
);

const fieldsOfConnections: ReadonlySet<string> = new Set(['expect', 'upgrade', 'keep-alive', 'transfer-encoding']);
