import type { RequestBody } from '@rulebook/catalogue/operation';
import type { RequestSyntax } from '@rulebook/request-file/syntax/model';
import { headerOf, type Binding, type BoundParameter } from './model';

/**
 * Returns the body that is described as a text, as it is sent; undefined where that is not certain: with a variable, a file or ends of lines that may
 * be written in another way.
 */
export function bindText(
  source: string,
  request: RequestSyntax,
  described: RequestBody | undefined,
): BoundParameter | undefined {
  const { body } = request;
  if (described?.text === undefined || body?.kind !== 'text' || body.files !== undefined) return undefined;
  const type = headerOf(request, 'Content-Type');
  if (type === undefined || type.hasPlaceholder || !/^text\/plain\s*(?:;|$)/i.test(type.value.text)) return undefined;
  const { span } = body;
  const text = source.slice(span.start, span.end);
  if (text.includes('{{') || text.includes('\r')) return undefined;
  // What is sent is checked, whatever it looks like.
  return {
    kind: 'text',
    field: described.text,
    nameSpan: span,
    span,
    text,
    hasValue: true,
    hasPlaceholder: false,
    isSent: true,
  };
}

/** Returns the fields of the form that the body is, or the text. */
export function textsOfBody({ form, text }: Binding): readonly BoundParameter[] {
  return form?.bound ?? (text === undefined ? [] : [text]);
}
