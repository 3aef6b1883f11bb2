import type { Operation } from './operation';
import type { ResourceEffect } from './resource-life';

/** Returns the operations with their effects on resources, by operation id. */
export function withEffects(
  operations: readonly Operation[],
  effects: Readonly<Record<string, ResourceEffect>>,
): readonly Operation[] {
  return operations.map((operation) => {
    const effect = effects[operation.id];
    return effect === undefined ? operation : { ...operation, effect };
  });
}
