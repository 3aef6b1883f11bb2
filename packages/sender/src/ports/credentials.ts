import type { Endpoint } from '@rulebook/checker/binding/model';

/** The sender's answer to the question for an endpoint's credential. */
export type CredentialAnswer =
  | { readonly credential: string | undefined }
  /** The request must not be sent; the sentence says why. */
  | { readonly problem: string }
  /** The user cancelled the request. */
  | { readonly isCalledOff: true };

/** Who the sender is for an endpoint. */
export interface CredentialsPort {
  /** Returns the credential of the endpoint; called only for a request that goes there and has no credential of its own. */
  readonly credentialOf: (endpoint: Endpoint) => Promise<CredentialAnswer>;
}
