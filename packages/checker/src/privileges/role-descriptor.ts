import type { EndpointRights, Right } from './file-rights';

/** A role descriptor as `POST /_security/api_key` takes it. */
export interface RoleDescriptor {
  readonly cluster?: readonly string[];
  readonly indices?: readonly {
    readonly names: readonly string[];
    readonly privileges: readonly string[];
    readonly allow_restricted_indices?: true;
  }[];
}

/** Returns the role descriptor that grants the privileges: indices with the same privileges are one entry. */
export function roleDescriptorOf({ rights }: Pick<EndpointRights, 'rights'>): RoleDescriptor {
  const cluster = rights.filter(({ kind }) => kind === 'cluster').map(({ name }) => name);
  const indices = entriesOf(rights.filter(({ kind }) => kind === 'index'));
  return { ...(cluster.length > 0 && { cluster }), ...(indices.length > 0 && { indices }) };
}

function entriesOf(rights: readonly Right[]): NonNullable<RoleDescriptor['indices']> {
  const privilegesOf = new Map<string, string[]>();
  for (const { name, on } of rights)
    for (const index of on) privilegesOf.set(index, [...(privilegesOf.get(index) ?? []), name]);
  const namesOf = new Map<string, string[]>();
  for (const [index, privileges] of privilegesOf) {
    const key = privileges.sort().join(' ');
    namesOf.set(key, [...(namesOf.get(key) ?? []), index]);
  }
  return [...namesOf]
    .map(([key, names]) => ({
      names: names.sort(),
      privileges: key.split(' '),
      ...(names.some(isRestricted) && { allow_restricted_indices: true as const }),
    }))
    .sort((one, other) => ((one.names[0] ?? '') < (other.names[0] ?? '') ? -1 : 1));
}

/** Returns a role descriptor as JSON, as people write it: a line for each list of names, and for each entry of indices. */
export function descriptorJson({ cluster, indices }: RoleDescriptor, indent: string): string {
  const lists = Object.entries({ cluster, indices }).flatMap(([name, items]) =>
    items === undefined ? [] : [`${JSON.stringify(name)}: ${listJson(items, '  ')}`],
  );
  const lines = lists.length === 0 ? '{}' : `{\n${lists.join(',\n').replaceAll(/^/gm, '  ')}\n}`;
  return lines.replaceAll('\n', `\n${indent}`);
}

/** Returns whether the name belongs to an internal index of the service, for which a grant must say so. */
export function isRestricted(index: string): boolean {
  return /^\.(?:security|async-search)/.test(index);
}

/** Returns a list as JSON: names on one line, and each entry on a line of its own unless there is no `unit` of indentation. */
export function listJson(items: readonly unknown[], unit: string | undefined): string {
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
