import { scalarTextOf } from './support/bound-values';
import { memberNamed, sourceOf, valueOfConstrained } from './support/constrained';
import { propertyAt, removeChild } from './support/json-edits';
import { defineConstraintRule } from './rule';
import { code, listOf } from './support/wording';

/** Reports fields that must not be combined. */
export const conflictingFields = defineConstraintRule({
  id: 'conflicting-fields',
  scope: 'constraint',
  severity: 'warning',
  docs: {
    what: 'Reports a field beside others that it excludes.',
    why: 'One of them replaces what the others change, so the result is not what either says.',
    remedy: 'Keep one of the two ways.',
    valid: ['PATCH /repos/octocat/hello-world/hooks/42\n\n{ "add_events": ["push"] }\n'],
    invalid: ['PATCH /repos/octocat/hello-world/hooks/42\n\n{ "events": ["push"], "add_events": ["issues"] }\n'],
  },
  check(element, { options, provenance }, binding, report) {
    const value = valueOfConstrained(element);
    const [first, ...rest] = options.fields;
    if (value === undefined || first === undefined) return;
    const member = memberNamed(value, first);
    const others = rest.flatMap((name) => {
      const other = memberNamed(value, name);
      if (other === undefined || options.value === undefined) return other ?? [];
      return other.value !== undefined && scalarTextOf(other.value) === options.value ? [other] : [];
    });
    if (member === undefined || others.length === 0) return;
    report({
      message: `${code(first)} must not be combined with ${listOf(rest.map((name) => (options.value === undefined ? name : `${name}: ${options.value}`)))}.`,
      span: member.keySpan,
      provenance,
      related: others.map(({ key, keySpan }) => ({ message: `${code(key)} stands here.`, span: keySpan, block: 0 })),
      fixes: () => {
        const property = propertyAt(value.node, member.span.start);
        if (property === undefined) return [];
        const edits = [removeChild(sourceOf(binding), value.node, property)];
        return [{ title: `Remove \`${first}\``, edits, isSafe: false }];
      },
    });
  },
});
