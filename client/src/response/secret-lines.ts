import { mask, type FoundSecret } from '@rulebook/catalogue/masking';

/** The command that copies a secret; its arguments are the URI of the document and the index of the secret in its list. */
export const copySecretCommand = 'rulebook.copySecret';
/** The command that puts a secret into the secret storage, with the same arguments. */
export const keepSecretCommand = 'rulebook.keepSecret';

/** Where a secret of a response is masked. */
interface SecretLine {
  readonly line: number;
  /** The index of the secret in the list of the response. */
  readonly index: number;
  readonly name: string;
}

/** Finds the lines on which the secrets of a response are masked. Both are in the order of the response. */
export function secretLines(text: string, secrets: readonly FoundSecret[]): readonly SecretLine[] {
  const found: SecretLine[] = [];
  let at = 0;
  let line = 0;
  for (const [index, { name }] of secrets.entries()) {
    const place = text.indexOf(`${JSON.stringify(name)}: "${mask}"`, at);
    if (place < 0) continue;
    for (let next = text.indexOf('\n', at); next >= 0 && next < place; next = text.indexOf('\n', next + 1)) line++;
    at = place;
    found.push({ line, index, name });
    at += 1;
  }
  return found;
}
