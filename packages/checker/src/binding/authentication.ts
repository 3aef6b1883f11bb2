/** Stands for an `authentication` that cannot be read: no request gets another kind of credential in its place. */
export const unreadableAuthentication = { type: 'unreadable' } as const;

/** How requests to an endpoint prove who sends them; the credential itself is never part of it. */
export interface Authentication {
  readonly type:
    | 'none'
    | 'api-key'
    | 'bearer'
    | 'basic'
    | 'digest'
    | 'oauth2'
    | 'aws'
    | typeof unreadableAuthentication.type;
  /** The user, for `basic` and `digest`. */
  readonly user?: string;
  /** The header field that holds the key by itself, for `api-key`. */
  readonly field?: string;
  /** How a token is got, for `oauth2`. */
  readonly flow?: 'client-credentials' | 'device' | 'authorization-code';
  readonly tokenUrl?: string;
  /** Where the device flow begins. */
  readonly deviceUrl?: string;
  /** Where the user agrees in the browser, for the flow with a code. */
  readonly authorizationUrl?: string;
  /** Where the browser brings the code back to, on this machine. */
  readonly redirectUrl?: string;
  readonly clientId?: string;
  readonly scopes?: readonly string[];
  readonly audience?: string;
  /** How the client identifies itself at the token URL; `basic` unless given. */
  readonly clientAuthentication?: 'basic' | 'body' | 'none';
  /** The region and the name of the service that requests are signed for, for `aws`. */
  readonly region?: string;
  readonly awsService?: string;
}
