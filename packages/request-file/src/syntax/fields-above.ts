/** In UTF-16 code units: header fields that are written above a request line by mistake are few. */
const longest = 10_000;

/**
 * Returns whether a block holds header fields and no request: they are meant for the request of the block below, which begins without a separator.
 */
export function holdsFieldsOnly(text: string): boolean {
  if (text.length > longest) return false;
  const lines = text.split('\n').map((line) => line.trim());
  const written = lines.filter((line) => line !== '' && !/^(?:#|\/\/|@[\w.-]+[ \t]*=)/.test(line));
  return written.length > 0 && written.every((line) => /^[A-Za-z][\w-]*:(?:[ \t]|$)/.test(line));
}
