import { stateOf, type SandboxPart } from '../part';
import type { ExportedState, SandboxState } from '../sandbox-state';

/** Returns the state in the format of exports. */
export function exportState(parts: readonly SandboxPart[], state: SandboxState): ExportedState {
  const members = parts.map((part) => {
    const own = stateOf(part, state);
    return [part.member, part.exported ? part.exported(own) : own];
  });
  return { ...state, ...Object.fromEntries(members) } as ExportedState;
}

/** Returns the text of an export. */
export function writeState(parts: readonly SandboxPart[], state: SandboxState): string {
  return JSON.stringify(exportState(parts, state));
}

/** Returns the state that an export holds. A service that is missing there stays missing. */
export function importState(parts: readonly SandboxPart[], exported: ExportedState): SandboxState {
  const members = parts.flatMap((part) => {
    const own = stateOf(part, exported);
    return own === undefined ? [] : [[part.member, part.imported ? part.imported(own) : own]];
  });
  return { ...exported, ...Object.fromEntries(members) } as SandboxState;
}
