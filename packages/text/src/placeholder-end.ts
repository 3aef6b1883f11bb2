const quote = 0x22;

/**
 * Returns the end of the placeholder `{{name}}` whose name starts here, or -1 when this is not a placeholder. It ends on its line and before
 * `limit`, and holds no braces; quotes occur only around the options of a system variable: `{{$datetime "YYYY"}}`.
 */
export function endOfPlaceholder(text: string, from: number, limit = text.length): number {
  let quotes = 0;
  for (let at = from; at + 1 < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x7d) return text.charCodeAt(at + 1) === 0x7d && quotes % 2 === 0 ? at + 2 : -1;
    if (code === 0x7b || code === 0x0a || code === 0x0d) return -1;
    if (code !== quote) continue;
    if (quotes === 0 && !isSystemVariable(text, from)) return -1;
    quotes++;
  }
  return -1;
}

function isSystemVariable(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at++;
  return text.charCodeAt(at) === 0x24;
}
