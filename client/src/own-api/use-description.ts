import * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import type { SetMember } from '@rulebook/sender/configuration';
import { isLoopbackUrl } from '@rulebook/text';
import {
  describedRequestsRequest,
  descriptionRequest,
  type DescribedRequestsParams,
  type DescriptionParams,
  type DescriptionResult,
  type ImportResult,
} from '../../../server/src/protocol';
import type { Ask } from '../ports/ask';
import { problemOfUrl } from '../configuration/add-endpoint';
import { meantUrl } from '../configuration/base-url';
import { descriptionParams, importFromDescription } from './import-description';
import type { FoundDescriptions } from './found-descriptions';
import { isDescription } from './is-description';
import { askForUrl, fetchFor, pin, type FetchParts, type PinnedDescription } from './pinned-description';
import { refreshCommand } from './refresh-description';
import { configurationFolder, type WorkspaceConfiguration } from '../configuration/configuration';
import { folderToWrite, writeConfiguration } from '../configuration/write-configuration';

/** The command that fetches a description. */
export const useUrlCommand = 'rulebook.useDescriptionUrl';

/** Makes a service and an endpoint of a description, with the base URL that a request has: its requests are checked from then on. */
export async function checkByDescription(
  ask: Ask,
  configuration: WorkspaceConfiguration,
  file: vscode.Uri,
  baseUrl: string,
): Promise<void> {
  const folder = folderToWrite(vscode.workspace.getWorkspaceFolder(file)?.uri);
  if (folder === undefined) return;
  const params = descriptionParams(file, folder);
  const offered = await ask<DescriptionResult>(descriptionRequest, params);
  if ('reason' in offered) {
    void vscode.window.showErrorMessage(offered.reason);
    return;
  }
  await endpointOf(offered, params, { configuration, folder, file, baseUrl });
}

/** Makes a service, an endpoint and a first request file of a description, after the user has said where the service is. */
export async function useDescription(
  ask: Ask,
  configuration: WorkspaceConfiguration,
  found: Pick<FoundDescriptions, 'search'>,
  given: vscode.Uri | undefined,
): Promise<void> {
  const file = given ?? (await activeOrChosen(found));
  if (file === undefined) return;
  if (file === 'url') {
    await vscode.commands.executeCommand(useUrlCommand);
    return;
  }
  await beginWith(ask, configuration, file);
}

/** Fetches the description at a URL, keeps a copy in the folder, and begins with it; without a URL, the user is asked for it. */
export async function useDescriptionAtUrl(parts: FetchParts, ask: Ask, given: string | undefined): Promise<boolean> {
  const { configuration } = parts;
  const folder = folderToWrite(configurationFolder(vscode.window.activeTextEditor?.document.uri));
  const url = folder && (given ?? (await askForUrl()));
  if (folder === undefined || url === undefined) return false;
  const found = await fetchFor(parts, ask, url.trim());
  if (found === undefined) return false;
  const { services } = configuration.of(vscode.Uri.joinPath(folder, 'rulebook.json'));
  const known = services.find(({ source }) => source === found.url);
  if (known !== undefined) {
    await vscode.commands.executeCommand(refreshCommand, vscode.Uri.joinPath(folder, known.description));
    return true;
  }
  const name = nameOfTitle(
    found.title,
    services.map(({ id }) => id),
  );
  const pinned = await pin(folder, found, name);
  await beginWith(ask, configuration, pinned.file, pinned);
  return true;
}

/** Makes a service, an endpoint and a first request file of a description. */
async function beginWith(
  ask: Ask,
  configuration: WorkspaceConfiguration,
  file: vscode.Uri,
  pinned?: PinnedDescription,
): Promise<void> {
  const folder = folderToWrite(vscode.workspace.getWorkspaceFolder(file)?.uri);
  if (folder === undefined) return;
  const params = descriptionParams(file, folder);
  // The server reads files, and not what is only in an editor.
  await vscode.workspace.textDocuments
    .find(({ uri, isDirty }) => isDirty && uri.toString() === file.toString())
    ?.save();
  const offered = await ask<DescriptionResult>(descriptionRequest, params);
  if ('reason' in offered) {
    void vscode.window.showErrorMessage(offered.reason);
    return;
  }
  const endpoint = await endpointOf(offered, params, { configuration, folder, file, pinned, baseUrl: pinned?.baseUrl });
  if (endpoint === undefined) return;
  const read = await ask<ImportResult>(describedRequestsRequest, {
    ...params,
    endpoint,
  } satisfies DescribedRequestsParams);
  if ('reason' in read) {
    void vscode.window.showErrorMessage(read.reason);
    return;
  }
  const made = await makeFile(vscode.Uri.joinPath(file, '..'), endpoint.service, read.text);
  const document = await vscode.workspace.openTextDocument(made);
  await vscode.window.showTextDocument(document, { preview: false });
  const all = vscode.l10n.t('Import All {0} Requests', offered.operations);
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Requests to {0} are checked by {1} now. Send one by the link above it.', endpoint.name, params.path),
    ...(offered.operations > read.requests ? [all] : []),
  );
  if (answer === all) await importFromDescription(ask, file, endpoint.baseUrl);
}

