/**
 * Returns the code of an error of the system, such as `ENOENT`; undefined for any other value. Test programs such as Jest run their tests with an
 * `Error` of their own, so that what the system throws is none of it.
 */
export function errorCodeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
