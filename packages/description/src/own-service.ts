import type { SchemaUse, Service } from '@rulebook/catalogue/service';
import type { ServiceId } from '@rulebook/catalogue/facts';
import { createDescribedService } from './described-service';
import { graphqlSourceOf } from './graphql-source';
import type { PackedDescription } from './packed';

/** A description that `rulebook.json` names, as far as its service needs it. */
interface NamedFile {
  readonly id: ServiceId;
  readonly title?: string;
  /** Its path from the folder of `rulebook.json`. */
  readonly description: string;
  /** The file is a JSON Schema, for these bodies. */
  readonly schema?: SchemaUse;
  /** The file is a schema of GraphQL. */
  readonly graphql?: object;
}

/**
 * Returns the service of a compiled description that `rulebook.json` names. What stands for a JSON Schema or for one of GraphQL has no operation
 * that a request could match.
 */
export function createOwnService(
  compiled: PackedDescription,
  { id, title, description: file, schema: use, graphql }: NamedFile,
): Service {
  const described = createDescribedService(compiled, { id, file, ...(title !== undefined && { title }) });
  const service: Service = { ...described, isOwn: true };
  if (graphql !== undefined) {
    const source = graphqlSourceOf(compiled, { service: id, file });
    return { ...service, ...(source && { graphql: { file, source } }) };
  }
  const [operation] = service.operations;
  return use === undefined
    ? service
    : { ...service, operations: [], ...(operation && { bodySchema: { use, operation } }) };
}

/** Returns what stands for a compiled JSON Schema that an assert names, by the path of its file. */
export function createAssertSchema(compiled: PackedDescription, file: string): Service {
  return createOwnService(compiled, { id: 'schemas/of-assert', description: file, schema: {} });
}
