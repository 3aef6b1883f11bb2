import type { RateLimits } from '@rulebook/sender/ports';
import type * as vscode from 'vscode';
import type { KeptValues, NamedResponses } from '@rulebook/sender/variables';
import type {
  DifferencesParams,
  DifferencesResult,
  JudgeParams,
  JudgeResult,
  PlanParams,
  PlanResult,
  RequestOrderParams,
  RequestOrderResult,
  ResourcesParams,
  ResourcesResult,
  TestsParams,
  TestsResult,
} from '../../../server/src/protocol';
import type { AssertView } from '../asserts/show-asserts';
import type { WorkspaceConfiguration } from '../configuration/configuration';
import type { ReferencedSecrets } from '@rulebook/node/credentials/secret-commands';
import type { Environments } from '../configuration/environments';
import type { History } from '../history/history';
import type { KeptSecrets } from '../credentials/kept-secrets';
import type { MachinePorts } from '../ports/ports';
import type { PrivateWays } from '../credentials/private-ways';
import type { ResponseView } from '../response/show-response';
import type { WindowSandbox } from '../sandbox-view/sandbox';
import type { Credentials } from '../credentials/secrets';
import type { EditorTokens } from '../credentials/tokens';
import type { KnownMistakes } from './known-mistakes';
import type { ReusedResponses } from './reused-responses';
import type { RunningSends } from './running-sends';

/** A request that got a response. */
export interface AnsweredRequest {
  readonly url: string;
  /** The URI of its file, and its zero-based line. */
  readonly uri: string;
  readonly line: number;
  readonly status: number;
}

/** What a send needs; handed in once. */
export interface SendServices {
  readonly ports: MachinePorts;
  /** Opens the document with a request. A file that is open as a notebook is what its cells say. */
  readonly openDocument: (uri: vscode.Uri) => Thenable<vscode.TextDocument>;
  /** Asks the server what to send for a request. */
  readonly plan: (params: PlanParams) => Promise<PlanResult>;
  /** Asks the server which requests to send, in which order. */
  readonly order: (params: RequestOrderParams) => Promise<RequestOrderResult>;
  /** Asks the server for the lists of a service of `rulebook.json`. */
  readonly resources: (params: ResourcesParams) => Promise<ResourcesResult | { readonly reason: string }>;
  /** Asks the server in what a response differs from the description of its operation. */
  readonly differences: (params: DifferencesParams) => Promise<DifferencesResult | { readonly reason: string }>;
  /** Asks the server what a filled request is, and what it destroys. */
  readonly judge: (params: JudgeParams) => Promise<JudgeResult>;
  /** Asks the server for the requests of a text that have asserts. */
  readonly tests: (params: TestsParams) => Promise<TestsResult | { readonly reason: string }>;
  readonly configuration: WorkspaceConfiguration;
  readonly environments: Environments;
  readonly credentials: Credentials;
  readonly tokens: EditorTokens;
  readonly secrets: KeptSecrets;
  /** What resolves references to secrets; absent where no command can run. */
  readonly references: ReferencedSecrets | undefined;
  readonly privateWays: PrivateWays;
  readonly sandbox: WindowSandbox;
  readonly responses: ResponseView;
  readonly asserts: AssertView;
  readonly history: History;
  readonly sends: RunningSends;
  /** What the user has chosen in this workspace. */
  readonly choices: vscode.Memento;
  /** The answers of a document's named requests. */
  readonly answersOf: (document: string) => NamedResponses;
  /** The responses that `@ref` reuses. */
  readonly reused: ReusedResponses;
  /** What scripts of all documents have kept in this window. */
  readonly scriptValues: KeptValues;
  /** Shows lines of the log of scripts. */
  readonly scriptLog: (label: string, lines: readonly string[]) => void;
  /** The errors of requests that are sent anyway. */
  readonly mistakes: KnownMistakes;
  /** What was sent in this window under a rate limit. */
  readonly rateLimits: RateLimits;
  /** Called when a request was answered; `written` names the endpoint at which it may have changed something. */
  readonly afterSend: (written: string | undefined, answered: AnsweredRequest) => void;
  readonly log: vscode.LogOutputChannel;
}
