import type { Provenance, ServiceId } from '@rulebook/catalogue/facts';
import type { VendorNames } from '@rulebook/catalogue/identity';
import type { RequestNeed } from '@rulebook/checker/privileges/request-needs';
import type { PrivateUse } from '../private/private-sources';
import type { RateLimit, Reference, Repetition } from '@rulebook/request-file/syntax/sending-directives';
import type { Condition } from '@rulebook/request-file/syntax/condition';
import type { Until } from '@rulebook/request-file/syntax/until';

/** A piece of text, or a variable by its name, whose value is known only when the request is sent. */
export type Segment =
  | string
  | {
      readonly variable: string;
      /** The variable is inside a JSON string, so its value is escaped. */
      readonly isInString?: boolean;
    };

/** A value that a variable takes from the response of the request above its definition. */
export interface TakenValue {
  /** The name under which the value is looked for; a message may show it. */
  readonly variable: string;
  /** What is taken. */
  readonly path: string;
}

/** A member of a body in whose string the service fills in these names. */
export interface LiteralMember {
  readonly member: string;
  readonly names: readonly string[];
}

/** A piece of a body: text, or the content of a file. */
export type BodyPiece =
  | { readonly kind: 'text'; readonly segments: readonly Segment[] }
  | {
      readonly kind: 'file';
      /** The path as written, relative to the request file. */
      readonly path: string;
      /** Fills in the variables of the file (`<@`); otherwise its bytes are sent as they are. */
      readonly fillsVariables: boolean;
      /** The encoding named behind `<@`, for example `latin1`; UTF-8 unless given. */
      readonly encoding?: string;
      /** The file is a GraphQL document, and the piece the rest of a JSON string with it, then the quotation mark and the name of its operation. */
      readonly isGraphql?: true;
    };

/** Why a request cannot be sent as it is written. */
export interface PlanProblem {
  /** Sentences that say what is wrong, and what to do. */
  readonly reason: string;
  /** The line in the file, counted from 0. */
  readonly line: number;
  /** The rest can be sent when the user confirms it. */
  readonly allowsSending: boolean;
}

/** A construct of another tool that is not carried out, for example a script or an assertion. */
export interface LeftOut {
  /** What it is, for example `the script after the request`. */
  readonly what: string;
  /** The line in the file, counted from 0. */
  readonly line: number;
}

/** Where the endpoint's credential of a request goes. */
export type PlannedCredential =
  /** The request needs none, or Rulebook cannot add it. */
  | { readonly kind: 'none' }
  /** The credential alone is the value of this header field. */
  | { readonly kind: 'header'; readonly name: string };

/** A header field, or a line of the head that is a variable alone. */
export interface PlannedField {
  /** Of a variable: the whole line. */
  readonly name: readonly Segment[];
  readonly value: readonly Segment[];
  /** Set for a variable alone: its value is a whole header field, or JSON in place of the body where that is possible. */
  readonly whole?: { readonly mayBeBody: boolean };
  /** The field is not written with the request: it is of the first lines of the file, or of the endpoint. */
  readonly sharedBy?: 'file' | 'endpoint';
}

