import type { AutomaticCompletion } from './model';
import type { Offer } from './offer';
import type { Site } from './site-at';

/** The offers of a list that opens by itself. */
export interface AutomaticOffers {
  readonly offers: readonly Offer[];
  readonly isIncomplete: boolean;
}

/**
 * Returns the offers that may be shown while somebody types and has not asked for a list: an editor selects the first entry, and the
 * next Enter or Tab takes it. So a list opens only when part of an entry has been typed, and it ends when an entry stands there whole:
 * then the key means itself. Clients that select nothing at first also get lists at places where nothing is typed.
 */
export function automaticOffers(
  offers: readonly Offer[],
  site: Site,
  text: string,
  offset: number,
  { opensUnselected }: AutomaticCompletion,
): AutomaticOffers {
  const typedOf = ({ span }: Offer): string => text.slice(span.start, offset).toLowerCase();
  const isOpening = (offer: Offer): boolean => isNothing(typedOf(offer), site);
  const possible = offers.filter(({ automatic }) => automatic !== 'never');
  if (possible.some((offer) => typedOf(offer) === wholeOf(offer))) return { offers: [], isIncomplete: false };
  const fitting = possible.filter((offer) => {
    const typed = typedOf(offer);
    const filter = filterOf(offer);
    // What begins with a digit is filtered by some editors without asking again, and `1` would become `100`.
    if (/^"?-?\d/.test(filter)) return false;
    if (!isOpening(offer)) return offer.automatic !== 'opening' && isBegun(filter, typed, site);
    return typed === '"' || (opensUnselected && canOpen(site, text[offset - 1]));
  });
  return {
    // A method is followed by a blank, so whole requests may stay beside it.
    offers:
      site.kind === 'method'
        ? fitting
        : fitting.filter((offer) => !fitting.some((other) => isStage(other, offer))).map(endingBeforeItsEnd),
    isIncomplete: site.kind === 'method' || fitting.some(isOpening),
  };
}

/** Of a path, the last segment counts; a quote alone begins every text. */
function isNothing(typed: string, site: Site): boolean {
  return typed === '' || typed === '"' || (site.kind === 'path' && typed.endsWith('/'));
}

/** Blanks at the start of a line are indentation, those of a comment mostly begin a sentence, and most brackets end a line. */
function canOpen(site: Site, last: string | undefined): boolean {
  if (site.kind === 'directive-name') return site.hasAt;
  if (site.kind === 'body') return last === ' ' || last === ':';
  return site.kind !== 'method' && site.kind !== 'header-name' && site.kind !== 'body-start';
}

function filterOf({ filterText, label }: Offer): string {
  return (filterText ?? label).toLowerCase();
}

function wholeOf(offer: Offer): string {
  return offer.whole?.toLowerCase() ?? filterOf(offer);
}

/** Returns whether the text, or but for a path a word within it, begins with what is typed. */
function isBegun(text: string, typed: string, site: Site): boolean {
  if (text.startsWith(typed)) return true;
  const word = typed.replace(/^"/, '');
  if (word === '' || site.kind === 'path') return false;
  for (let at = text.indexOf(word); at > 0; at = text.indexOf(word, at + 1)) {
    if (!/[a-z0-9]/.test(text[at - 1] ?? '')) return true;
  }
  return false;
}

/**
 * Where `application/json` stands whole, Enter must not take `application/vnd.example+json; v=1`, in which editors find the same
 * letters in the same order. Such an entry is offered as soon as what is typed is no more a part of the other.
 */
function isStage(shorter: Offer, longer: Offer): boolean {
  const [whole, rest] = [wholeOf(shorter), wholeOf(longer).slice(0, -1)];
  if (whole.length > rest.length) return false;
  let at = 0;
  for (const letter of rest) if (letter === whole[at]) at++;
  return at === whole.length;
}

/** The client leaves the list as soon as an entry stands there whole, without waiting for an answer: its last character never fits. */
function endingBeforeItsEnd(offer: Offer): Offer {
  return { ...offer, filterText: (offer.whole ?? offer.filterText ?? offer.label).slice(0, -1) };
}
