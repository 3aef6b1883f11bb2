import type { ServiceId } from '../catalogue/model';

/** A piece of text that is known, or the name of a variable whose value only the sender learns. */
export type Segment =
  | string
  | {
      readonly variable: string;
      /** It stands inside a JSON string, so its value is escaped. */
      readonly isInString?: boolean;
    };

/** A member of a body in whose text the service itself fills in these names. */
export interface LiteralMember {
  readonly member: string;
  readonly names: readonly string[];
}

/** A piece of a body that is made of several: text, or the content of a file. */
export type BodyPiece =
  | { readonly kind: 'text'; readonly segments: readonly Segment[] }
  | {
      readonly kind: 'file';
      /** The path as written, relative to the request file. */
      readonly path: string;
      /** Fills in the variables of the file (`<@`); otherwise its bytes go out as they are. */
      readonly fillsVariables: boolean;
      /** The encoding named behind `<@`, for example `latin1`; UTF-8 unless given. */
      readonly encoding?: string;
    };

/** Why a request cannot be sent as it is written. */
export interface PlanProblem {
  /** One sentence that says what is not understood, and what to do. */
  readonly reason: string;
  /** The line in the file, counted from 0. */
  readonly line: number;
  /** Sending the rest makes sense when the user insists. */
  readonly allowsSending: boolean;
}

/** Something that other tools do with the request and Rulebook does not, for example a script or an assertion. */
export interface LeftOut {
  /** What it is, for example `the script behind the request`. */
  readonly what: string;
  /** The line in the file, counted from 0. */
  readonly line: number;
}

/** What will be sent: literals and variable names, never a variable's value and never a stored credential. */
export interface RequestPlan {
  readonly method: string;
  /** The target as written: absolute, or a path that goes behind the endpoint's base URL. */
  readonly target: readonly Segment[];
  readonly isAbsolute: boolean;
  readonly headers: readonly { readonly name: readonly Segment[]; readonly value: readonly Segment[] }[];
  readonly body?:
    | {
        readonly kind: 'text';
        readonly segments: readonly Segment[];
        /** Set for JSON and newline-delimited JSON, which have a media type of their own. */
        readonly form?: 'json' | 'lines';
      }
    | {
        readonly kind: 'file';
        readonly path: string;
        readonly fillsVariables: boolean;
        /** The encoding named behind `<@`, for example `latin1`; UTF-8 unless given. */
        readonly encoding?: string;
        /** What looks like a variable in the file, but is for the service to fill in. */
        readonly literals?: readonly LiteralMember[];
      }
    | {
        readonly kind: 'pieces';
        readonly pieces: readonly BodyPiece[];
        /** Set for multipart bodies, whose lines end with CRLF. */
        readonly lineEnd?: 'crlf';
      };
  /** The endpoint's name, when one is named, matches the URL, or is the default of the service. */
  readonly endpoint?: string;
  readonly service?: ServiceId;
  readonly operation?: string;
  /** The scheme of the service under which a bare credential is sent. */
  readonly scheme?: string;
  /** Header fields that the service recommends, under the documents' neutral names; added when the request has none of the name. */
  readonly recommended?: readonly { readonly name: string; readonly value: string }[];
  /** What the request is called in messages: its `@name`, its title, or method and path. */
  readonly label: string;
  /** Names of the variables that need a value, in order and once. */
  readonly variables: readonly string[];
  /** The number of error-level findings; such a request is sent only when the user insists. */
  readonly errors: number;
  /** The `@name` under which later requests refer to the answer. */
  readonly name?: string;
  /** Set by `# @no-redirect`. */
  readonly staysAtUrl?: boolean;
  /** Set by `# @no-cookie-jar`: no cookies of the session are sent or kept. */
  readonly keepsNoCookies?: boolean;
  /** What is not understood; such a request is not sent, or only when the user insists. */
  readonly problems?: readonly PlanProblem[];
  /** What other tools do with this request and Rulebook does not; said when it is sent. */
  readonly leftOut?: readonly LeftOut[];
  /** The request changes something: asked for on protected endpoints. */
  readonly isUnsafe: boolean;
}

