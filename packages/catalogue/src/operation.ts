import type { ServiceId, Provenance, Fact, Note, Remark } from './facts';
import type { Shape, Field, ObjectShape } from './shape';
import type { Need } from './need';
import type { ResourceEffect } from './resource-life';
import type { WrittenForm } from './written-parameter';

/** What a request carries in its body. */
export interface RequestBody {
  /** The JSON value; of a body of lines, a value of a line. */
  readonly shape: Shape;
  /** Where a description has the body, only the languages of texts are added to it. */
  readonly isForLanguages?: true;
  /** Whether a request without a body is an error; an object states a weaker note. With the parameter `unlessQuery`, none is needed. */
  readonly required?: boolean | (Note & { readonly unlessQuery?: string });
  /** The service is known to accept `null` instead of a body. */
  readonly isNullable?: boolean;
  /** What the service makes of text behind the JSON value, which it does not read. */
  readonly textBehind?: Remark;
  readonly provenance: Provenance;
  /** Set for newline-delimited JSON. `shape` then describes an action line, and these are the actions. */
  readonly actions?: readonly BodyAction[];
  /** Set for newline-delimited JSON whose lines repeat a pattern: the shapes of its lines, for example a header and a body. */
  readonly lines?: readonly Shape[];
  /** The bodies of forms that are accepted, by media type. */
  readonly forms?: readonly FormBody[];
  /** A body of `text/plain`, where it has limits. */
  readonly text?: Field | undefined;
  /** The accepted media types, the preferred one first. Absent: JSON, or lines of it. */
  readonly mediaTypes?: readonly string[];
}

/** A body of the fields of a form. */
export interface FormBody {
  readonly mediaType: 'application/x-www-form-urlencoded' | 'multipart/form-data';
  readonly shape: ObjectShape;
  /** How lists and objects are written, by the names of the fields, where it is not the usual way: a list as a field for each item, an object as JSON. */
  readonly writtenForms?: Readonly<Record<string, WrittenForm>> | undefined;
}

/** A request or response that the description shows for an operation. */
export interface OperationExample {
  readonly title: string;
  /** The key of the example in the description, by which a caller can ask for it. */
  readonly name?: string;
  /** The path and query. Absent: the operation's own path. */
  readonly target?: string;
  /** The body: a JSON value, or the text of a body of another form. */
  readonly body?: { readonly value: unknown } | { readonly text: string };
  /** Of a response. */
  readonly status?: number;
  /** Of a text in the body: its media type. Absent for JSON. */
  readonly mediaType?: string;
}

/** An action in a body of lines. Its name is the only key of its line. */
export interface BodyAction {
  readonly name: string;
  /** The content of the line below the action. Absent: no second line follows. */
  readonly document?: Shape;
  /** What it destroys: what each such action is about, and where that is. */
  readonly loss?: { readonly noun: string; readonly provenance: Provenance };
  /** What each such action needs on the index that it names. */
  readonly need?: Need;
}

/** A documented response. */
export interface ResponseSpec {
  /** Of a described response that holds for other statuses too: the first one, for example 400 for `4XX`; 0 for all others. */
  readonly status: number;
  /** The last status that it holds for. Absent: only `status`. */
  readonly lastStatus?: number;
  readonly summary: string;
  readonly shape?: Shape;
  /** The media types of its body, the preferred one first. Absent: JSON. */
  readonly mediaTypes?: readonly string[];
  /** How its value is written as XML, where that is described and simple. */
  readonly xml?: XmlForm;
  readonly headers?: readonly Field[];
  readonly links?: readonly ResponseLink[];
  readonly provenance: Provenance;
}

/** How a value is written as XML. */
export interface XmlForm {
  /** The element, or the attribute. */
  readonly name?: string | undefined;
  readonly isAttribute?: true;
  /** Of a list: an element is around its items. */
  readonly isWrapped?: true;
  readonly members?: Readonly<Record<string, XmlForm>>;
  readonly items?: XmlForm;
}

