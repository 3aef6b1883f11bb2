import * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import type { SetMember } from '@rulebook/sender/configuration';
import { isLoopbackUrl } from '@rulebook/text';
import { versionOfDescription } from '@rulebook/exchange';
import {
  describedRequestsRequest,
  descriptionRequest,
  type DescribedRequestsParams,
  type DescriptionParams,
  type DescriptionResult,
  type ImportResult,
} from '../../../server/src/protocol';
import type { WorkspaceConfiguration } from '../configuration/configuration';
import type { Ask } from '../ports/ask';
import { problemOfUrl } from '../configuration/add-endpoint';
import { meantUrl } from '../configuration/base-url';
import { descriptionParams, importFromDescription } from './import-description';
import { folderToWrite, writeConfiguration } from '../configuration/write-configuration';

/** The extensions of files that may be descriptions, as a regular expression. */
export const descriptionFiles = /\.(?:ya?ml|json)$/i;

/** Makes a service, an endpoint and a first request file of a description, after the user has said where the service is. */
export async function useDescription(
  ask: Ask,
  configuration: WorkspaceConfiguration,
  given: vscode.Uri | undefined,
): Promise<void> {
  const file = given ?? (await activeOrChosen());
  if (file === undefined) return;
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
  const endpoint = await endpointOf(offered, params, { configuration, folder, file });
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
}

/** Returns the endpoint of a description, which is written into `rulebook.json` with its service unless it is there. */
async function endpointOf(
  offered: Exclude<DescriptionResult, { readonly reason: string }>,
  { path }: DescriptionParams,
  { configuration, folder, file }: DescriptionPlace,
): Promise<Endpoint | undefined> {
  const { services, endpoints } = configuration.of(file);
  const known = services.find(({ description }) => description.replace(/^\.\//, '') === path);
  const present = known && endpoints.find(({ service }) => service === known.id);
  if (present !== undefined) return present;
  const baseUrl = await askForBaseUrl(offered);
  if (baseUrl === undefined) return undefined;
  const taken = [...services.map(({ id }) => id), ...endpoints.map(({ name }) => name)];
  const name = known?.id ?? nameOfTitle(offered.title, taken);
  // A server of this computer often wants none: it is tried first.
  const authentication = isLoopbackUrl(baseUrl) ? undefined : offered.authentication;
  const endpoint = { service: name, baseUrl, ...(authentication && { authentication }) };
  const members: readonly SetMember[] = [
    ...(known === undefined ? [{ path: ['services', name], value: { description: `./${path}` } }] : []),
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

async function activeOrChosen(): Promise<vscode.Uri | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  if (document && isDescription(document)) return document.uri;
  const files = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Use This Description'),
    openLabel: vscode.l10n.t('Use'),
    filters: { [vscode.l10n.t('OpenAPI, Swagger')]: ['yaml', 'yml', 'json'] },
  });
  return files?.[0];
}

/** Returns whether a document is a description in the format OpenAPI or Swagger. */
export function isDescription(document: vscode.TextDocument): boolean {
  return descriptionFiles.test(document.uri.path) && versionOfDescription(headOf(document)) !== undefined;
}

/** Returns the beginning of a document, as far as the version of a description is there. */
export function headOf(document: vscode.TextDocument): string {
  return document.getText(new vscode.Range(0, 0, 400, 0));
}
