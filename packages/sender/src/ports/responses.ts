import type { AssertResult } from '../asserts/assert-result';
import type { AssertContext } from '../asserts/evaluate-asserts';
import type { PlannedAssert } from '../plan/plan';
import type { NamedResponses } from '../variables/named-responses';

/** Keeps the cookies that services set, for one session; implemented in `packages/platform/src/`. A cookie never goes to another origin. */
export interface CookieJar {
  /** Returns the value of the `Cookie` field for a URL, or undefined when there is no cookie for it. */
  readonly fieldFor: (url: string) => string | undefined;
  /** Keeps the cookies of the `Set-Cookie` fields of a response. */
  readonly keep: (url: string, fields: readonly string[]) => void;
  /** Returns the cookies that have not expired. */
  readonly list: () => readonly KeptCookie[];
  readonly delete: (cookies: readonly KeptCookie[]) => void;
  readonly clear: () => void;
}

/** A cookie as people see it: without its value. */
export interface KeptCookie {
  /** The origin that set it and gets it back. */
  readonly origin: string;
  readonly name: string;
  readonly domain: string;
  readonly path: string;
  /** Milliseconds since 1970; absent for one of the session. */
  readonly expires?: number;
  /** It goes over TLS only. */
  readonly isSecure: boolean;
  readonly isHttpOnly: boolean;
}

/** Where a shown response differs from what is known about its operation; the line counts from 0, from the status line. */
export interface Difference {
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

type Awaitable<T> = T | Promise<T>;

/** What earlier responses have left, and what is said of a new one. */
export interface ResponsesPort {
  /** The responses of requests that were sent before, and what scripts have kept. */
  readonly answers: NamedResponses;
  /** Returns whether the response to the request of this name is kept for requests that refer to it. */
  readonly isKept: (name: string) => boolean;
  /** The cookies of the session; absent when none are kept. */
  readonly cookies?: CookieJar | undefined;
  readonly evaluateAsserts: (
    asserts: readonly PlannedAssert[],
    context: AssertContext,
  ) => Awaitable<readonly AssertResult[]>;
  /** Returns where a shown response differs from what is known about its operation; undefined where nothing is known. */
  readonly compare: (shown: string, operation: string) => Awaitable<readonly Difference[] | undefined>;
}
