import type { Service } from '@rulebook/catalogue/service';
import type { PathSegment } from '@rulebook/request-file/syntax/model';
import { expressionOf } from '@rulebook/text/expressions';

/** Returns whether a word of a path belongs to the service, so that no object of a user has it as its name. */
export function isReservedWord({ text, hasPlaceholder }: PathSegment, { reservedWords }: Service): boolean {
  if (reservedWords === undefined || hasPlaceholder) return false;
  return expressionOf(reservedWords, 'u').test(text);
}
