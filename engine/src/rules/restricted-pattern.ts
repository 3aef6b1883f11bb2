import { memberNamed, sourceOf, textsOf, valueOfConstrained } from './support/constrained';
import { insertMember, replaceNode } from './support/json-edits';
import { defineConstraintRule } from './rule';
import { code } from './support/wording';

/** Reports a pattern that may cover restricted indices without the flag that includes them. */
export const restrictedPattern = defineConstraintRule({
  id: 'restricted-pattern',
  scope: 'constraint',
  severity: 'hint',
  docs: {
    what: 'Reports a pattern that may cover restricted indices, which it only does with a flag.',
    why: 'Without the flag the pattern silently leaves the restricted indices out.',
    remedy: 'Set the flag when restricted indices are meant; otherwise nothing is to do.',
    valid: [
      'PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "indices": [{ "names": ["*"], "privileges": ["read"], "allow_restricted_indices": true }] } } }\n',
    ],
    invalid: [
      'PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "indices": [{ "names": [".*"], "privileges": ["read"] }] } } }\n',
    ],
  },
  check(element, { options, provenance }, binding, report) {
    const value = valueOfConstrained(element);
    const list = value === undefined ? undefined : memberNamed(value, options.list)?.value;
    if (value === undefined || list === undefined || list.isMismatch) return;
    const flag = memberNamed(value, options.flag)?.value;
    if (flag?.isOpaque || flag?.node.value === true) return;
    const items = list.node.type === 'array' ? list.items : [list];
    const pattern = items.find((item) => textsOf(item)?.some(coversRestricted));
    if (pattern === undefined) return;
    report({
      message: `The pattern ${code(String(pattern.node.value))} covers restricted indices only when ${code(options.flag)} is true.`,
      span: pattern.span,
      provenance,
      fixes: () => [
        {
          title: `Set \`${options.flag}\` to true`,
          edits: [
            flag === undefined
              ? insertMember(sourceOf(binding), value.node, options.flag, 'true')
              : replaceNode(flag.node, 'true'),
          ],
          isSafe: false,
        },
      ],
    });
  },
});

/** Restricted indices begin with a dot, so a pattern covers them when it begins with one or with a wildcard. */
function coversRestricted(name: string): boolean {
  return /^\*/.test(name) || /^\..*[*?]/.test(name) || /^\/(\.\*|\\?\.)/.test(name);
}
