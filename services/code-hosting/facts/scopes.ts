/** The scopes that a scope of a classic token includes, from the page of the service that the reference layer names. */
export const includedScopes: Readonly<Record<string, readonly string[]>> = {
  'admin:repo_hook': ['write:repo_hook', 'read:repo_hook'],
  'write:repo_hook': ['read:repo_hook'],
};
