import type { CompiledField, CompiledObject, CompiledShape } from '../../compiled';
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
import { choiceShape } from './alternatives';
import { choice } from './choice';
import { anything, type Compilation, type Parts, type SchemaContext } from './compilation';
import { componentName, componentNamed } from './components';
import { isBare, isNullableType, schemaHas } from './keywords';
import { shapeName } from './object-shape';
import { collectParts, collectedParts } from './parts';
import { plainShape } from './plain-shape';
import { propertiesOf, requiredOf } from './properties';

/** Returns the switch of a discriminator; undefined if there is none that can be followed. */
export function discriminatorSwitch(
  compilation: Compilation,
  parts: Parts,
  context: SchemaContext,
): CompiledShape | undefined {
  const group = parts.groups.find(({ owner }) => objectOf(memberOfObject(owner.value, 'discriminator')) !== undefined);
  const owner = group?.owner ?? parts.schemas[0];
  if (owner === undefined) return undefined;
  const discriminator = childOf(owner, 'discriminator');
  if (discriminator === undefined) return undefined;
  // Swagger 2.0 names the member alone.
  if (objectOf(discriminator.value))
    reportUnknownMembers('discriminator', discriminator, compilation.dialect, compilation.problems);
  if (schemaHas(discriminator, 'defaultMapping'))
    compilation.problems.information('`defaultMapping` is not checked.', discriminator);
  const on = typeof discriminator.value === 'string' ? discriminator.value : textAt(discriminator, 'propertyName');
  if (on === undefined) {
    compilation.problems.error('`discriminator` must name a member in `propertyName`.', discriminator);
    return undefined;
  }
  const cases = new Map<string, Place>();
  const add = (name: string, place: Place): void => {
    const target = compilation.references.resolved(place);
    if (target && !cases.has(name) && !parts.visited.has(target.value)) cases.set(name, target);
  };
  for (const entry of membersAt(childOf(discriminator, 'mapping'))) {
    const target = mappedSchema(compilation, entry);
    if (target) add(entry.key, target);
  }
  const named = new Set([...cases.values()].map(({ value }) => value));
  if (group) {
    for (const option of group.options) {
      const target = compilation.references.resolved(option);
      if (target === undefined || named.has(target.value)) continue;
      const values = literalValuesAt(compilation, target, on);
      if (values.length > 0) for (const value of values) add(value, target);
      else if (isReference(option.value)) add(componentName(target) ?? '', target);
    }
  } else {
    for (const { name, schema } of compilation.extensionsOf(owner)) if (!named.has(schema.value)) add(name, schema);
  }
  cases.delete('');
  if (cases.size === 0) return undefined;
  // A list has no member that decides, but shows by itself which option it is.
  const lists = group ? [...cases].filter(([, target]) => textAt(target, 'type') === 'array') : [];
  for (const [name] of lists) cases.delete(name);
  if (cases.size === 0) return undefined;
  const rest = group ? parts.groups.filter((other) => other !== group) : parts.groups;
  const inner = { ...context, depth: context.depth + 1 };
  // A case that does not list the deciding member has it all the same.
  const decided = topOf(owner.file, { properties: { [on]: { type: 'string' } } });
  const base = (): Parts => ({
    schemas: [...parts.schemas],
    groups: [...rest],
    borrowed: [...parts.borrowed, decided],
    visited: new Set(parts.visited),
    isDecided: true,
    ...(parts.required && { required: parts.required }),
  });
  const isAlone = parts.schemas.every(isBare) && rest.length === 0 && parts.borrowed.length === 0;
  const made: Record<string, CompiledShape> = {};
  for (const [value, target] of cases) {
    const isWhole = group && isAlone && propertiesOf(compilation, target).some(({ key }) => key === on);
    const shape = isWhole ? compilation.sharedShape(target, inner) : caseShape(compilation, base(), target, inner);
    // A name such as `__proto__` must become a member too.
    Object.defineProperty(made, value, { value: shape, enumerable: true });
  }
  const requires = (part: Parts): boolean => requiredOf(part.schemas).has(on);
  const isRequired =
    requires(parts) || [...cases.values()].every((target) => requires(collectedParts(compilation, [target])));
  const plain = plainShape(compilation, { ...base(), groups: [] }, context);
  const fallback = typeof plain === 'object' && plain.type === 'object' ? plain : undefined;
  const decider: CompiledField = {
    name: on,
    shape: { type: 'string', values: { values: [...cases.keys()] } },
    ...(isRequired && { required: true }),
  };
  const isTextElsewhere = fallback?.fields?.find(({ name }) => name === on);
  const otherwise: CompiledObject = {
    type: 'object',
    name: fallback?.name ?? shapeName(parts, context),
    fields: [
      // The values of an abstract schema are those of its children.
      { ...isTextElsewhere, ...decider },
      ...(fallback?.fields ?? []).filter(({ name }) => name !== on),
    ],
    isOpen: true,
  };
  const result: CompiledShape = {
    type: 'switch',
    name: otherwise.name ?? 'object',
    on,
    of: 'self',
    cases: made,
    otherwise,
  };
  const isNullable = isSet(owner, 'nullable') || parts.schemas.some((schema) => isNullableType(schema));
  const others: CompiledShape[] = lists.map(([, target]) => compilation.sharedShape(target, inner));
  if (isNullable) others.push({ type: 'null' });
  return others.length > 0 ? choice([result, ...others]) : result;
}

function caseShape(compilation: Compilation, parts: Parts, target: Place, context: SchemaContext): CompiledShape {
  collectParts(compilation, target, parts, 0);
  const name = componentName(target);
  // The discriminator of the schema that is extended has done its work.
  const [first] = parts.groups;
  const named = name === undefined ? context : { ...context, name };
  if (!compilation.isAffordable(target, context.depth)) return anything;
  return first === undefined
    ? plainShape(compilation, parts, named)
    : choiceShape(compilation, first, { ...parts, groups: parts.groups.slice(1) }, named);
}

/** Returns the schema that a discriminator maps a value to: a reference, or the name of a schema. */
function mappedSchema(compilation: Compilation, entry: Place): Place | undefined {
  if (typeof entry.value !== 'string') {
    compilation.problems.error('A discriminator maps values to references or names of schemas.', entry);
    return undefined;
  }
  const named = /^[\w.-]+$/.test(entry.value) ? componentNamed(compilation, entry.value) : undefined;
  if (named) return named;
  return compilation.references.target({ ...entry, value: { $ref: entry.value } });
}

/** Returns the only values that a member may have in a schema. */
function literalValuesAt(compilation: Compilation, schema: Place, member: string): readonly string[] {
  for (const part of collectedParts(compilation, [schema]).schemas) {
    const property = placeBelow(part, 'properties', member);
    const target = property && compilation.references.resolved(property);
    const constant = textAt(target, 'const');
    if (constant !== undefined) return [constant];
    const values = textsAt(target, 'enum');
    if (values.length > 0 && values.length <= 3) return values;
  }
  return [];
}
