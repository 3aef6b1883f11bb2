import type { Provenance } from './facts';
import type { MemberNames } from './resource-model';

/** Members by the names that lead to them; `*` is any one name, and `**` any number of them. */
export type MemberPattern = readonly string[];

/** A value that a member has where the file does not name it. */
export interface MemberDefault {
  readonly at: MemberPattern;
  /** In JSON. */
  readonly value?: string;
  /** It has the value of this member next to it. */
  readonly like?: string;
  /** It holds where a member next to it has one of these values. Absent: everywhere. */
  readonly when?: { readonly member: string; readonly is: readonly string[] };
}

/** How two values of a part of a resource are compared; the patterns begin at the part. */
export interface ComparedForm {
  /** Objects here and names with dots between them mean the same; a name may begin with one of these words, or not. */
  readonly flat?: { readonly at: MemberPattern; readonly prefixes: readonly string[] };
  /** Names of these objects with dots between them mean objects in each other, each in a member of this name. */
  readonly dotted?: { readonly at: MemberPattern; readonly within: string };
  /** An object whose only member has this name means what is in it. */
  readonly wrapper?: string;
  /** Lists whose order does not matter. */
  readonly unordered?: readonly MemberPattern[];
  /** Objects whose members that the file does not have are removed by its request. Of others, the service fills them in. */
  readonly whole?: readonly MemberPattern[];
  /** Objects whose members are there by their names, although they may be empty. A name in angle brackets is not the one that is made of it. */
  readonly named?: readonly MemberPattern[];
  /** Members of those that the service adds nevertheless. */
  readonly added?: readonly MemberPattern[];
  /** What the service does not show when a member has it, and shows without being asked. */
  readonly defaults?: readonly MemberDefault[];
  /** Members that the service returns in the place of others. */
  readonly renamed?: readonly { readonly at: MemberPattern; readonly to: readonly string[] }[];
  /** Members whose text means an object that has it in this member, as the service shows it. */
  readonly short?: readonly { readonly at: MemberPattern; readonly of: string }[];
  /** Members that cannot be compared, and why, as the end of a sentence; `isHidden`: where the service does not show them. */
  readonly uncompared?: readonly { readonly at: MemberPattern; readonly reason: string; readonly isHidden?: true }[];
}

/** A part of a resource: where it is in the body that declares it, and in the response that shows it. */
export interface ComparedPart extends ComparedForm {
  /** The members of the body that lead to it; empty: the body. */
  readonly of: MemberNames;
  /**
   * The members of the response that lead to it. `{name}` stands for a value of the path, `*` for each member: the resource is then several
   * resources, or one under a name that the service has chosen.
   */
  readonly at: MemberNames;
  /** The members of the body that are of it. Absent: all. */
  readonly only?: readonly string[];
  /** How deep the objects are that a further request replaces, where it adds to those around them. Absent: it adds to all. */
  readonly replacedDepth?: number;
  /** Members of the body that are not of it. */
  readonly except?: readonly string[];
  /**
   * Members that say how long something lasts, and that the service shows as the time at which it ends, in milliseconds since 1970. `from` is
   * the member next to it with the time at which it began; what is shorter than a second is cut off.
   */
  readonly lengths?: readonly { readonly member: string; readonly from: string }[];
  /** Why a response may lack it although it is there, as the end of a sentence. */
  readonly lackedWhen?: string;
}

/** How all resources of a kind are found at an endpoint, and written as requests. */
export interface PulledForm {
  /** What the file with them is called, without its ending: `roles`. Requests of the same name are in one file. */
  readonly file: string;
  /** The path that lists them to `GET`, with its query. */
  readonly lists: string;
  /**
   * The service refuses the list for one of its items, whose name is between two texts of the refusal; the path that lists the others, and what is
   * between the names there.
   */
  readonly refused?: {
    readonly before: string;
    readonly after: string;
    readonly without: string;
    readonly between: string;
  };
  /** The members of the response that lead to them: an object by their names, or a list. */
  readonly at: MemberNames;
  /** The members of an item of a list with its name. Absent: the object has the names. */
  readonly id?: MemberNames;
  /** The members that the response of one has around it. */
  readonly within?: MemberNames;
  /** The names are those of an outer list: `{owner}` and `{repo}` of the path, by the members of its items. */
  readonly of?: {
    readonly lists: string;
    readonly at: MemberNames;
    readonly names: Readonly<Record<string, MemberNames>>;
  };
  /** Those that the service brings along: a member has this value, in JSON, or, without one, is there; or the name begins with it. */
  readonly except?: readonly (
    | { readonly member: MemberNames; readonly is?: string }
    | { readonly nameBegins: string }
  )[];
  /** Objects of the body whose members the service shows in any order. */
  readonly sorted?: readonly MemberPattern[];
  /** Members of the body that the service adds, and that no request sends; with a value, in JSON, only where they have it. */
  readonly omits?: readonly { readonly at: MemberPattern; readonly is?: string }[];
  /** Only members that the body is known to have are sent. */
  readonly isAsSent?: true;
}

