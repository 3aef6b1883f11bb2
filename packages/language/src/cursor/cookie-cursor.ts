import { cookiesIn } from '@rulebook/checker/binding/bind-cookies';
import { extended, span, type Span } from '@rulebook/text/span';

/** A cookie of a request, or the place of one: `theme=dark` of `Cookie: theme=dark; lang=de`. */
export interface CookieCursor {
  readonly kind: 'cookie';
  readonly slot: 'name' | 'value';
  /** The name, or the value. */
  readonly span: Span;
  readonly name: string;
  /** An equals sign is behind the name. */
  readonly hasValue: boolean;
  /** The names of the other cookies of the field. */
  readonly others: readonly string[];
}

/** Returns the cookie of a field that the position is in; `value` is what the field has behind its colon. */
export function cookieCursorAt(text: string, value: Span, offset: number): CookieCursor {
  const cookies = cookiesIn(text, value);
  const start = Math.max(text.lastIndexOf(';', offset - 1) + 1, value.start);
  const next = text.indexOf(';', offset);
  const end = next < 0 || next > value.end ? value.end : next;
  const here = cookies.find(({ nameSpan }) => start <= nameSpan.start && nameSpan.start < end);
  const others = cookies.filter((one) => one !== here).map(({ name }) => name);
  if (here === undefined)
    return { kind: 'cookie', slot: 'name', span: span(offset, offset), name: '', hasValue: false, others };
  const { name, nameSpan, value: written } = here;
  const found = { kind: 'cookie', name, hasValue: written !== undefined, others } as const;
  return written !== undefined && offset > nameSpan.end
    ? { ...found, slot: 'value', span: extended(written, offset) }
    : { ...found, slot: 'name', span: extended(nameSpan, offset) };
}
