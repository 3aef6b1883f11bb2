import type { MachinePorts } from '../ports/ports';
import { printHtml } from '@rulebook/sender/response';
import { contentTypeOf } from './content-type';
import type { Exchange } from './kept-responses';

/** In UTF-16 code units: longer HTML is put on lines by its tags alone, and longer scripts are shown as they came, since formatting them takes seconds. */
const longest = 256 * 1024;

/** Returns an exchange with what formats its body, where that needs a library that is loaded for it. */
export async function withPrinter(exchange: Exchange, load: MachinePorts['markup']): Promise<Exchange> {
  const { headers, body, binary } = exchange.response;
  const type = contentTypeOf(headers);
  if (binary !== undefined || !/html|javascript|ecmascript/.test(type)) return exchange;
  if (body.length > longest) return /html/.test(type) ? { ...exchange, print: printHtml } : exchange;
  if (load === undefined) return exchange;
  const { printMarkup } = await load();
  return { ...exchange, print: printMarkup };
}
