import { anything, type CompiledShape } from '../../compiled';
import type { Dialect } from '../dialect';
import { objectOf, pointerIn, type Place } from '../place';
import type { ProblemList } from '../problems';
import { isReference, type ReferenceReader } from '../references';
import { choiceShape } from './alternatives';
import { deepest, type Parts, type Reading, type SchemaContext, type Use } from '../reading';
import { componentName, extensionsIn } from './components';
import { discriminatorSwitch } from './discriminator';
import { isSmall } from './keywords';
import { collectedParts, hasOwnKeywords } from './parts';
import { plainShape } from './plain-shape';

/** A description that needs more shapes than this is not checked further. */
const maxShapes = 150_000;

/** Makes shapes of the schemas of a description. A schema that is referred to becomes a shape in the pool, which may refer to itself. */
export class SchemaCompiler implements Reading {
  readonly root: Place;
  readonly dialect: Dialect;
  readonly references: ReferenceReader;
  readonly problems: ProblemList;
  readonly reported = new Set<unknown>();
  readonly #pool: CompiledShape[] = [];
  readonly #open: { readonly index: number; readonly schema: Place; readonly context: SchemaContext }[] = [];
  readonly #indexes: Readonly<Record<Use, Map<unknown, number>>> = {
    request: new Map(),
    part: new Map(),
    response: new Map(),
  };
  readonly #inline: Readonly<Record<Use, Set<unknown>>> = {
    request: new Set(),
    part: new Set(),
    response: new Set(),
  };
  #extensions: ReadonlyMap<unknown, readonly Place[]> | undefined;
  #count = 0;
  #isTooLarge = false;

  constructor(root: Place, dialect: Dialect, references: ReferenceReader, problems: ProblemList) {
    this.root = root;
    this.dialect = dialect;
    this.references = references;
    this.problems = problems;
  }

  /** Returns the shape of a schema. It is complete after `finish`. */
  shapeOf(schema: Place, context: SchemaContext): CompiledShape {
    if (!this.isAffordable(schema, context.depth)) return anything;
    const { value } = schema;
    if (isReference(value) && !hasOwnKeywords(this, schema)) {
      const target = this.references.resolved(schema);
      return target === undefined ? anything : this.#referredTo(target, context);
    }
    if (typeof value === 'object' && value !== null) {
      // A parameter that operations share, or an alias of YAML, is the same object in two places.
      if (this.#inline[context.use].has(value) && !isSmall(objectOf(value) ?? {}))
        return this.sharedShape(schema, context);
      this.#inline[context.use].add(value);
    }
    return this.shapeOfParts(collectedParts(this, [schema]), context);
  }

  shapeOfAll(schemas: readonly Place[], context: SchemaContext): CompiledShape {
    const [first, ...others] = schemas;
    if (first === undefined) return anything;
    if (others.length === 0) return this.shapeOf(first, context);
    return this.shapeOfParts(collectedParts(this, schemas), context);
  }

  shapeOfParts(parts: Parts, context: SchemaContext): CompiledShape {
    const bySwitch = parts.isDecided ? undefined : discriminatorSwitch(this, parts, context);
    if (bySwitch !== undefined) return bySwitch;
    const [group, ...others] = parts.groups;
    if (group === undefined) return plainShape(this, parts, context);
    return choiceShape(this, group, { ...parts, groups: others }, context);
  }

  sharedShape(schema: Place, { use, name }: SchemaContext): number {
    const known = this.#indexes[use].get(schema.value);
    if (known !== undefined) return known;
    const index = this.#pool.push(anything) - 1;
    this.#indexes[use].set(schema.value, index);
    this.#open.push({ index, schema, context: { use, name: componentName(schema) ?? name, depth: 0 } });
    return index;
  }

  extensionsOf(schema: Place): readonly Place[] {
    this.#extensions ??= extensionsIn(this);
    return this.#extensions.get(schema.value) ?? [];
  }

  isAffordable(schema: Place, depth: number): boolean {
    if (!this.spend(1)) {
      if (!this.#isTooLarge)
        this.problems.information('The description is too large. From here on, values are not checked.', schema);
      this.#isTooLarge = true;
      return false;
    }
    if (depth <= deepest) return true;
    this.problems.information(`Schemas that are nested more than ${deepest} levels deep are not checked.`, schema);
    return false;
  }

  spend(shapes: number): boolean {
    this.#count += shapes;
    return this.#count <= maxShapes;
  }

  /** Completes the shapes that were asked for, and returns the pool. */
  finish(): readonly CompiledShape[] {
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) {
      const { index, schema, context } = next;
      const shape = this.shapeOfParts(collectedParts(this, [schema]), context);
      this.#pool[index] = withPointer(shape, schema);
    }
    return this.#pool;
  }

  /** Returns the shape of a schema that has a place of its own: small ones are written out, others are shared. */
  #referredTo(target: Place, context: SchemaContext): CompiledShape {
    const object = objectOf(target.value);
    if (object === undefined || isSmall(object)) return this.shapeOfParts(collectedParts(this, [target]), context);
    return this.sharedShape(target, context);
  }
}

function withPointer(shape: CompiledShape, schema: Place): CompiledShape {
  if (typeof shape !== 'object' || shape.type !== 'object') return shape;
  return { ...shape, pointer: pointerIn(schema) };
}
