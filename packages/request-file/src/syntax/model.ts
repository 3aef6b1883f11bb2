import type { Piece } from '@rulebook/text/structures/sequence';
import type { Span } from '@rulebook/text/span';
import type { OtherKind } from './constructs';
import type { CurlCommand } from './curl/read-curl-command';
import type { JsonNode } from '@rulebook/json/json-node';
import type { JsonProblem } from '@rulebook/json/json-problems';
import type { TreeNode } from '@rulebook/json/tree-node';

/** The part of a request file that belongs to one request; kept as text and parsed on demand. The joined texts of a file's blocks are the file, but for indentation in Markdown. */
export interface BlockText extends Piece {
  readonly text: string;
  /** How far behind its end the text decides where it ends, in UTF-16 code units: a construct may be closed there. Absent for most. */
  readonly ahead?: number;
  /** Set for a part of a Markdown file that holds no requests. */
  readonly isProse?: true;
  /** Set for a command of a script, which was read when the script was split. */
  readonly command?: { readonly span: Span; readonly request: CurlCommand };
  /** Set for a block of a Markdown file that is indented there; its text is without the indentation. */
  readonly indented?: Indentation;
}

/** What was removed from the starts of the lines of a block. */
interface Indentation {
  /** The block as it is in the file. */
  readonly source: string;
  /** The number of characters that were removed from each line. */
  readonly columns: readonly number[];
  /** What is before the first line, for lines that are inserted. */
  readonly indent: string;
}

/** A word of the source with its span. */
export interface Token {
  readonly text: string;
  readonly span: Span;
}

/** A reference `{{name}}` to a variable. */
export interface Placeholder {
  /** The name without braces and blanks; empty in `{{}}`. System variables begin with `$`. */
  readonly name: string;
  readonly span: Span;
}

/** A comment directive such as `# @name create-key`. */
export interface Directive {
  /** The word behind `@`, for example `name`, `endpoint`, `target`, `deployment`. */
  readonly name: Token;
  readonly value?: Token;
  readonly span: Span;
}

/** A comment `# rulebook-ignore rule-id …`; it applies to the next line that is not a comment. */
export interface Suppression {
  readonly rules: readonly Token[];
  /** The span of the line to which it applies, up to its line end. */
  readonly target: Span;
  readonly span: Span;
}

/** A definition `@name = value`. */
export interface VariableDefinition {
  readonly name: Token;
  readonly value: Token;
  readonly span: Span;
}

/** One segment of a path, without its slashes. Empty text for `//` and for a trailing slash. */
export interface PathSegment extends Token {
  /** Whether the segment holds a `{{variable}}`. */
  readonly hasPlaceholder: boolean;
}

export interface QueryParameter {
  readonly name: Token;
  /** Absent for a parameter without `=`. */
  readonly value?: Token;
  readonly hasPlaceholder: boolean;
  readonly span: Span;
}

export interface RequestTarget {
  /** The whole target, continuation lines included. */
  readonly span: Span;
  /** Scheme and authority (`https://host:1`), an authority alone (`localhost:9200`), or leading `{{variables}}`; absent for `/path` and `path`. */
  readonly origin?: Token;
  readonly originHasPlaceholder: boolean;
  /** From the first slash behind the origin to the query; its text keeps the variables. */
  readonly path: Token;
  readonly segments: readonly PathSegment[];
  readonly query: readonly QueryParameter[];
  /** The first word may be a host or the first segment of a path. The target is read as a path, and the request is not sent. */
  readonly isAmbiguous?: boolean;
}

export interface HeaderField {
  readonly name: Token;
  readonly value: Token;
  readonly hasPlaceholder: boolean;
  readonly span: Span;
}

/** A line of a head that is a variable alone: its value decides whether it is a header field. */
export interface HeadVariable {
  /** What is between the braces, without blanks. */
  readonly name: string;
  /** From the opening to the closing braces. */
  readonly span: Span;
  /** Nothing but the end of the head follows, and no body: the value may be the body. */
  readonly isLast: boolean;
}

/** A JSON text in a block; in its values, underscores are in place of placeholders. */
export interface JsonBody {
  readonly kind: 'json';
  readonly span: Span;
  /** The top-level values in order: one for a JSON body, several for newline-delimited JSON; none for an empty or unreadable one. */
  readonly values: readonly JsonNode[];
  /** The trees of the values; detached in a large body, so that a body parsed after an edit can share their nodes. */
  readonly trees: readonly TreeNode[];
  /** Whether the body is newline-delimited JSON: one value per line. */
  readonly isLines?: boolean;
  readonly problems: readonly SyntaxProblem[];
  /** Whether the source holds comments or `\"\"\"` strings and must be rewritten before it is sent. */
  readonly isRelaxed: boolean;
  /** Where comments and `\"\"\"` strings begin. */
  readonly relaxations: readonly number[];
  /** At most so many objects and arrays are in each other. */
  readonly depth: number;
  /** The number of comments; absent where they were not counted. */
  readonly comments?: number;
}

