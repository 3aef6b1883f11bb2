import type { Binding, CheckContext } from '@rulebook/checker/binding/model';
import { liveQueryContext } from '@rulebook/checker/live-names/live-fields';
import type { QueryTokenKind } from '@rulebook/catalogue/query-languages';
import { withDeclared, type RequestsAbove } from '../cursor/declared-names';
import type { QueryCursor } from '../cursor/query-cursor';
import type { CompletionKind } from '../model';
import type { Offer } from './offer';

const kinds: Readonly<Partial<Record<QueryTokenKind, CompletionKind>>> = {
  keyword: 'method',
  function: 'value',
  field: 'field',
  index: 'path',
  type: 'value',
};

/** Offers what can be at a position of a query. */
export function completeQuery(
  cursor: QueryCursor,
  binding: Binding,
  context: CheckContext,
  above: RequestsAbove,
): readonly Offer[] {
  const { query, place } = cursor;
  const found = query.language.offersAt(
    query.text,
    place,
    withDeclared(query, binding, liveQueryContext(binding, context, 'show'), above),
  );
  if (found === undefined) return [];
  const span = query.inBlock(found.span);
  return found.offers.map(({ label, kind, insert, detail, documentation }, index): Offer => {
    const isSnippet = insert?.includes('$') === true;
    return {
      ...{ label, kind: kinds[kind] ?? 'value', span },
      reference: { of: 'text', text: documentation ?? '' },
      newText: query.write(insert ?? label),
      ...(isSnippet && { isSnippet }),
      ...(detail !== undefined && { detail }),
      rank: kind === 'field' || kind === 'index' ? 0 : kind === 'function' ? 2 : 1,
      ...(index > most && { automatic: 'never' as const }),
    };
  });
}

/** Longer lists open only when they are asked for. */
const most = 2000;
