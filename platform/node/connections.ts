import { Agent, ProxyAgent, type Dispatcher } from 'undici';
import { proxyFor, type ProxySettings } from './proxy';

/** What a connection must be like. */
export interface ConnectionNeeds {
  readonly verifyTls: boolean;
  /** In milliseconds. */
  readonly timeout: number;
}

/** A connection to use for one request. */
export interface Connection {
  readonly dispatcher: Dispatcher;
  readonly isProxied: boolean;
  /** Gives it back; unless connections are kept, it ends here. */
  readonly release: () => void;
}

/** Hands out connections, and ends the kept ones. */
export interface Connections {
  readonly open: (url: URL, needs: ConnectionNeeds) => Connection;
  readonly close: () => void;
}

/** Returns connections through the proxies. Kept ones are shared only among requests with the same needs. */
export function createConnections(proxies: ProxySettings, isKeeping: boolean): Connections {
  const kept = new Map<string, Dispatcher>();
  const end = (dispatcher: Dispatcher) => {
    dispatcher.destroy().catch(() => undefined);
  };
  return {
    open: (url, needs) => {
      const proxy = proxyFor(url, proxies);
      const key = `${needs.verifyTls} ${needs.timeout} ${proxy?.href ?? ''}`;
      const dispatcher = kept.get(key) ?? createDispatcher(proxy, needs, isKeeping);
      if (isKeeping) kept.set(key, dispatcher);
      return {
        dispatcher,
        isProxied: proxy !== undefined,
        release: () => {
          if (!isKeeping) end(dispatcher);
        },
      };
    },
    close: () => {
      for (const dispatcher of kept.values()) end(dispatcher);
      kept.clear();
    },
  };
}

function createDispatcher(proxy: URL | undefined, needs: ConnectionNeeds, isKeeping: boolean): Dispatcher {
  const { verifyTls, timeout } = needs;
  const common = {
    // With 0, each request gets a connection of its own.
    pipelining: isKeeping ? 1 : 0,
    // Requests come one after another; the pool would open another one while the last is being tidied up.
    ...(isKeeping && { connections: 1 }),
    headersTimeout: timeout,
    bodyTimeout: timeout,
    // Shorter than any server's, so that a request never meets a connection that is being closed.
    keepAliveTimeout: 1000,
  };
  const tls = { rejectUnauthorized: verifyTls };
  if (proxy === undefined) return new Agent({ ...common, connect: { ...tls, timeout } });
  // A plain request goes to the proxy as it is, since many proxies open tunnels to port 443 only.
  return new ProxyAgent({ ...common, uri: proxy.href, requestTls: tls, proxyTunnel: false });
}
