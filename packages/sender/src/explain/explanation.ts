import type { ServiceId } from '@rulebook/catalogue/facts';
import type { RequestNeed } from '@rulebook/checker/privileges/request-needs';
import type { Effect } from '../plan/plan';

/** A request as it would be sent, and why it is like that. It contains no secret: where one is, it is masked. */
export interface Explanation {
  /** What the request is called in messages. */
  readonly label: string;
  /** The line of the request in the file, counted from 0. */
  readonly line?: number;
  readonly method: string;
  readonly service?: ServiceId;
  /** The id of the operation, such as `search-cluster.api-key.create`. */
  readonly operation?: string;
  /** What could not be filled in stays as it is written: `{{name}}`. */
  readonly url: string;
  /** Absent: the request goes to an URL outside of all endpoints, or nowhere. */
  readonly endpoint?: ExplainedEndpoint;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  /** The body is longer than what is shown of it. */
  readonly isBodyCut?: boolean;
  readonly credential: ExplainedCredential;
  readonly variables: readonly ExplainedVariable[];
  /** What the caller needs, with the values of variables as far as they are known; empty: nothing. Absent: it is not published. */
  readonly needs?: readonly RequestNeed[];
  /** Losses first; names of variables are filled in. */
  readonly effects: readonly Effect[];
  /** What its directives change in how it is sent, in sentences. */
  readonly sending: readonly string[];
  /** Why the request cannot be sent as it is, in half sentences. */
  readonly problems: readonly string[];
}

export interface ExplainedEndpoint {
  readonly name: string;
  readonly baseUrl: string;
  /** Why it is this one: `the default for search-cluster`. */
  readonly why: string;
  readonly isProtected: boolean;
  /** TLS certificates are not verified. */
  readonly isInsecure: boolean;
  /** The proxy that it names, without user and password; `none` for none. Absent: that of the system, or none for a sandbox. */
  readonly proxy?: string;
}

/** What the request authenticates with, without its value. */
export interface ExplainedCredential {
  /** `request`: written in the request. `endpoint`: added for the endpoint. `unknown`: what will be sent is known only when it is sent. */
  readonly kind: 'request' | 'endpoint' | 'none' | 'unknown';
  /** Where it comes from, or why there is none. */
  readonly source: string;
}

/** A variable of the request, also one within the value of another one. */
export interface ExplainedVariable {
  readonly name: string;
  /** Absent for a secret, and where there is none. */
  readonly value?: string;
  /** Where the value comes from, in words. */
  readonly source: string;
  readonly kind:
    | 'option'
    | 'prompt'
    | 'file'
    | 'environment'
    | 'dotenv'
    | 'process'
    | 'secret'
    | 'response'
    | 'system'
    | 'none';
  readonly isSecret: boolean;
  /** Where other values of the name are, which do not count. */
  readonly shadows: readonly string[];
}
