import type { ScriptLanguage, ScriptPhase } from '../plan/plan';

/** What a script is given. Nothing else of the machine reaches it. */
export interface ScriptInput {
  readonly phase: ScriptPhase;
  readonly language: ScriptLanguage;
  readonly code: string;
  /** Its time, in milliseconds since 1970: it stays the same while the script runs. */
  readonly now: number;
  /** What its random values are made of: an integer from 0 up to 2³². */
  readonly seed: number;
  /** The values of variables by their names; null for one that has none. What is not in it is asked for by `wanted`. */
  readonly values: Readonly<Record<string, string | null>>;
  /** What scripts have kept so far, as JSON, without what is made of private values and was not asked for. */
  readonly kept: Readonly<Record<string, string>>;
  /** The names of what is kept and left out of `kept`. */
  readonly withheld: readonly string[];
  /** Scripts of other files have kept values after they had read private ones: a script that looks for kept values asks for `$kept` first. */
  readonly isClosed?: true;
  /** What scripts have kept for this request alone, as JSON. */
  readonly own: Readonly<Record<string, string>>;
  /** What the request is called. */
  readonly name: string;
  readonly method: string;
  /** Absent where it carries private values, until the script asks for `$request`. */
  readonly request?: ScriptRequest;
  /** Present with the response. */
  readonly response?: ScriptResponse;
  /** Which time of a loop it is, counted from 0. */
  readonly index?: number;
  /** How long the script has run before, in milliseconds, when it is run again with what it has asked for. */
  readonly spent?: number;
}

/** The request as a script sees it: before it is sent with its variables as written, behind it as it was sent. */
export interface ScriptRequest {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Absent for a body that is not a text, and where there is none. */
  readonly body?: string;
}

/** The response as a script sees it. */
export interface ScriptResponse {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** In milliseconds. */
  readonly duration: number;
}

/** A change of a variable, in the order of the script. */
export type ScriptChange =
  | {
      readonly kind: 'set';
      readonly name: string;
      /** For this request alone. */
      readonly isOwn: boolean;
      readonly json: string;
      /** What a placeholder of the name becomes. */
      readonly text: string;
    }
  | { readonly kind: 'clear'; readonly name: string; readonly isOwn: boolean };

/** A place in the code of a script, counted from 1. */
export interface ScriptPlace {
  readonly line: number;
  readonly column: number;
}

/** A test of a script, or what it asserts outside of tests. */
export interface ScriptTest {
  readonly name: string;
  readonly passed: boolean;
  /** Empty for one that has passed. */
  readonly message: string;
  readonly place?: ScriptPlace;
  /** It has read the status while it ran. */
  readonly judgesStatus?: true;
}

/** A line of the log. */
export interface ScriptLogLine {
  readonly text: string;
  readonly place?: ScriptPlace;
}

/** Why a script has ended before its end. */
export interface ScriptProblem {
  readonly message: string;
  readonly place?: ScriptPlace;
}

/** What comes out of a script: variables, tests and lines of the log. */
export interface ScriptOutput {
  /** The variable whose value the script needs, or `$request`, `$kept` or `$names`; then nothing else counts, and it is run again with it. So it is known outside of the box what a script has read. */
  readonly wanted?: string;
  readonly changes: readonly ScriptChange[];
  readonly tests: readonly ScriptTest[];
  readonly log: readonly ScriptLogLine[];
  readonly problem?: ScriptProblem;
  /** How long the script waits by `sleep`, in milliseconds. */
  readonly pause: number;
  /** How long the script has run, in milliseconds, where that is measured. */
  readonly took?: number;
}

/** Runs a script where it reaches nothing of the machine. Never rejects: what goes wrong is the problem of the output. */
export type RunScript = (input: ScriptInput) => Promise<ScriptOutput>;
