import type { Disposable } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { configurationNotification } from '../../server/src/protocol';
import type { ConfigurationParams } from '../../server/src/protocol';
import type { WorkspaceConfiguration } from './configuration';

/** Sends the configuration to a language server: with its initialization, and each time it changes. */
export interface ConfigurationSender {
  /** Returns what the initialization says. */
  readonly parameters: () => ConfigurationParams;
  /** Sends it to the server of a client. What changes while the server starts is sent when it runs. */
  readonly follow: (
    client: Pick<BaseLanguageClient, 'isRunning' | 'sendNotification' | 'onDidChangeState'>,
  ) => readonly Disposable[];
}

/** Returns what sends the configuration. */
export function createConfigurationSender({
  all,
  onChange,
}: Pick<WorkspaceConfiguration, 'all' | 'onChange'>): ConfigurationSender {
  let isSent = false;
  const parameters = () => {
    isSent = true;
    return all();
  };
  return {
    parameters,
    follow: (client) => {
      const send = () => {
        if (!isSent && client.isRunning()) void client.sendNotification(configurationNotification, parameters());
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
