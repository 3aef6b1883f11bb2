import { memberNamed, sourceOf, valueOfConstrained } from './support/constrained';
import { scalarTextOf } from './support/bound-values';
import { propertyAt, removeChild } from './support/json-edits';
import { defineConstraintRule } from './rule';

/** Reports a setting that has no effect beside the others. */
export const ineffectiveSetting = defineConstraintRule({
  id: 'ineffective-setting',
  scope: 'constraint',
  severity: 'hint',
  docs: {
    what: 'Reports a setting that has no effect beside the other settings.',
    why: 'The setting looks as if it did something, and the service does the same without it.',
    remedy: 'Remove the setting; the quick fix does it.',
    valid: [
      'PUT /_snapshot/backup\n\n{ "type": "url", "settings": { "url": "https://example.com/backup", "http_max_retries": 3 } }\n',
    ],
    invalid: [
      'PUT /_snapshot/backup\n\n{ "type": "url", "settings": { "url": "file:/mnt/backup", "http_max_retries": 3 } }\n',
      'PUT /_snapshot/backup\n\n{ "type": "url", "settings": { "url": "file:/mnt/backup", "readonly": false } }\n',
    ],
  },
  check(element, { options, provenance }, binding, report) {
    const value = valueOfConstrained(element);
    if (value === undefined) return;
    if (options.unless !== undefined) {
      const deciding = memberNamed(value, options.unless.member)?.value;
      const text = deciding === undefined ? undefined : scalarTextOf(deciding);
      if (text === undefined || new RegExp(options.unless.pattern).test(text)) return;
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
              title: `Remove \`${member.key}\``,
              edits: [removeChild(sourceOf(binding), value.node, property)],
              isSafe: true,
            },
          ];
        },
      });
    }
  },
});
