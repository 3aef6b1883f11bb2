import type { CompiledConstraint, CompiledShape } from '../compiled';
import type { Dialect } from './dialect';
import type { Place } from './place';
import type { ProblemList } from './problems';
import type { ReferenceReader } from './references';

/** Schemas that are nested deeper than this, without a reference in between, are not checked. */
export const deepest = 64;

/**
 * What a value is for: members that are only read are not sent, those that are only written are not answered. A part of a request is what holds
 * in addition to its shape, which lists the members.
 */
export type Use = 'request' | 'part' | 'response';

/** Where a schema is, for the shape that is made of it. */
export interface SchemaContext {
  readonly use: Use;
  /** What an object is called that has no name of its own. */
  readonly name: string;
  readonly depth: number;
}

/** The schemas that a value must fulfil together. */
export interface Parts {
  readonly schemas: Place[];
  /** Alternatives of which the value must fulfil one. */
  readonly groups: Group[];
  /** Schemas whose members may be present too. */
  readonly borrowed: readonly Place[];
  /** What was collected, so that recursion ends. */
  readonly visited: Set<unknown>;
  /** A discriminator has led here, and is not followed again. */
  readonly isDecided?: true;
  /** Which of several members must be present. */
  readonly required?: readonly CompiledConstraint[];
}

/** The alternatives of one `oneOf` or `anyOf`. */
export interface Group {
  readonly kind: 'oneOf' | 'anyOf';
  /** The schema that has the alternatives. */
  readonly owner: Place;
  readonly options: readonly Place[];
}

/** What all parts of one description share. Shapes contain others, whose compilation begins here again. */
export interface Reading {
  readonly root: Place;
  readonly dialect: Dialect;
  readonly references: ReferenceReader;
  readonly problems: ProblemList;
  /** The schemas whose unknown members are reported already. */
  readonly reported: Set<unknown>;

  /** Returns the shape of a schema. */
  shapeOf(schema: Place, context: SchemaContext): CompiledShape;
  /** Returns the shape of values that fulfil all schemas; of any value if there are none. */
  shapeOfAll(schemas: readonly Place[], context: SchemaContext): CompiledShape;
  /** Returns the shape of values that fulfil all parts. */
  shapeOfParts(parts: Parts, context: SchemaContext): CompiledShape;
  /** Returns the index of a schema's shape among those that many others can refer to. */
  sharedShape(schema: Place, context: SchemaContext): number;
  /** Returns the schemas of the components that extend a schema by `allOf`; their names are their keys. */
  extensionsOf(schema: Place): readonly Place[];

  /** Counts one more shape at a depth. Returns whether it may be made; if not, that is reported. */
  isAffordable(schema: Place, depth: number): boolean;
  /** Counts as many more shapes. Returns whether there may be further ones. */
  spend(shapes: number): boolean;
}
