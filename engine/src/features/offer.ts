import type { Span } from '../text/span';
import type { ElementReference } from './element';
import type { Completion, CompletionKind } from './model';

/** The parts of a completion that differ from offer to offer. The rest follows from them. */
export interface Offer {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly reference: ElementReference;
  readonly span: Span;
  readonly newText: string;
  readonly filterText?: string;
  readonly detail?: string;
  /** From 0 to 99. Lower ranks come first. Equal ranks keep the order of the list. */
  readonly rank: number;
  readonly isSnippet?: boolean;
  readonly isDeprecated?: boolean;
  readonly triggersNext?: boolean;
  /** The list shows other entries as soon as more is typed. */
  readonly isPartial?: boolean;
  /** When an automatic list shows it. Absent: after a part of it is typed. */
  readonly automatic?: 'opening' | 'never';
  /** The text that closes an automatic list when its last character is typed. Absent: `filterText`. */
  readonly whole?: string;
  /** A comma to add before the edit. */
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
    sortText: `${String(offer.rank).padStart(2, '0')}${String(index).padStart(4, '0')}`,
    ...(offer.isDeprecated === true ? { isDeprecated: true } : {}),
    ...(offer.triggersNext === true ? { triggersNext: true } : {}),
  }));
}
