import type { ReceivedResponse } from '@rulebook/sender/plan';
import { contentTypeOf } from './content-type';

/** Returns what decodes the bytes of a text as the transport has decoded its beginning: by its mark, its media type, or as UTF-8. */
export function decoderOf(headers: ReceivedResponse['headers'], beginning: Uint8Array): TextDecoder {
  const [first, second] = beginning;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  const field = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const named = decoderNamed(/;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(field)?.[1]);
  if (named !== undefined && named.encoding !== 'utf-8') return named;
  const isGarbled = named === undefined && contentTypeOf(headers).startsWith('text/') && !isUtf8(beginning);
  return new TextDecoder(isGarbled ? 'windows-1252' : 'utf-8');
}

function decoderNamed(label: string | undefined): TextDecoder | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label);
  } catch {
    // No charset has this name.
    return undefined;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // The last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
