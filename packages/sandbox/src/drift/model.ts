import type { Operation } from '@rulebook/catalogue/operation';
import type { WireRequest, WireResponse } from '../model';

/** A request that was answered. */
export interface SeenExchange {
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** Where the request is from; absent: the resource model asked for it. */
  readonly source?: { readonly file: string; readonly line: number };
  /** The response ended early, or was longer than what is kept. */
  readonly isPart?: boolean;
}

/** A request that was answered, and the operation that it called. */
export interface KnownExchange extends SeenExchange {
  readonly operation: Operation;
}

/** What a difference is about. */
export type DifferenceKind =
  | 'status'
  | 'media-type'
  | 'missing'
  | 'undescribed'
  | 'type'
  | 'value'
  | 'form'
  | 'header'
  | 'body';

/** How much a difference matters to those who read responses, the worst first. */
export const driftLevels = ['breaking', 'risky', 'additive'] as const;

/** How much a difference matters to those who read responses. */
export type DriftLevel = (typeof driftLevels)[number];

/** Where a response differs from what its operation says. It holds no value of a response but those that a description could list. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly level: DriftLevel;
  /** The status, and the place in the body: `200 $.items[].id`, `200 header ETag`, `500`. */
  readonly place: string;
  /** What is described; absent: nothing is. */
  readonly described?: string;
  /** What was seen; absent: nothing was. */
  readonly seen?: string;
}

/** A difference of an operation, and how many of its responses have it. */
export interface CountedDifference extends Difference {
  readonly responses: number;
  /** A request whose response has it: `GET /pets/7`, or where it is in a file. */
  readonly example: string;
}

/** What the service says of an operation. */
export interface OperationDrift {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** How many requests were answered. */
  readonly asked: number;
  /** How many of them are as described. */
  readonly asDescribed: number;
  /** How many responses differ; the rest could not be judged. */
  readonly differing: number;
  /** Why responses could not be judged, as the end of a sentence. */
  readonly unjudged?: string;
  readonly differences: readonly CountedDifference[];
  readonly sandbox?: OperationTruth;
}

/** How many recorded exchanges of an operation a sandbox answers alike. */
export interface OperationTruth {
  /** `GET /pets/{petId}`. */
  readonly operation: string;
  readonly played: number;
  readonly alike: number;
  /** How many more the sandbox does not play. */
  readonly unplayed?: number;
  /** What differs, in sentences. */
  readonly differences?: readonly string[];
}

/** How true a sandbox is. */
export interface Truth {
  readonly played: number;
  readonly alike: number;
  /** How many more the sandbox does not play. */
  readonly unplayed?: number;
  /** The sandbox plays a version of a service that is known by itself, and was only given what the service has. */
  readonly isOfVersion?: true;
  readonly operations: readonly OperationTruth[];
}

/** An operation of which nothing was asked, and why, as the end of a sentence. */
export interface UnaskedOperation {
  readonly operation: string;
  readonly reason: string;
}

/** What a service does, compared with its description. */
export interface Drift {
  readonly service: string;
  readonly title: string;
  readonly operations: readonly OperationDrift[];
  readonly unasked: readonly UnaskedOperation[];
  /** Requests that were not sent, or not answered, and why. */
  readonly unsent: readonly { readonly request: string; readonly reason: string }[];
  /** How many answered requests are of no operation. */
  readonly others: number;
  readonly requests: number;
  /** Why it ended before all was asked, as a sentence. */
  readonly end?: string;
  /** How true a sandbox is that was set from what was seen; absent where none was set. */
  readonly sandbox?: Omit<Truth, 'operations'>;
}
