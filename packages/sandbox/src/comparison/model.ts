import type { Operation } from '@rulebook/catalogue/operation';
import type { MemberNames } from '@rulebook/catalogue/resource-model';
import type { Service } from '@rulebook/catalogue/service';

/** Where a request is that declares a resource. */
export interface DeclaringSource {
  readonly file: string;
  /** Counted from 1. Absent for a JSON file. */
  readonly line?: number;
  /** What the request is called in messages. */
  readonly label: string;
}

/** A value that is not known: how the file writes it, and why it is not, as the end of a sentence. */
export interface MissingValue {
  readonly written: string;
  readonly reason: string;
}

/** A request as it would be sent, with its variables filled in. */
export interface DeclaringRequest {
  readonly source: DeclaringSource;
  readonly method: string;
  /** From the base URL of the endpoint, with its query. */
  readonly path: string;
  /** Absent: there is none. */
  readonly body?: string;
  /** The members around the JSON of the body, where a file holds a part of it. */
  readonly around?: readonly string[];
  /** What must not be shown. */
  readonly secrets: readonly string[];
  /** Texts in the place of values that are not known. */
  readonly missing?: ReadonlyMap<string, MissingValue>;
  readonly service: Service;
  readonly operation: Operation;
  /** The values of the parameters of the operation's path, decoded and in order. */
  readonly names: readonly string[];
}

/** A request of which it is not known what it declares, and why, as the end of a sentence. */
export interface UnreadRequest {
  readonly source: DeclaringSource;
  readonly reason: string;
}

/** What an endpoint responds, or why it does not. */
export type ReadResponse =
  | { readonly status: number; readonly body: string }
  /** `isLost`: nothing responds there, so that nothing more is asked. */
  | { readonly problem: string; readonly isLost?: boolean };

/** Reads what is at a path of the endpoint. It takes no method, so that whoever has it can change nothing. */
export type ReadPath = (path: string) => Promise<ReadResponse>;

/** A member that differs. A value that is absent is not there. */
export interface MemberChange {
  readonly path: string;
  readonly declared?: unknown;
  readonly actual?: unknown;
}

/** A member that cannot be compared, and why, as the end of a sentence. */
export interface UnknownMember {
  readonly path: string;
  readonly reason: string;
}

/** What the files would do with a resource. */
export type ResourceState = 'created' | 'changed' | 'deleted' | 'unchanged' | 'unknown';

/** A resource that files declare, compared with what the endpoint has. Nothing in it is secret. */
export interface PlannedResource {
  /** The path that it is known by, or the request that declares it. */
  readonly resource: string;
  readonly noun?: string;
  readonly state: ResourceState;
  readonly sources: readonly DeclaringSource[];
  readonly changes: readonly MemberChange[];
  readonly unknown: readonly UnknownMember[];
  /** Why its state is not known, as the end of a sentence. */
  readonly reason?: string;
}

/** What became of a comparison. */
export interface ResourcePlan {
  readonly resources: readonly PlannedResource[];
  /** How many requests declare nothing, since they read, search or start something. */
  readonly others: number;
  /** Why the endpoint could not be asked; then nothing is known of the rest. */
  readonly problem?: string;
}

/** A resource of an endpoint as a request that stores it. */
export interface PulledRequest {
  /** The file that it belongs to, without its ending. */
  readonly file: string;
  readonly noun: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** The members with a secret that is not shown. */
  readonly secrets: readonly MemberNames[];
}
