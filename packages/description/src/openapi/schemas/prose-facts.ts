import type { CompiledConstraint, CompiledShape } from '../../compiled';
import { valuesInProse } from './prose-values';
import { formsOfTexts } from './prose-forms';
import { patternOf } from '@rulebook/text/patterns';
import { itemsAt, childOf, memberOfObject, pointerIn, type Place } from '../place';

/** Longer texts are guides, of which only the beginning is read. */
const longestText = 4_000;

/** Where the sentences are, and what they are about. */
interface ProseContext {
  /** Values that the description shows, which contradict a sentence that was misread. */
  readonly shown?: readonly unknown[];
  readonly isInPath?: boolean;
  readonly isInQuery?: boolean;
}

/**
 * Returns the shape with what the sentences of a description add, if they have one of the regular forms. A schema that says something of the
 * same kind itself is right, and sentences about other members or about conditions are left out.
 */
export function withProse(shape: CompiledShape, text: Place | undefined, context: ProseContext = {}): CompiledShape {
  if (typeof shape === 'number' || typeof text?.value !== 'string') return shape;
  switch (shape.type) {
    case 'string':
      return withFactsOfText(shape, text, context);
    case 'integer':
    case 'number':
      if (shape.values !== undefined || shape.constraints !== undefined) return shape;
      return { ...shape, constraints: placed(rangesIn(sentencesOf(text.value)), text) };
    case 'array':
    case 'object':
      if (shape.constraints !== undefined) return shape;
      return { ...shape, constraints: placed(countsIn(sentencesOf(text.value), shape.type), text) };
    case 'choice': {
      // A value that may also be null; of other choices, no one knows which one the sentences are about.
      const isOther = (option: CompiledShape): boolean => typeof option === 'number' || option.type !== 'null';
      const [only, ...others] = shape.options.filter(isOther);
      if (only === undefined || others.length > 0) return shape;
      const changed = withProse(only, text, context);
      return { ...shape, options: shape.options.map((option) => (option === only ? changed : option)) };
    }
    default:
      return shape;
  }
}

const searchSyntax = /\bsearch syntax\b/i;

function withFactsOfText(
  shape: Extract<CompiledShape, { readonly type: 'string' }>,
  text: Place,
  { isInPath = false, isInQuery = false, shown = [] }: ProseContext,
): CompiledShape {
  const written = String(text.value).slice(0, longestText);
  // Dates in the syntax of searches are ranges and comparisons, too, such as `>=2030-01-31`.
  if (shape.format?.startsWith('date') === true && searchSyntax.test(written)) {
    const { format: _format, ...open } = shape;
    return open;
  }
  if (shape.values !== undefined || shape.format !== undefined) return shape;
  const known = new Set((shape.constraints ?? []).map(({ rule }) => rule));
  const found = valuesInProse(written);
  const examples = shown.filter((value) => typeof value === 'string');
  if (found !== undefined && !known.has('malformed-text')) {
    const listed = examples.flatMap((example) =>
      found.isList ? example.split(',').map((item) => item.trim()) : [example],
    );
    if (listed.some((example) => !found.values.includes(example))) return shape;
    const values = { values: found.values, pointer: pointerIn(text) };
    if (!found.isList) return { ...shape, values };
    return isInQuery ? { type: 'array', items: { type: 'string', values } } : shape;
  }
  const sentences = sentencesOf(written);
  const form = formsOfTexts(sentences, { isInPath });
  const patterns = (form?.constraints ?? []).flatMap((one) =>
    one.rule === 'malformed-text' ? [one.options.pattern] : [],
  );
  if (examples.some((example) => patterns.some((pattern) => patternOf(pattern)?.matches(example) === false)))
    return shape;
  const added = [
    ...(known.has('length-limit') ? [] : lengthsIn(sentences)),
    ...(known.has('malformed-text') ? [] : (form?.constraints ?? [])),
  ];
  if (added.length === 0 && form?.format === undefined) return shape;
  return {
    ...shape,
    ...(form?.format !== undefined && { format: form.format }),
    constraints: [...(shape.constraints ?? []), ...(placed(added, text) ?? [])],
  };
}

