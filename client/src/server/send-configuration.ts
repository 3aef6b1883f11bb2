import type { Disposable, Event } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { configurationNotification, environmentsNotification } from '../../../server/src/protocol';
import type { ConfigurationParams, EnvironmentsParams } from '../../../server/src/protocol';
import type { WorkspaceConfiguration } from '../configuration/configuration';

/** Sends something to a language server: with its initialization, and each time it changes. */
interface ChangeSender<T> {
  /** Returns what the initialization says. */
  readonly parameters: () => T;
  /** Sends it to the server of a client. What changes while the server starts is sent when it runs. */
  readonly follow: (
    client: Pick<BaseLanguageClient, 'isRunning' | 'sendNotification' | 'onDidChangeState'>,
  ) => readonly Disposable[];
}

/** What is sent. */
interface Sent<T> {
  readonly all: () => T;
  readonly onChange: Event<void>;
}

/** Returns what sends the configuration. */
export function createConfigurationSender(
  configuration: Pick<WorkspaceConfiguration, 'all' | 'onChange'>,
): ChangeSender<ConfigurationParams> {
  return createChangeSender(configurationNotification, configuration);
}

/** Returns what sends the environments. */
export function createEnvironmentsSender(environments: Sent<EnvironmentsParams>): ChangeSender<EnvironmentsParams> {
  return createChangeSender(environmentsNotification, environments);
}

function createChangeSender<T>(notification: string, { all, onChange }: Sent<T>): ChangeSender<T> {
  let isSent = false;
  const parameters = () => {
    isSent = true;
    return all();
  };
  return {
    parameters,
    follow: (client) => {
      const send = () => {
        if (!isSent && client.isRunning()) void client.sendNotification(notification, parameters());
      };
      return [
        onChange(() => {
          isSent = false;
          send();
        }),
        client.onDidChangeState(send),
      ];
    },
  };
}
