import type { Shape } from '../../../../catalogue/shape';
import { isRecord } from '../../../../sandbox/wire';
import { roleDescriptor } from '../../catalogue/security/role-descriptor';

type Roles = Readonly<Record<string, unknown>>;

/** Returns role descriptors as responses show them: a single value as a list where a list is documented, and each field by its own name. */
export function describeRoles(roles: Roles): Roles {
  return Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, described(roleDescriptor, role)]));
}

function described(shape: Shape, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (shape.type === 'choice') {
    const list = shape.options.find(({ type }) => type === 'array');
    return list === undefined ? value : described(list, value);
  }
  if (shape.type === 'array') {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return items.map((item) => described(shape.items, item));
  }
  if (shape.type !== 'object' || !isRecord(value)) return value;
  const members = Object.entries(value).map(([key, member]) => {
    const field = shape.fields.find(({ name, aliases }) => name === key || aliases?.includes(key));
    return field === undefined ? [key, member] : [field.name, described(field.shape, member)];
  });
  return Object.fromEntries(members) as unknown;
}
