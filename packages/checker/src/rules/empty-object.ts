import { childCount } from '@rulebook/json/placed-node';
import type { JsonNode } from '@rulebook/json/json-node';
import { isSentWith } from './support/authorization';
import { hasOpenKeys, isUnknownMember } from './support/bound-values';
import { valueOfConstrained } from './support/constrained';
import { propertiesOfObject } from './support/json-edits';
import { defineConstraintRule } from './rule';

/** Reports an empty object that has a special meaning. */
export const emptyObject = defineConstraintRule({
  id: 'empty-object',
  category: 'correctness',
  severity: 'hint',
  docs: {
    what: 'Reports an empty object that has a special meaning.',
    why: 'The documents give an empty object a meaning that is rarely intended.',
    remedy: 'Add a member, or remove the object.',
  },
  passes: ({ options: { isDeep } }) => ({
    node: (node) => node.type !== 'object' || (childCount(node) > 0 && isDeep === undefined),
  }),
  check(element, { options, provenance }, binding, report) {
    const value = valueOfConstrained(element);
    if (value?.node.type !== 'object') return;
    const { isDeep } = options;
    if (childCount(value.node) > 0 && (isDeep === undefined || hasOpenKeys(value, binding))) return;
    if (isDeep !== undefined && !isEmptyWithin(value.node, isDeep === 'objects and lists')) return;
    // Something else is meant by a name that is not known.
    if (value.members.some((member) => isUnknownMember(value, member))) return;
    if (options.unlessScheme !== undefined && isSentWith(options.unlessScheme, binding)) return;
    report({ message: options.message, span: value.span, provenance });
  },
});

function isEmptyWithin(node: JsonNode, withLists: boolean): boolean {
  if (node.type === 'array') return withLists && (node.children ?? []).length === 0;
  if (node.type !== 'object') return false;
  return propertiesOfObject(node).every(({ value }) => value !== undefined && isEmptyWithin(value, withLists));
}