export interface TextBody {
  readonly kind: 'text';
  readonly span: Span;
  /** Lines that insert the content of a file; absent when there are none. */
  readonly files?: readonly IncludedFile[];
}

/** A line `< ./file`, or `<@ ./file`, which also fills in the variables of the file. */
export interface IncludedFile {
  /** The line without its end. */
  readonly span: Span;
  readonly path: Token;
  readonly fillsVariables: boolean;
  /** The encoding behind `<@`, for example `latin1`. */
  readonly encoding?: string;
}

/** A GraphQL document, and the values of its variables as JSON below it. */
export interface GraphqlBody {
  readonly kind: 'graphql';
  readonly span: Span;
  readonly query: Span;
  readonly variables?: Span;
  /** The same as JSON. */
  readonly values?: JsonBody;
  /** The fragments that are in front of the request and belong to the document. */
  readonly fragments?: readonly Span[];
  /** The name of the operation that is executed: of several, the first one with a name. */
  readonly operation?: Token;
  /** Set when the document is in a file. */
  readonly file?: IncludedFile;
}

/** A body taken from a file: `< ./file.json`; `<@` also fills in the variables of the file. */
interface FileBody extends IncludedFile {
  readonly kind: 'file';
}

export type Body = JsonBody | TextBody | FileBody | GraphqlBody;

export interface RequestSyntax {
  /** `console`: the body follows the head directly; `classic`: after a blank line. A request without a body is classic. */
  readonly form: 'classic' | 'console';
  /** Absent when the line starts with the target; the method is then GET. */
  readonly method?: Token;
  readonly target: RequestTarget;
  readonly httpVersion?: Token;
  readonly headers: readonly HeaderField[];
  /** The lines `{{name}}` among the header fields; absent when there are none. */
  readonly headVariables?: readonly HeadVariable[];
  readonly body?: Body;
  /** The request line with its continuation lines. */
  readonly lineSpan: Span;
  readonly span: Span;
}

/** A recorded response `HTTP/1.1 200 OK` below a request: documentation, never sent. */
export interface ResponseSyntax {
  readonly status: Token;
  readonly headers: readonly HeaderField[];
  readonly body?: Body;
  readonly span: Span;
}

/** A line `?? status == 201`, which is evaluated when the response is there. */
export interface AssertLine {
  /** What is behind the question marks; empty while it is being typed. */
  readonly assert: Token;
  /** The line without its end. */
  readonly span: Span;
}

type SyntaxProblemCode =
  | 'malformed-json'
  | 'malformed-header'
  | 'malformed-request-line'
  | 'malformed-directive'
  | 'oversized-block'
  /** A line that does not belong to a request. */
  | 'stray-line';

/** Kinds of constructs that came from other tools; a reference is a directive. */
export type UnsupportedKind = OtherKind | 'reference';

/** A construct of another tool that Rulebook does not carry out. */
export interface UnsupportedConstruct {
  readonly kind: UnsupportedKind;
  /** From the first to the last character of the construct. */
  readonly span: Span;
}

/** A line `import x.http`, or a comment `# @import ./x.http`. */
export interface ImportLine {
  /** As written, relative to the file. */
  readonly path: Token;
  readonly span: Span;
}

/** A line `run #name (@v=1)` or `run file.http`, which sends requests that are elsewhere. */
export interface RunLine {
  /** The file whose requests are sent. */
  readonly path?: Token;
  /** The name of the request that is sent. */
  readonly request?: Token;
  /** The values of variables for these requests alone. */
  readonly assignments: readonly VariableDefinition[];
  readonly span: Span;
}

/** A comment `# @prompt name text`: a variable whose value the user enters before the request is sent. */
export interface Prompt {
  readonly name: Token;
  readonly description?: Token;
  /** What can be entered, from `[a, b]` behind the description. */
  readonly choices?: readonly Token[];
  /** What is offered, from `[a]` behind the description. */
  readonly default?: Token;
  /** What is entered is not shown. */
  readonly isSecret: boolean;
  readonly span: Span;
}

