import type { Service } from '../catalogue/service';
import type { PathSegment } from '../syntax/model';

const sources = new Map<string, RegExp>();

/** Returns whether a word of a path belongs to the service, so that no object of a user has it as its name. */
export function isReservedWord({ text, hasPlaceholder }: PathSegment, { reservedWords }: Service): boolean {
  if (reservedWords === undefined || hasPlaceholder) return false;
  const known = sources.get(reservedWords) ?? new RegExp(reservedWords, 'u');
  sources.set(reservedWords, known);
  return known.test(text);
}
