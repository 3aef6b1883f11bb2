import type { Difference, JudgedRequest, Judgement } from '@rulebook/sender/ports';
import type { Endpoint, OfferedRequest } from '@rulebook/engine';
import type { AssertResult } from '@rulebook/sender/asserts';
import type { Configuration } from '@rulebook/sender/configuration';
import type { AddedVariable, EnvironmentTables } from '@rulebook/request-file/environments';
import type { PlannedCall } from '@rulebook/exchange';
import type { KnownNames, NameList } from '@rulebook/checker/live-names';
import type { RequestPlan } from '@rulebook/sender/plan';
import type { ResourceGroup } from '@rulebook/services';
import type { LinePosition } from '@rulebook/text';

// The names and types of Rulebook's own messages. Nothing here holds a credential, and but for `rulebook/judge` no value of a variable that may be secret.

/** Asks for the plan of the request at a line. */
export const planRequest = 'rulebook/plan';

/**
 * Asks what a request is and what it destroys, with its values filled in. It is the one message with such values; it holds no credential, and goes to
 * the client's own server on the same machine.
 */
export const judgeRequest = 'rulebook/judge';

export interface JudgeParams {
  /** The URI of the file with the request; its folder says which services there are. */
  readonly uri: string;
  readonly request: JudgedRequest;
}

export type JudgeResult = { readonly judgement: Judgement } | { readonly reason: string };

/** The names of documents that hold no requests of their own, and are checked: Arazzo, and overlays of descriptions. */
export const otherFormatNames = /\b(arazzo|overlay)\.(?:ya?ml|json)$/i;

/** Asks for the endpoint of the request at a line. */
export const endpointRequest = 'rulebook/endpoint';

/** Where the request goes. */
export interface EndpointResult {
  /** The name of the endpoint; absent where there is no request, or none is known for it. */
  readonly endpoint?: string;
  /** The scheme and the host where it goes by itself. */
  readonly origin?: string;
  /** What is in the place of the host, when the value of a variable decides. */
  readonly written?: string;
  /** It is a path for which there is no endpoint. */
  readonly isNowhere?: true;
  /** It goes to a service whose rights are known. */
  readonly hasRights?: true;
}

/** Asks for the lists of a service of `rulebook.json` that a view can show. */
export const resourcesRequest = 'rulebook/resources';

export interface ResourcesParams {
  readonly service: string;
  /** A place in the folder whose `rulebook.json` names the service. */
  readonly uri: string;
}

export interface ResourcesResult {
  readonly groups: readonly ResourceGroup[];
}

/** Asks the client for names of an endpoint. It sends the request with the user's credential, if it need not ask the user anything for that. */
export const namesRequest = 'rulebook/names';

export interface NamesParams {
  /** A place in the folder whose configuration has the endpoint. */
  readonly uri: string;
  /** The name of the endpoint. */
  readonly endpoint: string;
  /** The request that lists them; it has no variables. */
  readonly plan: RequestPlan;
  /** Where they are in its response. */
  readonly list: Pick<NameList, 'places' | 'parameter' | 'isPartial' | 'isPaged'>;
}

/** The names, without those that hold a secret; or why there are none, in a word that no one is shown. */
export type NamesResult = KnownNames | { readonly reason: string };

/** Says that a request has changed something at an endpoint, so that its names may be others. */
export const writtenNotification = 'rulebook/written';

export interface WrittenParams {
  /** The name of the endpoint. */
  readonly endpoint: string;
}

/** Sends what the user configured; the client's settings are already merged over `rulebook.json`. */
export const configurationNotification = 'rulebook/configuration';

/** Announces the document of a response, before it is opened. */
export const answerNotification = 'rulebook/answer';

/**
 * The kind of code actions that silence findings and say nothing of the text: of a kind that is none of theirs, editors list actions behind all fixes,
 * in a group of their own.
 */
export const silencingKind = 'rulebook.silence';

/** The scheme of documents that show responses. */
export const answerScheme = 'rulebook-response';

/**
 * The scheme of documents with requests of the client's view of resources. The text of such a document is the query of its URI; the fragment is the
 * URI of the workspace folder whose configuration holds, if that is not the first one, with a slash behind it.
 */
