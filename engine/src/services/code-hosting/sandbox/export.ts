import { compareMembers, compareTables } from '../../../sandbox/control/state-change';
import type { Patch } from '../../../sandbox/control/patch';
import { HookTable } from './hook-table';
import { Table } from '../../../sandbox/table';
import type { ExportedHost, ExportedProject, HostState, ProjectRecord } from './model';

/** Returns the code host in the format of exports. */
export function exportHost(host: HostState): ExportedHost {
  const projects = Object.entries(host.projects).map(([id, project]): [string, ExportedProject] => [
    id,
    { ...project, collaborators: project.collaborators.toJSON() },
  ]);
  return {
    ...host,
    hooks: host.hooks.toJSON(),
    accounts: host.accounts.toJSON(),
    projects: Object.fromEntries(projects),
  };
}

/** Returns the code host of an export. */
export function importHost(exported: ExportedHost): HostState {
  const projects = Object.entries(exported.projects).map(([id, project]): [string, ProjectRecord] => [
    id,
    { ...project, collaborators: Table.of(project.collaborators) },
  ]);
  return {
    ...exported,
    hooks: HookTable.from(Object.values(exported.hooks)),
    accounts: Table.of(exported.accounts),
    projects: Object.fromEntries(projects),
  };
}

/** Returns the change between the exports of two states, or undefined when they are equal. */
export function changeOfHost(before: HostState, now: HostState): Patch | undefined {
  return compareMembers(before, now, {
    hooks: () => compareTables(before.hooks.records, now.hooks.records),
  });
}
