import { nearest } from '@rulebook/text/edit-distance';
import { membersAt, objectOf, type Place } from './place';
import type { Reading } from './reading';
import { words } from '../words';

/** The objects of the format whose members are known here. */
type DescribedPart =
  | 'schema'
  | 'discriminator'
  | 'operation'
  | 'parameter'
  | 'request body'
  | 'response'
  | 'media type'
  | 'server'
  | 'components';

const parameterMembers = `name in description required deprecated allowEmptyValue style explode allowReserved schema example examples content`;

const schemaMembers = `$ref $schema $id $anchor $dynamicAnchor $dynamicRef $recursiveRef $recursiveAnchor $comment $defs $vocabulary definitions
  type enum const title description summary default example examples deprecated readOnly writeOnly nullable format externalDocs xml
  discriminator allOf oneOf anyOf not if then else properties patternProperties additionalProperties propertyNames
  unevaluatedProperties required dependentRequired dependentSchemas dependencies minProperties maxProperties items prefixItems
  additionalItems unevaluatedItems contains minContains maxContains minItems maxItems uniqueItems minLength maxLength pattern
  minimum maximum exclusiveMinimum exclusiveMaximum multipleOf contentEncoding contentMediaType contentSchema`;

const known: Readonly<Record<DescribedPart, ReadonlySet<string>>> = {
  schema: words(schemaMembers),
  discriminator: words('propertyName mapping defaultMapping'),
  operation: words(
    'tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers',
  ),
  parameter: words(parameterMembers),
  'request body': words('$ref summary description content required'),
  response: words('$ref summary description headers content links'),
  'media type': words('$ref schema itemSchema example examples encoding prefixEncoding itemEncoding'),
  server: words('url description variables name'),
  components: words(
    'schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems mediaTypes',
  ),
};

/** What only Swagger 2.0 has. */
const older: Partial<Readonly<Record<DescribedPart, ReadonlySet<string>>>> = {
  operation: words(
    'tags summary description externalDocs operationId consumes produces parameters responses schemes deprecated security',
  ),
  parameter: words(
    `name in description required allowEmptyValue schema collectionFormat example examples ${schemaMembers}`,
  ),
  response: words('$ref description schema headers examples'),
};

/** What the value of a member has to be. */
interface KindOfValue {
  readonly noun: string;
  readonly accepts: (value: unknown) => boolean;
}

const boolean: KindOfValue = { noun: '`true` or `false`', accepts: (value) => typeof value === 'boolean' };
const text: KindOfValue = { noun: 'a string', accepts: (value) => typeof value === 'string' };
const object: KindOfValue = { noun: 'an object', accepts: (value) => objectOf(value) !== undefined };
const schemaOrBoolean: KindOfValue = {
  noun: 'a schema, `true` or `false`',
  accepts: (value) => typeof value === 'boolean' || objectOf(value) !== undefined,
};
/** Values that change what is checked, and that other places do not look at. */
const kindsOfSchema: Readonly<Record<string, KindOfValue>> = {
  $ref: text,
  nullable: boolean,
  deprecated: boolean,
  readOnly: boolean,
  writeOnly: boolean,
  uniqueItems: boolean,
  pattern: text,
  format: text,
  discriminator: object,
  patternProperties: object,
  additionalProperties: schemaOrBoolean,
};

const kindsOfValues: Partial<Readonly<Record<DescribedPart, Readonly<Record<string, KindOfValue>>>>> = {
  schema: kindsOfSchema,
  operation: { deprecated: boolean },
  parameter: { required: boolean, deprecated: boolean, allowEmptyValue: boolean, explode: boolean, style: text },
  'request body': { required: boolean, content: object },
  response: { content: object },
  discriminator: { mapping: object },
};

/** Returns whether a schema may have a member of this name. */
export function isMemberOfSchema(name: string): boolean {
  return known.schema.has(name);
}

function reportWrongValue(part: DescribedPart, member: Place, { dialect, problems }: Reading): void {
  const { key, value } = member;
  // In YAML, a key with nothing behind it has the value null, and means as much.
  if (value === null) return;
  // The discriminator of Swagger 2.0 is a name.
  if (key === 'discriminator' && dialect === 'swagger-2.0') return;
  const kinds = kindsOfValues[part];
  const kind = kinds !== undefined && Object.hasOwn(kinds, key) ? kinds[key] : undefined;
  if (kind?.accepts(value) === false) problems.warning(`\`${key}\` must be ${kind.noun}.`, member);
}

/**
 * Reports the members of a part that the format does not know, and wrong values of those whose value nothing else looks at. Extensions may have
 * any name that begins with `x-`.
 */
export function reportUnknownMembers(part: DescribedPart, place: Place, reading: Reading): void {
  const { dialect, problems } = reading;
  const names = (dialect === 'swagger-2.0' ? older[part] : undefined) ?? known[part];
  for (const member of membersAt(place)) {
    const { key } = member;
    if (key.startsWith('x-')) continue;
    // The former name of `$id`.
    if (key === 'id' && dialect === 'json-schema-7') continue;
    if (names.has(key)) {
      reportWrongValue(part, member, reading);
      continue;
    }
    const meant = nearest(key, names);
    const name = key.length > 60 ? `${key.slice(0, 59)}…` : key;
    const kind = `${part === 'operation' ? 'an' : 'a'} ${part}`;
    if (meant !== undefined)
      problems.warning(`\`${name}\` is not a member of ${kind}; did you mean \`${meant}\`?`, member);
    // A schema of JSON Schema may have keywords of its own.
    else problems.information(`\`${name}\` is not a member of ${kind}, so it is not used.`, member);
  }
}
