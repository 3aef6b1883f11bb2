import { flattenedOption, type MappedField, type NamedField } from '../indices/fields';
import { convertValue, type IndexedValue } from '../indices/values';
import { wordsOfText } from '../indices/words';
import { indexedName, valuesOfField, type Matcher, type QueryContext } from './context';

/** A test of one indexed value. */
export type ValueTest = (value: IndexedValue) => boolean;

/** Matches documents with a value that passes, all with the same score. */
export function matchAny(context: QueryContext, named: NamedField, test: ValueTest, boost = 1): Matcher {
  const name = indexedName(named);
  context.marks.push({ name, tests: [test] });
  return (candidate) => (valuesOfField(candidate, name).some(test) ? boost : undefined);
}

/** Matches documents that contain a value; the rarer the value, the higher the score. */
export function matchTerm(
  context: QueryContext,
  named: NamedField,
  term: IndexedValue,
  { boost = 1, ignoreCase = false }: { readonly boost?: number; readonly ignoreCase?: boolean } = {},
): Matcher {
  const { field } = named;
  const name = indexedName(named);
  const wanted = ignoreCase ? fold(term) : term;
  const test: ValueTest = ignoreCase ? (value) => fold(value) === wanted : (value) => value === wanted;
  const weight = boost * (field.kind === 'flattened' ? weightOf(field) : 1);
  if (typeof term === 'boolean' || typeof term === 'number' || isPlain(field)) {
    return matchAny(context, named, test, weight);
  }
  context.marks.push({ name, tests: [test] });
  let score: ((candidate: Parameters<Matcher>[0]) => number) | undefined;
  return (candidate) => {
    if (!valuesOfField(candidate, name).some(test)) return undefined;
    score ??= scorer(context, field, name, test);
    return weight * score(candidate);
  };
}

/** Returns the term to compare with, or undefined for a value that the field cannot contain. */
export function termOf(field: MappedField, value: unknown): IndexedValue | undefined {
  return convertValue(field, value);
}

/** Splits the text of a full-text query as the field does. Flattened fields treat it as one value, unless `split_queries_on_whitespace` is set. */
export function queryTerms(field: MappedField, text: unknown): readonly IndexedValue[] {
  if (field.kind === 'text') return wordsOfText(String(text as string | number | boolean));
  const splits =
    field.kind === 'flattened'
      ? flattenedOption(field, 'split_queries_on_whitespace') === true
      : field.kind === 'keyword' && field.options.split_queries_on_whitespace === true;
  if (splits)
    return String(text as string | number | boolean)
      .split(/\s+/)
      .filter(Boolean);
  const term = termOf(field, text);
  return term === undefined ? [] : [term];
}

function fold(value: IndexedValue): IndexedValue {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function weightOf(field: MappedField): number {
  const boost = flattenedOption(field, 'boost');
  return typeof boost === 'number' ? boost : 1;
}

function isPlain(field: MappedField): boolean {
  const similarity = field.kind === 'flattened' ? flattenedOption(field, 'similarity') : field.options.similarity;
  return similarity === 'boolean';
}

/** The usual measure of rarity and frequency; keywords have no length. */
function scorer({ candidates }: QueryContext, field: MappedField, name: string, test: ValueTest) {
  let holders = 0;
  let total = 0;
  let filled = 0;
  for (const candidate of candidates) {
    const values = valuesOfField(candidate, name);
    if (values.length > 0) filled++;
    total += values.length;
    if (values.some(test)) holders++;
  }
  const rarity = Math.log(1 + (filled - holders + 0.5) / (holders + 0.5));
  if (field.kind !== 'text') return () => rarity;
  const average = total / Math.max(1, filled);
  return (candidate: Parameters<Matcher>[0]): number => {
    const values = valuesOfField(candidate, name);
    const frequency = values.filter(test).length;
    return (rarity * 2.2 * frequency) / (frequency + 1.2 * (0.25 + (0.75 * values.length) / average));
  };
}
