import { hasOpenKeys, scalarTextOf } from './support/bound-values';
import { memberNamed, sourceOfBinding, valueOfConstrained } from './support/constrained';
import { insertMember, skeletonOf } from './support/json-edits';
import { objectShapeOf } from '../binding/model';
import { defineConstraintRule } from './rule';
import { code, quoted } from './support/wording';
import { lacking } from './support/written-keys';

/** Reports a field without another one that it requires. */
export const dependentField = defineConstraintRule({
  id: 'dependent-field',
  category: 'correctness',
  severity: 'warning',
  findsMissing: true,
  docs: {
    what: 'Reports a field without another field that it requires next to it.',
    why: 'The service refuses the one without the other.',
    remedy: 'Add the other field; the quick fix inserts it with an example value.',
  },
  passes: ({ options: { field } }, shape) => lacking(shape, field),
  check(element, { options, provenance }, binding, report) {
    const value = valueOfConstrained(element);
    const member = value && memberNamed(value, options.field);
    if (value === undefined || member === undefined || hasOpenKeys(value, binding)) return;
    const isMeant = options.value === undefined || (member.value && scalarTextOf(member.value)) === options.value;
    if (!isMeant) return;
    const subject = options.value === undefined ? options.field : `${options.field}: ${options.value}`;
    for (const name of options.requires) {
      if (memberNamed(value, name) !== undefined) continue;
      const field = objectShapeOf(value)?.fields.find((candidate) => candidate.name === name);
      report({
        message: `${code(subject)} requires ${code(name)} next to it.`,
        span: member.keySpan,
        provenance,
        lacks: [name],
        fixes: () =>
          field === undefined
            ? []
            : [
                {
                  title: `Add ${quoted(name)}`,
                  edits: [insertMember(sourceOfBinding(binding), value.node, name, skeletonOf(field, value.node))],
                  isSafe: false,
                  isUnfinished: true,
                },
              ],
      });
    }
  },
});
