import { refused, type Refusal } from '../refusal';
import type { PayloadSignature } from '@rulebook/catalogue/resources';

/** Returns the keyed hash of a payload in hexadecimal digits. */
export type Hmac = (hash: PayloadSignature['hash'], secret: string, payload: string) => Promise<string>;

/** Whether a signature belongs to a payload, or why that cannot be said. */
type SignatureCheck =
  | {
      readonly header: string;
      readonly matches: boolean;
      /** Only without the line end behind it. */ readonly isTrimmed?: true;
    }
  | Refusal;

/**
 * Checks the signature of a payload against a secret. The signature is the value of one of the header fields, with or without the name of
 * the field before it. Takes the same time wherever the first difference is.
 */
export async function checkSignature(
  signatures: readonly PayloadSignature[],
  given: { readonly signature: string; readonly payload: string; readonly secret: string },
  hmac: Hmac,
): Promise<SignatureCheck> {
  const value = given.signature.trim().replace(/^[\w-]+:\s*/, '');
  const form = signatures.find(({ prefix }) => value.toLowerCase().startsWith(prefix));
  if (form === undefined) {
    return refused(`A signature begins with ${signatures.map(({ prefix }) => `"${prefix}"`).join(' or ')}.`);
  }
  const digest = value.slice(form.prefix.length).toLowerCase();
  const length = form.hash === 'sha256' ? 64 : 40;
  if (!/^[0-9a-f]*$/.test(digest) || digest.length !== length)
    return refused(`Behind "${form.prefix}" there are ${length} hexadecimal digits.`);
  if (given.secret === '') return refused('Without a secret, deliveries are not signed.');
  const matchesPayload = async (payload: string) => isSame(await hmac(form.hash, given.secret, payload), digest);
  if (await matchesPayload(given.payload)) return { header: form.header, matches: true };
  // Editors add the line end.
  const trimmed = given.payload.replace(/\r?\n$/, '');
  if (trimmed !== given.payload && (await matchesPayload(trimmed)))
    return { header: form.header, matches: true, isTrimmed: true };
  return { header: form.header, matches: false };
}

function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < other.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}
