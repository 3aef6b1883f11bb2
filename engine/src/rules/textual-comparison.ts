import { followMappings, indexGroupOf, mappedAt } from './across/follow-mappings';
import type { FileRule } from './rule';
import { code } from './support/wording';

/** Reports where the values of a flattened field are compared as text, although the request looks as if they were numbers. */
export const textualComparison: FileRule = {
  id: 'textual-comparison',
  scope: 'file',
  severity: 'warning',
  docs: {
    what: 'Reports numbers as ends of a range of a flattened field, and, as a hint, an order by such a field.',
    why: 'All leaves of a flattened field are compared as text: `10` comes before `9`, so a range of numbers finds other documents than one expects.',
    remedy:
      'Give a key with numbers a field of its own. Where text is meant, write the ends in quotes; the quick fix does it.',
    valid: [
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_search\n\n{ "query": { "range": { "labels.release": { "gte": "a", "lte": "c" } } } }\n',
    ],
    invalid: [
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_search\n\n{ "query": { "range": { "labels.pages": { "gte": 5, "lt": 50 } } } }\n',
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_search\n\n{ "sort": [{ "labels.pages": "asc" }] }\n',
    ],
  },
  groupOf: indexGroupOf,
  check(group, report) {
    for (const { block, use, field } of followMappings(group).names) {
      const { naming, span, range } = use;
      const related = mappedAt(field, block);
      const name = code(field.path);
      if (naming.use === 'sort') {
        const message = `Values of the flattened field ${name} are sorted as text.`;
        report(block, { message, span, provenance: naming.provenance, severity: 'hint', related });
      }
      for (const number of range?.numbers ?? []) {
        report(block, {
          message: `Values of the flattened field ${name} are compared as text, not as numbers.`,
          span: number,
          provenance: naming.provenance,
          related,
          isFixable: true,
        });
      }
    }
  },
  fixes({ span }, { block }) {
    const newText = JSON.stringify(block.text.slice(span.start, span.end));
    return [{ title: 'Write it as text', edits: [{ span, newText }], isSafe: true }];
  },
};
