/** A segment of a path template. */
export type TemplateSegment =
  /** A word; `word` is compared with decoded segments. */
  | { readonly kind: 'literal'; readonly text: string; readonly word: string }
  | { readonly kind: 'parameter'; readonly text: string; readonly name: string; readonly holdsSlashes: boolean }
  /** Parameters and text in one segment: `{base}...{head}`, `{name}.json`. Texts and parameters alternate, beginning with a text that may be empty. */
  | {
      readonly kind: 'mixed';
      readonly text: string;
      readonly names: readonly string[];
      /** The texts in front of each parameter, and the one behind the last. */
      readonly texts: readonly string[];
      readonly holdsSlashes: boolean;
    };

/** A path template in parts. */
export interface PathTemplate {
  readonly segments: readonly TemplateSegment[];
  /** How many segments are words. */
  readonly literals: number;
  readonly mixed: number;
  /** A parameter of it holds slashes, so that a path of any length may match. */
  readonly holdsSlashes: boolean;
  /** The template ends with a slash, which does not count as a segment. */
  readonly endsWithSlash: boolean;
  /** It has no text of its own: every segment is a parameter. */
  readonly isNameless: boolean;
}

/** Returns the parts of a template such as `/repos/{owner}/compare/{base}...{head}`; the slash parameters may hold slashes. */
export function pathTemplateOf(template: string, slashParameters: readonly string[] = []): PathTemplate {
  const { words, endsWithSlash } = wordsOfTemplate(template);
  const segments = words.map((word) => segmentOf(word, slashParameters));
  return {
    segments,
    literals: countOf(segments, 'literal'),
    mixed: countOf(segments, 'mixed'),
    holdsSlashes: segments.some(holdsSlashes),
    endsWithSlash,
    isNameless: segments.every(({ kind }) => kind === 'parameter'),
  };
}

/** Returns the texts of the segments of a template. */
export function wordsOfTemplate(template: string): {
  readonly words: readonly string[];
  readonly endsWithSlash: boolean;
} {
  const words = (template.startsWith('/') ? template.slice(1) : template).split('/');
  const endsWithSlash = words.length > 1 && words[words.length - 1] === '';
  return { words: endsWithSlash ? words.slice(0, -1) : words, endsWithSlash };
}

/** Returns whether a segment may stand for several segments of a path. */
export function holdsSlashes(segment: TemplateSegment): boolean {
  return segment.kind !== 'literal' && segment.holdsSlashes;
}

/**
 * Returns where the parameters of a mixed segment begin and end in a text; undefined when it does not match. A parameter has at least one
 * character, and the first ones are as short as possible. The work is proportional to the text, whatever the template is.
 */
export function matchMixed(
  { texts }: Pick<Extract<TemplateSegment, { kind: 'mixed' }>, 'texts'>,
  text: string,
): readonly { readonly start: number; readonly end: number }[] | undefined {
  const before = texts[0] ?? '';
  const behind = texts[texts.length - 1] ?? '';
  if (!text.startsWith(before) || !text.endsWith(behind)) return undefined;
  const end = text.length - behind.length;
  const found: { start: number; end: number }[] = [];
  let start = before.length;
  for (const separator of texts.slice(1, -1)) {
    const at = text.indexOf(separator, start + 1);
    if (at < 0) return undefined;
    found.push({ start, end: at });
    start = at + separator.length;
  }
  if (start >= end) return undefined;
  return [...found, { start, end }];
}

/** Decodes the percent signs of a segment; a segment that is not validly encoded stays as it is. */
export function decodedSegment(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the segment that a text of a template means. */
export function segmentOf(word: string, slashParameters: readonly string[] = []): TemplateSegment {
  if (!word.includes('{')) return { kind: 'literal', text: word, word: decodedSegment(word) };
  const only = /^\{([^{}]*)\}$/.exec(word)?.[1];
  if (only !== undefined)
    return { kind: 'parameter', text: word, name: only, holdsSlashes: slashParameters.includes(only) };
  const parts = word.split(/\{([^{}]*)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const texts = parts.filter((_, index) => index % 2 === 0);
  if (names.length === 0) return { kind: 'literal', text: word, word: decodedSegment(word) };
  const holdsSlashes = names.some((one) => slashParameters.includes(one));
  return { kind: 'mixed', text: word, names, texts, holdsSlashes };
}

function countOf(segments: readonly TemplateSegment[], kind: TemplateSegment['kind']): number {
  return segments.filter((segment) => segment.kind === kind).length;
}
