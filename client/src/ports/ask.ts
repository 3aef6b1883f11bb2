/** Asks the server. */
export type Ask = <T>(message: string, params: unknown) => Promise<T | { readonly reason: string }>;