export const resourceScheme = 'rulebook-resource';

export interface AnswerParams {
  /** The URI of the document that shows the response; its text holds the status. */
  readonly uri: string;
  /** The operation that was called, as the plan names it. */
  readonly operation: string;
  /** The name of the endpoint that responded. */
  readonly endpoint?: string;
  /** The URI of the file with the request; its folder says which services there are. */
  readonly source?: string;
}

/** Asks why a service refused a request, and where in the request that is. */
export const refusalRequest = 'rulebook/explainRefusal';

export interface RefusalParams {
  /** The URI of the file with the request. */
  readonly uri: string;
  /** Any line of the request's block, zero-based. */
  readonly line: number;
  /** The version that the client sees; of another version, nothing is explained. */
  readonly version?: number;
  readonly status: number;
  /** The body of the response, with secrets masked. */
  readonly body: string;
}

export interface RefusalResult {
  readonly problems: readonly {
    readonly range: { readonly start: LinePosition; readonly end: LinePosition };
    readonly message: string;
    /** The rule that reports the same. */
    readonly rule?: string;
  }[];
  /** The lines of the request, zero-based. The problems hold as long as their text stays. */
  readonly lines?: { readonly first: number; readonly last: number };
}

/** Asks for the requests of a text that have asserts, or tests in a script. */
export const testsRequest = 'rulebook/tests';

export interface TestsParams {
  /** The text of a request file, which may not be open. */
  readonly text: string;
}

export interface TestsResult {
  /** In the order of the text; lines are zero-based. */
  readonly requests: readonly {
    readonly label: string;
    readonly line: number;
    readonly asserts: number;
    /** How many tests its scripts have. */
    readonly scriptTests: number;
  }[];
}

/** Asks in what a response differs from what is known about its operation. */
export const differencesRequest = 'rulebook/differences';

export interface DifferencesParams {
  /** The URI of the file with the request; its folder says which services there are. */
  readonly uri: string;
  /** The operation, as the plan names it; it does not matter where there is a schema. */
  readonly operation?: string;
  /** The file of a JSON Schema that is compared instead, as an assert of the file names it. */
  readonly schema?: string;
  /** The response as people read it, with secrets masked. */
  readonly text: string;
}

export interface DifferencesResult {
  /** Absent when nothing is known about the operation. */
  readonly differences?: readonly Difference[];
  /** Why a schema cannot be used, in a sentence. */
  readonly problem?: string;
}

/** Sends the visible line, which decides what is shown of a file with very many findings or requests. */
export const viewportNotification = 'rulebook/look';

export interface ViewportParams {
  readonly uri: string;
  /** A line in the middle of the screen, zero-based. */
  readonly line: number;
}

/** Asks which requests of the files of a folder use which operations. */
export const operationUsesRequest = 'rulebook/operationUses';

export interface OperationUsesParams {
  /** The URI of the folder. */
  readonly folder: string;
  /** Two versions of a description, which are compared. */
  readonly versions?: { readonly former: string; readonly next: string };
}

/** A request of a file, and the operation that it uses. */
export interface OperationUse {
  readonly uri: string;
  /** The zero-based line of the request. */
  readonly line: number;
  readonly method: string;
  /** As it is written. */
  readonly target: string;
  /** The path of the operation with its parameters; absent where none is known. */
  readonly path?: string;
  readonly service?: string;
  /** What the file calls the request. */
  readonly title?: string;
}

/** An operation of a service of `rulebook.json`, with one of its methods. */
export interface OwnOperation {
  readonly id: string;
  readonly service: string;
  /** The title of the service. */
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** The first group that the description puts it into. */
  readonly tag?: string;
}

export interface OperationUsesResult {
  readonly uses: readonly OperationUse[];
  readonly operations: readonly OwnOperation[];
  /** What differs between the versions, as methods and paths; absent where one of them cannot be read. */
  readonly changes?: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
}

/** Asks which requests of the files of a folder another version of a description concerns, as long as the former one holds. */
export const concernedRequest = 'rulebook/concerned';

