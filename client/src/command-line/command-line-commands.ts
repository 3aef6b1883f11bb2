import * as vscode from 'vscode';
import { configurationFolder } from '../configuration/configuration';
import { folderToWrite } from '../configuration/write-configuration';
import { activeFile } from '../editing/active-file';
import { reportScheme } from '../editing/our-schemes';
import { createMarkdownPages } from '../pages/markdown-pages';
import type { Commands } from '../ports/commands';
import { endpointOfItem } from '../resources/resource-nodes';
import type { SendServices } from '../sending/send-services';
import { chooseKnownEndpoint } from './choose-endpoint';
import { compareCommand, compareWithEndpoint } from './compare-endpoint';
import { saveBelow } from './compared-paths';
import { pullCommand, pullRequests } from './pull-requests';
import { rehearseCommand, rehearseUpgrade } from './rehearse-upgrade';

/** Returns the commands that the command line of the extension carries out, each in a process of its own. */
export function commandLineCommands(
  services: SendServices,
  { subscriptions }: Pick<vscode.ExtensionContext, 'subscriptions'>,
): Commands {
  const pages = createMarkdownPages(reportScheme, vscode.l10n.t('Run the command again to see its report.'));
  subscriptions.push(pages);
  // The menu of a folder has them only in a workspace that has something for them.
  void vscode.commands.executeCommand('setContext', 'rulebook.hasStarted', true);
  return {
    [pullCommand]: async (item) => {
      const folder = folderToWrite(configurationFolder(activeFile()));
      if (folder === undefined) return;
      const placeholder = vscode.l10n.t('Choose the endpoint of which request files are written');
      const endpoint = endpointOfItem(item) ?? (await chooseKnownEndpoint(services, folder, placeholder));
      if (endpoint !== undefined) await pullRequests(services, folder, endpoint);
    },
    [compareCommand]: async (given) => {
      const place = await targetOf(given);
      if (place === undefined) return;
      const placeholder = vscode.l10n.t('Choose the endpoint that is compared; nothing is changed there');
      const endpoint = await chooseKnownEndpoint(services, place.folder, placeholder);
      if (endpoint !== undefined) await compareWithEndpoint(services, pages, { ...place, endpoint });
    },
    [rehearseCommand]: async (given) => {
      const place = await targetOf(given);
      if (place !== undefined) await rehearseUpgrade(services, pages, place);
    },
  };
}

/** Returns the file or folder that a command is about, and the folder of its `rulebook.json`; without a given one, the active file. */
async function targetOf(
  given: unknown,
): Promise<{ readonly folder: vscode.Uri; readonly target: vscode.Uri } | undefined> {
  const target = given instanceof vscode.Uri ? given : activeFile();
  const folder = folderToWrite(configurationFolder(target));
  if (folder === undefined) return undefined;
  if (target?.scheme === 'untitled' || (target !== undefined && !(await saveBelow(target)))) {
    void vscode.window.showWarningMessage(vscode.l10n.t('Save the file first: what is saved is compared.'));
    return undefined;
  }
  return { folder, target: target ?? folder };
}
