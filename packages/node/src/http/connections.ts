import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { ConnectionOptions } from '@rulebook/sender/plan';
import { createConnector, type ConnectTimes, type SentHead } from './connectors';
import { createFieldReader, type FieldReader } from './head-fields';
import { createReadGate, type ReadGate } from './read-gate';
import { createTimeLimit, type TimeLimit } from './time-limit';
import { secureContextOf } from './tls-options';

/** The largest size of the header fields of a response, in bytes. */
export const maximumHead = 256 * 1024;

/** The way to a server. */
export interface Way {
  /** The proxy that opens a tunnel; absent for a direct connection, and for one to a proxy that takes the whole request. */
  readonly tunnel?: URL | undefined;
  readonly verifiesTls: boolean;
  /** Whether the certificate of the proxy in front of the tunnel is verified, which it is unless this says no. */
  readonly verifiesProxy?: boolean;
  /** The server may choose HTTP/2. */
  readonly offersHttp2?: boolean;
  /** Certificates for the server; the same object means the same connections. */
  readonly options?: ConnectionOptions | undefined;
}

/** A connection to use for one request. */
export interface Connection {
  readonly dispatcher: Dispatcher;
  /** What it took to connect; empty when the connection was there. */
  readonly times: ConnectTimes;
  /** The head of the request. */
  readonly sent: SentHead;
  /** Holds back the response. */
  readonly gate: ReadGate;
  /** Ends a request that takes too long. */
  readonly limit: TimeLimit;
  /** Reads the header fields of the response. */
  readonly fieldsOf: FieldReader;
  /** Returns the connection for further use. It is closed when it is broken, or when connections are not kept. */
  readonly release: (isBroken: boolean) => void;
}

/** Opens connections, and closes those that are kept. */
export interface Connections {
  /** Throws when a certificate or a key cannot be used. */
  readonly open: (way: Way) => Connection;
  readonly close: () => void;
}

/** A dispatcher that serves one request at a time. */
interface Line extends Connection {
  readonly end: () => void;
}

/** Returns connections, directly or through proxies. A kept connection is used again only for the same way, and for one request at a time. */
export function createConnections(isKeeping: boolean): Connections {
  const all = new Set<Line>();
  const free = new Map<string, Line[]>();
  const numbers = new WeakMap<ConnectionOptions, number>();
  let count = 0;
  /** Requests after each other often go the same way. */
  let last: { readonly way: Way; readonly lines: Line[] } | undefined;
  const linesFor = (way: Way): Line[] => {
    if (last !== undefined && isSameWay(last.way, way)) return last.lines;
    const key = keyOf(way);
    const lines = free.get(key) ?? [];
    free.set(key, lines);
    last = { way, lines };
    return lines;
  };
  const keyOf = ({ tunnel, verifiesTls, verifiesProxy = true, offersHttp2 = false, options }: Way): string => {
    if (options !== undefined && !numbers.has(options)) numbers.set(options, ++count);
    return `${verifiesTls} ${verifiesProxy} ${offersHttp2} ${(options && numbers.get(options)) ?? 0} ${tunnel?.href ?? ''}`;
  };
  const end = (line: Line) => {
    all.delete(line);
    line.end();
  };
  const add = (way: Way, lines: Line[]): Line => {
    const line = {
      ...createLine(way, isKeeping),
      release: (isBroken: boolean) => {
        line.gate.open();
        if (!isKeeping || isBroken || !all.has(line)) end(line);
        else lines.push(line);
      },
    };
    all.add(line);
    return line;
  };
  return {
    open: (way) => {
      const lines = linesFor(way);
      const line = lines.pop() ?? add(way, lines);
      forget(line.times);
      line.sent.text = undefined;
      return line;
    },
    close: () => {
      for (const line of all) end(line);
      free.clear();
      last = undefined;
    },
  };
}

function isSameWay(one: Way, other: Way): boolean {
  return (
    one.tunnel === other.tunnel &&
    one.verifiesTls === other.verifiesTls &&
    one.verifiesProxy === other.verifiesProxy &&
    one.offersHttp2 === other.offersHttp2 &&
    one.options === other.options
  );
}

/** Most requests use a connection that is there, for which there is nothing to do. */
function forget(times: ConnectTimes): void {
  if (times.connect === undefined) return;
  delete times.dns;
  delete times.connect;
  delete times.tls;
}

function createLine(
  { tunnel, verifiesTls, verifiesProxy = true, offersHttp2 = false, options }: Way,
  isKeeping: boolean,
): Omit<Line, 'release'> {
  const times: ConnectTimes = {};
  const sent: SentHead = {};
  const gate = createReadGate();
  const limit = createTimeLimit();
  const abandoned = new AbortController();
  const secureContext = secureContextOf(options);
  const connect = createConnector({
    ...{ tunnel, verifiesProxy },
    tls: {
      rejectUnauthorized: verifiesTls,
      ...(secureContext && { secureContext }),
      ...(offersHttp2 && { allowH2: true }),
    },
    times,
    sent,
    gate,
    signal: abandoned.signal,
  });
  const common = {
    // With 0, each request gets a connection of its own.
    pipelining: isKeeping ? 1 : 0,
    // A pool would open a second connection before the first is free again.
    ...(isKeeping && { connections: 1 }),
    // The exchange has its own timer.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Shorter than in any server, so that no request uses a connection that the server is closing.
    keepAliveTimeout: 1000,
    maxHeaderSize: maximumHead,
    ...(offersHttp2 && { allowH2: true }),
    connect,
  };
  const dispatcher = new Agent({
    ...common,
    factory: (origin) => (isKeeping ? new Client(origin, common) : new Pool(origin, common)),
  });
  return {
    dispatcher,
    times,
    sent,
    gate,
    limit,
    fieldsOf: createFieldReader(),
    end: () => {
      limit.close();
      abandoned.abort();
      dispatcher.destroy().catch(() => undefined);
    },
  };
}