export interface ConcernedParams {
  /** The URI of the folder. */
  readonly folder: string;
  /** The id of the service that the description is of. */
  readonly service: string;
  readonly versions: { readonly former: string; readonly next: string };
}

/** A line that a change concerns. */
export interface ConcernedPlace {
  readonly uri: string;
  /** Zero-based. */
  readonly line: number;
  /** What changed, in a sentence. */
  readonly message: string;
  readonly level: 'breaking' | 'risky' | 'additive' | 'silent';
  /** The new description refuses it. */
  readonly isProved: boolean;
}

/** Which requests are concerned; without any where one of the versions cannot be read. */
export interface ConcernedResult {
  readonly requests: number;
  readonly concerned: number;
  readonly places: readonly ConcernedPlace[];
  /** The texts of files with their safe repairs, where there are any, and how many those are. */
  readonly repaired: readonly {
    readonly uri: string;
    readonly former: string;
    readonly text: string;
    readonly count: number;
  }[];
  /** The same as Markdown, to be shown. */
  readonly page: string;
}

/** Says that the cursor has left the line of a document that was edited last. */
export const leaveNotification = 'rulebook/leave';

export interface LeaveParams {
  readonly uri: string;
}

/** The command of "Send"; its arguments are `SendArguments`, and its result is a `SendResult`. The server implements it unless the client does. */
export const sendCommand = 'rulebook.send';

/** The URI of the document, the zero-based line of the request line, and how it is sent. */
export type SendArguments = readonly [uri: string, line: number, choices?: SendCommandChoices];

/** How the server sends a request. */
export interface SendCommandChoices {
  /** Values of variables and prompts, which come before all others. Secrets do not belong here. */
  readonly values?: Readonly<Record<string, string>>;
  /** The requests whose responses the request uses are sent before it, too. */
  readonly withDependencies?: boolean;
}

/** What became of a request that the server has sent: its response, or why there is none. Secrets are masked. */
export type SendResult = (
  | {
      readonly status: number;
      /** In milliseconds. */
      readonly duration: number;
      /** In bytes. */
      readonly size: number;
      /** Where the problems are in a request that the service has refused, if it says so; the response and the message name their lines. */
      readonly problems?: RefusalResult['problems'];
      /** The results of its asserts; lines are zero-based. */
      readonly asserts?: readonly Pick<AssertResult, 'text' | 'line' | 'outcome' | 'message'>[];
    }
  | { readonly reason: string }
) & {
  /** The URI of the document that shows the responses; absent when the client shows none. */
  readonly document?: string;
  /** All requests of the run in the order in which they were sent, if there was more than one. */
  readonly requests?: readonly SentRequest[];
};

/** What became of a request of a run. */
export interface SentRequest {
  readonly label: string;
  readonly uri: string;
  /** Zero-based. */
  readonly line: number;
  readonly status?: number;
  /** Why there is no response. */
  readonly reason?: string;
}

/** The command of the code action "Configure severity…". The client implements it. */
export const severityCommand = 'rulebook.configureSeverity';

/** The command of the code action "Move to secret storage…". The client implements it. */
export const moveSecretCommand = 'rulebook.moveSecret';

/** Where the secret is, and what a quick fix writes there; the secret itself is not sent. */
export type MoveSecretArguments = readonly [
  uri: string,
  version: number,
  range: { readonly start: LinePosition; readonly end: LinePosition },
  replacement: string,
];

/** The commands of the lenses on a line `<> file`: open the earlier response, and compare it with the last one or with another. The client implements them. */
export const openEarlierCommand = 'rulebook.openEarlierResponse';
export const compareEarlierCommand = 'rulebook.compareEarlierResponse';

/** The document, the zero-based line of the request, and the paths of one or two earlier responses as they are written. */
export type EarlierArguments = readonly [uri: string, line: number, ...paths: readonly string[]];

/** The command of the client that sends a request after those that it needs. */
export const sendNeededCommand = 'rulebook.sendWithDependencies';

/** The arguments of that command in a lens: a document, the line of a request, and the names of the requests whose responses it uses. */
export type NeededArguments = readonly [uri: string, line: number, ...names: readonly string[]];

