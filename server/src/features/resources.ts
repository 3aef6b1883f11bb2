import { resourceGroupsOf } from '@rulebook/checker/resource-model';
import type { ServerFeature } from '../session/feature';
import { resourcesRequest } from '../protocol';
import type { ResourcesParams, ResourcesResult } from '../protocol';

const none: ResourcesResult = { groups: [] };

/** Says which lists a service has, as its catalogue states them or its description shows them. */
export const resources: ServerFeature = {
  register: ({ connection, guarded, guardedLater }) => {
    connection.onRequest<ResourcesResult, unknown>(resourcesRequest, ({ service, uri }: ResourcesParams) =>
      guardedLater<ResourcesResult>('resources', none, async () => {
        // Without an open request file, no description has been read yet.
        await guarded('resources', undefined, ({ ownFiles, settingsOf }) => ownFiles.whenRead(settingsOf(uri)));
        return guarded<ResourcesResult>('resources', none, ({ engine, optionsOf }) => {
          const services = [...engine.catalogue.services, ...(optionsOf({ uri }).context.services ?? [])];
          const found = services.find(({ id }) => id === service);
          return found === undefined ? none : { groups: resourceGroupsOf(found) };
        });
      }),
    );
  },
};
