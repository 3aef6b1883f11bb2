import { membersOfObject, type JsonNode } from '../../json/json-node';
import { indexKeys } from '../../privileges/unneeded-rights';
import type { RoleDescriptor } from '../../privileges/role-descriptor';
import type { TextEdit } from '../../text/edit';
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
      return items.length === 0 ? [] : [insertMember(text, descriptor, name, jsonOf(items, '  '))];
    const isOnOneLine = !text.slice(descriptor.offset, descriptor.offset + descriptor.length).includes('\n');
    const json = jsonOf(items, isOnOneLine ? undefined : indentUnitOfText(text));
    return [replaceNode(node, reindent(json, indentAt(text, node.offset)))];
  });
}

function saysMore(list: JsonNode): boolean {
  return (list.children ?? []).some((entry) =>
    membersOfObject(entry).some(({ key }) => !['names', 'privileges', 'allow_restricted_indices'].includes(key)),
  );
}

/** Returns a list as JSON: names on one line, and each entry on a line of its own unless there is no `unit` of indentation. */
function jsonOf(items: readonly unknown[], unit: string | undefined): string {
  const shown = items.map(inOneLine);
  if (unit === undefined || items.every((item) => typeof item === 'string')) return `[${shown.join(', ')}]`;
  return `[\n${shown.map((item) => unit + item).join(',\n')}\n]`;
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inOneLine(one)}`);
  return `{ ${members.join(', ')} }`;
}
