import type { AssertContext, AssertResult } from '@rulebook/sender/asserts';
import { evaluateAsserts } from '@rulebook/node/sending/evaluate-asserts';
import type { PlannedAssert, RequestPlan } from '@rulebook/sender/plan';

type Asserts = readonly PlannedAssert[];

/** The times of the requests of a file. An assert about all of them, such as `duration p95 < 300`, is evaluated with the last response to its request. */
export interface Durations {
  /** Notes that a request is sent, one of its times. */
  readonly begin: (plan: RequestPlan) => void;
  /** Notes that it is over, also without a response. */
  readonly end: (plan: RequestPlan) => void;
  readonly evaluateAsserts: (asserts: Asserts, context: AssertContext) => readonly AssertResult[];
}

/** What is known of one request, by its asserts: they are the same for each time that it is sent. */
interface Times {
  /** How often it will be sent. */
  readonly total: number;
  ended: number;
  durations: readonly number[];
}

const isOfAll = /^\s*duration\s+(?:median|p\d|max)/;

/** Creates the times of a file whose requests are sent in so many turns. */
export function createDurations(turns: number): Durations {
  const known = new WeakMap<Asserts, Times>();
  return {
    begin: ({ asserts = [], turn }) => {
      if (!asserts.some(({ text }) => isOfAll.test(text))) return;
      const total = turns * (turn?.count ?? 1);
      const times = known.get(asserts) ?? { total, ended: 0, durations: [] };
      known.set(asserts, times);
    },
    end: ({ asserts = [] }) => {
      const times = known.get(asserts);
      if (times !== undefined) times.ended++;
    },
    evaluateAsserts: (asserts, context) => {
      const times = known.get(asserts);
      if (times === undefined) return evaluateAsserts(asserts, context);
      const durations = [...times.durations, context.response.duration];
      times.durations = durations;
      // Also where its responses come in another order.
      const isLast = times.ended === times.total - 1 || durations.length === times.total;
      if (isLast) return evaluateAsserts(asserts, { ...context, durations });
      return evaluateAsserts(
        asserts.filter(({ text }) => !isOfAll.test(text)),
        context,
      );
    },
  };
}
