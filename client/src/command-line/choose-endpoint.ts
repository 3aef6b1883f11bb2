import * as vscode from 'vscode';
import { noService, type Endpoint } from '@rulebook/engine';
import { keySpanInConfiguration } from '@rulebook/sender/configuration';
import { pickEndpoint } from '../configuration/endpoints';
import { textOfFile } from '../editing/workspace-texts';
import type { SendServices } from '../sending/send-services';

/** Asks for an endpoint that commands know: one of the `rulebook.json` of a folder, or of the sandbox. */
export async function chooseKnownEndpoint(
  { configuration }: SendServices,
  folder: vscode.Uri,
  placeholder: string,
): Promise<Endpoint | undefined> {
  const file = vscode.Uri.joinPath(folder, 'rulebook.json');
  const text = (await textOfFile(file)) ?? '';
  const { endpoints, defaults } = configuration.of(file);
  const known = endpoints.filter(
    ({ name, service, isBuiltIn }) =>
      service !== noService && (isBuiltIn === true || keySpanInConfiguration(text, ['endpoints', name]) !== undefined),
  );
  return pickEndpoint(known, defaults, placeholder);
}
