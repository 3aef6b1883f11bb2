import type { BodyAction, FormBody, Operation } from '@rulebook/catalogue/operation';
import type { Deployment, ServiceId, Severity, Version } from '@rulebook/catalogue/facts';
import type { HouseRule } from '@rulebook/catalogue/house';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { GivenRights } from '@rulebook/catalogue/need';
import type { AskedNames, KnownNames } from '@rulebook/catalogue/name-lists';
import type { Catalogue, Service } from '@rulebook/catalogue/service';
import type {
  Block,
  BodyAssociation,
  HeaderField,
  HeadVariable,
  PathSegment,
  QueryParameter,
  RequestSyntax,
  Token,
} from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import type { FormPart } from '@rulebook/request-file/syntax/bodies/form-body';
import type { Span } from '@rulebook/text/span';
import type { Authentication } from './authentication';
import type { BoundGraphql } from './bound-graphql';
import type { OperationMatch } from '@rulebook/paths/operation-match';
import type { Rehearsal } from './rehearsal';

/** An endpoint of `rulebook.json` or the settings, without its credential. */
export interface Endpoint {
  readonly name: string;
  /** `noService`: requests are sent there, and nothing more is known of them. */
  readonly service: ServiceId;
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string;
  readonly version?: Version;
  readonly deployment?: Deployment;
  /** Turns `X-Vendor-…` into `X-GitHub-…` for `github`; `vendor` keeps the documents' names. */
  readonly vendor?: string;
  /** Asks before requests that change something. */
  readonly protected?: boolean;
  /** Switches TLS verification off. */
  readonly insecure?: boolean;
  /** Files with authorities that are trusted for it; as written. */
  readonly ca?: readonly string[];
  /** Files with the certificate of the client and its key; as written. */
  readonly clientCertificate?: { readonly certificate: string; readonly key: string };
  /** The URL of its proxy without a credential, or `none`. */
  readonly proxy?: string;
  /** The file with the rights of its credential, as written: a path in the folder of `rulebook.json`. */
  readonly rights?: string;
  /** The request files that are sent with its credential, in the same form. */
  readonly rightsOf?: readonly string[];
  /** The file with the schema of its GraphQL, as written: a path in the folder of `rulebook.json`. */
  readonly graphql?: string;
  /** In seconds. */
  readonly timeout?: number;
  /** How often a reading request is sent again. */
  readonly retries?: number;
  /** How requests prove who sends them. Absent: as the service says. */
  readonly authentication?: Authentication;
  /** The endpoint is not configured but one of the sandbox's, which are the defaults. */
  readonly isBuiltIn?: boolean;
  /** The header fields of all requests to it, by their names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** HTTP/2 is offered to the server. */
  readonly http2?: boolean;
  /** Whether it is asked for names while a user writes. Absent: unless it is protected, or its service counts requests. */
  readonly liveNames?: boolean;
  /** The folder whose `rulebook.json` or settings define it: whoever wrote that folder decides where it leads. Absent: the user or this machine does. */
  readonly folder?: string;
}

/** What stands for the service of an endpoint that has none. */
export const noService: ServiceId = '';

/** The context in which a file is checked. The same object (by identity) means the same context. */
export interface CheckContext {
  readonly endpoints: readonly Endpoint[];
  /** The endpoint of each service for requests that name none. */
  readonly defaults: Readonly<Record<ServiceId, string | undefined>>;
  /**
   * The services whose endpoint someone has chosen, what counts most first: where several services have a path, it belongs to the only one of the
   * first group with any of them.
   */
  readonly chosenServices?: readonly (readonly ServiceId[])[];
  /**
   * The services for which the configuration has an endpoint, where requests go to a sandbox in its place: a path that another service has as well is
   * theirs, as it would be at that endpoint.
   */
  readonly replacedServices?: readonly ServiceId[];
  /** What servers are taken for, by their services. */
  readonly rehearsals?: ReadonlyMap<ServiceId, Rehearsal>;
  /** Services of `rulebook.json` in addition to those of the engine. The same array (by identity) means the same services. */
  readonly services?: readonly Service[];
  /** The rules of the team's own rulesets. */
  readonly houseRules?: readonly HouseRule[];
  /** The rights that are given, by the names of endpoints; `*` for all others. */
  readonly rights?: ReadonlyMap<string, GivenRights>;
  /** The names that endpoints have listed; absent where none are asked. The same object (by identity) means the same names. */
  readonly liveNames?: LiveNames;
  /** Returns the state of a file that the checked file includes as a body, or undefined while it is not read; absent where there are no files. */
  readonly include?: (included: Inclusion) => IncludedBody | undefined;
  /** The names that the file has from elsewhere; absent while they are not known. The same object (by identity) means the same names. */
  readonly outsideNames?: OutsideNames;
}

