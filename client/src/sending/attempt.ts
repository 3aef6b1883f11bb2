import type * as vscode from 'vscode';
import type { Outcome as SentOutcome } from '@rulebook/sender/outcome';
import type { CancelSignal, RequestPlan } from '@rulebook/sender/plan';
import type { VariableLayer } from '@rulebook/sender/variables';
import type { ArrivingPlace, FollowedResponse } from '../response/arriving-text';
import type { FoundError } from '../../../server/src/protocol';
import type { Agreements } from './decide';
import type { UsedEnvironment } from '../configuration/used-environment';

/** A request of a file. */
export interface RequestPlace {
  readonly uri: vscode.Uri;
  /** Any line of the request's block, zero-based. */
  readonly line: number;
}

/** How a request is sent when it is not the only one, or not to where the file says. */
export interface SendChoices {
  /** The name of the endpoint that replaces the one of the file. */
  readonly endpoint?: string;
  /** The values that a line `run #name (@a=1)` gives to variables. */
  readonly given?: Readonly<Record<string, string>>;
  /** The files whose variables the request may use, too. */
  readonly imports?: readonly string[];
  /** The document whose run it is: its requests use each other's responses. */
  readonly root?: string;
  /** The run that the request is a part of: its response is not shown by itself, and nothing is offered after it. */
  readonly run?: Pick<Agreements, 'ofRun'> & {
    readonly signal: CancelSignal;
    /** What the user has entered for the requests before. */
    readonly answers?: Map<string, string>;
    /** Its responses are shown one by one, so their bodies can be saved. */
    readonly keepsBodies?: boolean;
    /** It is a run of the Test Explorer, which shows the results of asserts itself. */
    readonly isTest?: boolean;
    /** It is a run of a notebook, which shows in the cell why nothing is sent, and the results of asserts. */
    readonly inCell?: {
      readonly refused: (reason: string) => void;
      /** Returns what shows in the cell what has arrived of a response that takes a while. */
      readonly arriving: (label: string) => ArrivingPlace;
      /** It is the only request of the run. */
      readonly isAlone: boolean;
    };
  };
}

/** A request that was sent, or was about to be. */
export interface Attempt {
  readonly document: vscode.TextDocument;
  readonly line: number;
  readonly plan: RequestPlan;
  /** The text of a request with a name. */
  readonly text?: string | undefined;
  /** The endpoint that the user picked for a request. */
  readonly picked?: string | undefined;
  /** The values that the user entered. */
  readonly answers: Map<string, string>;
  /** Whether the credential of the endpoint replaces the `Authorization` field of the request. */
  readonly isLineReplaced?: boolean;
  /** The user has agreed that the certificate of the server is not verified, for this time. */
  readonly isUnverified?: boolean;
  readonly choices: SendChoices;
  /** The errors that the plan counts, the first of them. */
  readonly errors?: readonly FoundError[];
  /** The definitions of the imported files. */
  readonly imported?: readonly VariableLayer[];
}

/** What became of an attempt, and the body as far as it was followed. */
export interface Outcome extends SentOutcome {
  readonly attempt: Attempt;
  /** The environment whose variables the request used. */
  readonly environment: UsedEnvironment;
  readonly body: FollowedResponse['body'] | undefined;
  /** The version of the document that was sent. */
  readonly version: number;
}
