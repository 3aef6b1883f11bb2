import { isRecord } from '@rulebook/json/is-record';
import { textsIn } from './privileges';

type Members = Readonly<Record<string, unknown>>;

/** Returns role descriptors as responses show them: with all lists, and what is not set left out. */
export function describeRoles(roles: Members): Members {
  return Object.fromEntries(
    Object.entries(roles).map(([name, role]) => [name, describeRole(isRecord(role) ? role : {})]),
  );
}

function describeRole(role: Members): Members {
  const global = describeGlobal(role.global);
  const remoteIndices = recordsIn(role.remote_indices).map((entry) => ({
    ...describeEntry(entry),
    clusters: textsIn(entry.clusters),
  }));
  const remoteClusters = recordsIn(role.remote_cluster).map(({ privileges, clusters }) => ({
    privileges: textsIn(privileges),
    clusters: textsIn(clusters),
  }));
  const workflows = isRecord(role.restriction) ? textsIn(role.restriction.workflows) : [];
  return {
    cluster: textsIn(role.cluster),
    ...(global && { global }),
    indices: recordsIn(role.indices ?? role.index).map(describeEntry),
    applications: recordsIn(role.applications ?? role.application).map(({ application, privileges, resources }) => ({
      application,
      privileges: textsIn(privileges),
      resources: textsIn(resources),
    })),
    run_as: textsIn(role.run_as),
    metadata: isRecord(role.metadata) ? role.metadata : {},
    transient_metadata: { enabled: true },
    ...(remoteIndices.length > 0 && { remote_indices: remoteIndices }),
    ...(remoteClusters.length > 0 && { remote_cluster: remoteClusters }),
    ...(typeof role.description === 'string' && { description: role.description }),
    ...(workflows.length > 0 && { restriction: { workflows } }),
  };
}

function describeEntry({ names, privileges, field_security: fields, query, ...entry }: Members): Members {
  return {
    names: textsIn(names),
    privileges: textsIn(privileges),
    ...(isRecord(fields) && { field_security: fields }),
    ...(query !== undefined &&
      query !== null &&
      query !== '' && { query: typeof query === 'string' ? query : JSON.stringify(query) }),
    allow_restricted_indices: entry.allow_restricted_indices === true || entry.allow_restricted_indices === 'true',
  };
}

/** The kinds of global privileges; a response shows all of them. */
const kinds = ['application', 'profile', 'role'];

function describeGlobal(global: unknown): Members | undefined {
  const written = Object.assign({}, ...recordsIn(global)) as Members;
  if (Object.keys(written).length === 0) return undefined;
  return Object.fromEntries(kinds.map((kind) => [kind, written[kind] ?? {}]));
}

function recordsIn(value: unknown): readonly Members[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter(isRecord);
}
