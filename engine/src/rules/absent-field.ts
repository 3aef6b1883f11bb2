import { isSentWith } from './support/authorization';
import { absentFieldsOf, isRecorded } from './support/bound-values';
import { insertMember, skeletonOf } from './support/json-edits';
import type { BlockRule } from './rule';

/** Reports what follows from leaving out an optional field. */
export const absentField: BlockRule = {
  id: 'absent-field',
  scope: 'block',
  severity: 'information',
  isRemark: true,
  docs: {
    what: 'Tells what follows from leaving out an optional field.',
    why: 'A default can be a surprise: a key that never expires, a webhook whose deliveries are not signed.',
    remedy: 'Nothing, when the default is meant. Otherwise add the field; the quick fix inserts it.',
    valid: [
      'PUT /_security/api_key\n\n{ "name": "k", "expiration": "7d", "role_descriptors": { "r": { "cluster": ["monitor"] } } }\n',
    ],
    invalid: ['PUT /_security/api_key\n\n{ "name": "k" }\n'],
  },
  concerns: (shape) => shape.type === 'object' && shape.fields.some(({ absent }) => absent !== undefined),
  value(value, binding, report) {
    if (isRecorded(value, binding)) return;
    for (const field of absentFieldsOf(value, binding, ({ absent }) => absent !== undefined)) {
      if (field.absent === undefined) continue;
      const { message, severity, provenance, unlessScheme } = field.absent;
      if (unlessScheme !== undefined && isSentWith(unlessScheme, binding)) continue;
      report({
        message,
        severity,
        provenance,
        span: value.anchor,
        fixes: () => [
          {
            title: `Add \`${field.name}\``,
            edits: [insertMember(binding.block.text, value.node, field.name, skeletonOf(field, value.node))],
            isSafe: false,
          },
        ],
      });
    }
  },
};
