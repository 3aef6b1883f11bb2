/** A part of a query that is written as one text. */
export type QueryPart =
  | { readonly kind: 'text'; readonly text: string; readonly isPhrase: boolean; readonly fuzziness?: number }
  | { readonly kind: 'prefix'; readonly text: string }
  | { readonly kind: 'pattern'; readonly text: string }
  | { readonly kind: 'regexp'; readonly text: string }
  | {
      readonly kind: 'range';
      readonly lower?: string;
      readonly upper?: string;
      readonly isLowerExcluded: boolean;
      readonly isUpperExcluded: boolean;
    }
  | { readonly kind: 'exists'; readonly field: string }
  | { readonly kind: 'everything' }
  | { readonly kind: 'field'; readonly field: string; readonly part: QueryPart }
  | { readonly kind: 'weight'; readonly weight: number; readonly part: QueryPart }
  | { readonly kind: 'group'; readonly clauses: readonly QueryClause[] };

/** A part and whether it has to match. */
export interface QueryClause {
  readonly occurrence: 'must' | 'should' | 'must-not';
  readonly part: QueryPart;
}

/** How deeply brackets may be nested. */
export const deepestGroup = 100;
