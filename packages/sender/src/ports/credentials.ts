import type { Endpoint } from '@rulebook/checker/binding/model';
import type { Refusal } from '../refusal';

/** The answer to the question for an endpoint's credential, or why the request must not be sent. */
export type CredentialAnswer = { readonly credential: string | undefined } | Refusal;

/** Who the sender is for an endpoint. */
export interface CredentialsPort {
  /** Returns the credential of the endpoint; called only for a request that goes there and has no credential of its own. */
  readonly credentialOf: (endpoint: Endpoint) => Promise<CredentialAnswer>;
}
