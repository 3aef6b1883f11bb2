import { memberOfObject, objectOf } from './place';
import type { ServiceDialect } from './dialect';

/** The format of a description, or why it is not known. */
type DetectedDescription = { readonly kind: ServiceDialect | 'elasticsearch-schema' } | { readonly message: string };

/** Returns the format of a description by its tree. */
export function detectDescription(tree: unknown): DetectedDescription {
  if (objectOf(tree) === undefined) return { message: `${known} This file does not hold an object.` };
  const openapi = memberOfObject(tree, 'openapi');
  if (openapi !== undefined) {
    const version = versionOf(openapi);
    if (/^3\.0(\.|$)/.test(version)) return { kind: 'openapi-3.0' };
    if (/^3\.1(\.|$)/.test(version)) return { kind: 'openapi-3.1' };
    if (/^3\.2(\.|$)/.test(version)) return { kind: 'openapi-3.2' };
    return { message: `${known} The version of this one is \`${version.slice(0, 40)}\`.` };
  }
  const swagger = memberOfObject(tree, 'swagger');
  if (swagger !== undefined) {
    const version = versionOf(swagger);
    if (/^2(\.0)?$/.test(version)) return { kind: 'swagger-2.0' };
    return { message: `${known} The version of this one is \`${version.slice(0, 40)}\`.` };
  }
  if (Array.isArray(memberOfObject(tree, 'endpoints')) && Array.isArray(memberOfObject(tree, 'types')))
    return { kind: 'elasticsearch-schema' };
  if (memberOfObject(tree, 'asyncapi') !== undefined) return { message: `${known} This one is an AsyncAPI document.` };
  if (memberOfObject(tree, 'overlay') !== undefined)
    return { message: `${known} This one is an overlay of another one.` };
  return { message: `${known} This file has neither \`openapi\` nor \`swagger\` with a version.` };
}

const known = 'A description must be OpenAPI 3.0, 3.1 or 3.2, Swagger 2.0, or the compiled schema of Elasticsearch.';

/** In YAML, a version without quotation marks is a number. */
function versionOf(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}.0` : String(value);
  return typeof value === 'string' ? value : '';
}
