import type { Field } from '@rulebook/catalogue/shape';
import { taskParameters } from '@rulebook/search-cluster/facts/replication/replication-shapes';
import { ownValue } from '@rulebook/sandbox/wire';

/** Returns the parameters of a follower's tasks: those of the body, and the defaults of the others. */
export function readParameters(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    taskParameters.flatMap((field) => {
      const value = ownValue(body, field.name) ?? defaultOf(field);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

function defaultOf(field: Field): unknown {
  return field.default === undefined ? undefined : (JSON.parse(field.default) as unknown);
}

/** Returns whether each shard has as many copies as a request waits for; with one node, there is one copy. */
export function areShardsActive(wanted: string | undefined): boolean {
  return wanted === undefined || !/^\+?\d+$/.test(wanted) || Number(wanted) <= 1;
}
