import { Agent, buildConnector, Client, Pool, ProxyAgent, type Dispatcher } from 'undici';
import { dropContinueAnswers } from './continue-answers';

/** The largest size of the header fields of a response, in bytes. */
export const maximumHead = 256 * 1024;

/** A connection to use for one request. */
export interface Connection {
  readonly dispatcher: Dispatcher;
  /** Returns the connection for further use. It is closed when it is broken, or when connections are not kept. */
  readonly release: (isBroken: boolean) => void;
}

/** Opens connections, and closes those that are kept. */
export interface Connections {
  readonly open: (proxy: URL | undefined, verifiesTls: boolean) => Connection;
  readonly close: () => void;
}

/** Returns connections, directly or through proxies. Requests share a kept connection only when both verify TLS, or neither does. */
export function createConnections(isKeeping: boolean): Connections {
  const kept = new Map<string, Dispatcher>();
  const end = (dispatcher: Dispatcher) => {
    dispatcher.destroy().catch(() => undefined);
  };
  return {
    open: (proxy, verifiesTls) => {
      const key = `${verifiesTls} ${proxy?.href ?? ''}`;
      const dispatcher = kept.get(key) ?? createDispatcher(proxy, verifiesTls, isKeeping);
      if (isKeeping) kept.set(key, dispatcher);
      return {
        dispatcher,
        release: (isBroken) => {
          if (isKeeping && !isBroken) return;
          kept.delete(key);
          end(dispatcher);
        },
      };
    },
    close: () => {
      for (const dispatcher of kept.values()) end(dispatcher);
      kept.clear();
    },
  };
}

function createDispatcher(proxy: URL | undefined, verifiesTls: boolean, isKeeping: boolean): Dispatcher {
  const common = {
    // With 0, each request gets a connection of its own.
    pipelining: isKeeping ? 1 : 0,
    // Requests come one after another. A pool would open a second connection before the first is free again.
    ...(isKeeping && { connections: 1 }),
    // The exchange has its own timer.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Shorter than in any server, so that no request uses a connection that the server is closing.
    keepAliveTimeout: 1000,
    maxHeaderSize: maximumHead,
  };
  const factory = (origin: string | URL, options: object): Dispatcher => {
    const { connect } = options as { readonly connect: buildConnector.connector };
    const all: Pool.Options = {
      ...common,
      connect: (needs, callback) => {
        connect(needs, (...[error, socket]) => {
          if (error !== null) callback(error, null);
          else callback(null, dropContinueAnswers(socket));
        });
      },
    };
    return isKeeping ? new Client(origin, all) : new Pool(origin, all);
  };
  const tls = { rejectUnauthorized: verifiesTls, timeout: 0 };
  if (proxy === undefined) return new Agent({ ...common, factory, connect: buildConnector(tls) });
  return new ProxyAgent({
    ...common,
    factory,
    uri: proxy.href,
    requestTls: tls,
    proxyTls: { timeout: 0 },
    // A plain request goes to the proxy as it is, since many proxies open tunnels to port 443 only.
    proxyTunnel: false,
  });
}