/** What will be sent: text and names of variables, never a variable's value and never a stored credential. */
export interface RequestPlan {
  readonly method: string;
  /** The request opens a WebSocket connection, and its body is a list of messages. */
  readonly opensChannel?: boolean;
  /** The target as written: a URL, or a path that is appended to the endpoint's base URL. */
  readonly target: readonly Segment[];
  readonly isAbsolute: boolean;
  readonly headers: readonly PlannedField[];
  readonly body?:
    | {
        readonly kind: 'text';
        readonly segments: readonly Segment[];
        /** Set for JSON and newline-delimited JSON, which set the media type. */
        readonly form?: 'json' | 'lines';
        /** Set for a form in which blanks and characters outside of ASCII are percent-encoded, also those of values. */
        readonly isForm?: true;
      }
    | {
        readonly kind: 'file';
        readonly path: string;
        readonly fillsVariables: boolean;
        /** The encoding named behind `<@`, for example `latin1`; UTF-8 unless given. */
        readonly encoding?: string;
        /** Members whose placeholders the service fills in, not the sender. */
        readonly literals?: readonly LiteralMember[];
      }
    | {
        readonly kind: 'pieces';
        readonly pieces: readonly BodyPiece[];
        /** Set for multipart bodies, whose lines end with CRLF. */
        readonly lineEnd?: 'crlf';
        /** Set for JSON, which sets the media type. */
        readonly form?: 'json';
      };
  /** The endpoint's name: the one that the request names, that its URL belongs to, or the default of the service. */
  readonly endpoint?: string;
  /** Why it is this endpoint; `only-service`: it is the default of the only service with an endpoint, so every path belongs to that. */
  readonly endpointBy?: 'directive' | 'url' | 'default' | 'only-service';
  /** The name that `# @endpoint` gives, when there is no endpoint of this name. */
  readonly unknownEndpoint?: string;
  /** The names of the endpoints to which it may go, where nothing says which one is meant. */
  readonly possibleEndpoints?: readonly string[];
  readonly service?: ServiceId;
  readonly operation?: string;
  /** The path template of the operation. */
  readonly template?: string;
  /** The scheme of the service under which a bare credential is sent. */
  readonly scheme?: string;
  /** Absent: the endpoint's credential goes into `Authorization`, under the scheme. */
  readonly credential?: PlannedCredential;
  /** Header fields and query parameters that carry credentials by the service's description; their values are secrets. */
  readonly secretFields?: readonly string[];
  /** Header fields that the service recommends, under the documents' neutral names; added unless the request has a field of the name. */
  readonly recommended?: readonly { readonly name: string; readonly value: string }[];
  /** The names that each vendor of the service writes in its own way. */
  readonly vendorNames?: VendorNames;
  /** The vendor whose public host the request names; that of an endpoint takes precedence. */
  readonly vendor?: string;
  /** What the request is called in messages: its `@name`, its title, or method and path. */
  readonly label: string;
  /** The line of the request in the file, counted from 0. */
  readonly line?: number;
  /** Names of the variables that need a value, in order and once. */
  readonly variables: readonly string[];
  /** The variables of these names whose values scripts of other tools set, with the lines of the scripts, counted from 0; `file` is the imported file of the script, `request` the name of its request. */
  readonly scripted?: readonly ScriptedVariable[];
  /** The number of findings that are errors; with errors, the request is sent only when the user confirms it. */
  readonly errors: number;
  /** The file of the request, when it is not the file of the run. */
  readonly file?: string;
  /** The values that a line `run #name (@a=1)` gives to variables; written in a file, so none of them is private. */
  readonly given?: ReadonlyMap<string, string>;
  /** The files that `>>` names for the response; written by senders that write files. */
  readonly outputs?: readonly PlannedOutput[];
  /** The `@name` by which later requests refer to the response. */
  readonly name?: string;
  /** Set by `# @tag`: the groups to which it belongs. */
  readonly tags?: readonly string[];
  /** Set by `# @timeout`: the time to wait for the response, in milliseconds. */
  readonly timeout?: number;
  /** Set by `# @connection-timeout`: the time to wait for the connection, in milliseconds. */
  readonly connectionTimeout?: number;
  /** Set by `# @sleep` and `# @delay`: the pause before the request is sent, in milliseconds. */
  readonly pause?: number;
  /** Set by `# @ratelimit`: the request waits until its slot allows it. */
  readonly rateLimit?: RateLimit;
  /** Set by `# @loop`: the request is sent several times; `iterationsOf` makes a plan for each time. */
  readonly repetition?: Repetition;
  /** Set by `# @if`, and by `# @disabled` with a condition: what must hold so that the request is sent. */
  readonly conditions?: readonly PlannedCondition[];
  /** Set by `# @until`: the request is sent again until its assert holds. */
  readonly until?: PlannedUntil;
  /** Which time of a repetition this is. */
  readonly turn?: LoopTurn;
  /** Why runs leave the request out, although nothing is wrong with it: it is switched off, or of another protocol. */
  readonly omission?: Omission;
  /** Set by `# @note`: what the user is asked before the request is sent; empty for a question without words of its own. */
  readonly note?: string;
  /** Set by `# @insecure`: the certificate of the server is not verified for this request. */
  readonly acceptsAnyCertificate?: boolean;
  /** The variables whose values the user enters before the request is sent (`# @prompt`). */
  readonly prompts?: readonly PlannedPrompt[];
  /** The requests that `# @ref` and `# @forceRef` name, which are sent before. */
  readonly references?: readonly Reference[];
  /** The request line asks for HTTP/2. */
  readonly asksForHttp2?: boolean;
  /** Set by `# @no-redirect`. */
  readonly staysAtUrl?: boolean;
  /** Set by `# @no-cookie-jar`: no cookies of the session are sent or kept. */
  readonly keepsNoCookies?: boolean;
  /** Set by `# @no-log`: the request is not kept in the history. */
  readonly isUnlogged?: boolean;
  /** Why the request is not sent, or only when the user confirms it. */
  readonly problems?: readonly PlanProblem[];
  /** Constructs of other tools that are not carried out; they are listed when the request is sent. */
  readonly leftOut?: readonly LeftOut[];
  /** The request changes something; on a protected endpoint, the user must confirm it. */
  readonly isUnsafe: boolean;
  /** The names of the requests whose responses the request refers to, also by the file's variables, and those of `# @ref`, once each. */
  readonly dependsOn?: readonly string[];
  /** What definitions behind the request take from its response. */
  readonly taken?: readonly TakenValue[];
  /** The lines with `??`, in order. */
  readonly asserts?: readonly PlannedAssert[];
  /** The scripts that run with the request, in order; they run where a sender has a box for them. */
  readonly scripts?: readonly PlannedScript[];
  /** The query parameters by which the operation returns its list in numbered pages. */
  readonly pages?: { readonly number: string; readonly size?: string; readonly usualSize?: number };
  /** What a caller needs: all of these; empty: nothing. Absent: it is not published. */
  readonly needs?: readonly RequestNeed[];
  /** What the documents say that the request will do, what it needs, and since when it exists. */
  readonly effects?: readonly Effect[];
  /** The actions of its body that destroy something; set where the body is known only when the request is sent. */
  readonly losingActions?: readonly LosingAction[];
}