function placed(constraints: readonly CompiledConstraint[], text: Place): readonly CompiledConstraint[] | undefined {
  if (constraints.length === 0) return undefined;
  return constraints.map((constraint) => ({ ...constraint, pointer: pointerIn(text) }));
}

/** Returns the values that an element shows as examples and as its standard. */
export function shownAt(place: Place): readonly unknown[] {
  const named = childOf(place, 'examples');
  const examples = Array.isArray(named?.value) ? itemsAt(named).map(({ value }) => value) : [];
  return [memberOfObject(place.value, 'example'), memberOfObject(place.value, 'default'), ...examples];
}

/** Returns the sentences of a text in Markdown, without marks of emphasis. */
export function sentencesOf(text: unknown): readonly string[] {
  return String(text)
    .slice(0, longestText)
    .replaceAll('**', '')
    .split(/(?<=[.!?])\s|\n/)
    .map((sentence) => sentence.trim());
}

/** A sentence with one of these words is about a case only, or about another thing. */
const conditions = /\b(?:if|when|unless|for example|e\.g\.|except|recommend\w*|should)\b/i;

function plainSentences(sentences: readonly string[]): readonly string[] {
  return sentences.filter((sentence) => !conditions.test(sentence));
}

/** Words that say what kind of number it is are between the verb and the range. */
const range =
  /\b(?:is|be|use|specify)(?: (?:an?|whole|integer|number|value|minutes|seconds|hours|days|of|in)){0,4} between `?(\d[\d,]{0,11})`? and `?(\d[\d,]{0,11})`?( or 0\b)?(?! characters)/i;

function rangesIn(sentences: readonly string[]): readonly CompiledConstraint[] {
  for (const sentence of plainSentences(sentences)) {
    const [, lower, upper, orZero] = range.exec(sentence) ?? [];
    if (lower === undefined || upper === undefined) continue;
    const minimum = orZero === undefined ? numberOf(lower) : 0;
    const maximum = numberOf(upper);
    return minimum < maximum ? [{ rule: 'number-range', options: { minimum, maximum } }] : [];
  }
  return [];
}

const lengths: readonly RegExp[] = [
  /\bmaximum (?:\w{1,30} )?(?:size|length) (?:is|of) `?(\d[\d,]{0,11})`? characters\b/i,
  /\bmaximum length:? `?(\d[\d,]{0,11})`? characters\b/i,
  /\bmust be `?(\d[\d,]{0,11})`? characters or (?:fewer|less)\b/i,
  /\b(?:cannot|can't|must not|may not) (?:exceed|be (?:more|longer) than) `?(\d[\d,]{0,11})`? characters\b/i,
  /^max\.? `?(\d[\d,]{0,11})`? characters\b/i,
];
const lengthBetween = /\bmust be between `?(\d[\d,]{0,11})`? and `?(\d[\d,]{0,11})`? characters\b/i;

function lengthsIn(sentences: readonly string[]): readonly CompiledConstraint[] {
  for (const sentence of plainSentences(sentences)) {
    const [, least, most] = lengthBetween.exec(sentence) ?? [];
    if (least !== undefined && most !== undefined)
      return [{ rule: 'length-limit', options: { minimum: numberOf(least), maximum: numberOf(most) } }];
    for (const form of lengths) {
      const [, maximum] = form.exec(sentence) ?? [];
      if (maximum !== undefined) return [{ rule: 'length-limit', options: { maximum: numberOf(maximum) } }];
    }
  }
  return [];
}

const maxMembers = /\bmaximum number of (?:top-level )?(?:properties|members|keys) is `?(\d[\d,]{0,11})`?/i;
const maxItems = /\bmaximum items:? `?(\d[\d,]{0,11})`?/i;

function countsIn(sentences: readonly string[], type: 'array' | 'object'): readonly CompiledConstraint[] {
  for (const sentence of plainSentences(sentences)) {
    const [, maximum] = (type === 'array' ? maxItems : maxMembers).exec(sentence) ?? [];
    if (maximum === undefined) continue;
    const options = { maximum: numberOf(maximum) };
    return [type === 'array' ? { rule: 'item-count', options } : { rule: 'member-count', options }];
  }
  return [];
}

function numberOf(written: string): number {
  return Number(written.replaceAll(',', ''));
}
