import { compareMembers, compareTables } from '@rulebook/sandbox/control/state-change';
import type { Patch } from '@rulebook/sandbox/control/patch';
import { HookTable } from './hook-table';
import { Table } from '@rulebook/sandbox/table';
import type { ExportedHost, ExportedProject, HostState, ProjectRecord } from './model';

/** Returns the code host in the format of exports. */
export function exportHost({ invitations, ...host }: HostState): ExportedHost {
  const projects = Object.entries(host.projects).map(([id, project]): [string, ExportedProject] => [
    id,
    { ...project, collaborators: project.collaborators.toJSON() },
  ]);
  return {
    ...host,
    hooks: host.hooks.toJSON(),
    repositories: Object.fromEntries(
      Object.entries(host.repositories).map(([key, one]) => [key, { ...one, roles: one.roles.toJSON() }]),
    ),
    ...(invitations && { invitations: invitations.byId.toJSON() }),
    accounts: host.accounts.toJSON(),
    projects: Object.fromEntries(projects),
  };
}

/** Returns the code host of an export. */
export function importHost({ invitations, ...exported }: ExportedHost): HostState {
  const projects = Object.entries(exported.projects).map(([id, project]): [string, ProjectRecord] => [
    id,
    { ...project, collaborators: Table.of(project.collaborators) },
  ]);
  return {
    ...exported,
    repositories: Object.fromEntries(
      Object.entries(exported.repositories).map(([key, one]) => [key, { ...one, roles: Table.of(one.roles) }]),
    ),
    ...(invitations && {
      invitations: {
        byId: Table.of(invitations),
        open: Table.from(
          Object.values(invitations).map(({ id, repository, invitee }) => [`${repository}/${invitee}`, id] as const),
        ),
      },
    }),
    hooks: HookTable.from(Object.values(exported.hooks)),
    accounts: Table.of(exported.accounts),
    projects: Object.fromEntries(projects),
  };
}

/** Returns the change between the exports of two states, or undefined when they are equal. */
export function changeOfHost(before: HostState, now: HostState): Patch | undefined {
  return compareMembers(before, now, {
    hooks: () => compareTables(before.hooks.records, now.hooks.records),
    invitations: (_, next) =>
      before.invitations && now.invitations
        ? compareTables(before.invitations.byId, now.invitations.byId)
        : { set: (next as NonNullable<HostState['invitations']>).byId },
  });
}
