import { createStreamMask, withoutValues } from '@rulebook/catalogue/masking';
import { secretsOfResponse } from '@rulebook/sender/plan';
import { createBodyPieces } from '@rulebook/sender/response';
import type { BodyFiles } from '../../ports/ports';
import { decoderOf } from '../charset';
import type { Exchange, KeptResponse, SavedBody } from '../kept-responses';
import { formatOf } from '../render-response';

/** In bytes: a longer body is not shown as a whole. */
export const longestWhole = 50 * 1024 * 1024;
/** In bytes: how much is read and prepared without a pause. */
const slice = 128 * 1024;
/** In UTF-16 code units: how much the view takes at a time. */
const longestPiece = 512 * 1024;

const onScreen = { isOnScreen: true };

/** A piece of a body that the view adds to what it shows. */
export interface BodyPiece {
  readonly text: string;
  /** In bytes: how much of the body is shown with it. */
  readonly shown: number;
  /** Whether all of it is formatted. */
  readonly isFormatted: boolean;
  readonly isLast: boolean;
}

/** Returns whether the view can show the whole body of a response of which it shows the beginning. */
export function hasWhole({ body, isCut, exchange }: KeptResponse): boolean {
  return isCut === true && body !== undefined && body.size <= longestWhole && exchange?.response.binary === undefined;
}

/** Returns a body in the pieces that the view shows one after the other, with secrets masked unless the user wants to see them. */
export async function* piecesOfBody(
  { exchange, body, form }: KeptResponse & { readonly exchange: Exchange; readonly body: SavedBody },
  { isRevealed, read }: { readonly isRevealed: boolean; readonly read: BodyFiles['read'] | undefined },
): AsyncGenerator<BodyPiece, void> {
  const { response, secrets } = exchange;
  const masked = isRevealed
    ? (text: string) => withoutValues(text, secrets)
    : createStreamMask([...secrets, ...secretsOfResponse(response, onScreen)], onScreen);
  const pieces = createBodyPieces({ format: form === 'raw' ? undefined : formatOf(exchange), masked });
  let decoder: TextDecoder | undefined;
  let shown = 0;
  for await (const bytes of slicesOf(body, read)) {
    decoder ??= decoderOf(response.headers, bytes);
    shown += bytes.length;
    const text = pieces.add(decoder.decode(bytes, { stream: true }), false);
    for (const part of piecesOfText(text))
      yield { text: part, shown, isFormatted: pieces.isFormatted(), isLast: false };
  }
  const rest = [...piecesOfText(pieces.add(decoder?.decode() ?? '', true))];
  const last = rest.pop() ?? '';
  for (const part of rest) yield { text: part, shown, isFormatted: pieces.isFormatted(), isLast: false };
  yield { text: last, shown, isFormatted: pieces.isFormatted(), isLast: true };
}

async function* slicesOf({ bytes, file }: SavedBody, read: BodyFiles['read'] | undefined): AsyncGenerator<Uint8Array> {
  if (file !== undefined) yield* read?.(file, slice) ?? [];
  else for (let at = 0; at < bytes.length; at += slice) yield bytes.subarray(at, at + slice);
}

function* piecesOfText(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += longestPiece) yield text.slice(at, at + longestPiece);
}