/** The names that endpoints have listed. */
export interface LiveNames {
  /**
   * Returns what is known of a list; undefined while nothing is. Whoever looks it up wants it to be known: `check` for a finding, which can wait;
   * `show` for a user who waits.
   */
  readonly of: (endpoint: Endpoint, asked: AskedNames, why: 'check' | 'show') => KnownNames | undefined;
}

/** The names that a file has from elsewhere: from environments, from the files that it imports, and from what is entered. */
export interface OutsideNames {
  readonly variables: ReadonlySet<string>;
  /**
   * Returns where an environment gives another value to a variable that the file defines, in words, if the files next to it are those of tools
   * that do not agree on which of both counts. Absent: there are no such tools.
   */
  readonly otherValueOf?: (name: string, value: string) => string | undefined;
  /** The names of requests of imported files. */
  readonly requests: ReadonlySet<string>;
  /**
   * Whether these are all. Otherwise a name that is not among them may be defined nevertheless: no environment is chosen, an imported file cannot
   * be read, or a script may define it.
   */
  readonly isComplete: boolean;
  /** The names of all imported files are among these. */
  readonly hasImports?: boolean;
  /** The imported file that defines a name, as it is shown. */
  readonly importedFrom?: ReadonlyMap<string, string>;
  /** What is known of the files that it imports. */
  readonly imported?: ImportedFacts;
}

/** What a file should know of the files that it imports. */
export interface ImportedFacts {
  /** By path as written, the files that import each other in a circle: the names of the files, the first one again at the end. */
  readonly circles: ReadonlyMap<string, readonly string[]>;
  /** By the name that a comment `# @name` gives, the file with the request that is taken. */
  readonly requests: ReadonlyMap<string, string>;
  /** By path as written, names of requests that other files had before. */
  readonly repeated: ReadonlyMap<string, readonly RepeatedName[]>;
}

/** A request name that two imported files have. */
export interface RepeatedName {
  readonly name: string;
  readonly file: string;
  /** The file whose request is taken. */
  readonly taken: string;
}

/** The inclusion of a file as a request's body: `< ./body.json`. */
export interface Inclusion {
  /** As written, without variables. */
  readonly path: string;
  /** Where the path is in its block. */
  readonly span: Span;
  /** What the file is the body of. */
  readonly association: BodyAssociation;
  readonly need: FileNeed;
}

/** What must be known of a file: `presence`: that it is there; `body`: what is wrong with it as a body; `requests`: which requests it has; `rows`: the columns of its rows, for each of which the request is sent; `script`: its text, whose script gives values to variables. */
type FileNeed = 'presence' | 'body' | 'requests' | 'rows' | 'script';

/** The state of an included file. */
export type IncludedBody =
  /** The file cannot be read; `cause` is a part of a sentence: "there is no such file". */
  | { readonly kind: 'unreadable'; readonly cause: string }
  | {
      readonly kind: 'read';
      readonly location: string;
      readonly problems: readonly IncludedProblem[];
      /** Returns the requests of the file; present where that is needed. */
      readonly requests?: () => RequestsOfFile;
      /** The text of a script, in which the names of variables are; present where that is needed. */
      readonly script?: string;
      /** Returns the columns of a file of rows, or why they cannot be read, as a part of a sentence; present where that is needed. */
      readonly columns?: () => ReadonlySet<string> | string;
    };

