import type { Field, ObjectShape } from '@rulebook/catalogue/shape';
import { perObject } from '@rulebook/text/structures/memo';

/** Returns the fields that an object must have, or should have. */
export const requiredFieldsOf = perObject(({ fields }: ObjectShape): readonly Field[] =>
  fields.filter(({ required }) => required !== undefined && required !== false),
);
