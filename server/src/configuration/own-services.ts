import type { OwnService } from '../../../engine/src/configuration/index';
import { createDescribedService, type Service } from '../../../engine/src/services/index';
import type { OwnKind } from './own-files';
import type { ServerPorts } from '../ports';

/** Returns how the services are read that folders of the workspace describe themselves. */
export function readOwnServices(describe: ServerPorts['describe']): OwnKind<OwnService, Service> {
  return {
    named: ({ services }) => services,
    keyOf: ({ id }) => id,
    memberOf: ({ id }) => ['services', id, 'description'],
    ...(describe && {
      read: async (root, { id, title, description, overlays }) => {
        const read = await describe(root, description, overlays);
        if ('cause' in read) {
          const message = `The description \`${description}\` cannot be read: ${read.cause}.`;
          return { files: read.files, problems: [{ message, severity: 'error' }] };
        }
        const { files, compiled, problems } = read;
        const parts = { id, file: description, ...(title !== undefined && { title }) };
        const value = compiled && createDescribedService(compiled, parts);
        return { files, problems, ...(value && { value }) };
      },
    }),
    checkWith: (base, services) => ({ ...base, context: { ...base.context, services } }),
  };
}