/** The requests of a file. */
export interface RequestsOfFile {
  readonly bindings: readonly Binding[];
  /** Whether these are all that it sends: it neither imports nor sends other files, and each of its requests was understood. */
  readonly areAll: boolean;
}

/** A finding in an included file. */
export interface IncludedProblem {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** Counts from the start of the included file. */
  readonly span: Span;
  /** Zero-based. */
  readonly line: number;
}

/** A path parameter, query parameter or header field that the catalogue knows. */
export interface BoundParameter {
  /** `form`: a field of a form `a=b&c=d`; `part`: one of a multipart body; `text`: a body of text. */
  readonly kind: 'path' | 'query' | 'header' | 'cookie' | 'form' | 'part' | 'text';
  readonly field: Field;
  readonly nameSpan: Span;
  /** The span of the value; empty and behind the name when there is none. */
  readonly span: Span;
  readonly text: string;
  readonly hasValue: boolean;
  /** The value contains a variable and is unknown. */
  readonly hasPlaceholder: boolean;
  /** The value is what was sent, whatever it looks like. */
  readonly isSent?: true;
}

/** A JSON value and the documented element that it is. */
export interface BoundValue {
  /** The shape that fits the JSON type; the declared one when none fits. */
  readonly shape: Shape;
  /** What the catalogue allows here. */
  readonly declared: Shape;
  /** Set for a member of an object. */
  readonly field?: Field;
  /** The key as written; the index for an array item; empty for the root. */
  readonly name: string;
  readonly node: JsonNode;
  readonly keyNode?: JsonNode;
  readonly span: Span;
  /** The span that represents the value as a whole: its key, or the opening bracket. */
  readonly anchor: Span;
  readonly parent?: BoundValue;
  /** Members of an object in order, unknown ones included. */
  readonly members: readonly BoundMember[];
  readonly items: readonly BoundValue[];
  /** The same value by each shape that holds in addition, because of its form. */
  readonly also: readonly BoundValue[];
  /** For one of those: the value itself. */
  readonly original?: BoundValue;
  /** The value is a variable, or its text contains one. */
  readonly isOpaque: boolean;
  /** The JSON type fits none of the declared shapes. */
  readonly isMismatch: boolean;
  /** The number of objects above it inside the body. */
  readonly depth: number;
}

export interface BoundMember {
  readonly key: string;
  readonly keySpan: Span;
  /** Key, colon and value. */
  readonly span: Span;
  /** The key contains a variable. */
  readonly isOpaque: boolean;
  /** Absent for a key that the shape does not know. */
  readonly value?: BoundValue;
  readonly field?: Field;
}

/** A parameter that is described as JSON, by `content` of OpenAPI. */
export interface JsonParameter {
  readonly parameter: BoundParameter;
  /** Its value, with its places in the block; absent where the text is not JSON. */
  readonly value?: BoundValue;
}

