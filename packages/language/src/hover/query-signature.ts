import type { Binding } from '@rulebook/checker/binding/model';
import { queryCursorAt } from '../cursor/query-cursor';
import type { Signature } from './signature';

/** Returns the form of the function of a query whose arguments are at the offset. */
export function querySignatureAt(binding: Binding, offset: number): Signature | undefined {
  const cursor = queryCursorAt(binding, offset);
  const found = cursor?.query.language.signatureAt?.(cursor.query.text, cursor.place);
  if (found === undefined) return undefined;
  const { label, about, parameters, active } = found;
  return { label, about, parameters: parameters.map((span) => ({ span, markdown: '' })), active };
}
