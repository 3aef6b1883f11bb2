import { membersOfObject, type JsonNode } from '@rulebook/json/json-node';
import { indexKeys } from '../../privileges/unneeded-rights';
import { listJson, type RoleDescriptor } from '../../privileges/role-descriptor';
import type { TextEdit } from '@rulebook/text/edit';
import { indentAt, indentUnitOfText, insertMember, reindent, replaceNode } from './json-edits';

/**
 * Returns what makes a descriptor in a text grant the privileges of another one, and nothing else; its other members stay. Undefined where an entry
 * says more than names and privileges, which would be lost.
 */
export function editsToGrant(
  text: string,
  descriptor: JsonNode,
  role: RoleDescriptor,
): readonly TextEdit[] | undefined {
  const members = membersOfObject(descriptor);
  const cluster = members.filter(({ key }) => key === 'cluster');
  const indices = members.filter(({ key }) => indexKeys.includes(key));
  if (cluster.length > 1 || indices.length > 1 || indices.some(({ value }) => saysMore(value))) return undefined;
  const lists = [
    { name: 'cluster', node: cluster[0]?.value, items: role.cluster ?? [] },
    { name: 'indices', node: indices[0]?.value, items: role.indices ?? [] },
  ];
  return lists.flatMap(({ name, node, items }) => {
    if (node === undefined)
      return items.length === 0 ? [] : [insertMember(text, descriptor, name, listJson(items, '  '))];
    const isOnOneLine = !text.slice(descriptor.offset, descriptor.offset + descriptor.length).includes('\n');
    const json = listJson(items, isOnOneLine ? undefined : indentUnitOfText(text));
    return [replaceNode(node, reindent(json, indentAt(text, node.offset)))];
  });
}

function saysMore(list: JsonNode): boolean {
  return (list.children ?? []).some((entry) =>
    membersOfObject(entry).some(({ key }) => !['names', 'privileges', 'allow_restricted_indices'].includes(key)),
  );
}
