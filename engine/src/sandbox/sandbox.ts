import { stepCluster } from '../services/search-cluster/sandbox/cluster/cluster';
import { stepControl } from './control/control';
import { answerInstead, applyFault } from './control/fault-rules';
import { nextRelease, releaseDeliveries } from '../services/code-hosting/sandbox/held-back';
import { stepHost } from '../services/code-hosting/sandbox/host';
import type { Fault, StepInput, StepResult, WireRequest } from './model';
import { sandboxTime, type SandboxServer, type SandboxState } from './sandbox-state';
import { createSeededRandom } from './control/seeded-random';
import { welcome } from './control/welcome';
import { result, type CheckWire } from './wire';

/** The rules of both services, applied to received requests. */
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
  return drawing(state, input, (drawn) => {
    const control = stepControl(state, server, request, drawn);
    if (control) return control;
    const met = applyFault(state, server, request);
    if (met === undefined) return stepService(state, server, request, drawn, checks);
    return answerInstead(met, server) ?? withFault(stepService(met.state, server, request, drawn, checks), met.fault);
  });
}

/** Carries out what is due without a request; `input.now` is the machine's time. */
export function wakeSandbox(
  state: SandboxState,
  input: Pick<StepInput, 'now'>,
): Pick<StepResult<SandboxState>, 'state' | 'effects'> {
  const { state: host, effects } = releaseDeliveries(state.host, sandboxTime(state, input.now));
  return { state: host === state.host ? state : { ...state, host }, effects };
}

/** Returns the machine's time at which something is due without a request; undefined when nothing is, or the clock is stopped. */
export function nextWake(state: SandboxState, now: number): number | undefined {
  const due = nextRelease(state.host);
  if (due === undefined) return undefined;
  const { clock } = state.control;
  if ('offset' in clock) return due - clock.offset;
  return clock.fixed >= due ? now : undefined;
}

function stepService(
  state: SandboxState,
  server: SandboxServer,
  request: WireRequest,
  input: StepInput,
  checks: SandboxChecks,
): StepResult<SandboxState> {
  const page = welcome(server, request);
  if (page) return result(state, page);
  const local: StepInput = { ...input, now: sandboxTime(state, input.now), nodeSettings: state.seed };
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

/** Takes random text from the sandbox's own generator when it has one, and stores the generator's state for the next step. */
function drawing(
  state: SandboxState,
  input: StepInput,
  step: (input: StepInput) => StepResult<SandboxState>,
): StepResult<SandboxState> {
  const { random } = state.control;
  const source = random === undefined ? undefined : createSeededRandom(random);
  const { pending, ...taken } = step(source ? { ...input, randomText: source.text } : input);
  const { control } = taken.state;
  const hasDrawn = source !== undefined && source.state() !== random;
  const next = hasDrawn ? { ...taken.state, control: { ...control, random: source.state() } } : taken.state;
  if (pending === undefined) return { ...taken, state: next };
  const resume: typeof pending.resume = (current, outcome, later) =>
    drawing(current, later, (drawn) => pending.resume(current, outcome, drawn));
  return { ...taken, state: next, pending: { task: pending.task, resume } };
}

/** Applies a fault to the final response of a step. */
function withFault(step: StepResult<SandboxState>, fault: Fault): StepResult<SandboxState> {
  const { pending, ...rest } = step;
  if (pending === undefined) return { ...rest, fault };
  const resume: typeof pending.resume = (...given) => withFault(pending.resume(...given), fault);
  return { ...rest, pending: { task: pending.task, resume } };
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
