import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import connectThrough from 'undici/lib/api/api-connect.js';
import connectorOf from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { Socks5Client } from 'undici/lib/core/socks5-client.js';
import { dropContinueAnswers } from './continue-answers';
import { lookedUp } from './looked-up';
import { decoded, proxyAuthorization } from './proxy';
import { ProxyRefusal } from './proxy-refusal';
import type { ReadGate } from './read-gate';

type Connector = buildConnector.connector;
type Needs = buildConnector.Options;
type TlsOptions = NonNullable<Parameters<typeof buildConnector>[0]>;

/** Where the time of a connection goes; filled in when one is made. */
export interface ConnectTimes {
  dns?: number;
  connect?: number;
  tls?: number;
}

/** The head of the request that a connection sent last; filled in when it is written. */
export interface SentHead {
  text?: string | undefined;
  /** The connection speaks HTTP/2, whose heads are not texts. */
  isHttp2?: boolean;
}

/** What a connector needs. */
interface ConnectorInput {
  /** The proxy that opens a tunnel; absent for direct connections. */
  readonly tunnel: URL | undefined;
  /** Whether its certificate is verified. */
  readonly verifiesProxy: boolean;
  /** Of the TLS connection to the server. */
  readonly tls: TlsOptions;
  readonly times: ConnectTimes;
  readonly sent: SentHead;
  /** What the connection reads through. */
  readonly gate: ReadGate;
  /** Ends what has not connected yet. */
  readonly signal: AbortSignal;
}

/** Returns what makes the connections of undici's clients. */
export function createConnector({ sent, gate, ...input }: ConnectorInput): Connector {
  return dropping(createPlainConnector(input), gate, sent);
}

/** Returns what makes connections, directly or through a tunnel. The exchange has the timer, so none is set here. */
export function createPlainConnector(input: Omit<ConnectorInput, 'sent' | 'gate'>): Connector {
  const connect = createUnnamedConnector(input);
  return ({ hostname, ...needs }, callback) => {
    const name = bare(hostname);
    // undici would take the name from the `Host` field, which is not what the certificate has to prove. An address has no such name.
    const servername = isIP(name) === 0 ? name : undefined;
    connect({ ...needs, hostname: input.tunnel === undefined ? lookedUp(name) : name, servername }, callback);
  };
}

function createUnnamedConnector({
  tunnel,
  verifiesProxy,
  tls,
  times,
  signal,
}: Omit<ConnectorInput, 'sent' | 'gate'>): Connector {
  const direct = measured(connectorOf({ ...tls, timeout: 0 }), times);
  if (tunnel === undefined) return direct;
  const toServer = connectorOf({ ...tls, timeout: 0 });
  const toProxy = measured(connectorOf({ timeout: 0, rejectUnauthorized: verifiesProxy }), times);
  const open = tunnel.protocol.startsWith('socks') ? openSocks : openHttp;
  const tunnelled: Connector = (needs, callback) => {
    const started = performance.now();
    open(toProxy, tunnel, needs, signal).then(
      (socket) => {
        const { dns = 0, tls: ofProxy = 0 } = times;
        times.connect = performance.now() - started - dns - ofProxy;
        if (needs.protocol !== 'https:') {
          callback(null, socket);
          return;
        }
        const connected = performance.now();
        toServer({ ...needs, httpSocket: socket }, (...result) => {
          times.tls = ofProxy + performance.now() - connected;
          callback(...result);
        });
      },
      (cause: unknown) => {
        // undici 7.30 connects again, without end, when a connector fails with UND_ERR_SOCKET.
        callback(cause instanceof ProxyRefusal ? cause : new Error('There is no tunnel.', { cause }), null);
      },
    );
  };
  return tunnelled;
}

function dropping(connect: Connector, gate: ReadGate, sent: SentHead): Connector {
  const noteHead = (head: string) => {
    sent.text = head;
  };
  return (needs, callback) => {
    connect(needs, (...[error, socket]) => {
      if (error !== null) callback(error, null);
      // The frames of HTTP/2 are read by Node itself.
      else if ('alpnProtocol' in socket && socket.alpnProtocol === 'h2') {
        sent.isHttp2 = true;
        callback(null, socket);
      } else callback(null, dropContinueAnswers(gate.guard(socket), noteHead));
    });
  };
}

