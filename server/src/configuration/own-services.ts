import { ownFilesOf, type OwnService } from '../../../engine/src/configuration/index';
import { createOwnService, type Service } from '../../../engine/src/services/index';
import type { OwnKind } from './own-files';
import type { ServerPorts } from '../ports';

/** Returns how the services are read that folders of the workspace describe themselves. */
export function readOwnServices(describe: ServerPorts['describe']): OwnKind<OwnService, Service> {
  return {
    named: ownFilesOf,
    keyOf: ({ id }) => id,
    memberOf: ({ id, schema }) =>
      schema === undefined ? ['services', id, 'description'] : ['schemas', schema.name, 'file'],
    ...(describe && {
      read: async (root, named) => {
        const { description, overlays, schema } = named;
        const read = await describe(root, description, overlays, schema !== undefined);
        if ('cause' in read) {
          const kind = schema === undefined ? 'description' : 'JSON Schema';
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
