// The types of `rulebook-http/engine`, which the package ships as they are here: this file imports nothing.

/** A position in a text. Both numbers count from 0; characters are UTF-16 code units, as in the Language Server Protocol. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A part of a text; `end` is the position behind its last character. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** How much a finding matters. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** What a text is, and how it is read. Every member is optional. */
export interface FileOptions {
  /**
   * The path of the file from the folder of its `rulebook.json`, with slashes. Its ending decides what the text is: `.md` and `.markdown`
   * are Markdown, `.json` and `.jsonc` the body of a request, as its name or the `bodies` of the configuration say; everything else, and no
   * path, is a request file. The file itself is never read.
   */
  readonly path?: string;
  /** The text of a `rulebook.json`: endpoints, severities of rules, bodies. Rulesets and descriptions that it names are not read. */
  readonly configuration?: string;
}

/** One result of a rule. */
export interface Finding {
  /** The id of the rule, for example `unknown-field`; its page is `docs/rules/<id>.md` of the package. */
  readonly rule: string;
  readonly severity: Severity;
  /** Sentences that say what is wrong, and often what to do; documented names are in backticks. */
  readonly message: string;
  /** Where it is in the text. */
  readonly range: Range;
  /** Where the fact is that the finding is about. */
  readonly source: Statement;
}

/** Where a fact is stated. */
export interface Statement {
  /** `syntax`: the finding is about the form of the text. */
  readonly kind: 'documented' | 'reference' | 'described' | 'house' | 'syntax';
  /** The document or the description; null for `syntax`. */
  readonly document: string | null;
  /** The section of the document; null when there is none. */
  readonly section: string | null;
  /** A page about the fact, where its source names one. */
  readonly link?: string;
}

/** The description of what is at a position. */
export interface Hover {
  /** Markdown. */
  readonly markdown: string;
  /** The part of the text that it describes. */
  readonly range: Range;
}

/** A replacement in a text. */
export interface TextChange {
  readonly range: Range;
  readonly newText: string;
}

/** One offer at a position. */
export interface Completion {
  readonly label: string;
  readonly kind: 'method' | 'path' | 'parameter' | 'header' | 'field' | 'value' | 'variable' | 'directive';
  /** Short text next to the label, for example `string · required`. */
  readonly detail?: string;
  /** What it inserts: the main change first, then changes elsewhere, such as a missing comma. They do not overlap. */
  readonly changes: readonly TextChange[];
  /** Whether the text of the main change is a snippet with tab stops (`$1`, `${2:name}`) rather than plain text. */
  readonly isSnippet: boolean;
  /** What is compared with the typed word. */
  readonly filterText: string;
  /** Offers are shown in the order of these texts. */
  readonly sortText: string;
}

/** How a text is laid out. */
export interface LayoutOptions extends FileOptions {
  /** Number of blanks in a step of indentation, from 1 to 16, or `'tab'`; 2 unless given. */
  readonly indent?: number | 'tab';
}

/** Which quick fixes are applied. */
export interface FixOptions extends FileOptions {
  /** Also those that may change the meaning of a request; false unless given. */
  readonly isUnsafe?: boolean;
}

/** A text after its quick fixes. */
export interface Fixed {
  readonly text: string;
  /** How many fixes were applied. */
  readonly count: number;
}

/** A request as it would be sent, with the names of its variables in place of their values. */
export interface Plan {
  /** What the request is called: its `@name`, its title, or method and path. */
  readonly label: string;
  /** The line of the request, counted from 0. */
  readonly line: number;
  readonly method: string;
  /** A URL, or a path that is appended to the base URL of the endpoint; variables as `{{name}}`. */
  readonly target: string;
  /** In the order of the text; variables as `{{name}}`. Rulebook adds no credential here. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The name of the endpoint; absent when none is known. */
  readonly endpoint?: string;
  /** The id of the service, for example `search-cluster`; absent when none is known. */
  readonly service?: string;
  /** The id of the operation, which `describe` takes; absent when none is known. */
  readonly operation?: string;
  /** The variables that need a value, each once. */
  readonly variables: readonly string[];
  /** The `@name`s of the requests whose responses it refers to, each once. */
  readonly dependsOn: readonly string[];
  /** Whether it changes something. */
  readonly isUnsafe: boolean;
  /** The number of findings that are errors. */
  readonly errors: number;
  /** Why it cannot be sent as it is written. */
  readonly problems: readonly string[];
  /**
   * What its caller needs: all of these; empty: nothing. Absent: it is not published, or neither the service nor the operation is known. Names hold
   * variables as `{{name}}`.
   */
  readonly needs?: readonly Need[];
  /** What the documents say that it does and needs. A `loss` cannot be brought back by the service. */
  readonly effects: readonly {
    readonly kind: 'loss' | 'consequence' | 'need' | 'deprecation' | 'version';
    readonly message: string;
  }[];
}

