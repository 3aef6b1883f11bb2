import { compareMembers, compareTables } from '../../../sandbox/control/state-change';
import type { Patch } from '../../../sandbox/control/patch';
import { HookTable } from './hook-table';
import type { ExportedHost, HostState } from './model';

/** Returns the code host in the format of exports. */
export function exportHost(host: HostState): ExportedHost {
  return { ...host, hooks: host.hooks.toJSON() };
}

/** Returns the code host of an export. */
export function importHost(exported: ExportedHost): HostState {
  return { ...exported, hooks: HookTable.from(Object.values(exported.hooks)) };
}

/** Returns the change between the exports of two states, or undefined when they are equal. */
export function changeOfHost(before: HostState, now: HostState): Patch | undefined {
  return compareMembers(before, now, {
    hooks: () => compareTables(before.hooks.records, now.hooks.records),
  });
}
