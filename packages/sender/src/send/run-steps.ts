import { isMeantBy } from '../plan/request-reference';
import type { CancelSignal } from '../plan/transport';

/** What a step is called, and which steps must be over before it begins. */
export interface StepNames {
  readonly name?: string | undefined;
  readonly dependsOn?: readonly string[] | undefined;
  /** What it has to do with the values that scripts keep; absent: nothing. */
  readonly kept?: KeptUse | undefined;
}

/** What a step has to do with the values that scripts keep. */
interface KeptUse {
  /** It may use one of them. */
  readonly isUsed: boolean;
  /** Its scripts may keep some. */
  readonly isSet: boolean;
}

/** How several requests are sent. */
export interface StepOptions<Step, Outcome> {
  readonly steps: Iterable<Step>;
  /** Sends one; `turn` resolves when the outcomes of all steps before it were handed over. */
  readonly send: (step: Step, turn: Promise<void>) => Promise<Outcome>;
  /** Receives the outcomes in the order of the steps. */
  readonly onOutcome: (outcome: Outcome, step: Step) => Promise<void> | void;
  readonly hasFailed: (outcome: Outcome) => boolean;
  /** No step begins after one has failed. */
  readonly stopsAtFailure?: boolean;
  /** How many steps run at a time at most; 1 by default. */
  readonly parallel?: number;
  /** Returns the times that a step is sent, when everything that it waits for is over; absent: each step is sent once. */
  readonly iterationsOf?: (step: Step) => readonly Step[] | Promise<readonly Step[]>;
  /** A step waits until those that it depends on are over. */
  readonly namesOf?: (step: Step) => StepNames;
  readonly signal?: CancelSignal | undefined;
  /** Lets the machine work before the next step is prepared; so a request leaves while the response before it is shown. */
  readonly yieldToEvents: () => Promise<void>;
}

/** How the steps have ended. */
interface StepsEnd {
  readonly started: number;
  /** Steps were left, because one failed or the user cancelled. */
  readonly isStopped: boolean;
}

/** The number of outcomes that wait for a slower one before them, for each step that may run at a time. */
const keptAhead = 8;

/** Sends steps, some of them at a time, and hands their outcomes over in order. Rejects only when `send` or `onOutcome` does. */
export async function runSteps<Step, Outcome>(options: StepOptions<Step, Outcome>): Promise<StepsEnd> {
  const { parallel = 1, stopsAtFailure = false, signal, yieldToEvents } = options;
  const namesOf = (step: Step): StepNames => options.namesOf?.(step) ?? {};
  const steps = options.steps[Symbol.iterator]();
  const running = new Map<Promise<unknown>, StepNames>();
  /** Resolves when every outcome so far was handed over. */
  let handedOver = Promise.resolve();
  let isStopped = false;
  let started = 0;
  let waiting = 0;

  const start = (step: Step): void => {
    const turn = handedOver;
    const outcome = options.send(step, turn).then((given) => {
      isStopped ||= stopsAtFailure && options.hasFailed(given);
      return given;
    });
    const over = outcome.finally(() => running.delete(over));
    running.set(over, namesOf(step));
    waiting++;
    handedOver = turn.then(async () => {
      const given = await outcome;
      await yieldToEvents();
      await options.onOutcome(given, step);
      waiting--;
    });
    // Both are awaited below; until then a rejection counts as handled.
    over.catch(() => undefined);
    handedOver.catch(() => undefined);
  };
  const mustWait = (step: Step): boolean => {
    if (running.size >= parallel || waiting >= parallel * keptAhead) return true;
    const { name, dependsOn = [], kept } = namesOf(step);
    return [...running.values()].some(
      (other) =>
        (other.name !== undefined && (isMeantBy(new Set(dependsOn), other.name) || other.name === name)) ||
        // A later response of this name must not replace the one that is being used.
        (name !== undefined && isMeantBy(new Set(other.dependsOn), name)) ||
        // Scripts keep and use their values in the order of the steps.
        (kept?.isUsed === true && other.kept?.isSet === true) ||
        (kept?.isSet === true && other.kept?.isUsed === true),
    );
  };

  const isOver = () => isStopped || signal?.isCancelled === true;
  const wait = async (step: Step): Promise<void> => {
    while (!isOver() && mustWait(step)) {
      const [first = handedOver, second] = running.keys();
      await (second === undefined ? first : Promise.race(running.keys()));
    }
  };
  let next = steps.next();
  while (next.done !== true) {
    const step: Step = next.value;
    await wait(step);
    if (isOver()) break;
    started++;
    const turns = options.iterationsOf?.(step) ?? [step];
    for (const turn of turns instanceof Promise ? await turns : turns) {
      if (mustWait(turn)) await wait(turn);
      if (isOver()) break;
      start(turn);
      await yieldToEvents();
    }
    next = steps.next();
  }
  await handedOver;
  return { started, isStopped: next.done !== true };
}
