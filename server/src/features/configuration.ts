import type { ServerFeature } from '../session/feature';
import { configurationNotification, environmentsNotification } from '../protocol';
import type { ConfigurationParams, EnvironmentsParams } from '../protocol';

/** Takes over the settings that the client sends. */
export const configuration: ServerFeature = {
  register: ({ connection, settings, guarded }) => {
    connection.onNotification(configurationNotification, (params: ConfigurationParams) => {
      const change = settings.replace(params);
      guarded('configuration', undefined, ({ checking, workspaceChecking, ownFiles, liveNames }) => {
        if (!settings.asksNames) liveNames.forget();
        ownFiles.update(settings.all);
        checking.recheckAll(change);
        workspaceChecking?.changedAll();
      });
    });
    connection.onNotification(environmentsNotification, (params: EnvironmentsParams) => {
      guarded('environments', undefined, ({ environments }) => {
        environments.replace(params);
      });
    });
    // Clients without messages of their own choose an environment by this setting.
    connection.onDidChangeConfiguration(({ settings: changed }) => {
      const environment = environmentIn(changed);
      if (environment === undefined) return;
      guarded('didChangeConfiguration', undefined, ({ environments }) => {
        environments.choose(environment);
      });
    });
  },
};

/** Returns the name of the environment in settings of any form; empty for none. */
function environmentIn(settings: unknown): string | undefined {
  const own = memberOf(memberOf(settings, 'rulebook'), 'environment') ?? memberOf(settings, 'rulebook.environment');
  return own === null ? '' : typeof own === 'string' ? own : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