/** A block, and the documented elements of its parts. */
export interface Binding {
  readonly block: Block;
  readonly request: RequestSyntax;
  /** The method in capitals; `GET` when the request line has none. */
  readonly method: string;
  readonly endpoint?: Endpoint;
  /** The endpoint that the request names by `# @endpoint`, or its file; there may be none of this name. */
  readonly namedEndpoint?: string;
  readonly destination: Destination;
  /** The vendor whose names header fields and media types have: that of the endpoint, or the one whose public host the request names. */
  readonly vendor?: string;
  readonly service?: Service;
  /** The path alone says nothing of the service: it is the only one with an endpoint. */
  readonly isOnlyService?: true;
  /** The endpoints to which it may go, where services of several have the path and nothing says which is meant; `endpoint` is absent then. */
  readonly rivals?: readonly Endpoint[];
  /** The chosen endpoint, where the path is only that of another product like it, to whose endpoint the request goes. */
  readonly passedOver?: Endpoint;
  readonly match: OperationMatch;
  /** The operation that the parts below are bound to: the matched one, also by a former path. */
  readonly operation?: Operation;
  /** The segments behind the base URL. */
  readonly segments: readonly PathSegment[];
  readonly path: readonly BoundParameter[];
  readonly query: readonly BoundParameter[];
  readonly unknownQuery: readonly QueryParameter[];
  readonly headers: readonly BoundParameter[];
  readonly unknownHeaders: readonly HeaderField[];
  /** The cookies of the request that the operation names; those that several requests share have the span of the request line. */
  readonly cookies: readonly BoundParameter[];
  /** The lines of the head that are variables whose values cannot be there, as far as the file defines them. */
  readonly strayVariables?: readonly HeadVariable[];
  readonly body?: BoundValue;
  /** The lines of a newline-delimited body, each with its part; `body` is absent then. */
  readonly lines?: readonly BoundLine[];
  /** The fields of a form; `body` is absent then. */
  readonly form?: BoundForm;
  /** The body that is described as a text; `body` is absent then. */
  readonly text?: BoundParameter;
  /** The parameters that are described as JSON. */
  readonly jsonParameters?: readonly JsonParameter[];
  /** The recorded response's body, bound to the documented shape of its status. */
  readonly responseBody?: BoundValue;
  /** The document of GraphQL in the body. */
  readonly graphql?: BoundGraphql;
  /** Returns what reads queries in bodies; absent where they are not read. */
  readonly queries?: Catalogue['queries'] | undefined;
  /** The operations of the JSON Schemas of the bodies, or what stands for the variables of a GraphQL document, in place of those of `operation`. */
  readonly schemas?: { readonly request?: Operation | undefined; readonly response?: Operation | undefined };
  /** Version and deployment that apply to this request; absent when unknown. */
  /** The version of the interface that it is taken to select. */
  readonly selects?: string;
  readonly version?: Version;
  readonly deployment?: Deployment;
}

/** The body of a form, and the documented elements of its fields. */
export interface BoundForm {
  readonly mediaType: FormBody['mediaType'];
  readonly shape: ObjectShape;
  readonly writtenForms?: FormBody['writtenForms'];
  readonly span: Span;
  /** All fields in order. */
  readonly parts: readonly FormPart[];
  readonly bound: readonly BoundParameter[];
  readonly unknown: readonly FormPart[];
}

/** A line of a newline-delimited body. */
export interface BoundLine {
  /** `stray`: an action was expected, and this line is something else. `line`: the lines repeat a pattern. */
  readonly part: 'action' | 'document' | 'stray' | 'line';
  /** Of lines that repeat a pattern: which line of the pattern it is. */
  readonly turn?: number;
  /** The action of the line, or the one that the document belongs to. */
  readonly action?: BodyAction;
  readonly node: JsonNode;
  /** Absent when the line has no documented content. */
  readonly value?: BoundValue;
}

/** Returns the object shape behind a value, or undefined for any other. */
export function objectShapeOf(value: BoundValue): ObjectShape | undefined {
  return value.shape.type === 'object' && !value.isMismatch ? value.shape : undefined;
}

/** Returns the member with this key. */
export function memberOf(value: BoundValue, key: string): BoundMember | undefined {
  return value.members.find((member) => member.key === key);
}

/** Returns the header field with this name, in any spelling. */
export function headerOf(request: Pick<RequestSyntax, 'headers'>, name: string): HeaderField | undefined {
  const wanted = name.toLowerCase();
  for (const header of request.headers) {
    const { text } = header.name;
    if (text.length === wanted.length && text.toLowerCase() === wanted) return header;
  }
  return undefined;
}

/** Returns the value of a directive such as `# @endpoint name`. */
export function directiveOf(block: Block, name: string): Token | undefined {
  for (const directive of block.directives) if (directive.name.text === name) return directive.value;
  return undefined;
}

/** Where a request goes, as far as the file defines it. */
export type Destination =
  /** To the endpoint of the service; `prefix` are the segments in the value of a variable in front of the path. */
  | { readonly kind: 'path'; readonly prefix: readonly PathSegment[] }
  /** To this URL, to which the path is appended. */
  | {
      readonly kind: 'url';
      readonly base: string;
      readonly written: Token;
      readonly prefix: readonly PathSegment[];
      /** The scheme, when it is not written but derived from the host. */
      readonly scheme?: string;
    }
  /** Unknown until the request is sent: the file does not define the variables of the host. */
  | { readonly kind: 'open'; readonly written: Token };