/** A script of another tool. It is read here, and runs with its request when that is sent. */
export interface Script {
  readonly kind: 'request-script' | 'response-script' | 'inline-script';
  /** From its first to its last line. */
  readonly span: Span;
  /** What is between the brackets; absent for a file. */
  readonly code?: Span;
  /** The file that holds it. */
  readonly path?: Token;
  /** When it runs, where a block says so: `{{@response`. */
  readonly event?: string;
  /** Its first line says so: `-- lua`. */
  readonly isLua?: true;
  /** It runs with every request of the file: `{{+`. */
  readonly isShared?: true;
  /** The variables to which it gives values, as far as their names are in it. */
  readonly names: readonly Token[];
  /** It may give values to further variables, whose names are not in it. */
  readonly isOpen: boolean;
}

/** A line `>> file` or `>>! file`, which names a file for the response. */
export interface OutputLine {
  readonly path: Token;
  /** Replaces a file that exists (`>>!`). */
  readonly overwrites: boolean;
  readonly span: Span;
}

/** A line `<> file`, which names the file of an earlier response. */
export interface EarlierResponseLine {
  readonly path: Token;
  readonly span: Span;
}

/** What other tools write around a request, each in the order of the text. */
export interface OtherParts {
  readonly imports: readonly ImportLine[];
  readonly runs: readonly RunLine[];
  readonly prompts: readonly Prompt[];
  readonly scripts: readonly Script[];
  readonly outputs: readonly OutputLine[];
  readonly earlier: readonly EarlierResponseLine[];
}

/** Something other than an HTTP request, for example a `curl` command. */
export interface OtherRequest {
  /** One sentence that says why it is not sent. */
  readonly reason: string;
  /** A request of a protocol that Rulebook does not speak; runs leave it out. Absent for what is a mistake, or for another program. */
  readonly isOtherProtocol?: boolean;
  /** What a `curl` command sends; absent when it is not understood, and for everything else. */
  readonly curl?: CurlCommand;
  /** Its first line. */
  readonly line: Token;
  readonly span: Span;
}

export interface SyntaxProblem extends Omit<JsonProblem, 'code'> {
  readonly code: SyntaxProblemCode;
  /** Texts of which each, inserted at the start of the span, resolves the problem. */
  readonly insertions?: readonly string[];
  /** What is probably meant in place of the span; the empty text for a span that should not be there. */
  readonly meant?: string;
}

/** A parsed block. All spans count from the block's start. */
export interface Block extends OtherParts {
  readonly text: string;
  /** Set for a request that was sent: nothing in it stands for something else, as a variable or a placeholder does in a file. */
  readonly isSent?: true;
  /** Set for a part of a Markdown file that holds no requests: it has nothing but its text. */
  readonly isProse?: true;
  /** Set for the lines of a command in a script of a shell, which is judged but not sent. */
  readonly isCommand?: true;
  /** The words behind `###`. */
  readonly title?: Token;
  readonly directives: readonly Directive[];
  readonly suppressions: readonly Suppression[];
  readonly variables: readonly VariableDefinition[];
  /** Every `{{name}}` of the block, in order. */
  readonly placeholders: readonly Placeholder[];
  readonly comments: readonly Span[];
  /** Absent in a block that only defines variables or holds comments. */
  readonly request?: RequestSyntax;
  readonly response?: ResponseSyntax;
  /** The asserts of the request, in the order of the text. */
  readonly asserts: readonly AssertLine[];
  /** Constructs of other tools that Rulebook does not carry out, in the order of the text. */
  readonly unsupported: readonly UnsupportedConstruct[];
  /** Set instead of `request` when the block holds something other than an HTTP request. */
  readonly otherRequest?: OtherRequest;
  readonly problems: readonly SyntaxProblem[];
  /** Set when the block represents a JSON file: the request of which the file is the body. */
  readonly association?: BodyAssociation;
}

/** Says which request a JSON file is the body of, and which part of that body. */
export interface BodyAssociation {
  readonly method: string;
  /** Path and query as in a request line, for example `/_security/api_key`. */
  readonly target: string;
  /** A JSON pointer to the part of the body that the file holds; empty for the whole body. `*` stands for any key. */
  readonly at: string;
  /** The name of the file alone says it, which another service may use for something else. */
  readonly isByName?: true;
  /** The file is not the request's body but its response: status line, header fields and body. */
  readonly isAnswer?: boolean;
  /** The file may hold one JSON value a line, by its name or the request's media type, where its path does not say so. */
  readonly mayBeLines?: boolean;
  /** The file is a document of GraphQL. */
  readonly isGraphql?: true;
  /** The id of the operation, when it is known and the path alone might not say it. */
  readonly operation?: string;
  /** What the request's directives say, for example `{ "target": "8.12.0" }`. */
  readonly directives?: Readonly<Record<string, string>>;
}
