import type { QueryTerm } from '../../facts/mappings/mapping-types';
import type { Span } from '@rulebook/text/span';

/** A term of a query text that names a field. */
interface QueryTextName {
  readonly name: string;
  readonly span: Span;
  readonly term: QueryTerm;
  /** For a range. */
  readonly ends?: { readonly hasLower: boolean; readonly hasUpper: boolean };
}

// A name, perhaps with escaped wildcards, a colon, and the beginning of the value. JSON text has each backslash twice.
const term =
  /(?<![\w.@*\\-])([A-Za-z@][\w.@-]*(?:\\\\\*[\w.@-]*)*):[ ]*(\/|[[{][^\]}]*[\]}]?|[<>]=?|\\"|[^\s()"\\]+)?/g;

/** Returns the names of fields in the JSON text of a query such as `labels.release:v1 AND pages:[1 TO 5]`. */
export function namesInQueryText(text: string, query: Span): readonly QueryTextName[] {
  const found: QueryTextName[] = [];
  for (const match of text.slice(query.start, query.end).matchAll(term)) {
    const [, written = '', value = ''] = match;
    const start = query.start + match.index;
    const ends = endsOf(value);
    found.push({
      name: written.replaceAll('\\', ''),
      span: { start, end: start + written.length },
      term: ends === undefined ? termOf(value) : 'range',
      ...(ends === undefined ? {} : { ends }),
    });
  }
  return found;
}

function termOf(value: string): QueryTerm {
  if (value.startsWith('/')) return 'regexp';
  if (/~\d*(\.\d+)?(\^[\d.]+)?$/.test(value)) return 'fuzzy';
  // A lone asterisk matches any value, and one at the end makes a prefix of what is before it.
  return /[*?]/.test(value.replace(/\*$/, '')) ? 'wildcard' : 'word';
}

function endsOf(value: string): QueryTextName['ends'] | undefined {
  if (/^>/.test(value)) return { hasLower: true, hasUpper: false };
  if (/^</.test(value)) return { hasLower: false, hasUpper: true };
  const [, lower, upper] = /^[[{]\s*(\S+)\s+TO\s+([^\s\]}]+)\s*[\]}]$/.exec(value) ?? [];
  return lower === undefined ? undefined : { hasLower: lower !== '*', hasUpper: upper !== '*' };
}
