import { memberNamed, sourceOf, textsOf, valueOfConstrained } from './support/constrained';
import { propertyAt, removeChild } from './support/json-edits';
import { defineConstraintRule } from './rule';
import { code } from './support/wording';

/** Reports a flag about patterns where there is no pattern. */
export const ineffectiveFlag = defineConstraintRule({
  id: 'ineffective-flag',
  scope: 'constraint',
  severity: 'hint',
  docs: {
    what: 'Reports a flag that concerns patterns, beside a list without any pattern.',
    why: 'The flag has no effect on names that are written out.',
    remedy: 'Remove the flag; the quick fix does.',
    valid: [
      'PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "indices": [{ "names": ["*"], "privileges": ["read"], "allow_restricted_indices": true }] } } }\n',
    ],
    invalid: [
      'PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "indices": [{ "names": [".security-7"], "privileges": ["read"], "allow_restricted_indices": true }] } } }\n',
    ],
  },
  check(element, { options, provenance }, binding, report) {
    const value = valueOfConstrained(element);
    const list = value === undefined ? undefined : memberNamed(value, options.list)?.value;
    const flag = value === undefined ? undefined : memberNamed(value, options.flag);
    if (value === undefined || list === undefined || list.isMismatch || flag?.value?.node.value !== true) return;
    const names = textsOf(list);
    if (names === undefined || names.length === 0 || names.some((name) => /[*?]|^\/.*\/$/.test(name))) return;
    report({
      message: `${code(options.flag)} has no effect: ${code(options.list)} holds no pattern.`,
      span: flag.keySpan,
      provenance,
      tag: 'unnecessary',
      fixes: () => {
        const property = propertyAt(value.node, flag.span.start);
        if (property === undefined) return [];
        const edits = [removeChild(sourceOf(binding), value.node, property)];
        return [{ title: `Remove \`${options.flag}\``, edits, isSafe: true }];
      },
    });
  },
});
