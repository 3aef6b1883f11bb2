import type { CookieJar } from '@rulebook/sender/ports';
import type { Event, Uri } from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import type { Endpoint } from '@rulebook/engine';
import type { FoundEnvironmentFile } from '@rulebook/request-file/environments';
import type { ConnectionOptions, PlannedAssert, Transport, Refusal } from '@rulebook/sender/plan';
import type { PrintText } from '@rulebook/sender/response';
import type { AssertContext, AssertResult, SnapshotStore } from '@rulebook/sender/asserts';
import type { RunScript } from '@rulebook/sender/scripts';
import type { SystemPorts } from '@rulebook/sender/variables';
import type { PassphraseSource } from '@rulebook/node/http/connection-options';
import type { createResponseWriter } from '@rulebook/node/files/write-outputs';
import type { ProgramResult, ProgramRun } from '@rulebook/node/program-run';
import type { ReferencedSecrets } from '@rulebook/node/credentials/secret-commands';
import type { TokenPorts, Tokens } from '@rulebook/node/credentials/oauth';

/** A service of a running sandbox. */
export interface SandboxService {
  readonly name: string;
  readonly baseUrl: string;
  /** The service that it plays; absent where that is not known. */
  readonly service?: string;
  readonly credential?: string;
}

/** A running sandbox. */
export interface RunningSandbox {
  readonly endpoints: readonly SandboxService[];
  stop(): void;
  /** Calls back with its log of unexpected errors, without bodies and values. */
  onLog(listener: (text: string) => void): void;
  onExit(listener: () => void): void;
}

/** The files with the bodies of responses that are too large for the memory. */
export interface BodyFiles {
  readonly create: (extension: string) => Promise<{
    readonly path: string;
    readonly write: (bytes: Uint8Array) => Promise<void>;
    readonly close: () => Promise<void>;
  }>;
  readonly remove: (path: string) => Promise<void>;
  /** Returns the bytes of a file in parts of this size. */
  readonly read: (path: string, size: number) => AsyncIterable<Uint8Array>;
  /** Writes a head and a file into another one, which is replaced. */
  readonly saveWith: (head: Uint8Array, path: string, target: string) => Promise<void>;
}

/** A file of the history. */
export interface HistoryFile {
  readonly name: string;
  readonly size: number;
}

/** The files of the history on this machine. */
export interface HistoryFiles {
  readonly list: () => Promise<readonly HistoryFile[]>;
  /** Returns undefined when there is no such file; rejects when it cannot be read. */
  readonly read: (name: string) => Promise<string | undefined>;
  /** Writes a file as a whole, or rejects with a cause for the user and leaves nothing. */
  readonly write: (name: string, text: string) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  /** Keeps a file under another name, under which it is no longer read. */
  readonly setAside: (name: string) => Promise<void>;
}

/** What the extension needs from the machine that it runs on. */
export interface MachinePorts {
  /** Says why nothing can be sent from here, as a sentence for the user. Absent where requests are sent. */
  readonly cannotSend?: string;
  readonly transport: Transport;
  /** Returns how an endpoint is reached for a document, or why it cannot be; absent where there are no files. */
  readonly connectionOf?: (
    endpoint: Endpoint | undefined,
    document: Uri,
    passphraseOf: PassphraseSource,
  ) => Promise<ConnectionOptions | Refusal | undefined>;
  /** Evaluates the asserts of a request; what does it is loaded with the first one. */
  readonly evaluateAsserts: (
    asserts: readonly PlannedAssert[],
    context: AssertContext,
  ) => Promise<readonly AssertResult[]>;
  /** Returns the snapshots of the requests of a document; undefined for one that is not a file, absent where there are no files. */
  readonly snapshots?: (document: Uri) => Promise<SnapshotStore | undefined>;
  /** Loads what runs scripts; absent where none are run. */
  readonly scriptBox?: () => Promise<RunScript>;
  /** Returns the cookies of this window, the same jar every time. */
  readonly cookies: () => Promise<CookieJar>;
  /** Returns what gets tokens of OAuth 2; absent where that is not possible. */
  /** Loads what formats HTML and JavaScript; absent where nothing is sent. */
  readonly markup?: () => Promise<{ readonly printMarkup: PrintText }>;
  readonly createTokens?: (ports: Omit<TokenPorts, 'transport'>) => Promise<Tokens>;
  readonly system: SystemPorts;
  /** What resolves references to secrets by the user's commands; absent where no command can run. */
  readonly references?: ReferencedSecrets;
  /** Returns a reader of the `.env` file that is nearest to a document; absent where there are no files. */
  readonly dotenv?: (document: Uri) => SystemPorts['dotenv'];
  /** Finds the files of variables that count for a document; undefined for one that is not on this machine. Absent where there are no files. */
  readonly environmentFiles?: (document: Uri) => readonly FoundEnvironmentFile[] | undefined;
  /** Fires when `environmentFiles` has found others than before; absent where it always finds all at once. */
  readonly onEnvironmentFiles?: Event<void>;
  /** Returns a folder behind links; absent where there are none. */
  readonly realFolder?: (folder: string) => string;
  /** Reads the file of a body that is in one of the folders, or anywhere without folders; absent where there are no files. */
  readonly readBodyFile?: (
    path: string,
    folders: readonly string[] | undefined,
  ) =>
    | { readonly bytes: Uint8Array; /** Where it really lies. */ readonly path?: string }
    | { readonly cause: string; readonly isMissing?: boolean }
    | 'outside';
  /** Returns what writes a response into the files that its request names; undefined when it names none. Absent where there are no files. */
  readonly responseWriter?: typeof createResponseWriter;
  /** Absent where there are no files. */
  readonly bodyFiles?: BodyFiles;
  /** Returns the files of the history in a folder; absent where there are no files. */
  readonly historyFiles?: (folder: Uri) => HistoryFiles;
  readonly createClient: (options: LanguageClientOptions) => BaseLanguageClient;
  /** Starts a sandbox, which also plays the services of a folder; rejects with a sentence for the user. */
  readonly startSandbox: (folder?: Uri, service?: string) => Promise<RunningSandbox>;
  /** Runs a command of the command line that comes with the extension; absent where no program can be started. */
  readonly runCommand?: (args: readonly string[], run: ProgramRun) => Promise<ProgramResult>;
  /** Runs the contract test of a service at an endpoint; absent where no program can be started. */
  readonly testService?: (folder: Uri, service: string, endpoint: string) => Promise<void>;
  /** Returns the servers of a sandbox of this user that runs already; absent where none can be found. */
  readonly findSandbox?: () => Promise<readonly SandboxService[] | undefined>;
}
