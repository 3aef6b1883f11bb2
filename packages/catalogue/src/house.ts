import type { HouseSource, Severity } from './facts';
import type { TextPattern } from '@rulebook/text/patterns';

/** A rule that a team states in a ruleset, ready to be run. */
export interface HouseRule {
  readonly severity: Severity;
  /** With `{{error}}`, `{{description}}`, `{{path}}`, `{{property}}` and `{{value}}`. Absent: the error. */
  readonly message?: string;
  readonly description?: string;
  readonly provenance: HouseSource;
  /** Where it looks: at each of these places. */
  readonly places: readonly HousePlace[];
  readonly checks: readonly HouseCheck[];
}

/** A place in the requests that a rule is about. */
export interface HousePlace {
  /** Ids; absent: requests to any service, and to none that is known. */
  readonly services?: readonly string[];
  /** Ids of operations; `*` stands for any characters. */
  readonly operations?: readonly TextPattern[];
  readonly methods?: readonly string[];
  /** Forms of the path; `*` stands for a word, `**` for several. */
  readonly paths?: readonly TextPattern[];
  /**
   * The steps of a JSON pointer into the request as an object with the members `method`, `path`, `query`, `headers` and `body`; `*` is
   * for every member or item.
   */
  readonly pointer: readonly string[];
}

/** One function that is applied to what a place leads to. */
export interface HouseCheck {
  /** The member of the value that is looked at; `@key` is the value's own name. Absent: the value itself. */
  readonly field?: string;
  readonly test: HouseTest;
}

/** A value of the request: undefined where it is absent. */
type HouseValue = unknown;

/** Says what is wrong about a value. `at` leads to the part of it that is wrong. It never sees a value that contains a variable. */
export type HouseTest = (value: HouseValue) => readonly HouseFailure[];

export interface HouseFailure {
  /** A part of a sentence, behind the name of the value: "must not be empty". */
  readonly error: string;
  readonly at?: readonly (string | number)[];
}

/** Something in a ruleset that is wrong or not understood; the rest of it holds. */
export interface RulesetProblem {
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
  /** Counts from the start of the file. */
  readonly span: { readonly start: number; readonly end: number };
}

/** A ruleset that was read. */
export interface Ruleset {
  readonly rules: readonly HouseRule[];
  /** The severity of rules of the rulesets before this one, by name. */
  readonly changes: Readonly<Record<string, Severity | 'off'>>;
  readonly problems: readonly RulesetProblem[];
}
