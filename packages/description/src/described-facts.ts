import type { Constraint } from '@rulebook/catalogue/constraints';
import type { DescribedSource } from '@rulebook/catalogue/facts';
import type { ObjectShape } from '@rulebook/catalogue/shape';
import type { QueryRelation } from '@rulebook/catalogue/operation';
import { pointerStep } from '@rulebook/text/pointer';
import type { AllowedValue, ValueSet } from '@rulebook/catalogue/values';
import type {
  CompiledConstraint,
  CompiledExclusion,
  CompiledOperation,
  CompiledShape,
  CompiledValues,
} from './compiled';

/** Returns the values that a description lists, with where it lists them. */
export function valueSetOf({ values, isOpen, foreign, pointer }: CompiledValues, source: DescribedSource): ValueSet {
  const provenance = sourceAt(pointer, source);
  const known = values.map((value): AllowedValue => (typeof value === 'object' ? value : { value }));
  return {
    values: known,
    closed: isOpen !== true,
    foreign: foreign?.map((one) => ({ ...one, provenance })),
    provenance,
  };
}

/** Returns the source of what has a place of its own in a description, or the source of what it belongs to. */
export function sourceAt(pointer: string | undefined, source: DescribedSource): DescribedSource {
  if (pointer === undefined) return source;
  return source.shared === undefined ? { ...source, pointer } : { ...source, pointer, shared: 'page' };
}

/** Returns the constraints of a compiled shape, with where the description states them. */
export function constraintsOf(
  { constraints }: { readonly constraints?: readonly CompiledConstraint[] },
  provenance: DescribedSource,
): readonly Constraint[] | undefined {
  return constraints?.map(({ pointer, ...constraint }): Constraint => ({
    ...constraint,
    provenance: sourceAt(pointer, provenance),
  }));
}

/** Returns whether there are no shapes in a shape. */
export function isPlain(shape: CompiledShape): boolean {
  return (
    typeof shape === 'object' &&
    shape.type !== 'array' &&
    shape.type !== 'object' &&
    shape.type !== 'switch' &&
    shape.type !== 'choice'
  );
}

/** Returns whether a compiled shape is a shape: nothing is known of its values but type and format. */
export function isBare<
  T extends { readonly values?: unknown; readonly constraints?: unknown; readonly conditions?: unknown },
>(
  shape: T,
): shape is T & { readonly values?: undefined; readonly constraints?: undefined; readonly conditions?: undefined } {
  return shape.values === undefined && shape.constraints === undefined && shape.conditions === undefined;
}

/** An object of which nothing is known. */
export const openObject: ObjectShape = { type: 'object', name: 'object', fields: [], isOpen: true };

/** Returns where a description states an operation. */
export function pointerOf({ pointer, path, methods }: CompiledOperation): string {
  return pointer ?? `#/paths${pointerStep(path)}/${(methods[0] ?? 'get').toLowerCase()}`;
}

/** Returns the parameters of a query that exclude each other as relations. */
export function exclusionsOf(
  exclusions: readonly CompiledExclusion[],
  sourceOf: (pointer: string | undefined) => DescribedSource,
): readonly QueryRelation[] {
  return exclusions.map(({ fields: [name, other], pointer }): QueryRelation => ({
    name,
    excludes: { name: other },
    message: `\`${name}\` and \`${other}\` exclude each other.`,
    severity: 'warning',
    provenance: sourceOf(pointer),
  }));
}
