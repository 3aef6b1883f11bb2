import { memberNamed, sourceOfBinding, valueOfConstrained } from './support/constrained';
import { scalarTextOf } from './support/bound-values';
import { propertyAt, removeChild } from './support/json-edits';
import { defineConstraintRule } from './rule';
import { quoted } from './support/wording';
import { expressionOf } from '@rulebook/text/expressions';

/** Reports a setting that has no effect in combination with the others. */
export const ineffectiveSetting = defineConstraintRule({
  id: 'ineffective-setting',
  category: 'style',
  severity: 'hint',
  docs: {
    what: 'Reports a setting that has no effect in combination with the other settings.',
    why: 'The setting looks effective, but the service behaves the same without it.',
    remedy: 'Remove the setting; the quick fix does this.',
  },
  check(element, { options, provenance }, binding, report) {
    const value = valueOfConstrained(element);
    if (value === undefined) return;
    if (options.unless !== undefined) {
      const deciding = memberNamed(value, options.unless.member)?.value;
      const text = deciding === undefined ? undefined : scalarTextOf(deciding);
      if (text === undefined || expressionOf(options.unless.pattern).test(text)) return;
    }
    for (const name of options.fields) {
      const member = memberNamed(value, name);
      if (member?.value === undefined || member.isOpaque) continue;
      if (options.value !== undefined && scalarTextOf(member.value) !== options.value) continue;
      report({
        message: options.message,
        span: member.span,
        provenance,
        tag: 'unnecessary',
        fixes: () => {
          const property = propertyAt(value.node, member.span.start);
          if (property === undefined) return [];
          return [
            {
              title: `Remove ${quoted(member.key)}`,
              edits: [removeChild(sourceOfBinding(binding), value.node, property)],
              isSafe: true,
            },
          ];
        },
      });
    }
  },
});
