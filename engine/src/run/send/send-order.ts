import type { EnvironmentTables } from '../../environments/known-environments';
import type { Configuration } from '../configuration';
import type { CancelSignal, RequestPlan } from '../plan/plan';

/** A request that is sent for an editor, which sends nothing itself. */
export interface SendOrder {
  readonly plan: RequestPlan;
  readonly configuration: Configuration;
  /** The variables that the file defines. */
  readonly definitions: ReadonlyMap<string, string>;
  /** The environment of the environment files. */
  readonly environment?: string | undefined;
  /** The environments in the settings of the client; absent: those in the settings of the workspace are read. */
  readonly tables?: EnvironmentTables | undefined;
  /** Asks the user a question; resolves with whether they chose the action. */
  readonly ask: (question: string, action: string) => Promise<boolean>;
  readonly signal: CancelSignal;
  /** Returns in what a shown response differs from the description of its operation. */
  readonly compare: (text: string, operation: string) => readonly string[];
}

/** What became of the request. No text in it holds a secret. */
export type SendReport =
  | {
      readonly kind: 'unsent' | 'failed';
      /** One sentence. */
      readonly message: string;
    }
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** In milliseconds. */
      readonly duration: number;
      /** In bytes. */
      readonly size: number;
      /** One line. */
      readonly message: string;
      /** The whole response as people read it. */
      readonly text: string;
      /** The body of a response that refuses the request, by a status from 400 to 499. */
      readonly refusal?: string;
    };
