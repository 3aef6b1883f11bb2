import { randomBytes } from 'node:crypto';
import type {
  DeliveryOutcome,
  MachineOutcome,
  MachineTask,
  StepInput,
  StepResult,
  WireRequest,
} from '../../engine/src/index';
import { deliver } from './deliver';
import type { Answered } from './sandbox-listener';

/** A state machine and what its effects may do. */
export interface StoreOptions<State> {
  readonly initial: State;
  readonly record: (state: State, outcome: DeliveryOutcome) => State;
  /** Does what the state machine asks of the machine; absent: nothing can be had. Never rejects. */
  readonly perform?: (task: MachineTask) => Promise<MachineOutcome>;
  /** Host names beside those of this machine to which deliveries may go. */
  readonly allowHosts?: readonly string[];
  /** How long a delivery may take, in milliseconds; 10,000 unless given. */
  readonly deliveryTimeout?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A step of the state machine on one request. */
export type Step<State> = (state: State, request: WireRequest, input: StepInput) => StepResult<State>;

/** The one state behind all listeners of a sandbox. */
export interface SandboxStore<State> {
  state(): State;
  /** Answers a request and carries out its effects. */
  answer(step: Step<State>, request: WireRequest, baseUrl: string): Promise<Answered>;
  /** Resolves when no delivery is on its way. */
  idle(): Promise<void>;
  /** Breaks off deliveries and resolves when none is on its way. */
  stop(): Promise<void>;
}

/** Makes a store. Requests are stepped one after the other; only questions to the machine overlap. */
export function createSandboxStore<State>(options: StoreOptions<State>): SandboxStore<State> {
  const { now = Date.now, deliveryTimeout = 10_000, allowHosts = [] } = options;
  const perform = options.perform ?? (() => Promise.resolve({ problem: 'The sandbox has no folders for this.' }));
  const ending = new AbortController();
  const deliveries = new Set<Promise<void>>();
  let state = options.initial;

  const apply = (result: StepResult<State>): StepResult<State> => {
    state = result.state;
    for (const effect of result.effects) {
      const sending = deliver(effect, { allowHosts, timeout: deliveryTimeout, signal: ending.signal }).then(
        (outcome) => {
          state = options.record(state, outcome);
          deliveries.delete(sending);
        },
      );
      deliveries.add(sending);
    }
    return result;
  };

  const idle = async (): Promise<void> => {
    while (deliveries.size > 0) await Promise.all(deliveries);
  };

  return {
    state: () => state,
    answer: async (step, request, baseUrl) => {
      const input = (): StepInput => ({ now: now(), randomText, baseUrl });
      let result = apply(step(state, request, input()));
      while (result.pending) {
        const outcome = await perform(result.pending.task);
        result = apply(result.pending.resume(state, outcome, input()));
      }
      return { response: result.response, ...(result.fault && { fault: result.fault }) };
    },
    idle,
    stop: async () => {
      ending.abort();
      await idle();
    },
  };
}

function randomText(length: number): string {
  return randomBytes(length).toString('base64url').slice(0, length);
}
