import type { QueryContext, QueryProblem } from '@rulebook/catalogue/query-languages';
import type { Span } from '@rulebook/text/span';
import type { Columns } from './columns';

/** Where an expression is: which functions it may call, and which columns it may name. */
export interface Place {
  readonly text: string;
  readonly columns: Columns;
  readonly context: QueryContext;
  /** `rows`: each row by itself. `groups`: what `STATS` computes. `by`: how it groups. */
  readonly of: 'rows' | 'groups' | 'by';
  /** The query reads time series, which are aggregated twice. */
  readonly isSeries: boolean;
  /** The command that the expression is in. */
  readonly command: string;
  /** The commands in front of it. */
  readonly before: readonly string[];
  readonly report: (problem: QueryProblem) => void;
}

/** Reports something whose type does not fit. */
export function wrongType({ report }: Pick<Place, 'report'>, message: string, span: Span, meant?: string): void {
  report({ kind: 'type', message, span, isRefused: true, ...(meant !== undefined && { meant }) });
}

/** Returns a type with its article. */
export function withArticle(type: string): string {
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} \`${type}\``;
}
