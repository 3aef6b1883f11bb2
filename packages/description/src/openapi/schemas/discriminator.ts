import { nearest } from '@rulebook/text/edit-distance';
import { anything, type CompiledField, type CompiledObject, type CompiledShape } from '../../compiled';
import { reportUnknownMembers } from '../members';
import {
  childOf,
  isSet,
  memberOfObject,
  membersAt,
  objectOf,
  placeBelow,
  textAt,
  textsAt,
  topOf,
  type Place,
} from '../place';
import { isReference } from '../references';
import { choice } from './choice';
import type { Parts, Reading, SchemaContext } from '../reading';
import { componentName, componentNamed } from './components';
import { isBare, isNullableType } from './keywords';
import { shapeName } from './object-shape';
import { collectParts, collectedParts, partsWith } from './parts';
import { plainShape } from './plain-shape';
import { propertiesAt, propertiesOf, requiredOf } from './properties';

/** Returns the switch of a discriminator; undefined if there is none that can be followed. */
export function discriminatorSwitch(reading: Reading, parts: Parts, context: SchemaContext): CompiledShape | undefined {
  const group = parts.groups.find(({ owner }) => objectOf(memberOfObject(owner.value, 'discriminator')) !== undefined);
  const owner = group?.owner ?? parts.schemas[0];
  if (owner === undefined) return undefined;
  const discriminator = childOf(owner, 'discriminator');
  if (discriminator === undefined) return undefined;
  // Swagger 2.0 names the member alone.
  if (objectOf(discriminator.value)) reportUnknownMembers('discriminator', discriminator, reading);
  const on = typeof discriminator.value === 'string' ? discriminator.value : textAt(discriminator, 'propertyName');
  if (on === undefined) {
    reading.problems.error('`discriminator` must name a member in `propertyName`.', discriminator);
    return undefined;
  }
  const cases = new Map<string, Place>();
  const add = (name: string, place: Place): void => {
    const target = reading.references.resolved(place);
    if (target && !cases.has(name) && !parts.visited.has(target.value)) cases.set(name, target);
  };
  for (const entry of membersAt(childOf(discriminator, 'mapping'))) {
    const target = mappedSchema(reading, entry);
    if (target) add(entry.key, target);
  }
  const usual = childOf(discriminator, 'defaultMapping');
  const usualTarget = usual && mappedSchema(reading, usual);
  const named = new Set([...cases.values()].map(({ value }) => value));
  if (group) {
    for (const option of group.options) {
      const target = reading.references.resolved(option);
      if (target === undefined || named.has(target.value)) continue;
      const values = literalValuesAt(reading, target, on);
      if (values.length > 0) for (const value of values) add(value, target);
      else if (isReference(option.value)) add(componentName(target) ?? '', target);
    }
  } else {
    for (const schema of reading.extensionsOf(owner)) if (!named.has(schema.value)) add(schema.key, schema);
  }
  cases.delete('');
  // A list has no member that decides, but shows by itself which option it is.
  const lists = group ? [...cases].filter(([, target]) => textAt(target, 'type') === 'array') : [];
  for (const [name] of lists) cases.delete(name);
  if (cases.size === 0) return undefined;
  const rest = parts.groups.filter((other) => other !== group);
  const inner = { ...context, depth: context.depth + 1 };
  // A case that does not list the deciding member has it nevertheless.
  const decided = topOf(owner.file, { properties: { [on]: { type: 'string' } } });
  const base = (): Parts =>
    partsWith(parts, { groups: [...rest], borrowed: [...parts.borrowed, decided], isDecided: true });
  const isAlone = parts.schemas.every(isBare) && rest.length === 0 && parts.borrowed.length === 0;
  const made: Record<string, CompiledShape> = {};
  for (const [value, target] of cases) {
    const isWhole = group && isAlone && propertiesOf(reading, target).some(({ key }) => key === on);
    const shape = isWhole ? reading.sharedShape(target, inner) : caseShape(reading, base(), target, inner);
    // A name such as `__proto__` must become a member too.
    Object.defineProperty(made, value, { value: shape, enumerable: true });
  }
  const requires = (part: Parts): boolean => requiredOf(part.schemas).has(on);
  const isRequired =
    requires(parts) || [...cases.values()].every((target) => requires(collectedParts(reading, [target])));
  const plain = plainShape(reading, { ...base(), groups: [] }, context);
  const fallback = typeof plain === 'object' && plain.type === 'object' ? plain : undefined;
  const fields = fallback?.fields ?? [];
  const name = fallback?.name ?? shapeName(parts, context);
  const decider: CompiledField = {
    ...fields.find((field) => field.name === on),
    name: on,
    // The values of an abstract schema are those of its children. Where a schema is for all other values, there may be any.
    shape: { type: 'string', ...(usual === undefined && { values: { values: [...cases.keys()] } }) },
    required: (isRequired && usual === undefined) || undefined,
  };
  const usualCase = [...cases].find(([, target]) => target.value === usualTarget?.value)?.[0];
  const otherFields = fields.filter((field) => field.name !== on);
  const otherwise: CompiledObject = { type: 'object', name, fields: [decider, ...otherFields], isOpen: true };
  const withoutDecider = (): CompiledShape | undefined => {
    if (usualCase !== undefined) return made[usualCase];
    const isSlipKnown =
      context.use === 'request' && usual === undefined && isUnlike(reading, on, [...cases.values()], otherFields);
    return isSlipKnown ? { ...otherwise, isMisspeltReported: true } : undefined;
  };
  const absent = isRequired ? undefined : withoutDecider();
  const options: CompiledShape[] = [{ type: 'switch', name, on, of: 'self', cases: made, absent, otherwise }];
  for (const [, target] of lists) options.push(reading.sharedShape(target, inner));
  if (isSet(owner, 'nullable') || parts.schemas.some(isNullableType)) options.push({ type: 'null' });
  return choice(options);
}

