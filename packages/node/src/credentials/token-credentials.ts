import type { Authentication } from '@rulebook/engine';
import type { CredentialSource } from './environment-credentials';
import type { Tokens } from './oauth';

/** Returns a source that exchanges the credential of an endpoint with OAuth 2, a client secret, for a token. */
export function withTokens(source: CredentialSource, tokens: Tokens): CredentialSource {
  return async (endpoint) => {
    const { authentication } = endpoint;
    if (authentication?.type !== 'oauth2') return source(endpoint);
    const secret = hasSecret(authentication) ? await source(endpoint) : { credential: undefined };
    if (!('credential' in secret)) return secret;
    const given = await tokens.tokenFor(endpoint, secret.credential);
    return 'cause' in given ? given : { credential: `Bearer ${given.token}` };
  };
}

/** Returns whether the client has a secret. Clients on users' machines mostly have none. */
function hasSecret({ clientAuthentication }: Authentication): boolean {
  return clientAuthentication !== 'none';
}