/** A right that the caller of a request needs. */
export interface Need {
  /**
   * `cluster`, `index`, `application`: a privilege of a search cluster. `permission`: of a fine-grained token or an app. `scope`: of a classic token.
   * `role`: what the user is, for example `admin of repository`.
   */
  readonly kind: 'cluster' | 'index' | 'application' | 'permission' | 'scope' | 'role';
  /** One of these is enough; the smallest comes first. */
  readonly anyOf: readonly string[];
  /** The access of a permission; each includes those before it. */
  readonly access?: 'read' | 'write' | 'admin';
  /** The action of the server behind the operation, where it is known. */
  readonly action?: string;
  /** What `on` names. `account`: what belongs to the user. */
  readonly target: 'cluster' | 'index' | 'repository' | 'organization' | 'account';
  /** The names that it is needed on, once each, for example `logs-*` or `octocat/hello-world`. Empty: the request names none. */
  readonly on: readonly string[];
  /** The remote cluster on which it is needed; empty for one whose name is not known. */
  readonly remote?: string;
  /** When it is needed, if not always: a clause behind "if". */
  readonly condition?: string;
  /** `incomplete`: a further right is needed, which the source does not name. `unclear`: it may be that one of those so marked is enough. */
  readonly certainty?: 'incomplete' | 'unclear';
  /** All of this as a sentence, Markdown. */
  readonly message: string;
  /** What states it. */
  readonly source: Statement;
}

/** A documented operation of a service. */
export interface Operation {
  /** `<service>.<area>.<verb>`, for example `search-cluster.api-key.create`. */
  readonly id: string;
  /** The id of its service. */
  readonly service: string;
  readonly title: string;
  readonly summary: string;
  /** One or several; each does the same. */
  readonly methods: readonly string[];
  /** The path with its parameters in braces, for example `/_snapshot/{repository}`. */
  readonly path: string;
  readonly isDeprecated: boolean;
  /** A request as a snippet with tab stops: the request line, and what the operation requires. */
  readonly snippet: string;
}

/** A rule of the engine. */
export interface RuleInfo {
  readonly id: string;
  readonly category: 'correctness' | 'security' | 'file-syntax' | 'style';
  /** Holds where neither the documents nor the configuration give another one. */
  readonly severity: Severity;
  /** What it reports, in one sentence. */
  readonly what: string;
}

/** A request that declares what is at an endpoint, with all values filled in. */
export interface DeclaredRequest {
  /** In capital letters. */
  readonly method: string;
  /** From the base URL of the endpoint, with its query; names in it are percent-encoded. */
  readonly path: string;
  readonly body?: string;
  /** What it is called where nothing else says which resource it is about; method and path unless given. */
  readonly label?: string;
  /** Values in it that are neither compared nor shown. A path that holds one is not read. */
  readonly secrets?: readonly string[];
}

/** What a reader has read: the response to `GET`, or why there is none, as the end of a sentence. */
export type ReadAnswer = { readonly status: number; readonly body: string } | { readonly problem: string };

/** Whose resources are compared. */
export interface CompareOptions {
  /** The id of the service: `search-cluster` or `code-hosting`. */
  readonly service: string;
}

/** A member that differs. A value that is absent is not there. */
export interface MemberDifference {
  readonly path: string;
  readonly declared?: unknown;
  readonly actual?: unknown;
}

