import type { Place } from '@rulebook/description/openapi/place';
import type { Repair } from '../model';

/** What a change does to the values that are valid: of a request, fewer are a break; of a response, more are. */
export type Effect = 'narrows' | 'widens' | 'both' | 'unknown' | 'none';

/** What differs between two schemas, from the outermost one on. */
export interface Finding {
  /** As elements are named: `.color`, `[].id`; empty for the schema itself. */
  readonly at: string;
  /** It is in a part of the schema, not in the schema as a whole. */
  readonly isInner: boolean;
  /** The end of the id of the change, for example `max-length-set`; or its whole id where `isWhole`. */
  readonly kind: string;
  readonly effect: Effect;
  /** The kind for parts of a parameter, of which it is not known whether they are written as text. */
  readonly partKind?: string | undefined;
  /** What is behind the element: a value of a list. */
  readonly value?: string;
  /** Half a sentence behind the name of the element: "must have at most 5 characters (was 10)". */
  readonly words: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly from?: Place | undefined;
  readonly to?: Place | undefined;
  /** It is only read, or only written, so that a request, or a response, has nothing to do with it. */
  readonly use?: 'read' | 'write' | undefined;
  /** Of a member that is new or was removed. */
  readonly member?: {
    readonly isRequired: boolean;
    readonly hasDefault: boolean;
    readonly isDeprecated: boolean;
    /** It was announced to be there longer. */
    readonly isEarly?: boolean;
  };
  readonly repair?: Repair;
  /** Where else the same schemas are. */
  readonly also?: {
    /** Returns other places, at most so many, the nearest first. */
    readonly places: (limit: number) => readonly string[];
    /** Returns whether one of them is a place, however many there are. */
    readonly isAt: (place: string) => boolean;
  };
}

/** Which way values go, and whether numbers in it are only text. */
export interface Way {
  readonly direction: 'request' | 'response';
  readonly isText: boolean;
}
