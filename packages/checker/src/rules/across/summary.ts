import type { OutsideNames } from '../../binding/model';
import type { KnownRows } from '../../binding/rows-of';
import type { Note, Provenance } from '@rulebook/catalogue/facts';
import type { ResourceEffect } from '@rulebook/catalogue/resource-life';
import type { Suppression } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import type { Span } from '@rulebook/text/span';
import type { BlockIdentity } from './block-identity';

/** Blocks of a file that belong together, in their order. */
export interface BlockGroup {
  readonly summaries: readonly BlockSummary[];
  /** The orders of the blocks in the file; numbers that compare as the positions of the blocks do. */
  readonly blocks: readonly number[];
  /** The orders of the blocks that act on resources of this kind whose names are not certain. */
  readonly unnamed: readonly number[];
  /** What the file says about the kind of resource as a whole. */
  readonly kind?: KindSummary;
  /** Returns the steps of the whole file on resources of this name, with the orders of their blocks. */
  readonly stepsOn: (use: ResourceUse) => readonly { readonly block: number; readonly use: ResourceUse }[];
  /** Returns what a block of the file says about itself, by an order that the group has named. */
  readonly summaryAt: (block: number) => BlockSummary | undefined;
  /** How often each variable is defined or given a value in the whole file. */
  readonly definitions: Pick<ReadonlyMap<string, number>, 'get'>;
  /** Comments of the file name more than one instance of a service, so that requests without a host may go to different ones. */
  readonly hasSeveralInstances: boolean;
}

/** What file rules may know about a block. Equal summaries (by identity) mean equal findings. */
export interface BlockSummary {
  readonly definitions: readonly { readonly name: string; readonly span: Span }[];
  readonly uses: readonly { readonly name: string; readonly span: Span }[];
  /** Variables that get their values in other ways than by a line `@name = value`: by prompts, scripts and runs; absent when there are none. */
  readonly given?: readonly string[];
  /** Variables and requests whose names are not here may be defined: by a script, or by another file. */
  readonly isOpen?: boolean;
  /** The rows for each of which the request is sent, whose columns are not among its uses. */
  readonly rows?: KnownRows;
  /** The first script of the block. */
  readonly script?: Span;
  /** It imports files, whose names may be known. */
  readonly imports?: boolean;
  /**
   * The name by which other requests refer to the request; `isTitle`: it is the title, which two requests may share; `isRepeated`: it is sent several
   * times, so that a number behind the name means one of them.
   */
  readonly requestName?:
    | {
        readonly name: string;
        readonly span: Span;
        readonly isTitle?: boolean;
        readonly isRepeated?: boolean;
      }
    | undefined;
  /** The requests that lines `run #name` and comments `# @ref name` name; absent when there are none. */
  readonly references?: readonly NamedReference[];
  /** Further names by which such a line finds the block: a title next to a `# @name`, or of several words. */
  readonly otherNames?: readonly string[];
  /** A step in the life of a resource. */
  readonly resource?: ResourceUse | undefined;
  /** What rules about one service remember of the request, by the names of their summaries. */
  readonly own?: Readonly<Record<string, unknown>> | undefined;
  /** The place, such as an index, of which the request is remembered in outline, until another request makes the whole matter. */
  readonly outlineOf?: string;
  /** The instances of the service that comments of the block name. */
  readonly instances?: readonly string[];
  /** The header fields that the request omits and no endpoint adds. */
  readonly lone?: LoneRequest;
  /** The block's `# rulebook-ignore` comments; absent when there are none. */
  readonly suppressions?: readonly Suppression[];
}

/** A place where a block names a request. */
interface NamedReference {
  readonly name: string;
  readonly span: Span;
  /** It is in the list of a sequence, so the request of the block does not need it. */
  readonly isListed?: boolean;
}

/** What a file says about the resources of a kind that are compared with each other. */
interface KindSummary {
  /** Whether the endpoints of the resources can be distinguished from each other. */
  readonly areDistinct: boolean;
  /** Whether a request adds one whose name is not known. */
  readonly addsUnnamed: boolean;
  /** The order of the first block that adds one, by the text of its endpoint. */
  readonly firstAdded: Pick<ReadonlyMap<string, number>, 'get'>;
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
  /** Another instance of the service has a resource of the same name, so requests without a host may mean either. */
  readonly hasNamesake?: boolean;
  readonly span: Span;
  /** Where the resource's owner is named. */
  readonly scopeSpan: Span;
  readonly members: ComparedMembers;
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
  /** The field of the request that is probably meant to be it. */
  readonly misspelt?: { readonly span: Span; readonly meant: string };
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
  /** For a location: the texts mean the same on every instance of the service. */
  readonly isEverywhere?: boolean;
}

/** By meaning; a member is absent if the body does not contain it, or may not contain it. */
export type ComparedMembers = Readonly<Record<string, MemberFact>>;

/** The names of one kind that a file defines. The same object means the same names. */
export interface NameSet<Value> {
  has(name: string): boolean;
  get(name: string): Value | undefined;
  keys(): Iterable<string>;
}

/** The names that a file defines, in its newest version. */
export interface FileNames {
  readonly variables: NameSet<unknown>;
  /** The first block that gives each variable a value by a prompt, a script or a run. */
  readonly given: NameSet<BlockIdentity>;
  /** Further names may be defined, by a script or by another file. */
  readonly isOpen: boolean;
  /** Requests that are not known may be named, because the names of an imported file are not known. */
  readonly hasOpenRequests: boolean;
  /** What the file gets from elsewhere; undefined while that is not known. */
  readonly outside: OutsideNames | undefined;
  /** The first block with each request name. */
  readonly requests: NameSet<BlockIdentity>;
  /** The first block of each request that is sent several times, by its name. */
  readonly repeated: NameSet<BlockIdentity>;
  /** The first block with each further name by which lines `run #name` and comments `# @ref name` find it. */
  readonly otherRequests: NameSet<BlockIdentity>;
  /** Of one block: the rows for each of which its request is sent. */
  readonly rows?: KnownRows | undefined;
}

/** The names that a file defines, and what they mean to one of its blocks. */
export interface BlockNames extends FileNames {
  /** The references of the block that come back to it. */
  readonly circles: readonly ReferenceCircle[];
}

/** Requests that refer to each other in a circle. */
export interface ReferenceCircle {
  /** The reference with which the circle begins. */
  readonly span: Span;
  /** The names of the requests, the first one again at the end. */
  readonly names: readonly string[];
}
