import type { BoundParameter } from '../../binding/model';
import { decodePart } from '@rulebook/text/decode';

/** Returns the value of a parameter as the service receives it. */
export function decodedTextOf({ kind, text }: BoundParameter): string {
  if (kind === 'header' || kind === 'cookie' || kind === 'part' || kind === 'text') return text;
  return decodePart(text, { isForm: kind !== 'path' });
}
