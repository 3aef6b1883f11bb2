import type { TextFormat } from '@rulebook/catalogue/shape';
import { isExpression, patternOf } from '@rulebook/text/patterns';
import { textFormatNamed } from '@rulebook/text/text-formats';
import { distinct, unlessEmpty, type CompiledConstraint } from '../../compiled';
import { childOf, isSet, memberOfObject, membersAt, numberAt, textAt, textsAt, type Place } from '../place';
import type { ProblemList } from '../problems';
import { membersNotTogether } from './keywords';

/** The JSON types that constraints belong to. */
type ConstrainedType = 'string' | 'number' | 'array' | 'object';

/** Returns the constraints that schemas put on a value of a JSON type, and reports those that are not checked. */
export function constraintsOf(
  schemas: readonly Place[],
  type: ConstrainedType,
  problems: ProblemList,
): readonly CompiledConstraint[] | undefined {
  return unlessEmpty(distinct(schemas.flatMap((schema) => readers[type](schema, problems))));
}

/** Returns the form of a text that a schema names, if it can be checked. Other names are allowed, and mean nothing here. */
export function formatAt(schema: Place): TextFormat | undefined {
  const written = textAt(schema, 'format') ?? '';
  const name = otherNames.get(written) ?? written;
  return name === 'date' || textFormatNamed(name) !== undefined ? (name as TextFormat) : undefined;
}

/** Names that mean the same as one of JSON Schema. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['datetime', 'date-time'],
  ['url', 'uri'],
  ['iri', 'uri'],
  ['iri-reference', 'uri-reference'],
  ['idn-email', 'email'],
  ['idn-hostname', 'hostname'],
  ['guid', 'uuid'],
  ['base64', 'byte'],
]);

/** Returns the constraint that one of several members, or exactly one, must be present. */
export function memberChoice(kind: 'oneOf' | 'anyOf', fields: readonly string[]): CompiledConstraint {
  return { rule: 'member-count', options: { minimum: 1, maximum: kind === 'oneOf' ? 1 : undefined, fields } };
}

/** Returns whether a pattern can be compared with texts, and reports it otherwise. */
export function isComparable(pattern: string, at: Place, problems: ProblemList): boolean {
  if (patternOf(pattern) !== undefined) return true;
  if (isExpression(pattern))
    problems.information('The pattern is not checked: it is very long, or has references to groups such as `\\1`.', at);
  else problems.warning('The pattern is not a regular expression that can be read, so it is not checked.', at);
  return false;
}

const readers: Readonly<
  Record<ConstrainedType, (schema: Place, problems: ProblemList) => readonly CompiledConstraint[]>
> = {
  string(schema, problems) {
    const limits = limitsOf(schema, 'length-limit', ['minLength', 'maxLength'], problems);
    const pattern = textAt(schema, 'pattern');
    const isChecked = pattern !== undefined && isComparable(pattern, childOf(schema, 'pattern') ?? schema, problems);
    return isChecked ? [...limits, { rule: 'malformed-text', options: { pattern } }] : limits;
  },
  number(schema, problems) {
    const limitAt = (keyword: string): number | undefined => rangeLimit(schema, keyword, problems);
    const minimum = limitAt('minimum');
    const maximum = limitAt('maximum');
    const exclusiveMinimum = limitAt('exclusiveMinimum');
    const exclusiveMaximum = limitAt('exclusiveMaximum');
    const multipleOf = limitAt('multipleOf');
    // Before OpenAPI 3.1, `exclusiveMinimum: true` says that the minimum itself is excluded.
    const isAbove = isSet(schema, 'exclusiveMinimum');
    const isBelow = isSet(schema, 'exclusiveMaximum');
    if (multipleOf !== undefined && multipleOf <= 0)
      problems.warning('`multipleOf` must be greater than 0.', childOf(schema, 'multipleOf') ?? schema);
    const options = {
      exclusiveMinimum: isAbove ? minimum : exclusiveMinimum,
      exclusiveMaximum: isBelow ? maximum : exclusiveMaximum,
      minimum: isAbove ? undefined : minimum,
      maximum: isBelow ? undefined : maximum,
      multipleOf: multipleOf !== undefined && multipleOf > 0 ? multipleOf : undefined,
    };
    const lowest = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
    const highest = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
    if (lowest > highest) {
      problems.warning('The smallest number is greater than the largest one, so the range is not checked.', schema);
      return [];
    }
    const isLimited = Object.values(options).some((limit) => limit !== undefined);
    return isLimited ? [{ rule: 'number-range', options }] : [];
  },
  array(schema, problems) {
    const limits = limitsOf(schema, 'item-count', ['minItems', 'maxItems'], problems);
    return isSet(schema, 'uniqueItems') ? [...limits, { rule: 'duplicate-item', options: {} }] : limits;
  },
  object(schema, problems) {
    const limits = limitsOf(schema, 'member-count', ['minProperties', 'maxProperties'], problems);
    const dependent = ['dependentRequired', 'dependencies'].flatMap((keyword) =>
      membersAt(childOf(schema, keyword)).flatMap(({ key, parent }): readonly CompiledConstraint[] => {
        const requires = textsAt(parent, key);
        return requires.length === 0 ? [] : [{ rule: 'dependent-field', options: { field: key, requires } }];
      }),
    );
    const apart = membersNotTogether(schema.value);
    if (apart === undefined) return [...limits, ...dependent];
    const options = { maximum: apart.length - 1, fields: apart };
    return [...limits, ...dependent, { rule: 'member-count', options }];
  },
};

/** Returns a keyword that limits a number. Before OpenAPI 3.1, some are flags. */
function rangeLimit(schema: Place, keyword: string, problems: ProblemList): number | undefined {
  const value = memberOfObject(schema.value, keyword);
  const isFlag = keyword.startsWith('exclusive') && typeof value === 'boolean';
  const limit = numberAt(schema, keyword);
  if (value !== undefined && limit === undefined && !isFlag)
    problems.warning(`\`${keyword}\` must be a number.`, childOf(schema, keyword) ?? schema);
  return limit;
}

/** Returns the constraint that a count has limits, if it has. */
function limitsOf(
  schema: Place,
  rule: 'length-limit' | 'item-count' | 'member-count',
  [lower, upper]: readonly [string, string],
  problems: ProblemList,
): readonly CompiledConstraint[] {
  const minimum = countOf(schema, lower, problems);
  const maximum = countOf(schema, upper, problems);
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    problems.warning(`\`${lower}\` is greater than \`${upper}\`, so neither is checked.`, schema);
    return [];
  }
  if ((minimum ?? 0) === 0 && maximum === undefined) return [];
  return [{ rule, options: { minimum: minimum === 0 ? undefined : minimum, maximum } }];
}

/** Returns a keyword that counts something. */
function countOf(schema: Place, keyword: string, problems: ProblemList): number | undefined {
  if (memberOfObject(schema.value, keyword) === undefined) return undefined;
  const count = numberAt(schema, keyword);
  if (count !== undefined && count >= 0 && Number.isInteger(count)) return count;
  problems.warning(`\`${keyword}\` must be a whole number that is not negative.`, childOf(schema, keyword) ?? schema);
  return undefined;
}
