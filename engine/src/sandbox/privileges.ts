import { grantingFields } from '../catalogue/search-cluster/role-descriptor';
import type { ApiKeyRecord } from './cluster-model';
import { isRecord } from './wire';

/** What the built-in administrator may do. */
export const administratorRoles: Readonly<Record<string, unknown>> = {
  superuser: {
    cluster: ['all'],
    indices: [{ names: ['*'], privileges: ['all'], allow_restricted_indices: true }],
    applications: [{ application: '*', privileges: ['*'], resources: ['*'] }],
    run_as: ['*'],
    metadata: {},
  },
};

/** Who sent a request: the administrator, or a key. */
export type Caller =
  { readonly kind: 'administrator'; readonly name: string } | { readonly kind: 'key'; readonly key: ApiKeyRecord };

/** Cluster privileges that include another one. */
const including: Readonly<Record<string, readonly string[]>> = {
  manage_own_api_key: ['all', 'manage_security', 'manage_api_key'],
  monitor: ['all', 'manage'],
};

/** Returns whether the caller has the cluster privilege; a key needs it in its own descriptors and in its owner's at the time. */
export function hasClusterPrivilege(caller: Caller, privilege: string): boolean {
  if (caller.kind === 'administrator') return true;
  const { roleDescriptors, limitedBy } = caller.key;
  if (!limitedBy) return false;
  const grants = (descriptors: Readonly<Record<string, unknown>>): boolean =>
    Object.values(descriptors).some((descriptor) => grantsCluster(descriptor, privilege));
  // Without descriptors of its own, a key has what its owner had.
  return grants(limitedBy) && (Object.keys(roleDescriptors).length === 0 || grants(roleDescriptors));
}

/** Returns whether the descriptor grants nothing at all. */
export function isWithoutPrivileges(descriptor: unknown): boolean {
  return isRecord(descriptor) && grantingFields.every((field) => isEmpty(descriptor[field]));
}

function grantsCluster(descriptor: unknown, privilege: string): boolean {
  if (!isRecord(descriptor) || !Array.isArray(descriptor.cluster)) return false;
  const enough: readonly unknown[] = [privilege, ...(including[privilege] ?? [])];
  return descriptor.cluster.some((granted) => enough.includes(granted));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}
