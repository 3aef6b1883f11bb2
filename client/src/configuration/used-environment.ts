/** The environment of a request, and whether it or the endpoint is protected. */
export interface UsedEnvironment {
  readonly environment?: string;
  readonly isProtected?: true;
}