export interface PlanParams {
  readonly uri: string;
  /** Any line of the request's block, zero-based. */
  readonly line: number;
  /** The version that the client sees; a server with another version refuses. */
  readonly version?: number;
  /** The result also says how the service's official client calls the operation. */
  readonly withCall?: boolean;
}

/** An error of a request, and where it is. */
export interface FoundError {
  readonly message: string;
  readonly line: number;
  readonly character: number;
}

/** The plan with the line of its request, or a sentence for the user why there is none. */
export type PlanResult =
  | {
      readonly plan: RequestPlan;
      readonly line: number;
      readonly call?: PlannedCall | undefined;
      /** The findings that the plan counts as errors, the first of them. */
      readonly errors?: readonly FoundError[];
      /** The text of a request with a name, which says later whether it has changed. */
      readonly text?: string;
    }
  | { readonly reason: string };

/** Asks which requests of a document to send, and in which order. */
export const orderRequest = 'rulebook/order';

export interface RequestOrderParams {
  readonly uri: string;
  /** The version that the client sees; a server with another version refuses. */
  readonly version?: number;
  /** The requests on these lines, zero-based and with the last one. Absent: all of the document. */
  readonly lines?: readonly (readonly [first: number, last: number])[];
  /** The requests that these depend on are sent before them. */
  readonly withDependencies?: boolean;
  /** The requests of this sequence of the document, with those that they depend on, instead of those on lines. */
  readonly sequence?: string;
  /** The requests whose responses take the place of sending them again where `@ref` names them. */
  readonly kept?: readonly KeptRequest[];
}

/** A named request whose response is kept, with its text when it was sent. */
export interface KeptRequest {
  readonly uri: string;
  readonly name: string;
  readonly text: string;
}

/** The command of the client that sends a sequence; it takes the URI of the document and the name. */
export const sendSequenceCommand = 'rulebook.sendSequence';

/** Asks for a workflow of an open Arazzo document as a request file, in which it is a sequence. */
export const workflowRequest = 'rulebook/workflow';

export interface WorkflowParams {
  readonly uri: string;
  readonly workflow: string;
}

/** The text, with sentences about what of the workflow is not in it; or why there is none. */
export type WorkflowResult = { readonly text: string; readonly notes: readonly string[] } | { readonly reason: string };

/** The command of the client that runs a workflow; it takes the URI of the document and the id. */
export const runWorkflowCommand = 'rulebook.runWorkflow';

/** The command of the client that fetches the description at a URL, after the user has agreed; it takes the URL. */
export const useDescriptionUrlCommand = 'rulebook.useDescriptionUrl';

/** A request to send, of the document or of a file that it imports. */
export interface OrderedRequest {
  readonly uri: string;
  /** Zero-based. */
  readonly line: number;
  /** The values that a line `run #name (@a=1)` gives to variables. */
  readonly given?: Readonly<Record<string, string>>;
  /** The files whose variables it may use, too, the nearest first. */
  readonly imports?: readonly string[];
}

/** The requests in order, and the lines of those of the document; or a sentence for the user why there are none. */
export type RequestOrderResult =
  | {
      readonly lines: readonly number[];
      readonly steps: readonly OrderedRequest[];
      /** Those that are not sent, because their responses are kept. */
      readonly reused: readonly KeptRequest[];
    }
  | { readonly reason: string };

/** Asks for every request that can be inserted into a document. */
export const requestsRequest = 'rulebook/requests';

export interface RequestsParams {
  /** The URI of the document; its folder says which services there are. */
  readonly uri: string;
}

export type RequestsResult = { readonly requests: readonly OfferedRequest[] } | { readonly reason: string };

/** Asks for one of them as a snippet. */
export const requestSnippetRequest = 'rulebook/requestSnippet';

export interface RequestSnippetParams extends RequestsParams {
  /** The id of the operation. */
  readonly id: string;
  readonly method: string;
}

export type RequestSnippetResult = { readonly snippet: string } | { readonly reason: string };

/** Asks for curl commands, a recording or a collection as a request file. The text goes into a document then, which the server gets as well. */
export const importRequest = 'rulebook/import';

