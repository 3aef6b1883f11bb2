import type { Span } from '../text/span';
import type { ElementReference } from './element';
import type { Completion, CompletionKind } from './model';

/** What differs from offer to offer; the rest of a completion follows from it. */
export interface Offer {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly reference: ElementReference;
  readonly span: Span;
  readonly newText: string;
  readonly filterText?: string;
  readonly detail?: string;
  /** Lower comes first; equal ranks are in the order of the list. */
  readonly rank: number;
  readonly isSnippet?: boolean;
  readonly isDeprecated?: boolean;
  readonly triggersNext?: boolean;
  /** When it is shown without being asked for; absent: once part of it is typed. */
  readonly automatic?: 'opening' | 'never';
  /** With its last character, a list that has opened by itself is left; absent: `filterText`. */
  readonly whole?: string;
  /** A comma to add in front, away from the edit. */
  readonly commaAt?: number | undefined;
}

/** Returns the offers as completions, sorted by rank and then as listed. */
export function completionsOf(offers: readonly Offer[]): readonly Completion[] {
  return offers.map((offer, index) => ({
    label: offer.label,
    kind: offer.kind,
    ...(offer.detail === undefined || offer.detail === '' ? {} : { detail: offer.detail }),
    key: JSON.stringify(offer.reference),
    edit: { span: offer.span, newText: offer.newText },
    isSnippet: offer.isSnippet ?? false,
    ...(offer.commaAt === undefined
      ? {}
      : { additionalEdits: [{ span: { start: offer.commaAt, end: offer.commaAt }, newText: ',' }] }),
    filterText: offer.filterText ?? offer.label,
    sortText: `${offer.rank}${String(index).padStart(4, '0')}`,
    ...(offer.isDeprecated === true ? { isDeprecated: true } : {}),
    ...(offer.triggersNext === true ? { triggersNext: true } : {}),
  }));
}
