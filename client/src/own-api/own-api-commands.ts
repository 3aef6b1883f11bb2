import * as vscode from 'vscode';
import type { Ask } from '../ports/ask';
import type { Commands } from '../ports/commands';
import type { SendServices } from '../sending/send-services';
import { addEndpoint } from '../configuration/add-endpoint';
import { addEnvironment } from '../configuration/add-environment';
import { useDescriptionCommand } from './offer-description';
import { useDescription } from './use-description';

/** Returns the commands that make a service of one's own known. */
export function ownApiCommands({ configuration, environments }: SendServices, ask: Ask): Commands {
  const active = () => vscode.window.activeTextEditor?.document.uri;
  return {
    'rulebook.addEndpoint': async () => void (await addEndpoint(configuration, active())),
    'rulebook.addEnvironment': async () => void (await addEnvironment(environments, active())),
    // A menu of the explorer and a lens name the file.
    [useDescriptionCommand]: (file) =>
      useDescription(ask, configuration, file instanceof vscode.Uri ? file : undefined),
  };
}
