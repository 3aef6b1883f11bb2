import { stepCluster } from './cluster';
import { stepControl } from './control';
import { stepHost } from './host';
import type { StepInput, StepResult, WireRequest } from './model';
import { sandboxTime, type SandboxServer, type SandboxState } from './sandbox-state';
import type { CheckWire } from './wire';

/** The rules of both services, applied to what comes over the wire. */
export interface SandboxChecks {
  readonly cluster: CheckWire;
  readonly host: CheckWire;
}

/** Answers one request to one of the servers; `input.now` is the machine's time. Never throws on bad input. */
export function stepSandbox(
  state: SandboxState,
  server: SandboxServer,
  request: WireRequest,
  input: StepInput,
  checks: SandboxChecks,
): StepResult<SandboxState> {
  const control = stepControl(state, server, request, input);
  if (control) return control;
  const local = { ...input, now: sandboxTime(state, input.now) };
  if (server === 'host') {
    const step = stepHost(state.host, request, local, checks.host);
    return lift(
      step,
      (current, host) => ({ ...current, host }),
      (current) => current.host,
      state,
    );
  }
  const step = stepCluster(state.clusters, server, request, local, checks.cluster);
  return lift(
    step,
    (current, clusters) => ({ ...current, clusters }),
    (current) => current.clusters,
    state,
  );
}

function lift<Part>(
  step: StepResult<Part>,
  put: (state: SandboxState, part: Part) => SandboxState,
  take: (state: SandboxState) => Part,
  state: SandboxState,
): StepResult<SandboxState> {
  const { pending, state: part, ...rest } = step;
  const next = part === take(state) ? state : put(state, part);
  if (pending === undefined) return { ...rest, state: next };
  return {
    ...rest,
    state: next,
    pending: {
      task: pending.task,
      resume: (current, outcome, input) => {
        const local = { ...input, now: sandboxTime(current, input.now) };
        return lift(pending.resume(take(current), outcome, local), put, take, current);
      },
    },
  };
}
