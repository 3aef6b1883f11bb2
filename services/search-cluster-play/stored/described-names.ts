import type { Shape } from '@rulebook/catalogue/shape';
import type { ClusterCall } from '../cluster/call';

/** Returns the names that a described body has at a place, where `*` is an item of a list; undefined where nothing is described. */
export function describedNames(
  { input, request }: Pick<ClusterCall, 'input' | 'request'>,
  place: readonly string[],
): ReadonlySet<string> | undefined {
  let shape: Shape | undefined = input.describe?.(request)?.operation.body?.shape;
  for (const step of place) shape = shape && below(shape, step);
  const found = shape && optionOf(shape, 'object');
  return found && found.fields.length > 0 ? new Set(found.fields.map(({ name }) => name)) : undefined;
}

function below(shape: Shape, step: string): Shape | undefined {
  if (step === '*') return optionOf(shape, 'array')?.items;
  return optionOf(shape, 'object')?.fields.find(({ name }) => name === step)?.shape;
}

function optionOf<Type extends Shape['type']>(shape: Shape, type: Type): Extract<Shape, { type: Type }> | undefined {
  const options = shape.type === 'choice' ? shape.options : [shape];
  return options.find((one): one is Extract<typeof one, { type: Type }> => one.type === type);
}
