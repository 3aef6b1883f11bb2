import type { Operation } from '@rulebook/catalogue/operation';
import type { HeaderField, RequestSyntax } from '@rulebook/request-file/syntax/model';
import { holdsVariable, trimmed } from '@rulebook/request-file/syntax/parse-target';
import { span, textIn, type Span } from '@rulebook/text/span';
import type { BoundParameter } from './model';

/** A cookie of a request: `theme=dark` of `Cookie: theme=dark; lang=de`. */
export interface WrittenCookie {
  readonly name: string;
  readonly nameSpan: Span;
  /** Behind the equals sign; absent without one. */
  readonly value?: Span;
}

/** Returns whether a field of the head has cookies. */
export function isCookieField({ name }: Pick<HeaderField, 'name'>): boolean {
  return name.text.toLowerCase() === 'cookie';
}

/** Returns the cookies of a text with semicolons between them. */
export function cookiesIn(text: string, whole: Span): readonly WrittenCookie[] {
  let start = whole.start;
  return textIn(text, whole)
    .split(';')
    .flatMap((part): readonly WrittenCookie[] => {
      const place = span(start, start + part.length);
      start += part.length + 1;
      const written = trimmed(text, place);
      if (written.start === written.end) return [];
      const equals = textIn(text, written).indexOf('=');
      const nameSpan = trimmed(text, span(written.start, equals < 0 ? written.end : written.start + equals));
      const value = equals < 0 ? undefined : trimmed(text, span(written.start + equals + 1, written.end));
      return [{ name: textIn(text, nameSpan), nameSpan, ...(value && { value }) }];
    });
}

/** Relates the cookies of a request to those that its operation names. */
export function bindCookies(request: RequestSyntax, operation: Operation | undefined): readonly BoundParameter[] {
  const known = operation?.parameters.cookie;
  if (known === undefined || known.length === 0) return none;
  return request.headers.filter(isCookieField).flatMap((header) => {
    const { text, span: place } = header.value;
    return cookiesIn(text, span(0, text.length)).flatMap(({ name, nameSpan, value }): readonly BoundParameter[] => {
      const field = known.find((one) => one.name === name);
      if (field === undefined) return [];
      const written = value === undefined ? '' : textIn(text, value);
      const moved = (inner: Span): Span =>
        header.sharedBy === undefined ? span(place.start + inner.start, place.start + inner.end) : place;
      return [
        {
          kind: 'cookie',
          field,
          nameSpan: moved(nameSpan),
          span: moved(value ?? span(nameSpan.end, nameSpan.end)),
          text: written,
          hasValue: value !== undefined,
          // In quotes, or with a percent sign, it may stand for another text.
          hasPlaceholder: holdsVariable(written) || /["%]/.test(written),
        },
      ];
    });
  });
}

const none: readonly BoundParameter[] = [];
