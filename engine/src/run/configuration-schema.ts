import {
  bodyMembers,
  deployments,
  endpointMembers,
  fileMembers,
  ruleSettings,
  serviceIds,
  textForms,
  type MemberOf,
} from './configuration-members';

/** A JSON schema, as far as it is used here. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What the schema needs of a rule. */
interface DescribedRule {
  readonly id: string;
  readonly severity: string;
  readonly docs: { readonly what: string };
}

/** Returns the JSON schema of `rulebook.json`, made of what its reader goes by. */
export function configurationSchema(rules: readonly DescribedRule[]): JsonSchema {
  const sorted = [...rules].sort((a, b) => (a.id < b.id ? -1 : 1));
  const shapes = {
    endpoints: { additionalProperties: objectOf(endpointMembers, endpointShapes) },
    defaults: {
      properties: Object.fromEntries(serviceIds.map((id) => [id, { type: 'string', minLength: 1 }])),
      additionalProperties: false,
    },
    bodies: { type: 'array', items: objectOf(bodyMembers, bodyShapes) },
    rules: {
      properties: Object.fromEntries(
        sorted.map(({ id, severity, docs }) => [
          id,
          { description: `${docs.what} (${severity} unless set)`, enum: ruleSettings },
        ]),
      ),
      additionalProperties: { enum: ruleSettings },
    },
  };
  const root = objectOf(fileMembers, shapes);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of Rulebook',
    ...root,
    properties: { $schema: { type: 'string' }, ...(root['properties'] as JsonSchema) },
    allowComments: true,
    allowTrailingCommas: true,
  };
}

const endpointShapes = {
  service: { enum: serviceIds },
  baseUrl: { type: 'string', pattern: textForms.baseUrl },
  version: { type: 'string', pattern: textForms.version },
  deployment: { enum: deployments },
  vendor: { type: 'string', pattern: textForms.vendor },
  protected: { type: 'boolean' },
  insecure: { type: 'boolean' },
};

const bodyShapes = {
  files: { type: 'string', minLength: 1 },
  request: { type: 'string', pattern: textForms.request },
  at: { type: 'string', pattern: textForms.pointer },
};

function objectOf<K extends string>(
  members: readonly MemberOf<K>[],
  shapes: Readonly<Record<K, JsonSchema>>,
): JsonSchema {
  const required = members.filter((member) => member.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      members.map(({ name, description }) => [name, { description, ...withType(shapes[name]) }]),
    ),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function withType(shape: JsonSchema): JsonSchema {
  return 'type' in shape || 'enum' in shape ? shape : { type: 'object', ...shape };
}
