import type { FieldNaming } from '../facts/mappings/mapping-types';
import { followMappings, indexGroupOf, mappedAt, type NamedField } from './support/follow-mappings';
import { indexUse } from './support/index-use';
import type { FileRule } from '@rulebook/checker/rules/rule';
import { code, withRemark } from '@rulebook/checker/rules/support/wording';

/** Reports a use of a flattened field in a search that such fields do not support. */
export const unsupportedUse: FileRule = {
  id: 'unsupported-use',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a query, aggregation or highlighting that flattened fields do not support.',
    why: 'The values of a flattened field are plain keywords: there are no numbers to calculate with, no word order to search, and no text to highlight. The mapping in the same file defines which fields are flattened.',
    remedy:
      'Use a query that the documentation of flattened fields names, use a keyword aggregation such as `terms`, or map the key as its own field.',
  },
  summary: indexUse,
  groupOf: indexGroupOf,
  check(group, report) {
    for (const named of followMappings(group).names) {
      const { block, use, field, key } = named;
      const { naming, span } = use;
      if (naming.isFlattenedAllowed) continue;
      const isMilder =
        naming.provenance.kind === 'reference' ||
        naming.use !== 'query' ||
        naming.accepted !== undefined ||
        (key === undefined && naming.atTopLevel !== undefined);
      report(block, {
        message: unsupportedMessage(named, naming),
        span,
        provenance: naming.provenance,
        severity: isMilder ? 'warning' : 'error',
        related: mappedAt(field, block),
      });
    }
  },
};

function unsupportedMessage({ field, key }: NamedField, naming: FieldNaming): string {
  const name = code(field.path);
  if (naming.use === 'highlight') return `Highlighting is not supported on flattened fields such as ${name}.`;
  if (naming.use === 'fetch') return `Servers refuse a format for values of the flattened field ${name}.`;
  const kind = code(naming.kind ?? '');
  if (naming.use === 'sort')
    return `The values of the flattened field ${name} are no numbers to calculate with for a sort.`;
  if (naming.use === 'aggregation') {
    return `The aggregation ${kind} is not supported on the flattened field ${name}; use a simple keyword aggregation such as \`terms\`.`;
  }
  const reality = naming.accepted ?? (key === undefined ? naming.atTopLevel : undefined);
  return withRemark(`The query ${kind} is not supported on the flattened field ${name}.`, reality);
}
