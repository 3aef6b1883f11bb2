import type { QueryParameter, RequestSyntax } from '@rulebook/request-file/syntax/model';
import type { TextEdit } from '@rulebook/text/edit';

/** Returns the edit that removes a query parameter together with its `?` or `&`. */
export function removeParameter({ target }: RequestSyntax, parameter: QueryParameter): TextEdit {
  const index = target.query.indexOf(parameter);
  const next = target.query[index + 1];
  if (next !== undefined) return { span: { start: parameter.span.start, end: next.span.start }, newText: '' };
  const start = target.query[index - 1]?.span.end ?? target.path.span.end;
  return { span: { start, end: parameter.span.end }, newText: '' };
}

/** Returns a query parameter's name as reports write it in addition to the names of members. */
export function shownQueryName(name: string): string {
  return `?${name}`;
}