/** An action of a body of lines that destroys something. */
export interface LosingAction {
  readonly name: string;
  /** What it destroys, for example `document`. */
  readonly noun: string;
  readonly provenance: Provenance;
}

/** A file for the response. */
interface PlannedOutput {
  readonly path: readonly Segment[];
  /** Replaces a file that exists (`>>!`). */
  readonly overwrites: boolean;
  /** The line in the file, counted from 0. */
  readonly line: number;
}

/** A variable whose value the user enters. */
export interface PlannedPrompt {
  readonly name: string;
  readonly description?: string;
  /** What is offered. */
  readonly default?: string;
  /** What can be chosen; absent for any text. */
  readonly choices?: readonly string[];
  /** What is entered is not shown. */
  readonly isSecret: boolean;
}

/** Why a request is left out of runs. */
interface Omission {
  /** Half a sentence: `it is switched off by # @disabled (line 3)`. */
  readonly reason: string;
  /** It can be sent when the user chooses it and confirms it. */
  readonly allowsSending: boolean;
}

/** One time of a request that is sent several times. It exists while the request is sent only, since it holds a value. */
export interface LoopTurn {
  /** Counts from 0. */
  readonly index: number;
  readonly count: number;
  /** The name of the variable of this time, and its value. */
  readonly variable?: {
    readonly name: string;
    readonly value: string;
    readonly isSecret: boolean;
    /** The private sources of the list. */
    readonly uses?: readonly PrivateUse[];
    /** The members of the value are variables by themselves: the columns of a row. */
    readonly hasColumns?: true;
  };
}

/** A line `?? status == 201` behind a request. */
export interface PlannedAssert {
  /** Without the question marks. */
  readonly text: string;
  /** The line in the file, counted from 0. */
  readonly line: number;
}

/** What must hold of a variable so that a request is sent. */
export interface PlannedCondition extends Omit<Condition, 'variableSpan'> {
  readonly directive: 'if' | 'disabled';
  /** The line in the file, counted from 0. */
  readonly line: number;
}

/** What a request is sent for again, until it holds. */
export interface PlannedUntil extends Until {
  /** The line in the file, counted from 0. */
  readonly line: number;
}

/** When a script runs: before its request is sent, or with the response. */
export type ScriptPhase = 'request' | 'response';

/** Whose objects a script uses: those of `> {% %}` and of files, or those of the blocks between `{{` and `}}`. */
export type ScriptLanguage = 'handler' | 'block';

/** A variable that gets its value from a script. */
export interface ScriptedVariable {
  readonly name: string;
  /** The line of the script, counted from 0. */
  readonly line: number;
  /** The imported file of the script. */
  readonly file?: string;
  /** The name of its request, if it has one. */
  readonly request?: string;
}

/** A script that runs with its request: its code, or the file of it. */
export interface PlannedScript {
  readonly phase: ScriptPhase;
  readonly language: ScriptLanguage;
  readonly code?: string;
  /** As written, relative to the request file. */
  readonly path?: string;
  /** Where the code or the path begins in the file, counted from 0. */
  readonly line: number;
  readonly column: number;
  /** It runs with each request of the file. */
  readonly isShared?: true;
}

/** What the service's documents say about a request before it is sent. */
export interface Effect {
  /** `loss`: something is destroyed, removed or replaced, and cannot be brought back by the service; the user is asked first. */
  readonly kind: 'loss' | 'consequence' | 'need' | 'deprecation' | 'version';
  /** One sentence, which may contain names of variables and never their values. */
  readonly message: string;
  /** Absent where nothing describes the request: only its method says it. */
  readonly provenance?: Provenance;
}
