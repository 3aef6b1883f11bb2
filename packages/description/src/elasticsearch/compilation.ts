import type { CompiledField, CompiledShape } from '../compiled';
import type { Bindings } from './bindings';
import type { Schema } from './schema';

/** Where a value is: a list in a path or query is written with commas, and every value there is a string. */
export type Use = 'body' | 'parameter';

/** A shape that is written out where it is used. */
export type Inline = Exclude<CompiledShape, number>;

/** What all shapes of one schema share. Shapes contain others, whose compilation begins here again. */
export interface Compilation {
  readonly schema: Schema;
  /** Returns the shape of a value of the schema. */
  shape(value: unknown, use: Use, pointer: string, bindings?: Bindings, depth?: number): CompiledShape;
  /** Returns the fields of a list of properties. */
  fields(properties: unknown, use: Use, pointer: string, bindings?: Bindings, depth?: number): readonly CompiledField[];
}