export interface ImportParams {
  readonly text: string;
  /** Names of variables that have another meaning where the text goes. */
  readonly taken?: readonly string[];
  /** The files of a collection that is a folder, in place of a text: paths with slashes, from there. */
  readonly files?: readonly (readonly [path: string, text: string])[] | undefined;
  /** Where the files are that the text names, from where the request files go. */
  readonly filesAt?: string | undefined;
  /** What the collection is called where it does not say so itself. */
  readonly name?: string | undefined;
}

export type ImportResult =
  | {
      readonly text: string;
      readonly requests: number;
      readonly notes: readonly string[];
      /** The same as files, of a collection; paths have slashes. */
      readonly files?: readonly { readonly path: string; readonly text: string }[];
      /** Variables for environment files. */
      readonly environments?: readonly AddedVariable[];
      /** Variables that hold without an environment, where the requests become files. */
      readonly shared?: readonly AddedVariable[];
    }
  | { readonly reason: string };

/** Asks what a description of a service offers. */
export const descriptionRequest = 'rulebook/description';

/** Makes one file of a description that was fetched with the files that it refers to. */
export const bundleRequest = 'rulebook/bundleDescription';

export interface FetchedFile {
  readonly url: string;
  readonly text: string;
}

export interface BundleParams extends FetchedFile {
  readonly imports: readonly FetchedFile[];
}

/** The description as JSON; `reason` says why there is none. */
export type BundleResult = { readonly text: string } | { readonly reason: string };

/** Asks what a client makes of a description. */

export interface DescriptionParams {
  /** The URI of the folder outside of which nothing is read. */
  readonly folder: string;
  /** The path of the description from there, with slashes. */
  readonly path: string;
}

export type DescriptionResult =
  | {
      readonly title: string;
      readonly operations: number;
      /** The base URLs that it offers; there is at least one. */
      readonly baseUrls: readonly string[];
      /** How most requests authenticate. Absent: with nothing, or in a way that endpoints do not know. */
      readonly authentication?: Endpoint['authentication'];
    }
  | { readonly reason: string };

/** Asks for requests of a description as a request file. */
export const describedRequestsRequest = 'rulebook/describedRequests';

export interface DescribedRequestsParams extends DescriptionParams {
  /** Where the requests go, as a variable of the file. */
  readonly baseUrl?: string;
  /** The endpoint that has been made for the description: a few requests to it are written, to begin with. */
  readonly endpoint?: Endpoint;
}

/** Sends the chosen environments, and those in the settings of the client. */
export const environmentsNotification = 'rulebook/environments';

/** The environments of a client. Values whose names sound like a secret are replaced by a mask. */
export interface EnvironmentsParams {
  /** Chosen for all documents. */
  readonly environment?: string | undefined;
  /** Whether values are shown in the lines of request files. */
  readonly inlayHints?: boolean;
  /** Chosen for single documents; empty: none. */
  readonly documents?: readonly { readonly uri: string; readonly environment: string }[];
  /** The settings of each workspace folder, and without a URI those outside of all. Absent: the server reads the settings of the workspace. */
  readonly folders?: readonly { readonly uri?: string; readonly tables: EnvironmentTables }[];
}

export interface ConfigurationParams {
  /** Replaces what the server read from `rulebook.json`. It applies outside of the listed folders. */
  readonly configuration: Configuration;
  /** Whether each request gets a code lens. */
  readonly codeLens: boolean;
  /** Whether request files that are not open are checked as well. */
  readonly workspaceDiagnostics?: boolean;
  /** The client answers `rulebook/names`, and the user wants that endpoints are asked for names. */
  readonly liveNames?: boolean;
  /** What applies in each workspace folder instead. */
  readonly folders?: readonly FolderConfiguration[];
  /** What applies to single documents, over the configuration of their folder. */
  readonly documents?: readonly DocumentDefaults[];
}

