import type { StepResult } from './model';
import { stateOf, withStateOf, type SandboxPart } from './part';
import { sandboxTime, type SandboxState } from './sandbox-state';

/** Makes a step of one service a step of the whole sandbox, which has the given state before it. */
export function lift<State>(
  part: SandboxPart<State>,
  step: StepResult<State>,
  whole: SandboxState,
): StepResult<SandboxState> {
  const { pending, state, ...rest } = step;
  const next = withStateOf(part, whole, state);
  if (pending === undefined) return { ...rest, state: next };
  return {
    ...rest,
    state: next,
    pending: {
      task: pending.task,
      resume: (current, outcome, input) => {
        const local = { ...input, now: sandboxTime(current, input.now) };
        return lift(part, pending.resume(stateOf(part, current), outcome, local), current);
      },
    },
  };
}
