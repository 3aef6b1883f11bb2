import { followMappings, indexGroupOf, mappedAt } from './across/follow-mappings';
import type { FileRule } from './rule';
import { code } from './support/wording';

/** Reports a script that reads a key of a flattened field in steps. */
export const indirectAccessor: FileRule = {
  id: 'indirect-accessor',
  scope: 'file',
  severity: 'hint',
  docs: {
    what: 'Reports a script that reads a key of a flattened field in steps instead of by one name.',
    why: 'A script knows a key of a flattened field under one name, field and key joined by a dot; its `.value` is the value.',
    remedy: 'Join field and key by a dot; the quick fix does it.',
    valid: [
      `PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_search\n\n{ "script_fields": { "r": { "script": { "source": "doc['labels.release'].value" } } } }\n`,
    ],
    invalid: [
      `PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_search\n\n{ "script_fields": { "r": { "script": { "source": "doc['labels']['release'].value" } } } }\n`,
    ],
  },
  groupOf: indexGroupOf,
  check(group, report) {
    for (const { block, use, field } of followMappings(group).names) {
      if (use.accessor === undefined) continue;
      report(block, {
        message: `A key of the flattened field ${code(field.path)} is read by one name: ${code(`${use.accessor}.value`)}.`,
        span: use.span,
        provenance: use.naming.provenance,
        related: mappedAt(field, block),
        isFixable: true,
      });
    }
  },
  fixes({ span, message }) {
    const accessor = /: `(.*)\.value`\.$/.exec(message)?.[1];
    // A long name is cut in messages.
    if (accessor === undefined || accessor.includes('…')) return [];
    return [{ title: `Change to \`${accessor}\``, edits: [{ span, newText: accessor }], isSafe: true }];
  },
};
