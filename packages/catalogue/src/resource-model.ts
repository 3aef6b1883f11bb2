import type { Provenance } from './facts';
import type { Operation } from './operation';

/** The names of the members that lead from a value to a part of it; empty for the value itself. */
export type MemberNames = readonly string[];

/** Resources of one kind, at the paths where a service has them. */
export interface Collection {
  /** What it holds: the last fixed word of its path. */
  readonly name: string;
  /** The path of the list, whether or not it has operations: `/users/{user}/pets`. */
  readonly path: string;
  /** The path of an item: `/users/{user}/pets/{pet}`. */
  readonly itemPath: string;
  /** The path of the items that it is in, and falls with. */
  readonly parent?: string;
  /** The last path parameter of an item. */
  readonly parameter: string;
  readonly list?: Operation;
  /** Creates an item, or several. */
  readonly create?: Operation;
  /** Removes the items that its query selects, or all. */
  readonly clear?: Operation;
  readonly read?: Operation;
  /** Replaces an item; without `create`, it also creates one. */
  readonly replace?: Operation;
  /** Changes some members of an item. */
  readonly change?: Operation;
  readonly remove?: Operation;
}

/** One resource at a fixed place: the settings of a user, the status of a service. */
export interface SingleResource {
  readonly path: string;
  readonly parent?: string;
  readonly read?: Operation;
  readonly replace?: Operation;
  readonly change?: Operation;
  readonly remove?: Operation;
}

/** What an operation is to the resources of its service. */
export type OperationRole =
  | {
      readonly kind: 'list' | 'create' | 'clear' | 'read' | 'replace' | 'change' | 'remove';
      readonly of: Collection;
    }
  | { readonly kind: 'read' | 'replace' | 'change' | 'remove'; readonly single: SingleResource }
  /** It does something with the item that it is below; without one, with the service. */
  | { readonly kind: 'action'; readonly of?: Collection };

/** The resources of a service, as its operations show them. */
export interface ResourceModel {
  readonly collections: readonly Collection[];
  readonly singles: readonly SingleResource[];
  readonly roleOf: (operation: Operation) => OperationRole;
}

/** Where the id of an item is. */
export interface ItemId {
  /** The member of an item with it. Absent: items do not show it. */
  readonly member?: string;
  /** `server`: it is made when the item is created; `body`: the caller may choose it; `path`: the caller chooses it as a part of the path. */
  readonly origin: 'server' | 'body' | 'path';
}

/** What a catalogue states of a collection; what is not here, its operations show. */
export interface CollectionFacts {
  /** `/repos/{owner}/{repo}/hooks/{hook_id}`. */
  readonly itemPath: string;
  /** What an item is called in messages: `webhook`. */
  readonly noun: string;
  /** What is said of the removal of an item. Absent: `deletes`, `deleted`. */
  readonly removal?: { readonly does: string; readonly done: string };
  readonly id: ItemId;
  /** Says what becomes of an item that was removed. */
  readonly provenance: Provenance;
}
