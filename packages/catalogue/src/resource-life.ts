import type { Note } from './facts';

/** The rules that report a step at the wrong time. */
export type LifeRule = 'destructive-step' | 'needless-step' | 'wrong-order';

/** Points at the last of these steps that the resource went through. */
export interface EarlierStep {
  readonly steps: readonly string[];
  readonly message: string;
}

/** The finding about a step that does not fit the state of its resource. */
export interface LifeNote extends Note {
  readonly rule: LifeRule;
  /** The step that led to the state, and the message there. Nothing is reported if the file does not show this step. */
  readonly earlier: EarlierStep;
  /** Ids of the operations that are missing before the step, in their order. The quick fix inserts them. */
  readonly missing?: readonly string[];
  /** Nothing is reported if this is the next step on the same resource. */
  readonly unlessNext?: string;
}

/** The state that a step leads to from some states. */
export interface Transition {
  readonly step: string;
  readonly from: readonly string[];
  /** Absent: the state stays. */
  readonly to?: string;
  readonly note?: LifeNote;
}

/** The states of a resource, as far as the requests of a file show them. A step without a transition changes nothing. */
export interface ResourceLife {
  /** The name of the kind, which no other service has. */
  readonly kind: string;
  /** What the resource is called in messages, for example `webhook`. */
  readonly noun: string;
  /** Whether the resources of a file are compared with each other, whatever their names are. */
  readonly isCompared?: boolean;
  /** The state at the start of the file. The real state is unknown, because the resource may exist already. */
  readonly start: string;
  readonly transitions: readonly Transition[];
}

/** A field of the body that the rules across requests compare. */
export interface ComparedMember {
  /** What the rules of the service call it. */
  readonly meaning: string;
  readonly path: readonly string[];
  /** What is remembered: its presence, its string, its list of strings, or the strings of its fields. */
  readonly keeps: 'presence' | 'text' | 'list' | 'members';
  /** Fields that are not compared, for `members`. */
  readonly except?: readonly string[];
}

/** The settings that distinguish one storage location from another. */
export interface StorageIdentity {
  /** The settings that name the location together. A missing one has its default, or is empty. */
  readonly settings: readonly { readonly name: string; readonly fallback?: string }[];
  /** Set if the same names can mean the same location on every cluster: a setting, and the pattern of its text in that case. */
  readonly everywhere?: { readonly setting: string; readonly pattern: string };
}

/** The fields of a body that say what stores the resource. */
export interface StorageMembers {
  /** The field with the type of storage, and the field with its settings. */
  readonly type: string;
  readonly settings: string;
  /** The type that delegates to another type, and the setting that names that type. */
  readonly delegating: { readonly type: string; readonly setting: string };
  /** The identity of the storage, by type. Only types that can be written to are listed. */
  readonly types: Readonly<Record<string, StorageIdentity>>;
}

/** The effect of an operation on a resource that its path names. */
export interface ResourceEffect {
  readonly life: ResourceLife;
  readonly step: string;
  /** Set for a step that adds or removes a resource. */
  readonly does?: 'adds' | 'removes';
  /** The path parameters that name the owner of the resource. Names of owners are compared without case. */
  readonly owner: readonly string[];
  /** The path parameter that names the resource. Absent: the service names it, or there is none. */
  readonly name?: string;
  readonly members?: readonly ComparedMember[];
  /** The event that the step makes the resource deliver, perhaps only if the resource is subscribed to it. */
  readonly delivers?: { readonly event: string; readonly needsSubscription: boolean };
  /** Where the resource is stored. The rules know it as `location`. */
  readonly storage?: StorageMembers;
}
