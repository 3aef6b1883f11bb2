import { expect } from 'vitest';
import type { SandboxPart } from '../../packages/sandbox/src/part';
import { applyChange } from '../../packages/sandbox/src/control/state-change';
import { part as clusters } from '../../services/search-cluster-play/part';
import { part as host } from '../../services/code-hosting/play/part';

/**
 * Expects that the line of a state file which a request adds fits to what is written before it: the whole state with the line is the whole
 * state behind the request. Every request that a test of the sandbox sends is tried.
 */
export function expectFittingLine<State>(before: State, now: State): void {
  if (before === now) return;
  const part = partOf(before) as SandboxPart<State> | undefined;
  if (part?.change === undefined || part.exported === undefined) return;
  const patch = part.change(before, now);
  const written = writtenForm(part.exported(before));
  const read = patch === undefined ? written : applyChange(written, JSON.stringify(patch));
  expect(read).toEqual(writtenForm(part.exported(now)));
}

function partOf(state: unknown): unknown {
  if (typeof state !== 'object' || state === null) return undefined;
  return 'leader' in state ? clusters : 'hooks' in state ? host : undefined;
}

function writtenForm(exported: unknown): unknown {
  return JSON.parse(JSON.stringify(exported));
}
