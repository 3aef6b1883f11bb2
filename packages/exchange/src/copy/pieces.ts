import { maskNamedSecrets } from '@rulebook/catalogue/masking/mask-named-secrets';
import { createSecretFinder } from '@rulebook/catalogue/masking/masker';
import { isSecretMember, isSecretParameter } from '@rulebook/catalogue/masking/secret-names';
import type { Span } from '@rulebook/text/span';

/** A piece of what is copied: text, bytes, or an environment variable that stands for a secret. */
export type Piece =
  | string
  | Uint8Array
  /** `hasEscapes`: the value is a part of a string of JSON, as it is written there. */
  | { readonly variable: string; readonly hasEscapes?: true };

/** An environment variable of a copied request. */
export interface CopiedVariable {
  readonly name: string;
  /** What it has to hold, without the value: `the credential in the header field Authorization`. */
  readonly holds: string;
}

/** Cuts the secrets out of the texts of one request. Equal secrets get the same variable. */
interface SecretSplitter {
  /** `secretNames`: further names, in lower case, whose values are secrets. */
  readonly header: (name: string, value: string, secretNames?: readonly string[]) => readonly Piece[];
  readonly url: (url: string, secretNames?: readonly string[]) => readonly Piece[];
  readonly text: (text: string) => readonly Piece[];
  /** The variables so far, in order. */
  readonly variables: () => readonly CopiedVariable[];
  /** The values of the variables. */
  readonly values: () => ReadonlyMap<string, string>;
}

/** Returns what cuts out these secrets; `named` are variables that already hold one, by its value. */
export function createSecretSplitter(
  secrets: readonly string[],
  named: ReadonlyMap<string, string> = new Map(),
): SecretSplitter {
  const find = createSecretFinder(secrets);
  const variables = new Map<string, CopiedVariable>();
  const variableFor = (secret: string, wanted: string, place: string): Piece => {
    const found = variables.get(secret);
    const escapes = secret.includes('\\') ? ({ hasEscapes: true } as const) : {};
    if (found !== undefined) return { variable: found.name, ...escapes };
    const given = named.get(secret);
    const taken = new Set([...variables.values()].map(({ name }) => name));
    const base = given ?? variableName(wanted);
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
    variables.set(secret, { name, holds: place });
    return { variable: name, ...escapes };
  };
  const cut = (
    text: string,
    spans: readonly Span[],
    wordOf: (span: Span) => readonly [name: string, place: string],
  ) => {
    const pieces: Piece[] = [];
    let at = 0;
    for (const span of spans) {
      if (span.start < at || span.end <= span.start) continue;
      if (span.start > at) pieces.push(text.slice(at, span.start));
      pieces.push(variableFor(text.slice(span.start, span.end), ...wordOf(span)));
      at = span.end;
    }
    if (at < text.length) pieces.push(text.slice(at));
    return pieces;
  };
  const spansIn = (text: string, further: readonly Span[] = []): readonly Span[] =>
    [...maskNamedSecrets(text).spans, ...further, ...find(text)].sort((a, b) => a.start - b.start || b.end - a.end);
  const namedBefore = (text: string) => (span: Span) => {
    const name = nameBefore(text, span.start);
    return [name ?? 'secret', name === undefined ? 'the secret in the request' : `the value of ${name}`] as const;
  };
  return {
    header: (name, value, secretNames = []) => {
      const place = `the credential in the header field ${name}`;
      // The whole value is a secret, however short it is, and only the scheme is not.
      const isSecret = isSecretMember(name) || secretNames.includes(name.toLowerCase());
      const start = isSecret ? (/^[A-Za-z][\w-]* +(?=\S)/.exec(value)?.[0].length ?? 0) : undefined;
      const spans = start === undefined ? spansIn(value) : [{ start, end: value.length }];
      return cut(value, spans, () => [name, place]);
    },
    url: (url, secretNames = []) => cut(url, spansIn(url, secretParameters(url, secretNames)), namedBefore(url)),
    text: (text) => cut(text, spansIn(text), namedBefore(text)),
    variables: () => [...variables.values()],
    values: () => new Map([...variables].map(([value, { name }]) => [name, value])),
  };
}

function secretParameters(url: string, secretNames: readonly string[]): readonly Span[] {
  const query = url.indexOf('?');
  if (query < 0) return [];
  const spans: Span[] = [];
  let start = query + 1;
  for (const pair of url.slice(start).split('&')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(equals, 0));
    const isSecret = isSecretParameter(name) || secretNames.includes(name.toLowerCase());
    if (equals > 0 && isSecret && !pair.startsWith('{{', equals + 1))
      spans.push({ start: start + equals + 1, end: start + pair.length });
    start += pair.length + 1;
  }
  return spans;
}

/** Returns the name of the member or parameter whose value begins here. */
function nameBefore(text: string, at: number): string | undefined {
  return /([\w.-]{1,60})\\?["']?\s*[:=]\s*\\?["']?$/.exec(text.slice(Math.max(0, at - 100), at))?.[1];
}

function variableName(name: string): string {
  const word = name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  return /^[A-Z]/.test(word) ? word : `SECRET_${word}`;
}

/** Joins neighbouring texts. */
export function joinPieces(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') joined[joined.length - 1] = last + piece;
    else joined.push(piece);
  }
  return joined;
}
