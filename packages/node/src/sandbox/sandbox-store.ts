import type {
  DeliverEffect,
  DeliveryOutcome,
  FolderTask,
  MachineOutcome,
  StepInput,
  StepResult,
  WireRequest,
} from '@rulebook/sandbox';
import { deliver } from './deliver';
import { randomText } from './random-text';
import { plainRefusal, type Answered, type Refusal } from './sandbox-listener';

/** A state machine and what its effects may do. */
export interface StoreOptions<State> {
  readonly initial: State;
  readonly record: (state: State, outcome: DeliveryOutcome, delivery: DeliverEffect) => State;
  /** Carries out a task on folders or URLs; absent: every task fails. Never rejects. */
  readonly perform?: (task: FolderTask) => Promise<MachineOutcome>;
  /** Host names in addition to those of this machine to which deliveries may go. */
  readonly allowHosts?: readonly string[];
  /** How long a delivery may take, in milliseconds; 10,000 unless given. */
  readonly deliveryTimeout?: number;
  /** Work without a request: the time of the next one, by the machine's clock, and its step. */
  readonly wake?: {
    readonly next: (state: State, now: number) => number | undefined;
    readonly step: (state: State, input: Pick<StepInput, 'now'>) => Pick<StepResult<State>, 'state' | 'effects'>;
  };
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Resolves when the state is stored; a change is answered only then. Rejects with a sentence for the user. */
  readonly save?: (state: State) => Promise<void>;
}

/** A step of the state machine on one request. */
export type Step<State> = (state: State, request: WireRequest, input: StepInput) => StepResult<State>;

/** The one state behind all listeners of a sandbox. */
export interface SandboxStore<State> {
  state(): State;
  /** Answers a request and carries out its effects; `refusal` makes the response about a change that cannot be saved. */
  answer(step: Step<State>, request: WireRequest, baseUrl: string, refusal?: Refusal): Promise<Answered>;
  /** Carries out a step that needs nothing of the machine, at once; the state is not saved. */
  step(step: Step<State>, request: WireRequest, baseUrl: string): StepResult<State>;
  /** Goes on with another state. */
  replace(state: State): void;
  /** Resolves when no delivery is in progress. */
  idle(): Promise<void>;
  /** Aborts deliveries, and resolves when none is in progress and the state is saved. */
  stop(): Promise<void>;
}

/** The longest time of a Node timer. */
const longestTimer = 2 ** 31 - 1;

/** Creates a store. Requests are processed one after the other; only tasks on the machine overlap. */
export function createSandboxStore<State>(options: StoreOptions<State>): SandboxStore<State> {
  const { now = Date.now, deliveryTimeout = 10_000, allowHosts = [] } = options;
  const perform = options.perform ?? (() => Promise.resolve({ problem: 'The sandbox has no folders for this.' }));
  const save = options.save ?? (() => Promise.resolve());
  const ending = new AbortController();
  const deliveries = new Set<Promise<void>>();
  let state = options.initial;

  const apply = <Result extends Pick<StepResult<State>, 'state' | 'effects'>>(result: Result): Result => {
    const isChanged = state !== result.state;
    state = result.state;
    for (const effect of result.effects) {
      const sending = deliver(effect, { allowHosts, timeout: deliveryTimeout, signal: ending.signal }).then(
        (outcome) => {
          state = options.record(state, outcome, effect);
          deliveries.delete(sending);
          // No request waits for it. If it fails, the next change saves it or reports why it cannot.
          save(state).catch(() => undefined);
        },
      );
      deliveries.add(sending);
    }
    if (isChanged) schedule();
    return result;
  };
  let alarm: NodeJS.Timeout | undefined;
  const schedule = (): void => {
    clearTimeout(alarm);
    const next = ending.signal.aborted ? undefined : options.wake?.next(state, now());
    if (next === undefined) return;
    alarm = setTimeout(wake, Math.min(Math.max(next - now(), 0), longestTimer));
    // The timer alone must not keep the process alive.
    alarm.unref();
  };
  const wake = (): void => {
    const { wake: due } = options;
    if (!due) return;
    apply(due.step(state, { now: now() }));
    schedule();
    save(state).catch(() => undefined);
  };

  schedule();

  const idle = async (): Promise<void> => {
    while (deliveries.size > 0) await Promise.all(deliveries);
  };

  return {
    state: () => state,
    step: (step, request, baseUrl) => apply(step(state, request, { now: now(), randomText, baseUrl })),
    replace: (next) => {
      state = next;
      schedule();
    },
    answer: async (step, request, baseUrl, refusal = plainRefusal) => {
      const input = (): StepInput => ({ now: now(), randomText, baseUrl });
      let earlier = state;
      let result = apply(step(earlier, request, input()));
      let hasChanged = state !== earlier;
      while (result.pending) {
        const { task } = result.pending;
        const outcome = task.kind === 'pause' ? await takeTurns() : await perform(task);
        earlier = state;
        result = apply(result.pending.resume(earlier, outcome, input()));
        hasChanged ||= state !== earlier;
      }
      try {
        // A request that only reads waits as well: it may see a change that is not stored yet.
        await save(state);
      } catch (error) {
        if (hasChanged) return { response: refusal(500, unsaved(error)) };
      }
      return { response: result.response, ...(result.fault && { fault: result.fault }) };
    },
    idle,
    stop: async () => {
      ending.abort();
      clearTimeout(alarm);
      await idle();
      await save(state);
    },
  };
}

/** Resolves after the requests that have arrived in the meantime. */
function takeTurns(): Promise<MachineOutcome> {
  return new Promise((resolve) => {
    setImmediate(() => {
      resolve({});
    });
  });
}

function unsaved(error: unknown): string {
  const why = error instanceof Error ? error.message : 'The state cannot be saved.';
  return `The change was made, but it is lost when the sandbox stops. ${why}`;
}
