import { absentFieldsOf, isRecorded } from './support/bound-values';
import { insertMember, skeletonOf } from './support/json-edits';
import type { BlockRule } from './rule';
import { code, labelOf } from './support/wording';

/** Reports an object that lacks a required field. */
export const requiredField: BlockRule = {
  id: 'required-field',
  scope: 'block',
  severity: 'error',
  docs: {
    what: 'Reports an object that lacks a required field.',
    why: 'A request without a required field is refused.',
    remedy: 'Add the field; the quick fix inserts it with an example value.',
    valid: [
      'PUT /_security/api_key\n\n{ "name": "k", "role_descriptors": { "r": { "indices": [{ "names": ["a"], "privileges": ["read"] }] } } }\n',
    ],
    invalid: ['PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "indices": [{ "names": ["a"] }] } } }\n'],
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
      const place = value.parent === undefined ? 'The request body' : placeOf(labelOf(value));
      report({
        message: weaker?.message ?? `${place} lacks the required field ${code(field.name)}.`,
        span: value.anchor,
        severity: weaker?.severity,
        provenance: weaker?.provenance ?? field.provenance,
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

function placeOf(label: string): string {
  return label.startsWith('`') ? label : label.charAt(0).toUpperCase() + label.slice(1);
}
