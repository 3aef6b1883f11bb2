import * as vscode from 'vscode';
import { fetchDescription, serverNextTo, type FetchedDescription } from '@rulebook/exchange';
import { reasonOf } from '@rulebook/sender/plan';
import { isLoopbackUrl } from '@rulebook/text';
import { bundleRequest, type BundleParams, type BundleResult } from '../../../server/src/protocol';
import type { Ask } from '../ports/ask';
import type { WorkspaceConfiguration } from '../configuration/configuration';
import type { MachinePorts } from '../ports/ports';
import { originIn } from './origins';

/** What fetches descriptions. */
export interface FetchParts {
  readonly ports: Pick<MachinePorts, 'transport' | 'cannotSend'>;
  readonly configuration: WorkspaceConfiguration;
}

/**
 * Fetches the description at a URL that the user has named; undefined when that is not possible, about which the user is informed. Other hosts than this
 * computer and those of endpoints are asked after a question.
 */
export async function fetchFor(
  { ports, configuration }: FetchParts,
  ask: Ask,
  url: string,
): Promise<FetchedDescription | undefined> {
  const refusal = refusalOf(ports);
  if (refusal !== undefined) {
    void vscode.window.showErrorMessage(refusal);
    return undefined;
  }
  const origin = originIn(url);
  const { endpoints } = configuration.of(undefined);
  const isKnown = isLoopbackUrl(url) || endpoints.some(({ baseUrl }) => originIn(baseUrl) === origin);
  if (!isKnown && !(await agrees(url))) return undefined;
  const found = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Window,
      title: vscode.l10n.t('Rulebook: fetching a description'),
    },
    () => fetchDescription(ports.transport, url),
  );
  if (!('cause' in found)) return found.imports === undefined ? found : bundled(found, found.imports, ask);
  void vscode.window.showErrorMessage(sentence(reasonOf(found)));
  return undefined;
}

/** Makes one file of a description and the files that it refers to. */
async function bundled(
  { url, text, title }: FetchedDescription,
  imports: BundleParams['imports'],
  ask: Ask,
): Promise<FetchedDescription | undefined> {
  const whole = await ask<BundleResult>(bundleRequest, { url, text, imports } satisfies BundleParams);
  if ('text' in whole) return { url, title, extension: 'json', text: whole.text };
  void vscode.window.showErrorMessage(whole.reason);
  return undefined;
}

function refusalOf({ cannotSend }: FetchParts['ports']): string | undefined {
  if (cannotSend !== undefined) return cannotSend;
  return vscode.workspace.isTrusted
    ? undefined
    : vscode.l10n.t('Nothing is fetched before the workspace is trusted. Trust it first.');
}

async function agrees(url: string): Promise<boolean> {
  const fetch = vscode.l10n.t('Fetch');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Fetch a description from {0}?', url.replace(/^(https?:\/\/[^/?#]*).*$/is, '$1')),
    { modal: true, detail: vscode.l10n.t('A GET request without a credential is sent there.') },
    fetch,
  );
  return answer === fetch;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Asks for the URL of a description; undefined when the user cancels. */
export function askForUrl(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Use a Description at a URL'),
    prompt: vscode.l10n.t(
      'The URL of an OpenAPI file, or of the service: then the usual places are tried. It is fetched once, without a credential.',
    ),
    placeHolder: 'http://localhost:8000/openapi.json',
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^https?:\/\/[^/?#\s@]+(?:[/?][^#\s]*)?$/i.test(text.trim())
        ? undefined
        : vscode.l10n.t('Enter an http or https URL without user name and fragment.'),
  });
}

/** A copy of a description in a folder. */
export interface PinnedDescription {
  readonly file: vscode.Uri;
  readonly source: string;
  readonly sha256: string;
  /** Where the service is; absent where the description does not say it. */
  readonly baseUrl?: string | undefined;
}

/** Writes a fetched description next to `rulebook.json`, under a name that no file has. */
export async function pin(folder: vscode.Uri, found: FetchedDescription, name: string): Promise<PinnedDescription> {
  for (let count = 1; ; count++) {
    const file = vscode.Uri.joinPath(folder, `${name}${count === 1 ? '' : `-${count}`}.openapi.${found.extension}`);
    try {
      await vscode.workspace.fs.stat(file);
    } catch {
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(found.text));
      return { file, source: found.url, sha256: await hashOf(found.text), baseUrl: serverNextTo(found) };
    }
  }
}

/** Returns the SHA-256 of a text in hexadecimal digits. */
export async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
