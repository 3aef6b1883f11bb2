import * as vscode from 'vscode';
import type { Ask } from '../ports/ask';
import type { Commands } from '../ports/commands';
import type { SendServices } from '../sending/send-services';
import { addEndpoint } from '../configuration/add-endpoint';
import { addEnvironment } from '../configuration/add-environment';
import { useDescriptionCommand } from './offer-description';
import { checkByCommand } from './description-lenses';
import type { FoundDescriptions } from './found-descriptions';
import { useOverlay, useOverlayCommand } from './overlay-lens';
import { refreshDescription } from './refresh-description';
import { checkByDescription, useDescription, useDescriptionAtUrl } from './use-description';

/** Returns the commands that make a service of one's own known. */
export function ownApiCommands(
  { configuration, environments, ports }: SendServices,
  ask: Ask,
  found: FoundDescriptions,
): Commands {
  const active = () => vscode.window.activeTextEditor?.document.uri;
  return {
    'rulebook.addEndpoint': async () => void (await addEndpoint(configuration, active())),
    'rulebook.addEnvironment': async () => void (await addEnvironment(environments, active())),
    // A menu of the explorer and a lens name the file.
    [useDescriptionCommand]: (file) =>
      useDescription(ask, configuration, found, file instanceof vscode.Uri ? file : undefined),
    'rulebook.useDescriptionUrl': async (url) => {
      const given = typeof url === 'string' ? url : undefined;
      const isUsed = await useDescriptionAtUrl({ ports, configuration }, ask, given);
      // What has none at the usual places is not offered again.
      if (given !== undefined && !isUsed) found.dismiss(given);
    },
    'rulebook.refreshDescription': (file) =>
      refreshDescription({ ports, configuration }, ask, file instanceof vscode.Uri ? file : undefined),
    [useOverlayCommand]: async (file) => {
      if (file instanceof vscode.Uri) await useOverlay(configuration, file);
    },
    [checkByCommand]: async (file, baseUrl) => {
      if (!(file instanceof vscode.Uri) || typeof baseUrl !== 'string') return;
      await checkByDescription(ask, configuration, file, baseUrl);
    },
  };
}
