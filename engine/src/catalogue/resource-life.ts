import type { Note } from './model';

/** The kinds of resource that are followed over the requests of a file. */
export type ResourceKind = 'webhook' | 'snapshot-repository' | 'follower-index' | 'auto-follow-pattern' | 'api-key';

/** The rules that a step at the wrong time is reported by. */
export type LifeRule = 'deleted-resource' | 'destructive-step' | 'needless-step' | 'wrong-order';

/** Points at the last of these steps that the resource went through. */
export interface EarlierStep {
  readonly steps: readonly string[];
  readonly message: string;
}

/** What is told about a step that does not fit the state of its resource. */
export interface LifeNote extends Note {
  readonly rule: LifeRule;
  /** The step that led to the state, and what is said there; nothing is told when the file does not show it. */
  readonly earlier: EarlierStep;
  /** Ids of the operations that are missing before the step, in their order; the quick fix inserts them. */
  readonly missing?: readonly string[];
  /** Nothing is told when this is the next step on the same resource. */
  readonly unlessNext?: string;
}

/** What a step leads to from some states. */
export interface Transition {
  readonly step: string;
  readonly from: readonly string[];
  /** Absent: the state stays. */
  readonly to?: string;
  readonly note?: LifeNote;
}

/** The states of a resource, as far as the requests of a file show them. A step without a transition changes nothing. */
export interface ResourceLife {
  readonly kind: ResourceKind;
  /** What the resource is called in messages, for example `webhook`. */
  readonly noun: string;
  /** The resources of a file are compared with each other, whatever their names are. */
  readonly isCompared?: boolean;
  /** Nothing is known in this state: the file may begin in the middle. */
  readonly start: string;
  readonly transitions: readonly Transition[];
}

/** What the rules across requests want to know of a body, by its meaning. */
export type MemberMeaning =
  'activity' | 'added-events' | 'configuration' | 'events' | 'location' | 'read-only' | 'removed-events' | 'secret';

/** A member of the body that the rules across requests compare. */
export interface ComparedMember {
  readonly meaning: MemberMeaning;
  readonly path: readonly string[];
  /** What is remembered: that it is there, its text, its list of texts, or the texts of its members. */
  readonly keeps: 'presence' | 'text' | 'list' | 'members';
  /** Members that are not compared, for `members`. */
  readonly except?: readonly string[];
}

/** What tells one place of storage from another. */
export interface StorageIdentity {
  /** The settings that name the place together; one that is left out has its default, or is empty. */
  readonly settings: readonly { readonly name: string; readonly fallback?: string }[];
  /** When the same names mean the same place on every cluster: a setting, and what its text looks like then. Absent: nobody knows. */
  readonly everywhere?: { readonly setting: string; readonly pattern: string };
}

/** Where a body says what stores the resource. */
export interface StorageMembers {
  /** The member with the type of storage, and the one with its settings. */
  readonly type: string;
  readonly settings: string;
  /** The type whose storage is that of another type, and the setting that names that one. */
  readonly delegating: { readonly type: string; readonly setting: string };
  /** By the types that can be written to. */
  readonly types: Readonly<Record<string, StorageIdentity>>;
}

/** What an operation does to a resource that its path names. */
export interface ResourceEffect {
  readonly life: ResourceLife;
  readonly step: string;
  /** Set for a step after which there is one resource more, or one less. */
  readonly does?: 'adds' | 'removes';
  /** The path parameters that name the owner of the resource; names of owners are compared without case. */
  readonly owner: readonly string[];
  /** The path parameter that names the resource; absent: the service names it, or none is meant. */
  readonly name?: string;
  readonly members?: readonly ComparedMember[];
  /** The event that the step makes the resource deliver, perhaps only when the resource is subscribed to it. */
  readonly delivers?: { readonly event: string; readonly needsSubscription: boolean };
  /** What stores the resource; known to the rules as `location`. */
  readonly storage?: StorageMembers;
}
