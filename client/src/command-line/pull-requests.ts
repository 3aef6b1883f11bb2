import * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import type { SendServices } from '../sending/send-services';
import { runCommand, showFailure, type EditorCommand } from './run-command';

/** The command that writes request files of what an endpoint has. */
export const pullCommand = 'rulebook.pullRequests';

/** So many files are named, with the number of their resources. */
const mostNames = 5;

/** What `rulebook pull --format json` says. */
interface Pulled {
  readonly files: readonly { readonly path: string; readonly resources: number }[];
  readonly leftOut: number;
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
  readonly variables: readonly string[];
  /** Files that are there with another text. */
  readonly others: readonly string[];
  readonly isWritten: boolean;
}

/** Asks what is pulled of an endpoint and whereto, writes the files, and shows them. What is there is replaced only if the user says so. */
export async function pullRequests(services: SendServices, folder: vscode.Uri, endpoint: Endpoint): Promise<void> {
  const { name } = endpoint;
  const kinds = await chooseKinds(services, folder, endpoint);
  if (kinds === undefined) return;
  const into = await chooseFolder(name);
  if (into === undefined) return;
  const args = ['pull', '--endpoint', name, '--into', into, '--format', 'json', ...kinds];
  const command: EditorCommand = { folder, args, endpoint, title: vscode.l10n.t('Reading {0}…', name) };
  let done = await pullBy(services, command);
  if (done?.isWritten === false && done.others.length > 0) {
    if (!(await mayReplace(done.others))) return;
    done = await pullBy(services, { ...command, args: [...args, '--force'] });
  }
  if (done?.isWritten === true) await showPulled(folder, name, done);
}

/** Returns what the command says; undefined where it failed, about which the user is informed. */
async function pullBy(services: SendServices, command: EditorCommand): Promise<Pulled | undefined> {
  const result = await runCommand(services, command);
  if (result === undefined) return undefined;
  const pulled = jsonOf<Pulled>(result.output);
  if (pulled?.isWritten === true || (pulled !== undefined && pulled.others.length > 0)) return pulled;
  await showFailure(result);
  return undefined;
}

/** Asks which kinds; all of them are no option of their own. */
async function chooseKinds(
  services: SendServices,
  folder: vscode.Uri,
  { name }: Endpoint,
): Promise<readonly string[] | undefined> {
  const result = await runCommand(services, {
    ...{ folder, args: ['pull', '--endpoint', name, '--list', '--format', 'json'] },
    title: vscode.l10n.t('Looking what can be pulled of {0}…', name),
  });
  if (result === undefined) return undefined;
  const { kinds } = jsonOf<{ readonly kinds: readonly string[] }>(result.output) ?? {};
  if (kinds === undefined) {
    await showFailure(result);
    return undefined;
  }
  if (kinds.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Nothing is known that could be pulled from the service of {0}.', name),
    );
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    kinds.map((label) => ({ label, picked: true })),
    {
      title: vscode.l10n.t('Pull Requests of {0}', name),
      placeHolder: vscode.l10n.t('Choose what is pulled; each kind becomes a file'),
      canPickMany: true,
    },
  );
  if (picked === undefined || picked.length === 0) return undefined;
  return picked.length === kinds.length ? [] : picked.flatMap(({ label }) => ['--kind', label]);
}

async function chooseFolder(name: string): Promise<string | undefined> {
  const written = await vscode.window.showInputBox({
    title: vscode.l10n.t('Pull Requests of {0}', name),
    prompt: vscode.l10n.t('The folder for the files, below the folder of rulebook.json. Only GET requests are sent.'),
    value: name.replace(/[^\w.-]+/g, '-'),
    validateInput: (text) =>
      isBelow(text.trim()) ? undefined : vscode.l10n.t('Write a folder below this one, such as cluster/production.'),
  });
  return written?.trim();
}

/** Returns whether a path leads to a folder that is not outside. */
function isBelow(path: string): boolean {
  return path !== '' && !/^(?:[/\\~-]|[a-z]:)/i.test(path) && !path.split(/[/\\]/).includes('..');
}

async function mayReplace(files: readonly string[]): Promise<boolean> {
  const replace = vscode.l10n.t('Replace');
  const answer = await vscode.window.showWarningMessage(
    files.length === 1
      ? vscode.l10n.t('{0} is there with another text. Replace it?', files[0] ?? '')
      : vscode.l10n.t('{0} files are there with other texts. Replace them?', files.length),
    { modal: true, ...(files.length > 1 && { detail: files.slice(0, 20).join('\n') }) },
    replace,
  );
  return answer === replace;
}

async function showPulled(folder: vscode.Uri, name: string, pulled: Pulled): Promise<void> {
  const { files, variables, unread } = pulled;
  const names = files.map(({ path, resources }) => `${path} (${resources})`);
  const more = names.length - mostNames;
  const uriOf = (path: string) => vscode.Uri.joinPath(folder, ...path.split(/[/\\]/));
  const [first] = files;
  if (first !== undefined) await vscode.window.showTextDocument(uriOf(first.path), { preview: true });
  const reasons = [...new Set(unread.map(({ reason }) => reason))];
  const sentences = [
    files.length === 0
      ? vscode.l10n.t('{0} has nothing of that, so no file is written.', name)
      : vscode.l10n.t(
          'The files have what {0} has: {1}.',
          name,
          [...names.slice(0, mostNames), ...(more > 0 ? [`+ ${more}`] : [])].join(', '),
        ),
    ...(variables.length > 0
      ? [vscode.l10n.t('Not shown by the endpoint, and written as variables: {0}.', variables.join(', '))]
      : []),
    ...reasons.map((reason) => {
      const paths = [...new Set(unread.filter((one) => one.reason === reason).map(({ path }) => path))];
      return vscode.l10n.t('Not pulled: {0}, since {1}.', paths.slice(0, 3).join(', '), reason);
    }),
  ];
  const show = vscode.l10n.t('Show Files');
  const answer = await vscode.window.showInformationMessage(sentences.join(' '), ...(files.length > 1 ? [show] : []));
  if (answer !== show) return;
  const items = files.map(({ path, resources }) => ({
    label: path,
    description: vscode.l10n.t('resources: {0}', resources),
    path,
  }));
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Files of {0}', name) });
  if (picked !== undefined) await vscode.window.showTextDocument(uriOf(picked.path));
}

/** Returns what our own command has printed; undefined where it has not. */
function jsonOf<Value>(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}
