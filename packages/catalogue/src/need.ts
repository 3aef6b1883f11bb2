import type { Provenance } from './facts';

/**
 * `cluster`, `index` and `application`: a privilege of a search cluster. `permission`: a permission of a fine-grained token or an app, with an
 * access. `scope`: a scope of a classic token or of OAuth. `role`: what the user is, as `admin of repository`.
 */
export type RightKind = 'cluster' | 'index' | 'application' | 'permission' | 'scope' | 'role';

/** The access of a permission; each includes those before it. */
export type Access = 'read' | 'write' | 'admin';

/** Where a request names what a right is needed on; several names are separated by commas, or are items of a list. */
export type NamePlace =
  | { readonly in: 'path' | 'query'; readonly name: string }
  /** `at` are the names of the members that lead to it, with a slash between them; `*` is any member, item or line. */
  | { readonly in: 'body'; readonly at: string };

/** What a request may have at a place. */
export interface PlaceTest {
  readonly place: NamePlace;
  /** One of these; the empty one stands for a parameter without a value. Absent: anything. */
  readonly values?: readonly string[];
}

/** Which requests of an operation need a right: those for which one of `any` holds, if it is set, and none of `none`. */
export interface NeedScope {
  /** Where the request is not known: a clause behind "if". */
  readonly text: string;
  readonly any?: readonly PlaceTest[];
  readonly none?: readonly PlaceTest[];
}

/** A right that a caller of an operation needs. Explanations, hovers, derived roles, refusals and the sandbox read the same value. */
export interface Need {
  readonly kind: RightKind;
  /** Any one of these is enough; the smallest comes first. */
  readonly names: readonly string[];
  /** The names as people see them, in the same order. Absent: as they are. */
  readonly titles?: readonly string[];
  /** Of a permission. */
  readonly access?: Access;
  /** The action behind the operation, for a service whose privileges are patterns over actions. */
  readonly action?: string;
  /** Where the request names what it is needed on. Absent: the parameters of its path that name an index, a repository or an organization. */
  readonly on?: readonly NamePlace[];
  /** It is needed on the remote cluster that this place names. */
  readonly remote?: NamePlace;
  /** Absent: every request of the operation needs it. */
  readonly where?: NeedScope;
  /** When it is needed, if not always, and the request does not show it: a clause behind "if". */
  readonly condition?: string;
  /** `incomplete`: a further right is needed, which the source does not name. `unclear`: it may be that one of those so marked is enough. */
  readonly certainty?: 'incomplete' | 'unclear';
  readonly provenance: Provenance;
}

/** The actions that a privilege grants, as patterns in which `*` stands for any characters. */
export interface GrantedActions {
  readonly actions: readonly string[];
  readonly except?: readonly string[];
  /** Patterns of actions that are granted only for what the caller made itself, such as its own API keys. */
  readonly own?: readonly string[];
}

/** The privileges of a service, with the actions that they grant. A privilege that is not listed grants nothing that is known. */
export type PrivilegeTables = Readonly<Record<'cluster' | 'index', Readonly<Record<string, GrantedActions>>>>;

/** Rights that a key, a role or a token has. */
export interface GivenRights {
  /** The file that states them, as it is named; absent where it has no name. */
  readonly file?: string;
  readonly cluster: readonly string[];
  readonly indices: readonly {
    readonly names: readonly string[];
    readonly privileges: readonly string[];
    readonly isForRestricted: boolean;
  }[];
  /** The permissions of a fine-grained token, by name. */
  readonly permissions: Readonly<Record<string, Access>>;
  /** The repositories of the token, as `owner/name`; absent: all. */
  readonly repositories?: readonly string[];
  /** The scopes of a classic token; absent for a fine-grained one. */
  readonly scopes?: readonly string[];
}

/** Which rights of a service include others. */
export interface ServiceRights {
  /** Its privileges, as far as it has such. */
  readonly privileges?: PrivilegeTables;
  /** The scopes that a scope of its classic tokens includes. */
  readonly scopes?: Readonly<Record<string, readonly string[]>>;
}
