import type { MemberNames } from '@rulebook/catalogue/resource-model';
import type { DeclaringRequest, PlannedResource } from './model';

/** A request that a plan makes, and that no file has. */
export interface MadeRequest {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Absent: JSON. */
  readonly mediaType?: string;
  /** The members with a secret that the endpoint does not show. */
  readonly secrets: readonly MemberNames[];
  /** The response of what is created has the id in the path, which this text stands for. */
  readonly id?: { readonly mark: string; readonly member: MemberNames };
}

/** What is sent for a resource, in order. */
export type SentRequest = { readonly declared: DeclaringRequest } | { readonly made: MadeRequest };

/** What is done with a resource, and undone. */
export interface ApplyStep {
  readonly resource: PlannedResource;
  readonly sends: readonly SentRequest[];
  /** What brings the resource back, in order. */
  readonly undo: readonly MadeRequest[];
  /** What no request brings back, each as a sentence. */
  readonly losses: readonly string[];
}

/** What the requests of files do with an endpoint. */
export interface ApplyPlan {
  readonly steps: readonly ApplyStep[];
  /** What is not done, and why, as the end of a sentence. */
  readonly leftOut: readonly { readonly resource: string; readonly reason: string }[];
}