/**
 * Returns whether a key that nearly is the deciding member can only be meant as that: no case may have further members or lists one with such a
 * name, and nothing else is listed around them.
 */
function isUnlike(reading: Reading, on: string, cases: readonly Place[], others: readonly CompiledField[]): boolean {
  const parts = cases.flatMap((target) => collectedParts(reading, [target]).schemas);
  const isOpen = parts.some((part) => {
    const further = childOf(part, 'additionalProperties') ?? childOf(part, 'unevaluatedProperties');
    return (further !== undefined && further.value !== false) || childOf(part, 'patternProperties') !== undefined;
  });
  if (isOpen || others.length > 0) return false;
  const names = parts.flatMap((part) => propertiesAt(reading, part).map(({ key }) => key));
  return names.every((name) => name === on || nearest(name, [on]) === undefined);
}

function caseShape(reading: Reading, parts: Parts, target: Place, context: SchemaContext): CompiledShape {
  collectParts(reading, target, parts, 0);
  const name = componentName(target);
  const named = name === undefined ? context : { ...context, name };
  return reading.isAffordable(target, context.depth) ? reading.shapeOfParts(parts, named) : anything;
}

/** Returns the schema that a discriminator maps a value to: a reference, or the name of a schema. */
function mappedSchema(reading: Reading, entry: Place): Place | undefined {
  if (typeof entry.value !== 'string') {
    reading.problems.error('A discriminator maps values to references or names of schemas.', entry);
    return undefined;
  }
  const named = /^[\w.-]+$/.test(entry.value) ? componentNamed(reading, entry.value) : undefined;
  return named ?? reading.references.target({ ...entry, value: { $ref: entry.value } });
}

/** Returns the only values that a member may have in a schema. */
function literalValuesAt(reading: Reading, schema: Place, member: string): readonly string[] {
  for (const part of collectedParts(reading, [schema]).schemas) {
    const property = placeBelow(part, 'properties', member);
    const target = property && reading.references.resolved(property);
    const constant = textAt(target, 'const');
    if (constant !== undefined) return [constant];
    const values = textsAt(target, 'enum');
    if (values.length > 0 && values.length <= 3) return values;
  }
  return [];
}
