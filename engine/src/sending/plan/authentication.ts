import type { Authentication } from '../../binding/model';
import type { PlannedCredential } from './plan';

/** How a credential becomes a part of a request. */
export type CredentialUse =
  /** As the whole value of a header field. */
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  /** By the answer to a challenge of the service. */
  | { readonly kind: 'digest'; readonly user: string; readonly password: string };

const knownScheme = /^(ApiKey|Bearer|Basic) +/i;

/** Returns how a credential is sent: as the endpoint says, or else as the operation does, under the scheme of its service. */
export function useOfCredential(
  credential: string,
  authentication: Authentication | undefined,
  planned: { readonly scheme?: string | undefined; readonly credential?: PlannedCredential | undefined },
): CredentialUse {
  const field = (scheme: string): CredentialUse => {
    const value = knownScheme.test(credential) ? credential : `${scheme} ${credential}`;
    return { kind: 'field', name: 'Authorization', value };
  };
  switch (authentication?.type) {
    case 'digest':
      return { kind: 'digest', user: authentication.user ?? '', password: credential };
    case 'basic': {
      const { user } = authentication;
      const pair = user === undefined ? credential : `${user}:${credential}`;
      return {
        kind: 'field',
        name: 'Authorization',
        value: /^Basic +/i.test(credential) ? credential : `Basic ${pair}`,
      };
    }
    case 'api-key': {
      const { field: name } = authentication;
      return name === undefined ? field('ApiKey') : { kind: 'field', name, value: credential };
    }
    case 'bearer':
    case 'oauth2':
      return field('Bearer');
    case 'none':
    case undefined:
      return planned.credential?.kind === 'header'
        ? { kind: 'field', name: planned.credential.name, value: credential }
        : field(planned.scheme ?? 'Bearer');
  }
}

/** Returns the header field that holds the credential of an endpoint; the plan's own unless the endpoint names one. */
export function credentialFieldOf(
  authentication: Authentication | undefined,
  planned: PlannedCredential | undefined,
): string | undefined {
  if (authentication?.type === 'api-key' && authentication.field !== undefined) return authentication.field;
  return authentication === undefined && planned?.kind === 'header' ? planned.name : undefined;
}