/** How a value of a response leads to another operation. */
export interface ResponseLink {
  /** The id of the operation, without the service. */
  readonly operation: string;
  /** Expressions such as `$response.body#/id`, by parameter. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A request that the service sends to a URL which a request named, or that a subscriber has entered. */
export interface SentRequest {
  /** Where it goes: a URL with expressions in braces, such as `{$request.body#/callbackUrl}`. */
  readonly url: string;
  readonly method: string;
  readonly shape?: Shape;
}

/** A request that the service sends of its own accord, to receivers that are registered. */
export interface Webhook {
  /** The key in the description, such as `order.created`. */
  readonly name: string;
  readonly method: string;
  /** The body. */
  readonly shape?: Shape;
  /** Bodies that the description shows. */
  readonly examples?: readonly unknown[];
}

/** Something that a request destroys, removes or replaces, and that the service cannot bring back. */
export interface Loss {
  /** A sentence in which `{what}` stands for what is lost, and `{name}` for the path parameter of this name. */
  readonly message: string;
  readonly what?: LostThing;
  readonly provenance: Provenance;
}

/** What is lost: its name is in the path or in the body. */
export interface LostThing {
  /** With the article, for example `the index`. */
  readonly one: string;
  /** Without an article, for example `indices`. */
  readonly several: string;
  /** The path parameter with the name. */
  readonly parameter?: string;
  /** A comma is a part of the name: the service takes no list here. */
  readonly isWithoutLists?: true;
  /** The members of the body that say which ones are lost. */
  readonly members?: readonly string[];
}

/** A path that is no longer, or never was, the documented one. */
export interface FormerPath extends Note {
  /** A template with the same parameters as the operation's own. */
  readonly template: string;
}

/** How the official client of a service calls an operation. */
export interface ClientCall {
  /** The method with its namespace, derived from the name of the operation: `repos.createWebhook`. */
  readonly method: string;
  /** What the client calls parameters of the path that have another name there. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Parameters of other paths of the operation: with one of them, the client would choose another path. */
  readonly otherParameters?: readonly string[];
  /** The parameter that takes the whole body. Absent: each member of the body is a parameter. */
  readonly body?: string;
}

/** A query parameter with what must be there with it, or must not; without either, it is not for this operation. */
export interface QueryRelation extends Note {
  readonly name: string;
  /** The values that it concerns, as the source of a regular expression. Absent: all. */
  readonly pattern?: string;
  readonly requires?: { readonly name: string; readonly pattern?: string };
  readonly excludes?: { readonly name: string; readonly pattern?: string };
  /** It holds only for servers that are known to behave so; with `isWithout`, for those that are known not to. */
  readonly behaviour?: string;
  readonly isWithout?: true;
  /** Servers that take it do the same without it. */
  readonly isNeedless?: true;
}

/** One documented operation, for all its equivalent methods. */
export interface Operation extends Fact {
  /** A stable id such as `code-hosting.hooks.update`. */
  readonly id: string;
  readonly service: ServiceId;
  /** What it does, as a title: "Update a repository webhook". */
  readonly title: string;
  readonly methods: readonly string[];
  /** `/repos/{owner}/{repo}/hooks/{hook_id}`; every `{name}` has a path parameter. A segment may have several: `{base}...{head}`. */
  readonly path: string;
  /** Path parameters whose values may contain slashes. */
  readonly slashParameters?: readonly string[];
  /** The groups that the description puts it into. */
  readonly tags?: readonly string[];
  /** What a caller can authenticate with: one of these. Absent: as the service says. Empty: no credential is needed. */
  readonly credentials?: readonly string[];
  readonly examples?: readonly OperationExample[];
  /** Methods that the document does not name for the operation. They are reported as a hint. */
  readonly furtherMethods?: Omit<Note, 'severity'> & { readonly methods: readonly string[] };
  readonly formerPaths?: readonly FormerPath[];
  readonly parameters: {
    readonly path: readonly Field[];
    readonly query: readonly Field[];
    /** Header fields of this operation alone. */
    readonly header?: readonly Field[];
    readonly cookie?: readonly Field[];
  };
  /** Its query may have parameters of any name: it is an object whose members are not all listed. */
  readonly isQueryOpen?: true;
  /** Absent: the operation takes no body. */
  readonly body?: RequestBody;
  readonly responses: readonly ResponseSpec[];
  /** What the service sends after it. */
  readonly callbacks?: readonly SentRequest[];
  /** What a caller needs: all of these; empty: nothing. Absent: it is not published. */
  readonly needs?: readonly Need[];
  /** Servers need this, and not what the published description says. */
  readonly correctsNeeds?: true;
  /** Consequences, shown on hover. */
  readonly notes: readonly Omit<Note, 'severity'>[];
  /** Of a published description: how the official client calls it. Absent: not known. */
  readonly client?: ClientCall;
  /** The operations of the published description in whose place it is. */
  readonly described?: readonly Operation[];
  /** What it destroys, removes or replaces. The hover shows it, and whoever sends the request is asked first. */
  readonly losses?: readonly Loss[];
  /** Its effect on a resource, for the rules across requests. */
  readonly effect?: ResourceEffect;
  /** The operation is known to exist, but not described. Its parameters and body are not checked. */
  readonly isOutline?: boolean;
  /** Many services have this path, so it is only taken for that of this one where something says that the request goes there. */
  readonly hasCommonPath?: true;
  /** Its body holds a document of GraphQL: the name of the schema in the package, and the vendors that it is of. */
  readonly graphql?: { readonly schema: string; readonly vendors: readonly string[] };
  /** Its body is newline-delimited JSON: one value on each line. A body with actions always is. */
  readonly takesLines?: boolean;
  /** What query parameters need of each other. */
  readonly queryRelations?: readonly QueryRelation[];
  /** Query parameters that belong to another operation, with what to use here. */
  readonly misplacedQuery?: readonly (Note & { readonly name: string; readonly use?: string })[];
}
