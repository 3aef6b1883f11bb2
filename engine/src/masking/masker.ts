import { createReplacer, type Replacer } from './find-forms';
import { formsOf } from './forms';
import { mask, maskPlaces } from './mask-places';

/** Masks everything that must not be shown. All that leaves by the screen, a file or a message goes through one. */
export interface Masker {
  /** Returns the text without the known secrets in any of their forms, and without those that it holds by itself. */
  readonly text: (text: string) => string;
}

/** Returns a masker that knows these values. */
export function createMasker(secrets: readonly string[]): Masker {
  let replace: Replacer | undefined;
  return {
    text: (text) => {
      const { text: masked, values } = maskPlaces(text);
      replace ??= replacerOf(secrets);
      const known = replace(masked);
      return values.length === 0 ? known : replacerOf(values)(known);
    },
  };
}

const maskers = new WeakMap<readonly string[], Masker>();

/** Returns the text with every secret masked, also those that it holds by itself, such as the password in a URL. */
export function redact(text: string, secrets: readonly string[] = none): string {
  return maskerOf(secrets).text(text);
}

/** Returns a masker as `createMasker` does; the same one for the same list. */
export function maskerOf(secrets: readonly string[]): Masker {
  let masker = maskers.get(secrets);
  if (masker === undefined) maskers.set(secrets, (masker = createMasker(secrets)));
  return masker;
}

const none: readonly string[] = [];

function replacerOf(secrets: readonly string[]): Replacer {
  return createReplacer(
    [...new Set(secrets)].flatMap((secret) => formsOf(secret)),
    mask,
  );
}
