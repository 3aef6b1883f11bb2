import { scalarTextOf } from './support/bound-values';
import { memberNamed, sourceOfBinding, valueOfConstrained } from './support/constrained';
import { propertyAt, removeChild } from './support/json-edits';
import { defineConstraintRule } from './rule';
import { code, inList, quoted } from './support/wording';
import { lacking } from './support/written-keys';

/** Reports fields that must not be combined. */
export const conflictingFields = defineConstraintRule({
  id: 'conflicting-fields',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports fields that must not be combined.',
    why: 'One field replaces what the other changes, so the result matches neither.',
    remedy: 'Keep one of the fields; the quick fix removes one.',
  },
  passes: (
    {
      options: {
        fields: [first],
      },
    },
    shape,
  ) => (first === undefined ? undefined : lacking(shape, first)),
  check(element, { options, provenance }, binding, report) {
    const value = valueOfConstrained(element);
    const [first, ...rest] = options.fields;
    if (value === undefined || first === undefined) return;
    const member = memberNamed(value, first);
    if (member === undefined) return;
    const others = rest.flatMap((name) => {
      const other = memberNamed(value, name);
      if (other === undefined || options.value === undefined) return other ?? [];
      return other.value !== undefined && scalarTextOf(other.value) === options.value ? [other] : [];
    });
    if (others.length === 0) return;
    report({
      message: `${code(first)} must not be combined with ${inList(rest.map((name) => (options.value === undefined ? name : `${name}: ${options.value}`)))}.`,
      span: member.keySpan,
      provenance,
      related: others.map(({ key, keySpan }) => ({ message: `${code(key)} is here.`, span: keySpan })),
      fixes: () => {
        const property = propertyAt(value.node, member.span.start);
        if (property === undefined) return [];
        const edits = [removeChild(sourceOfBinding(binding), value.node, property)];
        return [{ title: `Remove ${quoted(first)}`, edits, isSafe: false }];
      },
    });
  },
});
