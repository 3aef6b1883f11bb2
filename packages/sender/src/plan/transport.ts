import type { ChannelMessage, OpenChannel } from './channel';
import type { PreparedRequest } from './prepared-request';
import type { ReceivedResponse, ResponseHead, TransportFailure } from './response';

/** How a request is sent: times, limits and the way of its connection. */
export interface SendOptions {
  /** The time to wait for the head of the response, and then for each further piece, in milliseconds; 30,000 by default. */
  readonly timeout?: number;
  /** The time to wait for the connection, in milliseconds; absent when it counts as a part of the time for the head. */
  readonly connectionTimeout?: number;
  /** The pause before the request is sent, in milliseconds. */
  readonly pause?: number;
  /** A URL whose origin is not verified by a TLS certificate; every other origin is. */
  readonly unverifiedOrigin?: string;
  /** The number of bytes of a decompressed body to keep at most. */
  readonly maximumBody?: number;
  /** Keep the bytes of the body, too, for saving. */
  readonly keepsBytes?: boolean;
  /** Follow redirects; `true` by default. */
  readonly followsRedirects?: boolean;
  /** HTTP/2 is offered to a server with TLS; it decides. */
  readonly http2?: boolean;
  /** How often a request that only reads is sent again after 429, 502, 503, 504 and broken connections; 0 by default. */
  readonly retries?: number;
  /** How the server is reached. The same object (by identity) means the same connections. */
  readonly connection?: ConnectionOptions;
}

/** How a server is reached. */
export interface ConnectionOptions {
  /** Certificate and private key of the client as PEM texts. */
  readonly clientCertificate?: { readonly certificate: string; readonly key: string; readonly passphrase?: string };
  /** Certificates of authorities as PEM texts, which are trusted in addition to those of the system. */
  readonly authorities?: readonly string[];
  /** The URL of a proxy (`http:`, `https:`, `socks5:`), or `none`. Absent: the proxy of the system. */
  readonly proxy?: string;
}

/** Cancellation by the user. */
export interface CancelSignal {
  readonly isCancelled: boolean;
  /** Calls the listener on cancellation; returns a function that stops listening. */
  onCancel(listener: () => void): () => void;
}

/** Observes a response while it arrives. */
export interface ResponseObserver {
  /** Called once, when the status and the header fields have arrived. */
  readonly onHead?: (head: ResponseHead) => void;
  /** Called with each further piece of a text body, up to the limit of what is kept. */
  readonly onText?: (text: string) => void;
  /** Returns whether `onText` wants the body behind these header fields; absent: it wants each. */
  readonly followsText?: (headers: ReceivedResponse['headers']) => boolean;
  /**
   * Called with each further piece of the whole decompressed body, text or not, for saving it. While a promise is pending, no more is read;
   * a rejected one ends the exchange.
   */
  readonly onBytes?: (bytes: Uint8Array) => void | Promise<void>;
  /** Called when a WebSocket connection is open, with what sends further messages over it. */
  readonly onChannel?: (channel: OpenChannel) => void;
  /** Called with each message of a WebSocket connection. */
  readonly onMessage?: (message: ChannelMessage) => void;
  /** Called when a redirect is followed; returns the header fields for the next request when they change. */
  readonly onRedirect?: (
    from: { readonly url: string; readonly headers: ReceivedResponse['headers'] },
    to: string,
  ) => PreparedRequest['headers'] | undefined;
}

/** What went over the connection in the last exchange of a request. It holds secrets. */
export interface WireRecord {
  readonly method: string;
  /** The header fields as they were sent, those of the connection included. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** In bytes: head and body as they were sent, and as they came, still compressed. */
  readonly sent: WireSize;
  readonly received: WireSize;
}

/** The size of a message in bytes. */
interface WireSize {
  readonly head: number;
  readonly body: number;
}

/** The port through which requests leave; implemented in `packages/platform/src/`. Never throws. */
export interface Transport {
  send(
    request: PreparedRequest,
    options: SendOptions,
    signal?: CancelSignal,
    observer?: ResponseObserver,
  ): Promise<
    | {
        readonly response: ReceivedResponse;
        /** Returns what went over the connection, which few want to know. */
        readonly wire?: (() => WireRecord) | undefined;
      }
    | { readonly failure: TransportFailure }
  >;
}