/** The content of a file that a body includes. */
export interface BodyFile {
  readonly bytes: Uint8Array;
  /** Returns the bytes as text, UTF-8 unless an encoding is named; undefined for an unknown encoding. */
  readonly text: (encoding?: string) => string | undefined;
}

/** A request with everything filled in. It exists between here and the socket only. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Text, which goes out as UTF-8, or pieces of text and bytes that go out behind each other. */
  readonly body?: string | readonly (string | Uint8Array)[];
  /**
   * The base URL behind which the `Authorization` of this request belongs, set when it is an endpoint's credential. A redirect that
   * leads elsewhere goes without it.
   */
  readonly credentialScope?: string;
}

/** What came back. */
export interface ReceivedResponse {
  readonly httpVersion: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The text of at most the transport's limit, read by its charset; `isTruncated` says that there was more. Empty for binary bodies. */
  readonly body: string;
  /** The body without its compression, as far as it was kept, for saving; absent unless `keepsBytes` asked for it. */
  readonly bytes?: Uint8Array;
  /** Set when the body is no text: what it is, for example `PNG image`. */
  readonly binary?: string;
  /** Set when the answer ended before it was complete; the rest of this is what came until then. */
  readonly interruption?: TransportFailure;
  readonly isTruncated: boolean;
  /** Whole body without its compression, in bytes. */
  readonly size: number;
  /** From the first byte sent to the last received, redirects included, in milliseconds. */
  readonly duration: number;
  /** The URLs to which redirects led, in order. */
  readonly redirects?: readonly string[];
}

/** Why nothing came back. */
export interface TransportFailure {
  readonly kind:
    'refused' | 'unknown-host' | 'timeout' | 'tls' | 'reset' | 'cancelled' | 'invalid-url' | 'protocol' | 'other';
  /** The system's code, for example `ECONNREFUSED`. */
  readonly code?: string;
  /** One sentence without any header, body or variable's value. */
  readonly message: string;
}

export interface SendOptions {
  /** How long to wait for the head of the answer, and then for each further piece of it, in milliseconds; 30,000 unless given. */
  readonly timeout?: number;
  /** A URL whose origin need not prove who it is by a certificate; every other origin must. */
  readonly unverifiedOrigin?: string;
  /** The most bytes of an unpacked body to keep. */
  readonly maximumBody?: number;
  /** Keep the bytes of the body, too, for saving. */
  readonly keepsBytes?: boolean;
  /** Follow redirects of a reading request within its origin; so unless given. */
  readonly followsRedirects?: boolean;
}

/** Called off by the user. */
export interface CancelSignal {
  readonly isCancelled: boolean;
  /** Calls back when called off; returns how to stop listening. */
  onCancel(listener: () => void): () => void;
}

/** What is known of an answer before its body. */
export type ResponseHead = Pick<ReceivedResponse, 'status' | 'statusText' | 'headers'>;

/** Watches an answer while it arrives. */
export interface ResponseObserver {
  /** Called once, when the status and the header fields are there. */
  readonly onHead?: (head: ResponseHead) => void;
  /** Called with each further piece of a text body, up to the limit of what is kept. */
  readonly onText?: (text: string) => void;
  /**
   * Called with each further piece of the whole unpacked body, text or not, for saving it. While a promise is pending, no more is read;
   * a rejected one ends the exchange.
   */
  readonly onBytes?: (bytes: Uint8Array) => void | Promise<void>;
  /** Called when a redirect is followed; returns the header fields for the next request when they are to be others. */
  readonly onRedirect?: (
    from: { readonly url: string; readonly headers: ReceivedResponse['headers'] },
    to: string,
  ) => PreparedRequest['headers'] | undefined;
}

/** The port through which requests leave; implemented in `platform/`. Never throws. */
export interface Transport {
  send(
    request: PreparedRequest,
    options: SendOptions,
    signal?: CancelSignal,
    observer?: ResponseObserver,
  ): Promise<{ readonly response: ReceivedResponse } | { readonly failure: TransportFailure }>;
}
