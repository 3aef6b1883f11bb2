import type { BoundParameter } from '../../binding/model';
import { decodePart } from '../../text/decode';

/** Returns the value of a parameter as the service receives it. */
export function decodedTextOf({ kind, text }: BoundParameter): string {
  return kind === 'header' ? text : decodePart(text, { isForm: kind === 'query' });
}
