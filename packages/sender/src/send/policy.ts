import type { Endpoint } from '@rulebook/checker/binding/model';
import type { RequestPlan } from '../plan/plan';
import type { Objection, Refusal } from '../refusal';

/** The user's decision about an objection: the request goes on, or it ends with the refusal. */
export type Decision = 'proceed' | Refusal;

/** What a sender may do, and how long it tries; the times are in seconds. */
export interface SendPolicy {
  /** Decides about an objection; where it may not proceed, it returns why. */
  readonly decide: (
    objection: Objection,
    place: Endpoint | undefined,
    plan: RequestPlan,
  ) => Promise<Decision> | Decision;
  /** What the user may decide is decided: it is sent. */
  readonly sendAnyway?: boolean | undefined;
  /** The user agrees to what is written. Who has agreed to that has not agreed to another request. */
  readonly yes?: boolean | undefined;
  /** The environment of the requests, if it is protected. */
  readonly protectedEnvironment?: string | undefined;
  /** The user is asked before each change outside the sandbox. */
  readonly asksChanges?: boolean | undefined;
  /** The request is one of a run, and was not chosen by itself: what is switched off is left out without a question. */
  readonly leavesOut?: boolean | undefined;
  /** A request that has failed keeps later ones from being sent, so what its asserts have read decides about these. */
  readonly stopsAtFailure?: boolean | undefined;
  /** No redirect is followed, whatever the request says. */
  readonly staysAtUrl?: boolean | undefined;
  readonly acceptsRedirects?: boolean | undefined;
  /** The user wants to know of differences, also where no assert asks for them. */
  readonly isCompared?: boolean | undefined;
  /** The user wants to read what scripts say of private values. */
  readonly showsSecrets?: boolean | undefined;
  /** Said for these requests; it comes before what a request and its endpoint say. */
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  /** Holds where neither the request nor the endpoint says something. */
  readonly usualTimeout?: number | undefined;
  /** The number of bytes of a body to keep at most; absent: as usual. */
  readonly maximumBody?: number | undefined;
}

/** Returns whether the policy itself lets a request go on that is refused otherwise. */
export function isDecided({ kind, mayProceed }: Objection, { sendAnyway = false, yes = false }: SendPolicy): boolean {
  return (mayProceed && sendAnyway) || (yes && (kind === 'destructive' || kind === 'note' || kind === 'unverified'));
}
