import { STATUS_CODES } from 'node:http';
import type { WireResponse } from '@rulebook/sandbox';

/** Longer ones may have to wait until the client reads them, which Node watches. In UTF-16 code units. */
const longestBody = 16 * 1024;
/** What Node itself writes or is guided by. */
const special = /^(?:connection|content-length|date|expect|keep-alive|trailer|transfer-encoding|upgrade)$/i;
const fieldName = /^[\w!#$%&'*+.^`|~-]+$/;

/** Returns the text of a response as Node writes it on a connection that is kept; undefined for one that Node has to write. */
export function plainResponse(
  { status, headers, body, bytes }: WireResponse,
  { isHead, keptSeconds, now }: { readonly isHead: boolean; readonly keptSeconds: number; readonly now: number },
): string | undefined {
  if (bytes !== undefined || body.length > longestBody || status < 200) return undefined;
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`;
  for (const [name, value] of headers) {
    if (special.test(name) || !fieldName.test(name) || /[^\t -~]/.test(value)) return undefined;
    text += `${name}: ${value}\r\n`;
  }
  const hasBody = status !== 204 && status !== 304;
  if (hasBody) text += `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  text += `Date: ${dateText(now)}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keptSeconds}\r\n\r\n`;
  return hasBody && !isHead ? text + body : text;
}

let lastSecond = { number: NaN, text: '' };

function dateText(now: number): string {
  const number = Math.floor(now / 1000);
  if (number !== lastSecond.number) lastSecond = { number, text: new Date(now).toUTCString() };
  return lastSecond.text;
}
