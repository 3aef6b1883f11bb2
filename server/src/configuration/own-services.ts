import { formOf, ownFilesOf, type OwnService } from '@rulebook/sender/configuration';
import { createOwnService, type Service } from '@rulebook/services';
import type { OwnKind } from './own-files';
import type { ServerPorts } from '../ports/ports';

/** Returns how the services are read that folders of the workspace describe themselves. */
export function readOwnServices(describe: ServerPorts['describe']): OwnKind<OwnService, Service> {
  return {
    named: ownFilesOf,
    keyOf: ({ id }) => id,
    memberOf: ({ id, schema, graphql }) =>
      schema !== undefined
        ? ['schemas', schema.name, 'file']
        : graphql !== undefined
          ? ['endpoints', graphql.endpoint, 'graphql']
          : ['services', id, 'description'],
    ...(describe && {
      read: async (root, named) => {
        const { description, overlays } = named;
        const form = formOf(named);
        const read = await describe(root, description, overlays, form);
        if ('cause' in read) {
          const kind = form === undefined ? 'description' : kinds[form];
          const message = `The ${kind} \`${description}\` cannot be read: ${read.cause}.`;
          return { files: read.files, problems: [{ message, severity: 'error' }] };
        }
        const { files, compiled, problems } = read;
        const value = compiled && createOwnService(compiled, named);
        return { files, problems, ...(value && { value }) };
      },
    }),
    checkWith: (base, services) => ({ ...base, context: { ...base.context, services } }),
  };
}

const kinds = { 'json-schema': 'JSON Schema', graphql: 'GraphQL schema' } as const;
