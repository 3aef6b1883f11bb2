import type { Span } from '@rulebook/text/span';
import { decodeText } from './decode-text';
import { createFinder, type Finder } from './find-forms';
import { meantForms } from './forms';
import { mask, maskNamedSecrets, type MaskOptions } from './mask-named-secrets';
import { perObject } from '@rulebook/text/structures/memo';

/** Masks everything that must not be shown. All text for the screen, a file or a message goes through a masker. */
export interface Masker {
  /** Returns the text without the known secrets in any of their forms, and without secrets found by their position. */
  readonly text: (text: string) => string;
}

/** Returns a masker that knows these values. */
export function createMasker(secrets: readonly string[], options: MaskOptions = {}): Masker {
  let find: Finder | undefined;
  return {
    text: (text) => {
      const { text: masked, values } = maskNamedSecrets(text, options);
      find ??= createSecretFinder(secrets);
      const known = withoutSpans(masked, find(masked));
      return values.length === 0 ? known : withoutSpans(known, createSecretFinder(values)(known));
    },
  };
}

/** The number of secrets found in a stream that are searched in its later pieces. */
const remembered = 500;

/** Returns a function that masks the pieces of a stream. Each piece must end with a line; a secret found in one piece is masked in later ones. */
export function createStreamMask(secrets: readonly string[], options: MaskOptions = {}): (piece: string) => string {
  const known = new Set(secrets);
  let masker = createMasker(secrets, options);
  return (piece) => {
    const size = known.size;
    for (const value of maskNamedSecrets(piece, options).values)
      if (known.size < secrets.length + remembered) known.add(value);
    if (known.size > size) masker = createMasker([...known], options);
    return masker.text(piece);
  };
}

/** Returns the text with every secret masked, also those found by their position, such as the password in a URL. */
export function redact(text: string, secrets: readonly string[] = none): string {
  return maskerOf(secrets).text(text);
}

/** Returns the text without these values in any of their forms; other secrets stay. */
export function withoutValues(text: string, values: readonly string[]): string {
  return withoutSpans(text, createSecretFinder(values)(text));
}

/** Returns a masker as `createMasker` does; the same one for the same list. */
export const maskerOf = perObject((secrets: readonly string[]) => createMasker(secrets));

/** The number of secrets that are searched in all forms. Those of the request come first; a response may contain very many more. */
const encoded = 1000;

const none: readonly string[] = [];

/** How many levels of escapes are decoded, such as JSON in a string of JSON in a URL. */
const levels = 4;

/** Returns what finds values in a text, as they are written, and as they are meant at each level of the text's escapes; the spans may overlap. */
export function createSecretFinder(secrets: readonly string[]): Finder {
  const forms = [...new Set(secrets)].flatMap((secret, index) => meantForms(secret, index >= encoded));
  if (forms.length === 0) return () => [];
  const find = createFinder(forms);
  return (text) => {
    const spans = [...find(text)];
    let written = (span: Span) => span;
    let meant = text;
    for (let level = 0; level < levels; level++) {
      const decoded = decodeText(meant);
      if (decoded === undefined) break;
      const outer = written;
      written = (span) => outer(decoded.written(span));
      meant = decoded.text;
      for (const span of find(meant)) spans.push(written(span));
    }
    return spans;
  };
}

function withoutSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    // The same secret, found at another level; what reaches beyond it belongs to it.
    if (start < copied) {
      copied = Math.max(copied, end);
      continue;
    }
    pieces.push(text.slice(copied, start), mask);
    copied = end;
  }
  pieces.push(text.slice(copied));
  return pieces.join('');
}
