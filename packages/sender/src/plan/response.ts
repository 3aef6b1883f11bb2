import type { ChannelRecord } from './channel';

/** A received response. */
export interface ReceivedResponse {
  readonly httpVersion: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The text, decoded by its charset, up to the transport's limit; `isTruncated` is set when there was more. Empty for binary bodies. */
  readonly body: string;
  /** The decompressed body, as far as it was kept, for saving; present only with `keepsBytes`. */
  readonly bytes?: Uint8Array;
  /** Set when the body is not text: what it is, for example `PNG image`. */
  readonly binary?: string;
  /** Set when the response ended before it was complete; the other members hold what arrived until then. */
  readonly interruption?: TransportFailure;
  readonly isTruncated: boolean;
  /** The codings that the header fields name, such as `gzip`, although the body is not packed so; it is given as it came. */
  readonly miscoded?: string;
  /** The header fields behind the body. */
  readonly trailers?: readonly (readonly [name: string, value: string])[];
  /** The size of the whole decompressed body in bytes. */
  readonly size: number;
  /** The time from the first byte sent to the last byte received, redirects included, in milliseconds. */
  readonly duration: number;
  /** The URLs to which redirects led, in order. */
  readonly redirects?: readonly string[];
  /** Why the redirect that this response is was not followed, as the end of a sentence without any value. */
  readonly unfollowed?: string;
  /** The attempts before this response, in order. */
  readonly retries?: readonly Retry[];
  /** Where the time of the last exchange went. */
  readonly timing?: ResponseTiming;
  /** The certificate of the server was not verified, as its endpoint demands. */
  readonly isUnverified?: boolean;
  /** What went over a WebSocket connection, in order; the body is the list of received messages as JSON. */
  readonly channel?: ChannelRecord;
}

/** An attempt after which the request was sent again. */
export interface Retry {
  /** One part of a sentence without any value: `429 Too Many Requests`, or what the connection failed of. */
  readonly cause: string;
  /** The pause before the next attempt, in milliseconds. */
  readonly wait: number;
}

/** The parts of the time of an exchange, in milliseconds. What did not happen is absent: a kept connection needs no look-up and no handshake. */
export interface ResponseTiming {
  /** The look-up of the host's address. */
  readonly dns?: number;
  /** The connection to the host, or to its proxy. */
  readonly connect?: number;
  /** The handshakes of TLS. */
  readonly tls?: number;
  /** From the request, which is then sent, to the first byte of the response. */
  readonly firstByte: number;
  /** From the first byte of the response to its last. */
  readonly download: number;
}

/** Why there is no response. */
export interface TransportFailure {
  readonly kind:
    | 'refused'
    | 'unknown-host'
    | 'timeout'
    | 'tls'
    | 'reset'
    | 'cancelled'
    | 'invalid-url'
    | 'protocol'
    | 'other';
  /** The system's code, for example `ECONNREFUSED`. */
  readonly code?: string;
  /** The service has responded, and the response is lost. */
  readonly isAnswered?: true;
  /** One sentence without any header, body or variable's value. */
  readonly message: string;
  /** The certificate of the server was not accepted, so nothing was sent. */
  readonly isUntrusted?: true;
}

/** The head of a response, which is known before its body. */
export type ResponseHead = Pick<ReceivedResponse, 'status' | 'statusText' | 'headers'>;
