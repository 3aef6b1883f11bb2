import type { CompiledFact } from '../compiled';
import { firstOf, isSet, memberOfObject, textAt, type Place } from './place';
import { versionsAt } from './versions';

/** The longest summary of a member or parameter. */
const longestSummary = 300;

/** Returns the first paragraph of a Markdown text, not too long. */
export function firstParagraph(text: string, longest = longestSummary): string {
  const [paragraph = ''] = text.trim().split(/\r?\n[ \t]*\r?\n/, 1);
  const line = paragraph
    .split('\n')
    .map((one) => one.trim())
    .join(' ');
  if (line.length <= longest) return line;
  const start = line.slice(0, longest);
  const sentence = /^.*[.!?](?=\s)/s.exec(start)?.[0];
  if (sentence !== undefined && sentence.length > longest / 3) return sentence;
  return `${start.replace(/\s+\S*$/, '')}…`;
}

/** Returns the first sentence of a text, without its full stop. */
export function sentenceOfParagraph(text: string): string {
  const paragraph = firstParagraph(text, 100);
  return (/^(.*?[^.])\.(?=\s|$)/s.exec(paragraph)?.[1] ?? paragraph).trim();
}

/** Returns what every element says about itself: a summary, whether it is deprecated, its versions, its stability and its page. */
export function factsAt(places: readonly Place[]): CompiledFact {
  const textOf = (key: string): string | undefined => firstOf(places, (place) => textAt(place, key));
  const summary = textOf('description') ?? textOf('title');
  const isDeprecated = places.some((place) => isSet(place, 'deprecated') || isSet(place, 'x-deprecated'));
  const stability = firstOf(places, stabilityAt);
  const link = firstOf(places, linkAt);
  return {
    ...(summary !== undefined && { summary: firstParagraph(summary) }),
    ...(isDeprecated && { deprecated: replacementIn(places) }),
    ...versionsAt(places),
    ...(stability && { stability }),
    ...(link !== undefined && { link }),
  };
}

/** Returns the page of `externalDocs`. */
export function linkAt(place: Place): string | undefined {
  const url = memberOfObject(memberOfObject(place.value, 'externalDocs'), 'url');
  return typeof url === 'string' && /^https?:\/\//i.test(url) ? url : undefined;
}

const reasonKeys: readonly string[] = [
  'x-deprecated-reason',
  'x-deprecation-reason',
  'x-deprecatedReason',
  'x-deprecation-message',
  'x-deprecated',
];

/** Returns the sentences of a description that say what to use instead. */
function replacementIn(places: readonly Place[]): string {
  for (const place of places) {
    for (const key of reasonKeys) {
      const reason = textAt(place, key);
      if (reason !== undefined) return firstParagraph(reason);
    }
    const sentences = (textAt(place, 'description') ?? '')
      .slice(0, 5_000)
      .split(/(?<=[.!?])\s+|\n+/)
      .filter((sentence) => /deprecat|instead\b|replaced by|closing down|no longer/i.test(sentence));
    if (sentences.length > 0) return firstParagraph(sentences.slice(0, 2).join(' '));
  }
  return 'The description names no replacement.';
}

function stabilityAt(place: Place): 'experimental' | 'beta' | undefined {
  if (isSet(place, 'x-experimental') || isSet(place, 'x-alpha')) return 'experimental';
  if (isSet(place, 'x-beta') || isSet(place, 'x-preview')) return 'beta';
  for (const key of ['x-stability', 'x-stability-level', 'x-state', 'x-api-stability', 'x-maturity', 'x-status']) {
    const word = textAt(place, key)?.toLowerCase() ?? '';
    if (/^(alpha|draft|experimental|preview|technical preview|development)/.test(word)) return 'experimental';
    if (word.startsWith('beta')) return 'beta';
  }
  return undefined;
}

/** Returns the words of a name such as `SpecialEvent` or `special_event`. */
export function spelledOut(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .trim();
}
