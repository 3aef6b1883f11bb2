import type { ServerFeature } from '../feature';
import { configurationNotification } from '../protocol';
import type { ConfigurationParams } from '../protocol';

/** Takes over the settings that the client sends. */
export const configuration: ServerFeature = {
  register: ({ connection, settings, guarded }) => {
    connection.onNotification(configurationNotification, (params: ConfigurationParams) => {
      const change = settings.replace(params);
      guarded('configuration', undefined, ({ checking, ownFiles }) => {
        ownFiles.update(settings.all);
        checking.recheckAll(change);
      });
    });
  },
};
