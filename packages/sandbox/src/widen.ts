import type { StepResult } from './model';
import { stateOf, withStateOf, type SandboxPart } from './part';
import { sandboxTime, type SandboxState } from './sandbox-state';

/** Makes a step of one service a step of the whole sandbox, which has the given state before it. */
export function widen<State>(
  part: SandboxPart<State>,
  step: StepResult<State>,
  whole: SandboxState,
): StepResult<SandboxState> {
  const { pending, response, effects, fault } = step;
  const next = withStateOf(part, whole, step.state);
  const taken = { state: next, response, effects, ...(fault && { fault }) };
  if (pending === undefined) return taken;
  return {
    ...taken,
    pending: {
      task: pending.task,
      resume: (current, outcome, input) => {
        const local = { ...input, now: sandboxTime(current, input.now) };
        return widen(part, pending.resume(stateOf(part, current), outcome, local), current);
      },
    },
  };
}
