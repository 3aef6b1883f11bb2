import type { Operation } from '@rulebook/catalogue/operation';

/** Returns an operation with other members. Those of a description are read when they are asked for, so they are not copied. */
export function withMembers(operation: Operation, members: Partial<Operation>): Operation {
  const properties = Object.entries(members).map(([name, value]) => [name, { value, enumerable: true }] as const);
  return Object.create(operation, Object.fromEntries(properties));
}