/** A request that changes a part of a resource, where the one that creates it cannot be sent again. */
export interface PartChange {
  /** The members of the body that creates it which lead to the part; empty: all of it. */
  readonly of: MemberNames;
  readonly method: 'PUT' | 'PATCH' | 'POST';
  /** With the parameters of `declares`; `{name}` with `each`, and `{id}` with `id`. */
  readonly path: string;
  /** `changed`: the members that differ, `null` for those that are to be removed; `whole`: all of it; `each`: a request for each member. */
  readonly sends: 'changed' | 'whole' | 'each';
  /** The type of the body. Absent: JSON. */
  readonly mediaType?: string;
  /** The member of the resource with the id that the service has given it. */
  readonly id?: MemberNames;
  /** Members that cannot be changed. */
  readonly except?: readonly string[];
  /** The path that removes a member of the part by `DELETE`, with `{name}`. */
  readonly removedAt?: string;
  /** What it keeps, since nothing takes it away: `what is added to its mapping or changed in it`. */
  readonly keeps?: string;
}

/** What a service states of a resource that can be read back after it was written. */
export interface ReadBack {
  /** `snapshot repository`. */
  readonly noun: string;
  /** The request that declares it. */
  readonly declares: { readonly methods: readonly string[]; readonly path: string };
  /** What it is known by: a path with parameters of `declares`, which other requests about it have, too. */
  readonly resource: string;
  /** Members of the body that are names in `resource` and `reads`, too. */
  readonly names?: Readonly<Record<string, MemberNames>>;
  /** The path that shows it to `GET`, with its query. */
  readonly reads: string;
  /** The path that removes it by `DELETE`. Absent: none is known. */
  readonly removedAt?: string;
  /** A request that removes one by its name in the body, where no path does. */
  readonly removal?: { readonly path: string; readonly body: Readonly<Record<string, string>> };
  /** What is lost when one is removed, and comes back with no request: `its documents`. */
  readonly loses?: string;
  /** What it keeps, since nothing is known that takes it away. */
  readonly keeps?: string;
  /** Set where a request needs what is on another cluster: a rehearsal has none of it, and does not try the request. */
  readonly isUnrehearsed?: true;
  /** Members of the body that name a place of the machine, of which a rehearsal takes the last word. */
  readonly ofMachine?: readonly MemberNames[];
  /** Members that one has and the service never shows: what a rehearsal gives one of the endpoint. */
  readonly unshown?: Readonly<Record<string, string>>;
  /** The query of a request that stores one without trying whether it works, and without waiting for it. */
  readonly untried?: string;
  /** Why no request is made that changes one that is there, as the end of a sentence. */
  readonly unchangeable?: string;
  /** Members of an object of the body that stay where a request leaves them out, so that `null` removes them. */
  readonly stays?: { readonly of: MemberNames; readonly members: readonly string[] };
  /** How one that is there is changed. Absent: by the request that declares it. */
  readonly changedBy?: readonly PartChange[];
  /** Where responses to other requests show some of them: a list, and the members of its items with the names of `declares`. */
  readonly found?: { readonly at: MemberNames; readonly names: Readonly<Record<string, MemberNames>> };
  /** How all of them are read. Absent: they are not. */
  readonly pulled?: PulledForm;
  /** The request only changes one that is there. */
  readonly isChange?: true;
  /** It is always there, so that it is never created. */
  readonly isLasting?: true;
  /** Of a list: where it is in the response, and how the resource is found in it. */
  readonly listed?: {
    readonly at: MemberNames;
    /** The members by which one is the same in the body and in the list; the first that the body has counts. */
    readonly by: readonly MemberNames[];
    /** The member that has the last value of the path of the request; then the body does not say which one it is. */
    readonly id?: string;
    /** What the members of one have that counts. */
    readonly is?: Readonly<Record<string, string | number | boolean>>;
    /** The query parameter with the number of the page, counted from 1. */
    readonly page?: string;
    /** The list may have items that it does not show. */
    readonly isPartial?: true;
  };
  /** Empty: it has no body, so that it is there, or is not. */
  readonly parts: readonly ComparedPart[];
  readonly provenance: Provenance;
}

/** Stored items as responses show them: objects with all of these members. */
export interface ShownItems {
  /** The members with the names in the path of the request that stores one, by its parameters. */
  readonly names: Readonly<Record<string, string>>;
  /** The member with what is stored; a request that names it asks for a part. */
  readonly body: string;
  /** Names that begin so are of the product itself. */
  readonly except: string;
  readonly stores: { readonly method: string; readonly path: string };
  readonly provenance: Provenance;
}
