import type { ResourceItem, ResourceNames, ResourceRequest, StatedRequest } from './resources';

/** Where a response lists names. */
export interface ListedNames {
  /** The members that lead to the list; empty: the response is it. An object is a list of its members' values by their keys. */
  readonly at: readonly string[];
  /** What one of them is called, where a response has several kinds. Absent: as the list says. */
  readonly noun?: string;
  /** Which member is the name, by the parameter of the list, and what people read next to it. */
  readonly item: Pick<ResourceItem, 'names' | 'label' | 'description'>;
}

/** Where a response has names as keys of objects in each other; the keys on the way to one, with dots between them, are a name. */
export interface NestedNames {
  /** The members that lead to the outermost object; `*` is any member. */
  readonly at: readonly string[];
  /** The members of an object with further names below it. */
  readonly nested: readonly string[];
  /** The member with what people read next to a name. */
  readonly description: string;
}

export type NamePlace = ListedNames | NestedNames;

/** Names that a service can be asked for. */
export interface NameList {
  readonly id: string;
  /** What one is called: `repository`. */
  readonly noun: string;
  /** Reads them. `{name}` in its path stands for a name of what they are in. */
  readonly request: ResourceRequest;
  readonly places: readonly NamePlace[];
  /** The parameter that holds one, by which `item.names` of the places name it. */
  readonly parameter: string;
  /** It need not have all names, so none is reported as missing. */
  readonly isPartial?: true;
  /** The service may show only a page of it. */
  readonly isPaged?: true;
  /** What they are in may be several at once, such as a list of indices. */
  readonly isOfSeveral?: true;
}

/** A place of requests that holds a name of a list. */
export interface NameHolder {
  /** The parameter of the path or of the query. */
  readonly parameter?: string;
  /** The member of the body, with dots between the names that lead to it; a string or a list of strings. */
  readonly member?: string;
  /** The operations, by their ids without the service. Absent: all. */
  readonly operations?: readonly string[];
  /** The request only reads what is named here, and creates others at most. */
  readonly isRead?: true;
}

/** What a service states of names that it can be asked for. */
export interface StatedNameList {
  /** By it, shapes and messages name the list. */
  readonly id: string;
  readonly noun: string;
  /** The list of the view that has them: its request, and where they are in the response. Absent: `request` and `places` say it. */
  readonly group?: string;
  readonly request?: StatedRequest;
  readonly places?: readonly NamePlace[];
  readonly parameter: string;
  readonly holders: readonly NameHolder[];
  readonly isPartial?: true;
  readonly isOfSeveral?: true;
  /** A source of a regular expression for what is in the place of a name: patterns, reserved words. */
  readonly notNames?: string;
  /**
   * The operations that may create one under the name that they hold, by their ids without the service; `writes`: all that are not in `readBy`
   * and whose method is not `GET`, `HEAD` or `DELETE`.
   */
  readonly createdBy: readonly string[] | 'writes';
  readonly readBy?: readonly string[];
  /** The operations that may create some without naming them in a place that is known. */
  readonly alsoCreatedBy?: readonly string[];
  /** Query parameters with which a request takes it that one is missing; `false` switches them off. */
  readonly toleratedBy?: readonly string[];
}

/** A list that is asked for: with the names of what it is in. */
export interface AskedNames {
  readonly list: NameList;
  /** The request with these names. */
  readonly request: ResourceRequest;
  readonly names: ResourceNames;
}

/** A name that an endpoint has listed. */
export interface KnownName {
  readonly name: string;
  /** What it is, where its list has several kinds. */
  readonly noun?: string;
  /** What people read next to it. */
  readonly description?: string;
}

/** What an endpoint has said of a list. */
export interface KnownNames {
  readonly names: readonly KnownName[];
  /** These are all. */
  readonly isWhole: boolean;
}
