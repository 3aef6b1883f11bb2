import type { Configuration, RequestPlan } from '../../engine/src/index';

// The names and types of our own messages. Nothing here can hold a variable's value or a credential.

/** Asks for the plan of the request that stands at a line. */
export const planRequest = 'rulebook/plan';

/** Tells the server what the user configured; the client's settings are already merged over `rulebook.json`. */
export const configurationNotification = 'rulebook/configuration';

/** Tells the server what an answer's document is, before it is opened. */
export const answerNotification = 'rulebook/answer';

/** The scheme of documents that show answers. */
export const answerScheme = 'rulebook-response';

export interface AnswerParams {
  /** The URI of the document that shows the answer; its text holds the status. */
  readonly uri: string;
  /** The operation that was called, as the plan names it. */
  readonly operation: string;
  /** The name of the endpoint that answered. */
  readonly endpoint?: string;
}

/** Tells the server where somebody looks, for the choice of what is shown of a file with very many findings. */
export const lookNotification = 'rulebook/look';

export interface LookParams {
  readonly uri: string;
  /** A line in the middle of the screen, zero-based. */
  readonly line: number;
}

/** The command of the code lens "Send" and of nothing else; its arguments are `SendArguments`. The client carries it out. */
export const sendCommand = 'rulebook.send';

/** The URI of the document and the zero-based line of the request line. */
export type SendArguments = readonly [uri: string, line: number];

/** The command of the code action "Configure severity…". The client carries it out. */
export const severityCommand = 'rulebook.configureSeverity';

/** The id of the rule and the URI of the `rulebook.json`, which may not exist yet. */
export type SeverityArguments = readonly [rule: string, uri: string];

export interface PlanParams {
  readonly uri: string;
  /** Any line of the request's block, zero-based. */
  readonly line: number;
  /** The version that the client sees; a server that has not reached it, or is past it, refuses. */
  readonly version?: number;
}

/** The plan with the place of its request, or a sentence for the user why there is none. */
export type PlanResult = { readonly plan: RequestPlan; readonly line: number } | { readonly reason: string };

export interface ConfigurationParams {
  /** Replaces what the server read from `rulebook.json` itself. It holds where no folder's configuration does. */
  readonly configuration: Configuration;
  /** Whether each request gets a code lens. */
  readonly codeLens: boolean;
  /** What holds in each workspace folder instead. */
  readonly folders?: readonly FolderConfiguration[];
}

/** The configuration of one workspace folder. */
export interface FolderConfiguration {
  readonly uri: string;
  readonly configuration: Configuration;
  readonly codeLens: boolean;
}

/** `initializationOptions` of the client; each is optional. */
export interface InitializationOptions {
  readonly codeLens?: boolean;
  /** As `rulebook/configuration` would send it, so that the first check already knows it. */
  readonly configuration?: Configuration;
  readonly folders?: readonly FolderConfiguration[];
  /** The client's command that opens the list of completions, for offers that lead to the next; absent: none is sent. */
  readonly suggestCommand?: string;
  /**
   * In request files the client selects no entry of a list that opens by itself until part of one is typed, so lists may open
   * where nothing is typed yet. Absent: such lists stay closed, since Enter would take their first entry.
   */
  readonly opensUnselected?: boolean;
  /** The client carries out `rulebook.send`, so requests get a lens for it. Absent: none is offered, since it would do nothing. */
  readonly sends?: boolean;
  /** The client reports syntax errors of JSON files itself. Absent: they are reported here. */
  readonly reportsJsonSyntax?: boolean;
  /** The client's command that asks for the severity of a rule; its arguments are `SeverityArguments`. Absent: none is offered. */
  readonly severityCommand?: string;
}
