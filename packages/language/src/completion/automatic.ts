import { hasLetters } from '@rulebook/text/search';
import type { AutomaticCompletion } from '../model';
import type { Offer } from './offer';
import type { Cursor } from '../cursor/cursor-at';

/**
 * Returns the offers that an editor may show automatically during typing. An editor selects the first entry, and the next Enter or Tab
 * accepts it. So a list opens only after a part of an entry is typed, and closes when an entry is complete: from then on, Enter is a line
 * break again. Clients that select nothing at first also get lists at positions where nothing is typed.
 */
export function automaticOffers(
  offers: readonly Offer[],
  cursor: Cursor,
  text: string,
  offset: number,
  { opensUnselected }: AutomaticCompletion,
): { readonly offers: readonly Offer[]; readonly isIncomplete: boolean } {
  const typedOf = ({ span }: Offer): string => text.slice(span.start, offset).toLowerCase();
  const isOpening = (offer: Offer): boolean => isNothing(typedOf(offer), cursor);
  const isOfQuery = (offer: Offer): boolean => cursor.kind === 'query' && isOpening(offer);
  const possible = offers.filter(({ automatic }) => automatic !== 'never');
  if (possible.some((offer) => typedOf(offer) === wholeOf(offer))) return { offers: [], isIncomplete: false };
  const fitting = possible.filter((offer) => {
    const typed = typedOf(offer);
    const filter = filterOf(offer);
    // Some editors filter text that begins with a digit without a new request, and `1` would become `100`.
    if (/^"?-?\d/.test(filter) && !(cursor.kind === 'query' && filter.includes(' '))) return false;
    if (!isOpening(offer)) return offer.automatic !== 'opening' && isBegun(filter, typed, cursor);
    // Behind a dot, no line of a script ends.
    const isMember =
      cursor.kind === 'script' && (cursor.object !== '' || cursor.answer !== undefined) && text[offset - 1] === '.';
    return typed === '"' || isMember || (opensUnselected && canOpen(cursor, text[offset - 1]));
  });
  return {
    // A blank follows a method, so whole requests may stay next to it.
    offers:
      cursor.kind === 'method'
        ? fitting
        : fitting
            // Where nothing is typed, nothing is selected, and the list is asked for again behind the first letter.
            .filter((offer) => isOfQuery(offer) || !fitting.some((other) => isStage(other, offer)))
            .map(endingBeforeItsEnd),
    isIncomplete: cursor.kind === 'method' || fitting.some(isOpening),
  };
}

/** Of a path, the last segment counts. A quote alone begins every string. */
function isNothing(typed: string, cursor: Cursor): boolean {
  return typed === '' || typed === '"' || (cursor.kind === 'path' && typed.endsWith('/'));
}

/** Blanks at the start of a line are indentation, blanks in a comment usually begin a sentence, and most brackets end a line. */
function canOpen(cursor: Cursor, last: string | undefined): boolean {
  if (cursor.kind === 'directive-name') return cursor.hasAt;
  if (cursor.kind === 'body') return last === ' ' || last === ':';
  if (cursor.kind === 'script') return false;
  if (cursor.kind === 'query') return last === ' ' || last === '(' || (last === '"' && cursor.place === 0);
  if (cursor.kind === 'graphql') return last === ':' || last === '.' || last === '@';
  return cursor.kind !== 'method' && cursor.kind !== 'header-name' && cursor.kind !== 'body-start';
}

function filterOf({ filterText, label }: Offer): string {
  return (filterText ?? label).toLowerCase();
}

function wholeOf(offer: Offer): string {
  return offer.whole?.toLowerCase() ?? filterOf(offer);
}

/** Returns whether the text begins with the typed text, or (except in a path) a word within it does. */
function isBegun(text: string, typed: string, cursor: Cursor): boolean {
  if (text.startsWith(typed)) return true;
  const word = typed.replace(/^"/, '');
  if (word === '' || cursor.kind === 'path') return false;
  for (let at = text.indexOf(word); at > 0; at = text.indexOf(word, at + 1)) {
    if (!/[a-z0-9]/.test(text[at - 1] ?? '')) return true;
  }
  return false;
}

/**
 * Behind a complete `application/json`, Enter must not accept `application/vnd.example+json; v=1`, in which editors find the same letters
 * in the same order. Such an entry is offered as soon as the typed text no longer begins the other one.
 */
function isStage(shorter: Offer, longer: Offer): boolean {
  return hasLetters(wholeOf(longer).slice(0, -1), wholeOf(shorter));
}

/** The client closes the list as soon as an entry is complete, without waiting for a response: its last character never matches. */
function endingBeforeItsEnd(offer: Offer): Offer {
  // Without any text, an editor would compare with the label.
  return { ...offer, filterText: (offer.whole ?? offer.filterText ?? offer.label).slice(0, -1) || ' ' };
}
