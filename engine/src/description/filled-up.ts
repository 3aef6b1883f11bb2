import type { Field, ObjectShape } from '../catalogue/shape';

/**
 * Returns an object of a service's own with what it leaves open as a published description has it: the shapes of members that may be anything,
 * and further members. `whole` returns the result for the described object: where a member leads back to it, as `index` in the settings of an
 * index, the member's own object is filled up in the same way. Everything is computed on first use.
 */
export function filledUp(known: ObjectShape, described: ObjectShape, whole?: () => ObjectShape): ObjectShape {
  let fields: readonly Field[] | undefined;
  const computeFields = (): readonly Field[] => (fields ??= fieldsOf(known, described, whole ?? (() => made)));
  // The other members are computed on first use, too, and must not be copied.
  const made = Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(known),
      fields: { enumerable: true, configurable: true, get: computeFields },
    },
  ) as ObjectShape;
  return made;
}

function fieldsOf(known: ObjectShape, described: ObjectShape, whole: () => ObjectShape): readonly Field[] {
  const byName = new Map(described.fields.map((field) => [field.name, field]));
  const taken = new Set<string>();
  const own = known.fields.map((field) => {
    for (const name of [field.name, ...(field.aliases ?? [])]) taken.add(name);
    const below = byName.get(field.name);
    if (below === undefined) return field;
    if (field.shape.type === 'any') return { ...field, shape: below.shape };
    if (field.shape.type !== 'object' || below.shape !== whole()) return field;
    return { ...field, shape: filledUp(field.shape, described, whole) };
  });
  return [...own, ...described.fields.filter(({ name, shape }) => !taken.has(name) && shape !== whole())];
}