function measured(connect: Connector, times: ConnectTimes): Connector {
  return (needs, callback) => {
    const started = performance.now();
    let last = started;
    const lap = () => {
      const before = last;
      last = performance.now();
      return last - before;
    };
    // A connector of undici 7.30 returns its socket, which its type does not say.
    const socket = connect(needs, (...result) => {
      if (needs.protocol === 'https:') times.tls = lap();
      callback(...result);
    }) as unknown as Socket;
    socket
      .once('lookup', () => {
        times.dns = lap();
      })
      .once('connect', () => {
        times.connect = lap();
      });
  };
}

/** Opens a tunnel through an HTTP proxy. */
async function openHttp(connect: Connector, proxy: URL, { host = '', protocol }: Needs, signal: AbortSignal) {
  const client = new Client(proxy.origin, { connect, headersTimeout: 0, bodyTimeout: 0 });
  const target = /:\d+$/.test(host) ? host : `${host}:${protocol === 'https:' ? 443 : 80}`;
  const authorization = proxyAuthorization(proxy);
  try {
    const { statusCode, socket } = await connectThrough.call(client, {
      path: target,
      headers: { host: target, ...(authorization !== undefined && { 'proxy-authorization': authorization }) },
      signal,
    });
    if (statusCode >= 200 && statusCode < 300) return socket as Socket;
    socket.on('error', () => undefined).destroy();
    throw new ProxyRefusal(statusCode);
  } finally {
    client.destroy().catch(() => undefined);
  }
}

/**
 * Opens a tunnel through a SOCKS5 proxy, which looks the name up. The agent of undici 7.30 for this writes a warning to standard error, ends
 * each step after five seconds, and accepts no limit for header fields; so only its client of the protocol is used.
 */
async function openSocks(connect: Connector, proxy: URL, { hostname, port, protocol }: Needs, signal: AbortSignal) {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const needs = { hostname: bare(proxy.hostname), host: proxy.host, port: proxy.port || '1080', protocol: 'http:' };
    connect(needs, (...[error, connected]) => {
      if (error !== null) reject(error);
      else resolve(connected);
    });
  });
  const abort = () => socket.destroy(new Error('The request was ended.'));
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  const username = decoded(proxy.username);
  const password = decoded(proxy.password);
  const client = new Socks5Client(socket, { username, password });
  // It repeats every later error of the socket, which undici sees by itself.
  client.on('error', () => undefined);
  const closed = new AbortController();
  socket.once('close', () => {
    closed.abort();
  });
  try {
    const authenticated = once(client, 'authenticated', { signal: closed.signal });
    client.handshake();
    await authenticated;
    const connected = once(client, 'connected', { signal: closed.signal });
    client.connect(hostname, Number(port || (protocol === 'https:' ? 443 : 80)));
    await connected;
  } catch (error) {
    socket.destroy();
    throw socksRefusal(error) ?? error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
  return socket.pause();
}

const socksReplies: Readonly<Record<string, string>> = {
  UND_ERR_SOCKS5_AUTH_REJECTED: 'it wants another way of authentication, for example a user and a password',
  UND_ERR_SOCKS5_AUTH_METHOD: 'it wants a way of authentication that is not supported',
  UND_ERR_SOCKS5_AUTH_FAILED: 'it rejects the user or the password',
  UND_ERR_SOCKS5_REPLY_2: 'its rules do not allow this connection',
  UND_ERR_SOCKS5_REPLY_3: 'it cannot reach the network of the host',
  UND_ERR_SOCKS5_REPLY_4: 'it cannot reach the host',
  UND_ERR_SOCKS5_REPLY_5: 'the host refused the connection',
  UND_ERR_SOCKS5_REPLY_6: 'the host was too far away',
  UND_ERR_SOCKS5_REPLY_7: 'it does not know the command',
  UND_ERR_SOCKS5_REPLY_8: 'it does not know this kind of address',
};

function socksRefusal(error: unknown): ProxyRefusal | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.name === 'AbortError') return new ProxyRefusal(undefined, 'it closed the connection');
  const code = String(error.code);
  if (!code.startsWith('UND_ERR_SOCKS5')) return undefined;
  return new ProxyRefusal(undefined, socksReplies[code] ?? 'its response is not that of a SOCKS5 proxy');
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