/** A member that could not be compared, and why, as the end of a sentence. */
export interface UncomparedMember {
  /** Empty: all of it. */
  readonly path: string;
  readonly reason: string;
}

/** A resource that requests declare, compared with what the endpoint has. */
export interface ComparedResource {
  /** The path that it is known by, or the label of the request. */
  readonly resource: string;
  /** For example `snapshot repository`. */
  readonly noun?: string;
  /** `created`, `changed`, `deleted`: what sending the requests would do. `unknown`: it, or a part of it, could not be compared. */
  readonly state: 'created' | 'changed' | 'deleted' | 'unchanged' | 'unknown';
  /** The requests about it, counted from 0. */
  readonly requests: readonly number[];
  readonly changes: readonly MemberDifference[];
  readonly unknown: readonly UncomparedMember[];
  /** Why its state is not known, as the end of a sentence. */
  readonly reason?: string;
}

/** What requests declare, compared with what an endpoint has. */
export interface Comparison {
  readonly resources: readonly ComparedResource[];
  /** How many requests declare nothing, since they read, search or start something. */
  readonly others: number;
}

/** What an engine is made with. */
export interface EngineOptions {
  /**
   * Returns the text of a compiled description of the package by the name of its file without `.br`, for example `elasticsearch.json`:
   * `dist/descriptions/` of the package, decompressed with Brotli. It is called when the description is needed first. Undefined, or no
   * function: requests are checked by the documents alone.
   */
  readonly loadDescription?: (file: string) => string | undefined;
  /** Receives the id of a rule that threw an exception and was skipped, once for each rule, with the frames of its stack. */
  readonly onRuleFailure?: (rule: string, frames: string) => void;
}

/**
 * Checks and explains texts. All functions take text and return data, and all but `compareResources` are synchronous: no file is read, nothing is
 * sent, no clock is asked.
 * No text makes them throw; what cannot be read is a finding. A text of 1 MB is fine. The last texts are remembered, so that several
 * questions about one text cost one reading.
 */
export interface Engine {
  /** The rules, in alphabetical order. */
  readonly rules: readonly RuleInfo[];
  /** Returns the findings of a text in their order; none for a JSON file that is not the body of a known request. */
  check(text: string, options?: FileOptions): readonly Finding[];
  /** Returns what is wrong with the text of a `rulebook.json`. */
  checkConfiguration(text: string): readonly Finding[];
  /** Returns the description of what is at the position; undefined where nothing is known. A position outside is moved into the text. */
  hover(text: string, position: Position, options?: FileOptions): Hover | undefined;
  /** Returns the offers at the position, in the order in which they are shown. */
  complete(text: string, position: Position, options?: FileOptions): readonly Completion[];
  /** Returns the text laid out. Only white space changes; a request that cannot be read stays as it is, and so does Markdown. */
  format(text: string, options?: LayoutOptions): string;
  /** Applies the quick fixes that keep the meaning of the requests, until none is left. */
  fix(text: string, options?: FixOptions): Fixed;
  /** Returns a plan for each request of the text, in order. Values of variables, and credentials, are never part of it. */
  plan(text: string, options?: FileOptions): readonly Plan[];
  /** Returns the documented operations of the services, and with `loadDescription` those of the published descriptions. */
  operations(
    options?: Pick<FileOptions, 'configuration'>,
  ): readonly Pick<Operation, 'id' | 'title' | 'methods' | 'path'>[];
  /** Describes an operation; undefined for an unknown id. */
  describe(operation: string, options?: Pick<FileOptions, 'configuration'>): Operation | undefined;
  /**
   * Compares what requests declare, in their order, with what an endpoint has, as `rulebook plan` does. `read` sends `GET` to a path of the endpoint,
   * at most once to each, and returns the response with its whole body; whether it may, and with which credential, is the caller's to say. Rejects
   * with a `RangeError` for a service that there is not, and with what `read` rejects with.
   */
  compareResources(
    requests: readonly DeclaredRequest[],
    read: (path: string) => Promise<ReadAnswer>,
    options: CompareOptions,
  ): Promise<Comparison>;
}
