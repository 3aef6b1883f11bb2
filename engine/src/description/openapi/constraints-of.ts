import type { CompiledConstraint } from '../compiled';
import { isSet, numberOf, textOf, type Place } from './place';
import type { ProblemList } from './problems';

/** The JSON types that constraints belong to. */
export type ConstrainedType = 'string' | 'number' | 'array' | 'object';

/** Returns the constraints that schemas put on a value of a JSON type, and reports those that are not checked. */
export function constraintsOf(
  schemas: readonly Place[],
  type: ConstrainedType,
  problems: ProblemList,
): { readonly constraints?: readonly CompiledConstraint[] } {
  const constraints = schemas.flatMap((schema) => readers[type](schema, problems));
  const known = new Set<string>();
  const distinct = constraints.filter((constraint) => {
    const key = JSON.stringify(constraint);
    return !known.has(key) && known.add(key);
  });
  return distinct.length === 0 ? {} : { constraints: distinct };
}

const readers: Readonly<
  Record<ConstrainedType, (schema: Place, problems: ProblemList) => readonly CompiledConstraint[]>
> = {
  string(schema, problems) {
    const maximum = countOf(schema, 'maxLength', problems);
    const minimum = countOf(schema, 'minLength', problems);
    const pattern = textOf(schema, 'pattern');
    if (minimum !== undefined && minimum > 0) unchecked(schema, 'minLength', problems);
    if (pattern !== undefined && isReadable(schema, pattern, problems)) unchecked(schema, 'pattern', problems);
    return maximum === undefined ? [] : [{ rule: 'length-limit', options: { maximum } }];
  },
  number(schema, problems) {
    const minimum = numberOf(schema, 'minimum');
    const maximum = numberOf(schema, 'maximum');
    for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'])
      if (numberOf(schema, keyword) !== undefined || isSet(schema, keyword)) unchecked(schema, keyword, problems);
    if (minimum === undefined && maximum === undefined) return [];
    if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
      problems.warning('`minimum` is greater than `maximum`, so neither is checked.', schema);
      return [];
    }
    return [
      {
        rule: 'number-range',
        options: { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) },
      },
    ];
  },
  array(schema, problems) {
    for (const keyword of ['minItems', 'maxItems'])
      if ((countOf(schema, keyword, problems) ?? 0) > 0) unchecked(schema, keyword, problems);
    return isSet(schema, 'uniqueItems') ? [{ rule: 'duplicate-item', options: { noun: 'item' } }] : [];
  },
  object(schema, problems) {
    for (const keyword of ['minProperties', 'maxProperties'])
      if ((countOf(schema, keyword, problems) ?? 0) > 0) unchecked(schema, keyword, problems);
    return [];
  },
};

/** Returns a keyword that counts something. */
function countOf(schema: Place, keyword: string, problems: ProblemList): number | undefined {
  const count = numberOf(schema, keyword);
  if (count === undefined || (count >= 0 && Number.isInteger(count))) return count;
  problems.warning(`\`${keyword}\` must be a whole number that is not negative.`, schema);
  return undefined;
}

function isReadable(schema: Place, pattern: string, problems: ProblemList): boolean {
  for (const flags of ['u', '']) {
    try {
      new RegExp(pattern, flags);
      return true;
    } catch {
      // The other mode may accept it.
    }
  }
  problems.warning('`pattern` is not a regular expression that can be read, so it is not checked.', schema);
  return false;
}

function unchecked(schema: Place, keyword: string, problems: ProblemList): void {
  problems.information(`\`${keyword}\` is not checked.`, schema);
}
