import type { PlannedPrompt, RequestPlan } from '../plan/plan';
import type { Refusal } from '../refusal';
import type { RunScript } from '../scripts/model';
import type { NamedResponses } from '../variables/named-responses';
import type { Resolve, SystemPorts } from '../variables/system-variables';

/** Where the values of variables come from: definitions and environments, the machine with its private values, the user, and scripts. */
export interface ValuesPort {
  /** Returns what resolves the variables of a request. */
  readonly resolveFor: (plan: RequestPlan) => Resolve;
  readonly system: SystemPorts;
  /** The product and its version for `User-Agent`. */
  readonly userAgent?: string | undefined;
  /** Asks for the values of variables, or says why they have none. When it returns `undefined`, the request is filled in again. */
  readonly askForValues: (
    names: readonly string[],
    plan: RequestPlan,
    answers: NamedResponses,
  ) => Promise<Refusal | undefined>;
  /** Asks for values that a request wants to be entered, and keeps them for its variables; absent where no one can be asked. */
  readonly askForPrompts?:
    | ((prompts: readonly PlannedPrompt[], resolve: Resolve) => Promise<Refusal | undefined>)
    | undefined;
  /** Loads the box of scripts; absent where none are run, and then the plan names them among what is left out. */
  readonly scriptBox?: (() => Promise<RunScript>) | undefined;
}
