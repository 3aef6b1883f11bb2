import { memberNamed, sourceOfBinding, listedTexts, valueOfConstrained } from './support/constrained';
import { insertMember, replaceNode } from './support/json-edits';
import { defineConstraintRule } from './rule';
import { code, quoted } from './support/wording';
import type { JsonNode } from '@rulebook/json/json-node';
import { namesOf, someMember } from './support/written-keys';

/** Reports a pattern that may match restricted indices, without the flag that includes them. */
export const restrictedPattern = defineConstraintRule({
  id: 'restricted-pattern',
  category: 'correctness',
  severity: 'hint',
  docs: {
    what: 'Reports a pattern that may match restricted indices, but includes them only with a flag.',
    why: 'Without the flag, the pattern silently excludes restricted indices.',
    remedy: 'Set the flag if you mean restricted indices; otherwise no change is needed.',
  },
  passes({ options: { list } }, shape) {
    const names = namesOf(shape, list);
    return {
      node: (node) =>
        !someMember(node, (key, value) => names.includes(key) && value !== undefined && mayCoverRestricted(value)),
    };
  },
  check(element, { options, provenance }, binding, report) {
    const value = valueOfConstrained(element);
    const list = value === undefined ? undefined : memberNamed(value, options.list)?.value;
    if (value === undefined || list === undefined || list.isMismatch) return;
    const flag = memberNamed(value, options.flag)?.value;
    if (flag?.isOpaque || flag?.node.value === true) return;
    const items = list.node.type === 'array' ? list.items : [list];
    const pattern = items.find((item) => listedTexts(item)?.some(coversRestricted));
    if (pattern === undefined) return;
    report({
      message: `The pattern ${code(String(pattern.node.value))} covers restricted indices only when ${code(options.flag)} is true.`,
      span: pattern.span,
      provenance,
      fixes: () => [
        {
          title: `Set ${quoted(options.flag)} to ${quoted('true')}`,
          edits: [
            flag === undefined
              ? insertMember(sourceOfBinding(binding), value.node, options.flag, 'true')
              : replaceNode(flag.node, 'true'),
          ],
          isSafe: false,
        },
      ],
    });
  },
});

/** Looks at the first letters alone. */
function mayCoverRestricted({ type, value, children = [] }: JsonNode): boolean {
  return type === 'array' ? children.some(mayCoverRestricted) : type === 'string' && /^[*./]/.test(String(value));
}

/** Restricted indices begin with a dot, so a pattern matches them if it begins with a dot or a wildcard. */
function coversRestricted(name: string): boolean {
  return /^\*/.test(name) || /^\..*[*?]/.test(name) || /^\/(\.\*|\\?\.)/.test(name);
}
