import * as vscode from 'vscode';
import { noService, type Endpoint } from '@rulebook/engine';
import { activeFile } from '../editing/active-file';
import type { FoundDescriptions } from './found-descriptions';
import { configurationFolder, type WorkspaceConfiguration } from '../configuration/configuration';
import { pickEndpoint } from '../configuration/endpoints';
import { versionIn, type Trial, type TrialVersions } from '../configuration/trial-versions';
import { folderToWrite, writeConfiguration } from '../configuration/write-configuration';

/** The command that checks the requests of an endpoint as if it had another version. */
export const tryVersionCommand = 'rulebook.tryVersion';

interface TryParts {
  readonly configuration: WorkspaceConfiguration;
  readonly trials: TrialVersions;
  readonly found: Pick<FoundDescriptions, 'search'>;
}

/** Asks for another version of an endpoint, and checks as if it had it; of a trial that is on, whether to keep or to end it. */
export async function tryVersion(parts: TryParts): Promise<void> {
  const { configuration, trials } = parts;
  const folder = configurationFolder(activeFile());
  const trial = trials.of(folder);
  if (trial !== undefined && !(await isOtherWanted(parts, folder, trial))) return;
  const { endpoints, defaults } = configuration.of(activeFile());
  const known = endpoints.filter(({ service }) => service !== noService);
  const endpoint = await pickEndpoint(
    known,
    defaults,
    vscode.l10n.t('Choose the endpoint whose requests are checked as if it had another version'),
  );
  if (endpoint === undefined) return;
  const next = await askForTrial(parts, folder, endpoint);
  if (next === undefined) return;
  trials.set(folder, next);
  await configuration.reload();
}

/** Returns whether another version is tried after this one. */
async function isOtherWanted(
  { configuration, trials }: TryParts,
  folder: vscode.Uri | undefined,
  trial: Trial,
): Promise<boolean> {
  const shown = shownTrial(trial);
  const end = { label: `$(discard) ${vscode.l10n.t('End the Trial')}`, does: 'end' } as const;
  const keep = {
    label: `$(check) ${vscode.l10n.t('Keep {0}', shown)}`,
    detail: vscode.l10n.t('Writes it into rulebook.json.'),
    does: 'keep',
  } as const;
  const other = { label: `$(beaker) ${vscode.l10n.t('Try Another Version…')}`, does: 'other' } as const;
  const picked = await vscode.window.showQuickPick([end, keep, other], {
    title: vscode.l10n.t('{0} is checked as {1}', trial.endpoint, shown),
  });
  if (picked === undefined) return false;
  if (picked.does === 'other') return true;
  if (picked.does === 'keep' && !(await keepTrial(configuration, folder, trial))) return false;
  trials.set(folder, undefined);
  await configuration.reload();
  return false;
}

async function keepTrial(
  configuration: WorkspaceConfiguration,
  folder: vscode.Uri | undefined,
  { endpoint: name, version, description }: Trial,
): Promise<boolean> {
  const place = folderToWrite(folder);
  const endpoint = configuration.of(place).endpoints.find((one) => one.name === name);
  if (place === undefined || endpoint === undefined) return false;
  // An endpoint of the sandbox is defined nowhere, and a version alone would not be one.
  const whole = endpoint.isBuiltIn
    ? [
        { path: ['endpoints', name, 'service'], value: endpoint.service },
        { path: ['endpoints', name, 'baseUrl'], value: endpoint.baseUrl },
      ]
    : [];
  return writeConfiguration(
    place,
    description === undefined
      ? [...whole, { path: ['endpoints', name, 'version'], value: version }]
      : [{ path: ['services', endpoint.service, 'description'], value: description }],
  );
}

async function askForTrial(
  { configuration, found }: TryParts,
  folder: vscode.Uri | undefined,
  endpoint: Endpoint,
): Promise<Trial | undefined> {
  const own = configuration.of(activeFile()).services.find(({ id }) => id === endpoint.service);
  if (own === undefined) {
    const written = await vscode.window.showInputBox({
      title: vscode.l10n.t('Try Another Version of {0}', endpoint.name),
      prompt: vscode.l10n.t('The version that its requests are checked by. Nothing is written, and nothing is sent.'),
      value: endpoint.version ?? '',
      placeHolder: '9.1',
      validateInput: (text) =>
        versionIn(text) === undefined
          ? vscode.l10n.t('Write a version with its parts between dots, for example 9.1.')
          : undefined,
    });
    const version = written === undefined ? undefined : versionIn(written);
    return version && { endpoint: endpoint.name, version };
  }
  const root = folder?.path.replace(/\/+$/, '');
  const files = (await found.search()).flatMap(({ path }) =>
    root !== undefined && path.startsWith(`${root}/`) ? [`./${path.slice(root.length + 1)}`] : [],
  );
  const others = files.filter((file) => file.replace(/^\.\//, '') !== own.description.replace(/^\.\//, ''));
  if (others.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'There is no other description in this folder. Save the other version next to {0}.',
        own.description,
      ),
    );
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(others, {
    title: vscode.l10n.t('Try Another Version of {0}', endpoint.name),
    placeHolder: vscode.l10n.t('Choose the description that its requests are checked by'),
  });
  return picked === undefined ? undefined : { endpoint: endpoint.name, description: picked };
}

function shownTrial({ version, description }: Trial): string {
  return version ?? description ?? '';
}

/** Shows in the status bar that findings are those of a trial. */
export function createTrialStatus({ configuration, trials }: Omit<TryParts, 'found'>): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('rulebook.trial', vscode.StatusBarAlignment.Right, 91);
  item.name = vscode.l10n.t('Rulebook trial of a version');
  item.command = tryVersionCommand;
  const update = () => {
    const trial = trials.of(configurationFolder(activeFile()));
    if (trial === undefined) {
      item.hide();
      return;
    }
    const shown = shownTrial(trial);
    item.text = `$(beaker) ${vscode.l10n.t('Trial: {0} as {1}', trial.endpoint, shown)}`;
    item.tooltip = vscode.l10n.t(
      'Requests to {0} are checked as if it had {1}. Nothing is written. Select this to keep or to end the trial.',
      trial.endpoint,
      shown,
    );
    item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    item.show();
  };
  update();
  return vscode.Disposable.from(
    item,
    configuration.onChange(update),
    vscode.window.onDidChangeActiveTextEditor(update),
  );
}
