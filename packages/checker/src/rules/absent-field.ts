import { isSentWith } from './support/authorization';
import { absentFieldsOf, isRecorded } from './support/bound-values';
import { insertMember, skeletonOf } from './support/json-edits';
import type { BlockRule } from './rule';
import { perObject } from '@rulebook/text/structures/memo';
import type { ObjectShape } from '@rulebook/catalogue/shape';
import { quoted } from './support/wording';

/** Reports the effect of omitting an optional field. */
export const absentField: BlockRule = {
  id: 'absent-field',
  scope: 'block',
  category: 'correctness',
  severity: 'information',
  isRemark: true,
  findsMissing: true,
  docs: {
    what: 'Explains the effect of omitting an optional field.',
    why: 'A default can be a surprise: a key that never expires, or a webhook whose deliveries are not signed.',
    remedy: 'If the default is what you want, no change is needed. Otherwise add the field; the quick fix inserts it.',
  },
  concerns: (shape) => shape.type === 'object' && shape.fields.some(({ absent }) => absent !== undefined),
  passes: (shape) => (shape.type === 'object' ? { having: explainedFieldsOf(shape) } : undefined),
  value(value, binding, report) {
    if (isRecorded(value, binding)) return;
    for (const field of absentFieldsOf(value, binding, explainedFieldsOf)) {
      if (field.absent === undefined) continue;
      const { message, severity, provenance, unlessScheme } = field.absent;
      if (unlessScheme !== undefined && isSentWith(unlessScheme, binding)) continue;
      report({
        message,
        severity,
        provenance,
        span: value.anchor,
        lacks: [field.name, ...(field.aliases ?? [])],
        fixes: () => [
          {
            title: `Add ${quoted(field.name)}`,
            edits: [insertMember(binding.block.text, value.node, field.name, skeletonOf(field, value.node))],
            isSafe: false,
            isUnfinished: true,
          },
        ],
      });
    }
  },
};

const explainedFieldsOf = perObject(({ fields }: ObjectShape) => fields.filter(({ absent }) => absent !== undefined));
