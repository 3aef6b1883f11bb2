import type { Fact, Version } from '@rulebook/catalogue/facts';
import type { Field, ObjectShape, Shape, SwitchShape } from '@rulebook/catalogue/shape';
import type { ValueSet } from '@rulebook/catalogue/values';
import { atLeast } from './versions';

/** A schema that is made of a shape; its parts are made when they are read. */
export type ShapeSchema = Readonly<Record<string, unknown>>;

/**
 * Returns what makes schemas of shapes as a version has them; of the same shape, always the same one. With `isOpen`, other values than the listed ones may
 * come.
 */
export function createShapeReader(version: Version | undefined, isOpen: boolean): (shape: Shape) => ShapeSchema {
  const known = new Map<Shape, ShapeSchema>();
  const schemaOf = (shape: Shape): ShapeSchema => {
    const former = known.get(shape);
    if (former !== undefined) return former;
    const made: Record<string, unknown> = { ...plainOf(shape), ...limitsOf(shape) };
    known.set(shape, made);
    const parts = partsOf(shape);
    for (const [key, read] of Object.entries(parts)) {
      let value: unknown;
      let isRead = false;
      Object.defineProperty(made, key, {
        enumerable: true,
        get: () => {
          if (!isRead) value = read();
          isRead = true;
          return value;
        },
      });
    }
    return made;
  };

  function plainOf(shape: Shape): ShapeSchema {
    switch (shape.type) {
      case 'string':
      case 'integer':
      case 'number':
        return {
          title: shape.type,
          type: shape.type,
          ...valuesOf(shape.values),
          ...('format' in shape && shape.format ? { format: shape.format } : {}),
        };
      case 'boolean':
      case 'null':
      case 'array':
        return { title: shape.type, type: shape.type };
      case 'object':
        return {
          title: shape.name,
          type: 'object',
          ...(shape.isClosed && shape.entries === undefined && { additionalProperties: false }),
        };
      case 'switch':
        return { title: shape.name };
      default:
        return {};
    }
  }

  function valuesOf(values: ValueSet | undefined): ShapeSchema {
    if (values === undefined) return {};
    const names = values.values
      .filter(({ since }) => since === undefined || atLeast(version, since))
      .map(({ value }) => value);
    return values.closed && !isOpen ? { enum: names } : { 'x-extensible-enum': names };
  }

  function partsOf(shape: Shape): Readonly<Record<string, () => unknown>> {
    switch (shape.type) {
      case 'array':
        return { items: () => schemaOf(shape.items) };
      case 'object':
        return objectParts(shape);
      case 'switch':
        return { oneOf: () => Object.entries(shape.cases).map(([name, one]) => titled(`${shape.on}=${name}`, one)) };
      case 'choice': {
        const options = shape.options.filter((one) => !('isTolerated' in one && one.isTolerated));
        return { anyOf: () => options.map(schemaOf) };
      }
      default:
        return {};
    }
  }

  function titled(title: string, shape: ObjectShape | SwitchShape): ShapeSchema {
    return Object.defineProperty({ title }, 'allOf', { enumerable: true, get: () => [schemaOf(shape)] });
  }

  function objectParts({ fields, entries }: ObjectShape): Readonly<Record<string, () => unknown>> {
    const own = fields.filter((field) => isThere(field, version));
    const required = own.filter((field) => field.required === true).map(({ name }) => name);
    return {
      properties: () => Object.fromEntries(own.map((field) => [field.name, fieldSchema(field)])),
      ...(required.length > 0 && { required: () => required }),
      ...(entries && { additionalProperties: () => schemaOf(entries.shape) }),
    };
  }

  const fieldSchemas = new Map<Field, ShapeSchema>();
  /** What is said of a member in addition to its shape is next to it. */
  function fieldSchema(field: Field): ShapeSchema {
    const isOld = isDeprecated(field, version);
    if (!isOld && field.default === undefined) return schemaOf(field.shape);
    const former = fieldSchemas.get(field);
    if (former !== undefined) return former;
    const made = Object.defineProperties(
      { ...(isOld && { deprecated: true }), ...defaultOf(field) },
      Object.getOwnPropertyDescriptors(schemaOf(field.shape)),
    );
    fieldSchemas.set(field, made);
    return made;
  }
  return schemaOf;
}

function defaultOf(field: Field): ShapeSchema {
  if (field.default === undefined) return {};
  try {
    return { default: JSON.parse(field.default) as unknown };
  } catch {
    return {};
  }
}

function limitsOf({ constraints = [] }: Shape): ShapeSchema {
  const found: Record<string, unknown> = {};
  const set = (key: string, value: unknown): void => {
    if (value !== undefined) found[key] = value;
  };
  for (const one of constraints) {
    if (one.rule === 'number-range') for (const [key, value] of Object.entries(one.options)) set(key, value);
    else if (one.rule === 'length-limit' && one.options.unit === undefined) {
      set('minLength', one.options.minimum);
      set('maxLength', one.options.maximum);
    } else if (one.rule === 'item-count') {
      set('minItems', one.options.minimum);
      set('maxItems', one.options.maximum);
    } else if (one.rule === 'malformed-text') set('pattern', one.options.pattern);
  }
  return found;
}

/** Returns whether a version has what a fact is about. */
export function isThere({ since, removed }: Pick<Fact, 'since' | 'removed'>, version: Version | undefined): boolean {
  return (since === undefined || atLeast(version, since)) && (removed === undefined || !atLeast(version, removed));
}

/** Returns whether something is deprecated in a version. */
export function isDeprecated(
  { deprecated, deprecatedSince }: Pick<Fact, 'deprecated' | 'deprecatedSince'>,
  version: Version | undefined,
): boolean {
  return deprecated !== undefined && (deprecatedSince === undefined || atLeast(version, deprecatedSince));
}
