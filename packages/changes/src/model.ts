/** How much a change matters to those who send requests. */
export type ChangeLevel = 'breaking' | 'risky' | 'additive' | 'silent';

/** Where in an operation something changed. */
export interface ChangePlace {
  /** Upper case; absent: the whole description, or a webhook. */
  readonly method?: string;
  /** The template as the old description writes it (the new one for what was added). */
  readonly path?: string;
  /** The operation of the new description that took its place: other names of path parameters, a moved path. */
  readonly movedTo?: { readonly method: string; readonly path: string };
  readonly side: 'operation' | 'request' | 'response' | 'security' | 'event';
  /**
   * As coverage names elements: `query limit`, `header X-Id`, `path id`, `$.color`, `$.items[].id`, `$.color=green`; of a response with its
   * status in front: `200 $.color`. Absent: the operation.
   */
  readonly element?: string;
}

/** What differs between two descriptions, or two versions of a service. */
export interface Change {
  /** As oasdiff names the kind, for example `new-required-request-property`. */
  readonly id: string;
  readonly level: ChangeLevel;
  readonly place: ChangePlace;
  /** One sentence, ends with a full stop. */
  readonly message: string;
  /** What it was and is, as JSON text, where that is short. */
  readonly before?: string;
  readonly after?: string;
  /** JSON pointers (file#/…) in the old and the new description. */
  readonly pointers?: { readonly before?: string; readonly after?: string };
  /** How a request is repaired safely: never a guess. */
  readonly repair?: Repair;
  /** Returns other elements at which the same schema is, at most so many, the nearest first. */
  readonly alsoAt?: (limit: number) => readonly string[];
  /** Returns whether the same schema is at an element, too, however many there are. */
  readonly isAlsoAt?: (element: string) => boolean;
}

/** A safe repair of a request: another name, another path, a new member or parameter, another value, or to leave something out. */
export type Repair =
  | { readonly kind: 'rename'; readonly to: string }
  | { readonly kind: 'move'; readonly method: string; readonly path: string }
  /** `value` is JSON text, a placeholder where nothing is safe. */
  | { readonly kind: 'insert'; readonly name: string; readonly value: string }
  | { readonly kind: 'value'; readonly to: string }
  | { readonly kind: 'remove' };

/** A line of a file that a change concerns. */
export interface ConcernedLine {
  readonly file: string;
  readonly line: number;
  readonly span: { readonly start: number; readonly end: number };
  readonly what: 'request' | 'assert' | 'script' | 'reference' | 'recording' | 'test';
  readonly change: Change;
  /** The new description's checker refuses it (proved), or the element is only touched. */
  readonly isProved: boolean;
  readonly edits?: readonly { readonly start: number; readonly end: number; readonly text: string }[];
}