/** The endpoints that were chosen for one document. */
export interface DocumentDefaults {
  readonly uri: string;
  /** The names of endpoints by service, for requests that name none. */
  readonly defaults: Readonly<Record<string, string>>;
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
  readonly workspaceDiagnostics?: boolean;
  readonly liveNames?: boolean;
  /** As `rulebook/configuration` would send it, so that the first check already knows it. */
  readonly configuration?: Configuration;
  readonly folders?: readonly FolderConfiguration[];
  readonly documents?: readonly DocumentDefaults[];
  /** The server shows values in the lines of request files, as inlay hints. */
  readonly inlayHints?: boolean;
  /** As `rulebook/environments` would send it. */
  readonly environments?: EnvironmentsParams;
  /** The client's command that opens the list of completions, for a completion that leads to the next one. Absent: none is sent. */
  readonly suggestCommand?: string;
  /**
   * In request files the client selects no entry of a list that opens by itself until part of one is typed, so lists may open
   * where nothing is typed yet. Absent: such lists stay closed, since Enter would take their first entry.
   */
  readonly opensUnselected?: boolean;
  /** The client implements `rulebook.send`. Absent: the server sends, where it can. */
  readonly sends?: boolean;
  /**
   * The client says with `rulebook/look` where a user looks, so that a file with very many requests gets lenses only there. Absent: it
   * gets all lenses at once.
   */
  readonly boundsLenses?: boolean;
  /**
   * The client says with `rulebook/leave` when the cursor has left a line that was edited, so nothing is reported of a request line that is being typed.
   * Absent: it is.
   */
  readonly reportsCursor?: boolean;
  /** The client opens and compares earlier responses. */
  readonly comparesResponses?: boolean;
  /** The client sends a request with those that it needs, and shows the lens for it as long as one of them was not sent. */
  readonly sendsNeeded?: boolean;
  /** The client adds the page of its rule to each diagnostic. Absent: the server does. */
  readonly addsCodeDescription?: boolean;
  /** The client reports syntax errors of JSON files itself. Absent: the server reports them. */
  readonly reportsJsonSyntax?: boolean;
  /** The client's command that asks for the severity of a rule; its arguments are the id and the URI of the `rulebook.json`, which may not exist yet. Absent: none is offered. */
  readonly severityCommand?: string;
  /** The client's command that moves a secret out of a file; its arguments are `MoveSecretArguments`. Absent: none is offered. */
  readonly moveSecretCommand?: string;
  /** The client's command that shows the rights that a file needs; its argument is the URI. Absent: no lens offers it. */
  readonly rightsCommand?: string;
  /** The chosen environment; the setting `rulebook.environment` of `workspace/didChangeConfiguration` replaces it. Absent: variables of `$shared` only. */
  readonly environment?: string;
}

/**
 * The first message to a server in a browser's worker, which comes before those of the protocol: what the client has fetched for it.
 */
export interface WorkerStart {
  /** The published descriptions by name, as the package has them. */
  readonly packed: Readonly<Record<string, Uint8Array>>;
  /** The WebAssembly that unpacks them. */
  readonly decoder: Uint8Array;
  /** The client answers the requests for files and folders of the workspace. */
  readonly readsFiles: boolean;
}

/** Asks the client for the text of a file of the workspace; the values of private files of variables are masked. */
export const readFileRequest = 'rulebook/readFile';

export interface ReadFileParams {
  readonly uri: string;
  /** In bytes; a larger file is not read. */
  readonly maximum?: number;
}

/** Null for a file outside of the workspace, of which nothing is known; `cause` is half a sentence. */
export type ReadFileResult =
  | { readonly text: string }
  | { readonly cause: string; readonly isMissing?: boolean }
  | null;

/** Asks the client for the entries of a folder of the workspace; none for one that cannot be read. */
export const readFolderRequest = 'rulebook/readFolder';

export interface ReadFolderParams {
  readonly uri: string;
}

export interface ReadFolderResult {
  /** Links are neither files nor folders. */
  readonly entries: readonly { readonly name: string; readonly kind: 'file' | 'folder' | 'other' }[];
}

/** Asks the client what is known of a file of the workspace. */
export const describeFileRequest = 'rulebook/describeFile';

export interface DescribeFileParams {
  readonly uri: string;
}

/** Null where there is no file, or none in the workspace. */
export type DescribeFileResult = {
  /** In bytes. */
  readonly size: number;
  /** The time of the last change, in milliseconds. */
  readonly modified: number;
  readonly isWritable: boolean;
} | null;
