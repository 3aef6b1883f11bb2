import type { ChannelStep } from './channel';

/** The content of a file that a body includes. */
export interface BodyFile {
  readonly bytes: Uint8Array;
  /** Where it really lies, behind links. */
  readonly path?: string;
  /** Returns the bytes as text, UTF-8 unless an encoding is named; undefined for an unknown encoding. */
  readonly text: (encoding?: string) => string | undefined;
}

/** What a request is signed with: AWS Signature Version 4. */
export interface AwsKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  /** Absent: as the host says. */
  readonly region?: string;
  readonly service?: string;
}

/** A request with everything filled in. It exists between here and the socket only. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Text, which is sent as UTF-8, or pieces of text and bytes that are sent in sequence. */
  readonly body?: string | readonly (string | Uint8Array)[];
  /**
   * The base URL that the `Authorization` of this request is limited to; set when it is an endpoint's credential, or answers a challenge. A redirect that leads
   * elsewhere is followed without it.
   */
  readonly credentialScope?: string;
  /** The header field with that credential. Absent: `Authorization`. */
  readonly credentialField?: string;
  /** Answers a challenge of the service by digest authentication, below `credentialScope` only. */
  readonly digest?: { readonly user: string; readonly password: string };
  /** Signs the request with AWS Signature Version 4, for its own origin only. */
  readonly aws?: AwsKey;
  /** Names of further header fields that hold a secret; a redirect to another origin is followed without them. */
  readonly secretFields?: readonly string[];
  /** Set for a request that opens a WebSocket connection: the messages, which its body lists for records only. */
  readonly channel?: readonly ChannelStep[];
}
