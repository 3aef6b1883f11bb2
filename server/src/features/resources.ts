import { resourceGroupsOf } from '../../../engine/src/resource-model/index';
import type { ServerFeature } from '../feature';
import { resourcesRequest } from '../protocol';
import type { ResourcesParams, ResourcesResult } from '../protocol';

const none: ResourcesResult = { groups: [] };

/** Says which lists a service of `rulebook.json` has, as its description shows them. */
export const resources: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onRequest<ResourcesResult, unknown>(resourcesRequest, ({ service, uri }: ResourcesParams) =>
      guarded<ResourcesResult>('resources', none, ({ optionsOf }) => {
        const own = optionsOf({ uri }).context.services?.find(({ id }) => id === service);
        return own === undefined ? none : { groups: resourceGroupsOf(own) };
      }),
    );
  },
};
