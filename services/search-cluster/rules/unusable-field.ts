import type { FileRule } from '@rulebook/checker/rules/rule';
import { code } from '@rulebook/checker/rules/support/wording';
import type { FieldNaming } from '../facts/mappings/mapping-types';
import { followMappings, indexGroupOf, type LimitedUse } from './support/follow-mappings';
import { indexUse } from './support/index-use';

/** Reports a field that its mapping excludes from what a search does with it. */
export const unusableField: FileRule = {
  id: 'unusable-field',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a field that its mapping excludes from what a search does with it: sorting or grouping by a text, or searching in a field that is not indexed.',
    why: 'Texts, and fields with `doc_values: false`, have no values to sort or group by. Fields with `index: false` cannot be searched. Servers refuse such a search. The mapping in the same file says which fields these are.',
    remedy: 'Use a field of the type `keyword`, for example a subfield of the text, or change the mapping.',
  },
  summary: indexUse,
  groupOf: indexGroupOf,
  check(group, report) {
    const { limited, unmapped } = followMappings(group);
    for (const { block, use } of unmapped) {
      report(block, {
        message: `Neither the mapping nor the documents above have a field ${code(use.name)} to sort by. Servers refuse the search, unless \`unmapped_type\` says what the field would be.`,
        span: use.span,
        provenance: use.naming.readsColumns ?? use.naming.provenance,
      });
    }
    for (const { block, use, field } of limited) {
      const message = field.isWhole === undefined ? messageOf(use.naming, field) : messageOfWhole(use, field);
      if (message === undefined) continue;
      report(block, {
        message,
        span: use.span,
        provenance:
          field.isWhole?.provenance ?? use.naming.readsColumns ?? use.naming.readsIndex ?? use.naming.provenance,
        related: [{ message: 'It is mapped here.', span: field.span, block: field.block - block }],
      });
    }
  },
};

function messageOf(
  naming: FieldNaming,
  { path, type, hasColumns, isSearched }: LimitedUse['field'],
): string | undefined {
  const field = `The field ${code(path)} of the type ${code(type)}`;
  if (naming.readsColumns !== undefined) return hasColumns ? undefined : `${field} has no values to sort or group by.`;
  return naming.readsIndex !== undefined && !isSearched
    ? `${field} cannot be searched; its mapping excludes it from the index.`
    : undefined;
}

/** Of an object as a whole, all keys are in one order. */
function messageOfWhole({ name, naming }: LimitedUse['use'], { path, type }: LimitedUse['field']): string | undefined {
  if (naming.readsColumns === undefined) return undefined;
  if (name === path) return `The field ${code(path)} of the type ${code(type)} has no values to sort or group by.`;
  if (naming.use === 'sort')
    return `Servers refuse to sort by ${code(name)}, unless no other key of ${code(path)} comes first in a document: a field of the type ${code(type)} has one order of all its keys.`;
  return naming.use === 'aggregation'
    ? `An aggregation by ${code(name)} counts the values of all keys of ${code(path)}: a field of the type ${code(type)} has no values of single keys.`
    : undefined;
}
