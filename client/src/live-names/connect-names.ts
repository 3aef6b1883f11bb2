import type * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { namesRequest, writtenNotification, type NamesParams, type NamesResult } from '../../../server/src/protocol';
import type { SendServices } from '../sending/send-services';
import { createNamesAnswers } from './answer-names';

/** Lets the server ask for names, and hear when those of an endpoint may have changed. */
export function connectNames(
  client: BaseLanguageClient,
  services: SendServices,
): vscode.Disposable & { readonly written: (endpoint: string | undefined) => void } {
  const names = createNamesAnswers(services);
  const answering = client.onRequest<NamesResult, unknown>(namesRequest, (params: NamesParams) => names.answer(params));
  return {
    written: (endpoint) => {
      if (endpoint === undefined) return;
      names.written(endpoint);
      if (client.isRunning()) void client.sendNotification(writtenNotification, { endpoint });
    },
    dispose: () => {
      answering.dispose();
    },
  };
}
