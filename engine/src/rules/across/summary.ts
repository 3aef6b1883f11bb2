import type { FieldNaming } from '../../catalogue/shape';
import type { Note, Provenance } from '../../catalogue/facts';
import type { MemberMeaning, ResourceEffect } from '../../catalogue/resource-life';
import type { Service } from '../../catalogue/service';
import type { JsonNode, Suppression } from '../../syntax/model';
import type { Span } from '../../text/span';

/** Blocks of a file that belong together, in their order. */
export interface BlockGroup {
  readonly summaries: readonly BlockSummary[];
  /** The indices of the blocks in the file. */
  readonly blocks: readonly number[];
  /** The blocks of the file that act on resources of this kind whose names are not certain. */
  readonly unnamed: readonly number[];
  /** What the file says about the kind of resource as a whole. */
  readonly kind?: KindSummary;
  /** Returns the steps of the whole file on resources of this name, with the indices of their blocks in the file. */
  readonly stepsOn: (use: ResourceUse) => readonly { readonly block: number; readonly use: ResourceUse }[];
  /** Returns what a block of the file says about itself. */
  readonly summaryAt: (block: number) => BlockSummary | undefined;
  /** How often each variable is defined in the whole file. */
  readonly definitions: ReadonlyMap<string, number>;
  /** Comments of the file name more than one cluster, so that requests without a host may go to different ones. */
  readonly hasSeveralClusters: boolean;
}

/** What file rules may know about a block. Equal summaries (by identity) mean equal findings. */
export interface BlockSummary {
  readonly definitions: readonly { readonly name: string; readonly span: Span }[];
  readonly uses: readonly { readonly name: string; readonly span: Span }[];
  /** The name by which other requests refer to the request; `isTitle`: it is the title, which two requests may share. */
  readonly requestName?: { readonly name: string; readonly span: Span; readonly isTitle?: boolean };
  /** A key that the request derives from another key, or that it uses. */
  readonly key?: KeyUse;
  /** A step in the life of a resource. */
  readonly resource?: ResourceUse;
  /** What the request says about an index, for the rules that know its mapping from another request. */
  readonly index?: IndexUse;
  /** The clusters that comments of the block name. */
  readonly clusters?: readonly string[];
  /** The header fields that the request omits and no endpoint adds. */
  readonly lone?: LoneRequest;
  /** The block's `# rulebook-ignore` comments; absent when there are none. */
  readonly suppressions?: readonly Suppression[];
}

/** What a file says about the resources of a kind that are compared with each other. */
export interface KindSummary {
  /** Whether the endpoints of the resources can be distinguished from each other. */
  readonly areDistinct: boolean;
  /** Whether a request adds one whose name is not known. */
  readonly addsUnnamed: boolean;
  /** The first block that adds one, by the text of its endpoint. */
  readonly firstAdded: ReadonlyMap<string, number>;
}

/** The part of a request in the life of a key; the name of the request that creates the key identifies it. */
export interface KeyUse {
  readonly requestName: string;
  /** The request creates the key, under the credential of another key. */
  readonly isDerived: boolean;
  readonly span: Span;
  /** What is reported about its use if the key is derived. */
  readonly note?: Pick<NonNullable<Service['derivedKeys']>, 'message' | 'provenance'>;
}

/** Where the request goes, as far as the file specifies it. */
export interface RequestDestination {
  /** Empty if the file does not specify it. */
  readonly text: string;
  /** Two certain endpoints with different texts are different. */
  readonly isCertain: boolean;
  /** Variables in the text. */
  readonly variables: readonly string[];
}

/** A step in the life of a resource, for the rules across requests. */
export interface ResourceUse {
  readonly effect: ResourceEffect;
  readonly operation: string;
  readonly provenance: Provenance;
  readonly endpoint: RequestDestination;
  /** The owner, for example `octocat/hello-world`, in lower case, and its spelling in the file; empty without an owner. */
  readonly scope: string;
  readonly spelling: string;
  /** The resource's own name when the path has one. */
  readonly id?: string;
  /** The name stands for several resources, or for an unknown one. */
  readonly namesSeveral?: boolean;
  /** Another cluster has a resource of the same name, so requests without a host may mean either. */
  readonly hasNamesake?: boolean;
  readonly span: Span;
  /** Where the resource's owner is named. */
  readonly scopeSpan: Span;
  readonly members: ComparedMembers;
}

/** What a request contains about one index, for the rules that know its mapping from another request. */
export interface IndexUse {
  /** The index and where it is; equal texts mean the same index. */
  readonly index: string;
  readonly mapping?: { readonly isNew: boolean; readonly fields: readonly FlattenedField[] };
  readonly isDeletion?: boolean;
  readonly names?: readonly NameUse[];
  readonly documents?: readonly DocumentField[];
}

/** A flattened field of a mapping. */
export interface FlattenedField {
  /** For example `event.labels`. */
  readonly path: string;
  readonly span: Span;
  /** The span of the type. */
  readonly provenance: Provenance;
  /** Absent when it is not known. */
  readonly depthLimit?: { readonly value: number; readonly isDefault: boolean; readonly provenance: Provenance };
  /** Keys with a type of their own, which behave like any field of that type. */
  readonly typedKeys: readonly string[];
}

/** A name of a field in a search. */
export interface NameUse {
  readonly naming: FieldNaming;
  readonly name: string;
  readonly span: Span;
  /** For a range query. */
  readonly range?: RangeUse;
  /** For a script: what the accessor should be, when it is not. */
  readonly accessor?: string;
}

/** The bounds of a range, without their values. */
export interface RangeUse {
  readonly hasLower: boolean;
  readonly hasUpper: boolean;
  /** The spans of numbers. */
  readonly numbers: readonly Span[];
}

/** What documents contain under a path, without any of their values. */
export interface DocumentField {
  readonly path: string;
  /** The spans of plain values in place of an object. */
  readonly scalars: readonly Span[];
  /** The spans of objects, and how deeply they are nested. */
  readonly objects: readonly { readonly depth: number; readonly span: Span }[];
}

/** A request to a host without an endpoint, to which no header fields are added. */
export interface LoneRequest {
  readonly host: string;
  readonly span: Span;
  readonly missing: readonly MissingHeader[];
}

/** A header field that such a request omits. */
export interface MissingHeader {
  readonly name: string;
  readonly isCredential: boolean;
  readonly note: Note;
}

/** What a body contains for one of the members that rules compare; never the text of a secret. */
export interface MemberFact {
  /** The key; absent for a default. */
  readonly span?: Span;
  readonly type: JsonNode['type'];
  /** Not an empty string. */
  readonly isGiven: boolean;
  /** The text, the items, or the members as `name=text`, in order; absent when they are not known or not to be kept. */
  readonly texts?: readonly string[];
  /** For a location: the texts mean the same on every cluster. */
  readonly isEverywhere?: boolean;
}

/** By meaning; absent: the body does not contain the member, or may not contain it. */
export type ComparedMembers = Readonly<Partial<Record<MemberMeaning, MemberFact>>>;

/** The names that a file defines. The same object means the same names. */
export interface FileNames {
  /** The last block that defines each variable; the last definition counts. */
  readonly variables: ReadonlyMap<string, number>;
  /** The first block with each request name. */
  readonly requests: ReadonlyMap<string, number>;
}
