import type { TextFormat } from '../../../catalogue/shape';
import { patternOf } from '../../../text/patterns';
import { textFormatNamed } from '../../../text/text-formats';
import type { CompiledConstraint } from '../../compiled';
import { childOf, isSet, memberOfObject, membersAt, numberOf, textAt, textsAt, type Place } from '../place';
import type { ProblemList } from '../problems';

/** The JSON types that constraints belong to. */
export type ConstrainedType = 'string' | 'number' | 'array' | 'object';

/** Returns the constraints that schemas put on a value of a JSON type, and reports those that are not checked. */
export function constraintsOf(
  schemas: readonly Place[],
  type: ConstrainedType,
  problems: ProblemList,
): { readonly constraints?: readonly CompiledConstraint[] } {
  const known = new Set<string>();
  const distinct = schemas
    .flatMap((schema) => readers[type](schema, problems))
    .filter((constraint) => {
      const key = JSON.stringify(constraint);
      return !known.has(key) && known.add(key);
    });
  return distinct.length === 0 ? {} : { constraints: distinct };
}

/** Returns the form of a text that schemas name, if it can be checked. Other names are allowed, and mean nothing here. */
export function formatOf(schemas: readonly Place[]): TextFormat | undefined {
  for (const schema of schemas) {
    const name = textAt(schema, 'format');
    if (name === undefined) continue;
    if (name === 'date') return 'date';
    const known = Object.hasOwn(otherNames, name) ? otherNames[name] : name;
    if (known !== undefined && textFormatNamed(known) !== undefined) return known as TextFormat;
  }
  return undefined;
}

/** Names that mean the same as one of JSON Schema. */
const otherNames: Readonly<Record<string, string>> = {
  datetime: 'date-time',
  url: 'uri',
  iri: 'uri',
  'iri-reference': 'uri-reference',
  'idn-email': 'email',
  'idn-hostname': 'hostname',
  guid: 'uuid',
  base64: 'byte',
};

/** Returns the constraint that one of several members, or exactly one, must be present. */
export function memberChoice(kind: 'oneOf' | 'anyOf', fields: readonly string[]): CompiledConstraint {
  return { rule: 'member-count', options: { minimum: 1, ...(kind === 'oneOf' && { maximum: 1 }), fields } };
}

/** Returns whether a pattern can be compared with texts, and reports it otherwise. */
export function isComparable(pattern: string, at: Place, problems: ProblemList): boolean {
  if (patternOf(pattern) !== undefined) return true;
  if (isRegularExpression(pattern))
    problems.information('The pattern is not checked: comparing it with a text can take too long.', at);
  else problems.warning('The pattern is not a regular expression that can be read, so it is not checked.', at);
  return false;
}

const readers: Readonly<
  Record<ConstrainedType, (schema: Place, problems: ProblemList) => readonly CompiledConstraint[]>
> = {
  string(schema, problems) {
    const limits = limitPair(schema, 'minLength', 'maxLength', problems);
    const pattern = textAt(schema, 'pattern');
    const isChecked = pattern !== undefined && isComparable(pattern, childOf(schema, 'pattern') ?? schema, problems);
    return [
      ...(limits ? [{ rule: 'length-limit' as const, options: limits }] : []),
      ...(isChecked ? [{ rule: 'malformed-text' as const, options: { pattern } }] : []),
    ];
  },
  number(schema, problems) {
    const found: Partial<Record<RangeKeyword, number>> = {};
    for (const keyword of rangeKeywords) {
      const limit = numberOf(schema, keyword);
      if (limit !== undefined) found[keyword] = limit;
      else if (memberOfObject(schema.value, keyword) !== undefined && !isExclusiveFlag(schema, keyword))
        problems.warning(`\`${keyword}\` must be a number.`, schema);
    }
    // Before OpenAPI 3.1, `exclusiveMinimum: true` says that the minimum itself is excluded.
    const isAbove = isSet(schema, 'exclusiveMinimum') && found.minimum !== undefined;
    const isBelow = isSet(schema, 'exclusiveMaximum') && found.maximum !== undefined;
    const { minimum, maximum, multipleOf, ...exclusive } = found;
    if (multipleOf !== undefined && multipleOf <= 0) problems.warning('`multipleOf` must be greater than 0.', schema);
    const options = {
      ...exclusive,
      ...(minimum !== undefined && (isAbove ? { exclusiveMinimum: minimum } : { minimum })),
      ...(maximum !== undefined && (isBelow ? { exclusiveMaximum: maximum } : { maximum })),
      ...(multipleOf !== undefined && multipleOf > 0 && { multipleOf }),
    };
    const lowest = Math.max(minimum ?? -Infinity, options.exclusiveMinimum ?? -Infinity);
    const highest = Math.min(maximum ?? Infinity, options.exclusiveMaximum ?? Infinity);
    if (lowest > highest) {
      problems.warning('The smallest number is greater than the largest one, so the range is not checked.', schema);
      return [];
    }
    return Object.keys(options).length === 0 ? [] : [{ rule: 'number-range', options }];
  },
  array(schema, problems) {
    const limits = limitPair(schema, 'minItems', 'maxItems', problems);
    return [
      ...(limits ? [{ rule: 'item-count' as const, options: limits }] : []),
      ...(isSet(schema, 'uniqueItems') ? [{ rule: 'duplicate-item' as const, options: {} }] : []),
    ];
  },
  object(schema, problems) {
    const limits = limitPair(schema, 'minProperties', 'maxProperties', problems);
    const dependent = ['dependentRequired', 'dependencies'].flatMap((keyword) =>
      membersAt(childOf(schema, keyword)).flatMap(({ key, parent, value }): readonly CompiledConstraint[] => {
        if (!Array.isArray(value)) return [];
        const requires = parent ? textsAt(parent, key) : [];
        return requires.length === 0 ? [] : [{ rule: 'dependent-field', options: { field: key, requires } }];
      }),
    );
    return [...(limits ? [{ rule: 'member-count' as const, options: limits }] : []), ...dependent];
  },
};

const rangeKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const;
type RangeKeyword = (typeof rangeKeywords)[number];

function isExclusiveFlag(schema: Place, keyword: string): boolean {
  return keyword.startsWith('exclusive') && typeof memberOfObject(schema.value, keyword) === 'boolean';
}

/** Returns the limits of a count; undefined if there are none. */
function limitPair(schema: Place, lower: string, upper: string, problems: ProblemList) {
  const minimum = countOf(schema, lower, problems);
  const maximum = countOf(schema, upper, problems);
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    problems.warning(`\`${lower}\` is greater than \`${upper}\`, so neither is checked.`, schema);
    return undefined;
  }
  if ((minimum ?? 0) === 0 && maximum === undefined) return undefined;
  return {
    ...(minimum !== undefined && minimum > 0 && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
}

/** Returns a keyword that counts something. */
function countOf(schema: Place, keyword: string, problems: ProblemList): number | undefined {
  if (memberOfObject(schema.value, keyword) === undefined) return undefined;
  const count = numberOf(schema, keyword);
  if (count !== undefined && count >= 0 && Number.isInteger(count)) return count;
  problems.warning(`\`${keyword}\` must be a whole number that is not negative.`, schema);
  return undefined;
}

function isRegularExpression(source: string): boolean {
  for (const flags of ['u', '']) {
    try {
      new RegExp(source, flags);
      return true;
    } catch {
      // The other mode may accept it.
    }
  }
  return false;
}
