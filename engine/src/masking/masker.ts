import { createReplacer, type Replacer } from './find-forms';
import { formsOf } from './forms';
import { mask, maskNamedSecrets } from './mask-named-secrets';
import { perObject } from '../structures/memo';

/** Masks everything that must not be shown. All text for the screen, a file or a message goes through a masker. */
export interface Masker {
  /** Returns the text without the known secrets in any of their forms, and without secrets found by their position. */
  readonly text: (text: string) => string;
}

/** Returns a masker that knows these values. */
export function createMasker(secrets: readonly string[]): Masker {
  let replace: Replacer | undefined;
  return {
    text: (text) => {
      const { text: masked, values } = maskNamedSecrets(text);
      replace ??= replacerOf(secrets);
      const known = replace(masked);
      return values.length === 0 ? known : replacerOf(values)(known);
    },
  };
}

/** The number of secrets found in a stream that are searched in its later pieces. */
const remembered = 500;

/** Returns a function that masks the pieces of a stream. Each piece must end with a line; a secret found in one piece is masked in later ones. */
export function createStreamMask(secrets: readonly string[]): (piece: string) => string {
  const known = new Set(secrets);
  let masker = createMasker(secrets);
  return (piece) => {
    const size = known.size;
    for (const value of maskNamedSecrets(piece).values) if (known.size < secrets.length + remembered) known.add(value);
    if (known.size > size) masker = createMasker([...known]);
    return masker.text(piece);
  };
}

/** Returns the text with every secret masked, also those found by their position, such as the password in a URL. */
export function redact(text: string, secrets: readonly string[] = none): string {
  return maskerOf(secrets).text(text);
}

/** Returns a masker as `createMasker` does; the same one for the same list. */
export const maskerOf = perObject(createMasker);

/** The number of secrets that are searched in all forms. Those of the request come first; a response may contain very many more. */
const encoded = 1000;

const none: readonly string[] = [];

function replacerOf(secrets: readonly string[]): Replacer {
  return createReplacer(
    [...new Set(secrets)].flatMap((secret, index) => formsOf(secret, index >= encoded)),
    mask,
  );
}
