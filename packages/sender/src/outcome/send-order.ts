import type { Refusal } from '../refusal';
import type { EnvironmentTables } from '@rulebook/request-file/environments/known-environments';
import type { AssertResult } from '../asserts/assert-result';
import type { Configuration } from '../configuration/configuration';
import type { CancelSignal } from '../plan/transport';
import type { RequestPlan } from '../plan/plan';
import type { Difference } from '../ports/responses';
import type { Judge } from '../ports/ways';
import type { Verdict } from './outcome';

/** A request of a run that is sent for an editor. */
export interface SendStep {
  /** The file of the request: a URI for the server, a path for what sends. */
  readonly location: string;
  /** The folder of `rulebook.json` in the same form, if any. */
  readonly root: string | undefined;
  readonly plan: RequestPlan;
  readonly configuration: Configuration;
  /** The texts of the file and of those that it imports, in the order in which their definitions count. */
  readonly sources: readonly { readonly location: string; readonly text: string }[];
  /** The user chose this request; the others come with it. */
  readonly isChosen: boolean;
  /** Judges the filled request. */
  readonly judge?: Judge;
  /** Returns where a shown response differs from what is known about its operation. */
  readonly compare: (text: string, operation: string) => readonly Difference[];
  /** Returns where it differs from the JSON Schema in a file that an assert names, or why that is not known. */
  readonly compareWithSchema: (text: string, file: string) => Promise<readonly Difference[] | Refusal>;
}

/** Requests that are sent for an editor, which sends nothing itself. */
export interface SendOrder {
  /** In the order in which they are sent; the first failure ends the run. */
  readonly steps: readonly SendStep[];
  /** The environment of the environment files. */
  readonly environment?: string | undefined;
  /** The environments in the settings of the client; absent: those in the settings of the workspace are read. */
  readonly tables?: EnvironmentTables | undefined;
  /** Values that were given with the command; they come before all others. */
  readonly values: ReadonlyMap<string, string>;
  /** Asks the user a question; resolves with whether they chose the action. */
  readonly ask: (question: string, action: string) => Promise<boolean>;
  /** Lets the user choose one of a few values; undefined when none was chosen. */
  readonly choose: (question: string, choices: readonly string[]) => Promise<string | undefined>;
  readonly signal: CancelSignal;
  /** Called before a step is sent, with its number, which counts from 0. */
  readonly onStep: (index: number, label: string) => void;
  /** Receives what became of a request; of one that repeats itself, each time. */
  readonly onReport: (report: SendReport, index: number) => void;
}

/** What became of a request. No text in it holds a secret. */
export interface SendReport {
  /** What the request is called. */
  readonly label: string;
  /** A run ends at a request that has failed. */
  readonly verdict: Verdict;
  /** One line, and further ones for what speaks against a response. */
  readonly message: string;
  /** It was sent in vain. */
  readonly hasNoResponse?: boolean;
  /** Absent where there is none. */
  readonly response?: {
    readonly status: number;
    /** In milliseconds. */
    readonly duration: number;
    /** In bytes. */
    readonly size: number;
    /** The whole response as people read it. */
    readonly text: string;
    /** The body of a response that refuses the request, by a status from 400 to 499. */
    readonly refusal?: string;
    readonly asserts: readonly AssertResult[];
  };
}
