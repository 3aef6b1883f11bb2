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
  /** What the service does not show when a member has it, and shows without being asked. */
  readonly defaults?: readonly MemberDefault[];
  /** Members that the service returns in the place of others. */
  readonly renamed?: readonly { readonly at: MemberPattern; readonly to: readonly string[] }[];
  /** Members that cannot be compared, and why, as the end of a sentence. */
  readonly uncompared?: readonly { readonly at: MemberPattern; readonly reason: string }[];
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
  readonly parts: readonly ComparedPart[];
  readonly provenance: Provenance;
}
