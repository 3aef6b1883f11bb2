import type { PlanOptions } from '../plan/plan-options';

/** The options of `rulebook apply` and `rulebook undo`. */
export interface ApplyOptions extends Omit<PlanOptions, 'line' | 'format'> {
  /** The file for the requests that undo it. */
  readonly undoFile?: string;
  /** Stop after the rehearsal: nothing is written, and nothing is sent that changes something. */
  readonly dryRun?: boolean;
  /** Send without a rehearsal in a sandbox. */
  readonly skipRehearsal?: boolean;
  /** Do it although something cannot be undone. */
  readonly acceptLosses?: boolean;
  /** Do not ask. */
  readonly yes?: boolean;
  /** Change something at a protected endpoint. */
  readonly sendAnyway?: boolean;
}
