import { absentFieldsOf, isRecorded } from './support/bound-values';
import { insertMember, skeletonOf } from './support/json-edits';
import type { BlockRule } from './rule';
import { code, quoted, subjectOf } from './support/wording';

/** Reports an object that lacks a required field. */
export const requiredField: BlockRule = {
  id: 'required-field',
  scope: 'block',
  category: 'correctness',
  severity: 'error',
  since: '0.1.0',
  docs: {
    what: 'Reports an object that lacks a required field.',
    why: 'The service refuses a request without a required field.',
    remedy: 'Add the field; the quick fix inserts it with an example value.',
  },
  concerns: (shape) => shape.type === 'object' && shape.fields.some(({ required }) => required),
  value(value, binding, report) {
    if (isRecorded(value, binding)) return;
    for (const field of absentFieldsOf(
      value,
      binding,
      ({ required }) => required !== undefined && required !== false,
    )) {
      if (field.required === undefined || field.required === false) continue;
      const weaker = field.required === true ? undefined : field.required;
      const subject = value.parent === undefined ? 'The request body' : subjectOf(value);
      report({
        message: weaker?.message ?? `${subject} lacks the required field ${code(field.name)}.`,
        span: value.anchor,
        severity: weaker?.severity,
        provenance: weaker?.provenance ?? field.provenance,
        fixes: () => [
          {
            title: `Add ${quoted(field.name)}`,
            edits: [insertMember(binding.block.text, value.node, field.name, skeletonOf(field, value.node))],
            isSafe: false,
          },
        ],
      });
    }
  },
};
