import type { Access } from '@rulebook/catalogue/need';
import type { Right } from './file-rights';

const order: readonly Access[] = ['read', 'write', 'admin'];

/** Returns the permissions of a token with the rights: it has one access for all of its repositories, the highest that one of them needs. */
export function tokenPermissions(rights: readonly Right[]): ReadonlyMap<string, Access> {
  const permissions = new Map<string, Access>();
  for (const { kind, name, access = 'read' } of rights) {
    if (kind !== 'permission') continue;
    const known = permissions.get(name);
    if (known === undefined || order.indexOf(access) > order.indexOf(known)) permissions.set(name, access);
  }
  return permissions;
}
