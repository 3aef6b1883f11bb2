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
  return found.offers.map((offer, index): Offer => {
    const { label, kind, insert = label, detail, documentation, rank, isBegun, whole } = offer;
    const isSnippet = insert.search(stops) >= 0;
    return {
      ...{ label, kind: kinds[kind] ?? 'value', span },
      reference: { of: 'text', text: documentation ?? '' },
      newText: isSnippet ? asSnippet(insert, query.write) : query.write(insert),
      ...(isSnippet && { isSnippet }),
      ...(detail !== undefined && { detail }),
      rank: rank ?? (kind === 'field' || kind === 'index' ? 0 : kind === 'function' ? 2 : 1),
      ...(isBegun && { triggersNext: true }),
      ...(whole !== undefined && { whole }),
      ...(index > most && { automatic: 'never' as const }),
    };
  });
}

/** Where the cursor goes: `$1`, then `$0`, or `${0:…}` over a text. */
const stops = /\$(?:([01])|\{([01]):([^${}]*)\})/;

/** Writes what is inserted as a part of the string; the places of the cursor stay, and other signs mean themselves. */
function asSnippet(insert: string, write: (text: string) => string): string {
  const escaped = (text: string) => write(text).replace(/[\\$}]/g, '\\$&');
  const pieces: string[] = [];
  let rest = insert;
  for (let found = stops.exec(rest); found !== null; found = stops.exec(rest)) {
    const [whole, number, other = '', text = ''] = found;
    pieces.push(
      escaped(rest.slice(0, found.index)),
      number === undefined ? `\${${other}:${escaped(text)}}` : `$${number}`,
    );
    rest = rest.slice(found.index + whole.length);
  }
  return pieces.join('') + escaped(rest);
}

/** Longer lists open only when they are asked for. */
const most = 2000;
