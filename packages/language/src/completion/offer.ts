import type { Field } from '@rulebook/catalogue/shape';
import { span, type Span } from '@rulebook/text/span';
import { briefOf, firstSentenceOf } from '../hover/describe';
import { allowedValuesOf, valueShapesOf, type ElementReference } from '../cursor/element';
import type { Completion, CompletionKind } from '../model';

/** The parts of a completion that differ from offer to offer. The rest follows from them. */
export interface Offer {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly reference: ElementReference;
  readonly span: Span;
  /** Absent: the label. */
  readonly newText?: string;
  /** Absent: the label. */
  readonly filterText?: string;
  readonly detail?: string;
  /** From 0 to 99. Lower ranks come first. Equal ranks keep the order of the list. */
  readonly rank: number;
  readonly isSnippet?: boolean;
  /** What it adds below the line. */
  readonly adds?: Completion['adds'];
  readonly isDeprecated?: boolean;
  readonly triggersNext?: boolean;
  /** The list shows other entries as soon as more is typed. */
  readonly isPartial?: boolean;
  /** When an automatic list shows it. Absent: after a part of it is typed. */
  readonly automatic?: 'opening' | 'never';
  /** The text that closes an automatic list when its last character is typed. Absent: `filterText`. */
  readonly whole?: string;
  /** A comma to add before the edit. */
  readonly commaAt?: number;
}

/** Returns the offers as completions, sorted by rank and then as listed. */
export function completionsOf(offers: readonly Offer[]): readonly Completion[] {
  return offers.map(({ label, reference, commaAt, rank, ...offer }, index) => ({
    label,
    kind: offer.kind,
    detail: offer.detail === '' ? undefined : offer.detail,
    adds: offer.adds,
    key: JSON.stringify(reference),
    edit: { span: offer.span, newText: offer.newText ?? label },
    isSnippet: offer.isSnippet === true,
    additionalEdits: commaAt === undefined ? undefined : [{ span: span(commaAt, commaAt), newText: ',' }],
    filterText: offer.filterText ?? label,
    sortText: `${String(rank).padStart(2, '0')}${String(index).padStart(4, '0')}`,
    isDeprecated: offer.isDeprecated,
    triggersNext: offer.triggersNext,
  }));
}

/** Offers the name of a field with what is between it and its value, unless that is written already. */
export function offerOfField(
  field: Field,
  offer: Omit<Offer, 'detail' | 'isDeprecated' | 'triggersNext'>,
  behind: string | undefined,
): Offer {
  return {
    ...offer,
    newText: offer.label + (behind ?? ''),
    detail: briefOf(field),
    isDeprecated: field.deprecated !== undefined,
    triggersNext: behind !== undefined,
  };
}

/** Offers the values of a field whose text has no quotes, its default first. */
export function offersOfText(field: Field, reference: ElementReference, span: Span): readonly Offer[] {
  const shapes = valueShapesOf(field);
  const details = new Map<string, string>();
  const add = (text: string, detail: string): void => {
    if (!details.has(text)) details.set(text, detail);
  };
  for (const { value, summary = '' } of allowedValuesOf(shapes)) {
    add(String(value), firstSentenceOf(summary, field.provenance));
  }
  if (shapes.some(({ type }) => type === 'boolean')) ['true', 'false'].forEach((flag) => add(flag, ''));
  const [standard, ...further] = textsOf(field, field.default);
  const examples = [...further, ...textsOf(field, field.example)];
  for (const example of [standard, ...examples]) if (example !== undefined) add(example, 'example');
  return [...details].map(([text, detail]) => ({
    label: text,
    kind: 'value',
    reference: { ...reference, value: text },
    span,
    detail: text === standard ? 'default' : detail,
    rank: text === standard ? 0 : 1,
  }));
}

function withoutQuotes(json: string): string {
  return json.replace(/^"|"$/g, '');
}

/** Returns what is offered of an example or a default: of a list, each item. */
function textsOf({ shape }: Field, json: string | undefined): readonly string[] {
  const items = shape.type === 'array' ? itemTexts(json) : undefined;
  return items ?? (json === undefined ? [] : [withoutQuotes(json)]);
}

/** Returns the items of a list in JSON, which are written one by one; undefined for anything else. */
function itemTexts(json: string | undefined): readonly string[] | undefined {
  if (json?.startsWith('[') !== true) return undefined;
  try {
    const items = JSON.parse(json) as readonly unknown[];
    return items.some((item) => typeof item === 'object') ? undefined : items.map(String);
  } catch {
    return undefined;
  }
}
