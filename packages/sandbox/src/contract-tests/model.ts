import type { Operation } from '@rulebook/catalogue/operation';
import type { Collection } from '@rulebook/catalogue/resource-model';
import type { Place } from '@rulebook/checker/resource-model/misfit';

/** What must hold of the response to a step, in addition to what is described for its operation. */
export interface Check {
  /** An assert without its question marks. */
  readonly assert: string;
  /** What is wrong where it does not hold; a sentence. */
  readonly message: string;
  /** Names what is wrong, whatever the values are: a service with one mistake shows it often. */
  readonly key: string;
  /** The member of the body that it is about. */
  readonly member?: string;
  /** Whether the response can be judged by it, by the value of its body: a page of a list need not hold every item. */
  readonly isJudged?: (value: unknown) => boolean;
}

/**
 * What the status must be. `success`: the described one of success; `refusal`: 4xx; `absent`: 404; `described`: any that is described, and none
 * of 5xx; `answer`: any below 500.
 */
export type Expectation = 'success' | 'refusal' | 'absent' | 'described' | 'answer';

/** One request of a case. */
export interface Step {
  readonly operation: Operation;
  readonly method: string;
  /** By which other steps refer to its response. */
  readonly name: string;
  readonly title: string;
  /** With the values of its parameters, or placeholders for them. */
  readonly path: string;
  /** A text may be a placeholder for an id. */
  readonly query: readonly (readonly [name: string, text: string])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** A JSON value; undefined for none. */
  readonly body?: unknown;
  /** Ids in the body that the service has made: the `sample` of each is in its place in `body`. */
  readonly ids?: readonly BodyId[];
  readonly expects: Expectation;
  readonly checks: readonly Check[];
  /** The item that it creates. */
  readonly makes?: MadeItem;
  /** The name of the step whose item it removes. */
  readonly removes?: string;
  /** The name of the step whose effect it shows. */
  readonly follows?: string;
}

/** The id of an item in a body. */
export interface BodyId {
  readonly place: Place;
  readonly sample: unknown;
  /** A placeholder, or the id. */
  readonly text: string;
}

/** An item that a step creates. */
export interface MadeItem {
  readonly collection: Collection;
  /** The path of the item, with a placeholder for its id where the service makes the id. */
  readonly path: string;
  /** The id as it is written in another request: a placeholder, or the id. */
  readonly id: string;
  /** Whether ids are numbers; undefined where that is not known. */
  readonly isNumber?: boolean;
}

/** Requests that are sent one after the other, and show one thing. */
export interface TestCase {
  readonly title: string;
  readonly kind: 'valid' | 'invalid' | 'story';
  /** What is special about its last request; empty for the plain one, and for a story. */
  readonly variant: string;
  readonly steps: readonly Step[];
  /** For the last request: returns whether another body and query still show the same. */
  readonly isAlike: (step: Step) => boolean;
}

/** What was received for a step. */
export interface Received {
  /** Why there is no response. */
  readonly problem?: string;
  /** Nothing was sent: a value of the request is not known. */
  readonly isUnsent?: boolean;
  /** No connection is accepted, also after a while. */
  readonly isRefused?: boolean;
  /** Absent: the request was not sent, or not answered. */
  readonly status?: number;
  readonly contentType: string;
  readonly body: string;
  /** The asserts of the step in their order. */
  readonly asserts: readonly { readonly text: string; readonly outcome: 'passed' | 'failed' | 'unevaluated' }[];
}

/** Something that a service does and must not do. */
export interface Violation {
  readonly key: string;
  /** An assert that it breaks. */
  readonly assert: string;
  /** A sentence. */
  readonly message: string;
  readonly member?: string;
}

/** A mistake of the service, with the requests that show it. */
export interface Finding {
  readonly violation: Violation;
  readonly kind: TestCase['kind'];
  /** `POST /pets`. */
  readonly operation: string;
  readonly title: string;
  /** The smallest requests that were found to show it. */
  readonly steps: readonly Step[];
  /** The request file that shows it. */
  readonly text: string;
  /** Whether that file has shown it. */
  readonly isConfirmed: boolean;
}
