import type { Severity, Provenance } from './facts';

/**
 * The options of each rule that the catalogue attaches to an element as data; the key is the rule's id. Each rule adds its own member, in its
 * own file (`engine/src/rules/<rule-id>.ts`), so that a constraint with wrong options does not compile.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- Filled by declaration merging.
export interface ConstraintOptions {}

export type ConstraintKind = keyof ConstraintOptions;

export type Constraint = {
  [K in ConstraintKind]: {
    readonly rule: K;
    readonly options: ConstraintOptions[K];
    readonly provenance: Provenance;
    /** Absent: the rule's own. A reference fact never exceeds `warning`. */
    readonly severity?: Severity;
  };
}[ConstraintKind];
