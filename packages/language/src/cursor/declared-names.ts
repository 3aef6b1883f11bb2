import type { Binding } from '@rulebook/checker/binding/model';
import { ofForm, type WrittenQuery } from '@rulebook/checker/binding/written-query';
import type { BlockSummary } from '@rulebook/checker/rules/across/summary';
import type { Rule } from '@rulebook/checker/rules/rule';
import type { QueryContext, QueryFields } from '@rulebook/catalogue/query-languages';

/** What the requests above one in its file say about what its queries can name. */
export interface RequestsAbove {
  readonly rules: readonly Rule[];
  readonly summariesAbove: () => readonly BlockSummary[];
}

/** Returns what is known where a query is, with what the file declares above it. */
export function withDeclared(
  query: WrittenQuery,
  binding: Binding,
  known: QueryContext,
  { rules, summariesAbove }: RequestsAbove,
): QueryContext {
  const asked = ofForm(query, known);
  const rule = rules.find((one) => one.scope === 'file' && one.declared !== undefined);
  const declared =
    rule?.scope === 'file' && binding.service !== undefined ? rule.declared?.(summariesAbove(), binding) : undefined;
  if (declared === undefined) return asked;
  return {
    ...asked,
    fieldsOf: (indices) => joined(declared.fieldsOf(indices), asked.fieldsOf(indices)),
    indices: [...new Set([...declared.indices, ...asked.indices])],
  };
}

/** What an endpoint has listed is of its index as it is, so that its types count. */
function joined(declared: QueryFields | undefined, listed: QueryFields | undefined): QueryFields | undefined {
  if (declared === undefined || listed === undefined) return declared ?? listed;
  return { byName: new Map([...declared.byName, ...listed.byName]), areAll: listed.areAll };
}