interface DescriptionPlace {
  readonly configuration: WorkspaceConfiguration;
  readonly folder: vscode.Uri;
  readonly file: vscode.Uri;
  /** Absent: the user is asked. */
  readonly baseUrl?: string | undefined;
  /** The file is a copy of what is at a URL. */
  readonly pinned?: PinnedDescription | undefined;
}

/** Returns the endpoint of a description, which is written into `rulebook.json` with its service unless it is there. */
async function endpointOf(
  offered: Exclude<DescriptionResult, { readonly reason: string }>,
  { path }: DescriptionParams,
  { configuration, folder, file, pinned, baseUrl: given }: DescriptionPlace,
): Promise<Endpoint | undefined> {
  const { services, endpoints } = configuration.of(file);
  const known = services.find(({ description }) => description.replace(/^\.\//, '') === path);
  const present = known && endpoints.find(({ service }) => service === known.id);
  if (present !== undefined) return present;
  const baseUrl = given ?? (await askForBaseUrl(offered));
  if (baseUrl === undefined) return undefined;
  const taken = [...services.map(({ id }) => id), ...endpoints.map(({ name }) => name)];
  const name = known?.id ?? nameOfTitle(offered.title, taken);
  // A server of this computer often wants none: it is tried first.
  const authentication = isLoopbackUrl(baseUrl) ? undefined : offered.authentication;
  const endpoint = { service: name, baseUrl, ...(authentication && { authentication }) };
  const copied = pinned && { source: pinned.source, sha256: pinned.sha256 };
  const members: readonly SetMember[] = [
    ...(known === undefined ? [{ path: ['services', name], value: { description: `./${path}`, ...copied } }] : []),
    { path: ['endpoints', name], value: endpoint },
    { path: ['defaults', name], value: name },
  ];
  if (!(await writeConfiguration(folder, members))) return undefined;
  await configuration.reload();
  return { name, ...endpoint };
}

async function askForBaseUrl({
  title,
  baseUrls,
}: Exclude<DescriptionResult, { readonly reason: string }>): Promise<string | undefined> {
  const other = { label: vscode.l10n.t('Another URL…'), url: undefined };
  const items = [...baseUrls.map((url) => ({ label: url, url })), other];
  const picked = await vscode.window.showQuickPick<{ readonly label: string; readonly url: string | undefined }>(
    items,
    {
      title: vscode.l10n.t('Where Is {0}?', title),
      placeHolder: vscode.l10n.t('Choose the base URL of the service, as its description names it'),
      ignoreFocusOut: true,
    },
  );
  if (picked === undefined || picked.url !== undefined) return picked?.url;
  const [first = 'https://'] = baseUrls;
  const url = await vscode.window.showInputBox({
    title: vscode.l10n.t('Where Is {0}?', title),
    value: first,
    ignoreFocusOut: true,
    validateInput: problemOfUrl,
  });
  return url === undefined ? undefined : meantUrl(url);
}

/** Returns a name of a service for a title that none of the others has. */
export function nameOfTitle(title: string, taken: readonly string[]): string {
  const words = title
    .toLowerCase()
    .replace(/\b(?:rest |http )?(?:api|service)\b/g, ' ')
    .match(/[a-z\d]+/g);
  const base =
    (words ?? [])
      .join('-')
      .replace(/^[^a-z]+/, '')
      .slice(0, 40)
      .replace(/-+$/, '') || 'service';
  let name = base;
  for (let count = 2; taken.includes(name); count++) name = `${base}-${count}`;
  return name;
}

/** Makes a request file that does not exist yet, and returns it. */
async function makeFile(folder: vscode.Uri, name: string, text: string): Promise<vscode.Uri> {
  for (let count = 1; ; count++) {
    const file = vscode.Uri.joinPath(folder, `${name}${count === 1 ? '' : `-${count}`}.http`);
    try {
      await vscode.workspace.fs.stat(file);
    } catch {
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
      return file;
    }
  }
}

/** Returns the description in the editor, or one that the user chooses: of the folder, from elsewhere, or at a URL. */
async function activeOrChosen({ search }: Pick<FoundDescriptions, 'search'>): Promise<vscode.Uri | 'url' | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  if (document && isDescription(document)) return document.uri;
  const items: readonly (vscode.QuickPickItem & { readonly choice: vscode.Uri | 'url' | 'file' })[] = [
    ...(await search()).map((choice) => ({ label: vscode.workspace.asRelativePath(choice), choice })),
    {
      label: vscode.l10n.t('At a URL…'),
      description: vscode.l10n.t('such as {0}', 'http://localhost:8000/openapi.json'),
      choice: 'url',
    },
    { label: vscode.l10n.t('Another File…'), choice: 'file' },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Use a Description'),
    placeHolder: vscode.l10n.t('Choose what describes your service'),
  });
  if (picked?.choice !== 'file') return picked?.choice;
  const files = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Use This Description'),
    openLabel: vscode.l10n.t('Use'),
    filters: { [vscode.l10n.t('OpenAPI, Swagger')]: ['yaml', 'yml', 'json'] },
  });
  return files?.[0];
}
