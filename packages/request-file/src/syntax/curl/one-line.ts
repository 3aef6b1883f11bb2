/** Returns a text in one line, without control characters and without an end. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\ufdd0]+/gu, ' ')
    .trim()
    .replace(/\.$/, '');
}
