import { configurationShape, settingMembers } from './description';
import { requiredIn, type Member, type Shape } from './shape';

/** A JSON schema, as far as it is used here. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What the schema needs of a rule. */
interface DescribedRule {
  readonly id: string;
  readonly severity: string;
  readonly docs: { readonly what: string };
}

/** Returns the JSON schema of `rulebook.json`. */
export function configurationSchema(rules: readonly DescribedRule[]): JsonSchema {
  const named = [...rules]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, severity, docs }) => ({ id, description: `${docs.what} (${severity} unless set)` }));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of Rulebook',
    ...schemaOf(configurationShape(named)),
    allowComments: true,
    allowTrailingCommas: true,
  };
}

/** Returns the schemas of the editor's settings that have the shapes of the file, by the names of the settings. */
export function settingSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(settingMembers).map(([name, member]) => [name, schemaOfMember(member)]));
}

function schemaOfMember({ shape, description, example }: Member): JsonSchema {
  return {
    description: description.replaceAll('`', ''),
    ...(description.includes('`') && { markdownDescription: description }),
    ...schemaOf(shape),
    ...(shape.kind !== 'choice' && shape.kind !== 'flag' && { examples: [example] }),
  };
}

function schemaOf(shape: Shape): JsonSchema {
  switch (shape.kind) {
    case 'string':
      return {
        type: 'string',
        ...(shape.pattern !== undefined && { pattern: shape.pattern }),
        ...(shape.maximumLength !== undefined && { maxLength: shape.maximumLength }),
      };
    case 'name':
      // Editors offer the known names; others are defined in the file.
      return { anyOf: [{ type: 'string', enum: shape.known }, { type: 'string' }] };
    case 'choice':
      return { type: 'string', enum: shape.values };
    case 'flag':
      return { type: 'boolean' };
    case 'number':
      return { type: shape.isInteger ? 'integer' : 'number', minimum: shape.minimum, maximum: shape.maximum };
    case 'list': {
      const list = { type: 'array', items: schemaOf(shape.items) };
      return shape.allowsOne ? { anyOf: [schemaOf(shape.items), list] } : list;
    }
    case 'map': {
      const values = schemaOf(shape.values);
      const known = shape.known?.map(({ name, description }) => [
        name,
        { ...(description !== undefined && { description }), ...values },
      ]);
      return {
        type: 'object',
        ...(known && { properties: Object.fromEntries(known) as JsonSchema }),
        ...(shape.names?.pattern !== undefined && { propertyNames: { pattern: shape.names.pattern } }),
        additionalProperties: shape.isClosed && shape.definedIn === undefined ? false : values,
      };
    }
    case 'object': {
      const required = requiredIn(shape);
      const members = Object.entries(shape.members).map(([name, member]) => [name, schemaOfMember(member)]);
      return {
        type: 'object',
        properties: Object.fromEntries(members) as JsonSchema,
        ...(required.length > 0 && { required }),
        additionalProperties: false,
      };
    }
  }
}
