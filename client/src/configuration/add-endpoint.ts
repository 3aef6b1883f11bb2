import * as vscode from 'vscode';
import { noService, type Endpoint } from '@rulebook/engine';
import type { SetMember } from '@rulebook/sender/configuration';
import { identities } from '@rulebook/services';
import { isBaseUrl, meantUrl } from './base-url';
import { endpointOrEnvironment } from './endpoint-or-environment';
import { configurationFolder, type WorkspaceConfiguration } from './configuration';
import { folderToWrite, writeConfiguration } from './write-configuration';

/** What is known of an endpoint before the user is asked. */
interface GivenEndpoint {
  readonly url?: string | undefined;
  /** The certificate of the host was not trusted, so the question about it comes with another first choice. */
  readonly isUntrusted?: boolean | undefined;
}

type Authentication = NonNullable<Endpoint['authentication']>;
type Verification = Pick<Endpoint, 'ca' | 'insecure'>;

/** Asks for an endpoint step by step, and writes it into `rulebook.json`; undefined when the user cancels, or was informed why not. */
export async function addEndpoint(
  configuration: WorkspaceConfiguration,
  document: vscode.Uri | undefined,
  given: GivenEndpoint = {},
): Promise<Endpoint | undefined> {
  const folder = folderToWrite(configurationFolder(document));
  if (folder === undefined) return undefined;
  const { endpoints, services } = configuration.of(document);
  const written = await askForUrl(given.url);
  if (written === undefined) return undefined;
  const baseUrl = meantUrl(written);
  const declared = endpoints.filter(({ isBuiltIn }) => isBuiltIn !== true).map(({ name }) => name);
  const name = await askForName(baseUrl, declared);
  if (name === undefined) return undefined;
  const service = await askForService(services.map(({ id, title }) => ({ id, title: title ?? '' })));
  if (service === undefined) return undefined;
  const authentication = await askForAuthentication();
  if (authentication === undefined) return undefined;
  const verification = /^https:/i.test(baseUrl) ? await askForVerification(folder, given.isUntrusted === true) : {};
  if (verification === undefined) return undefined;
  const members = {
    baseUrl,
    ...(authentication !== 'as-needed' && { authentication }),
    ...verification,
  };
  const value = service === noService ? members : { service, ...members };
  const set: SetMember[] = [{ path: ['endpoints', name], value }];
  if (!(await writeConfiguration(folder, set))) return undefined;
  await configuration.reload();
  const open = vscode.l10n.t('Open rulebook.json');
  void vscode.window
    .showInformationMessage(vscode.l10n.t('The endpoint {0} is in rulebook.json.', name), open)
    .then((answer) => {
      if (answer === open) void vscode.window.showTextDocument(vscode.Uri.joinPath(folder, 'rulebook.json'));
    });
  return configuration.of(document).endpoints.find((one) => one.name === name);
}

function askForUrl(given = 'https://'): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Add Endpoint: URL'),
    prompt: `${vscode.l10n.t('Where the service is. The path of a request is appended to it.')} ${endpointOrEnvironment()}`,
    placeHolder: 'https://api.example.com/v1',
    value: given,
    valueSelection: [given.length, given.length],
    ignoreFocusOut: true,
    validateInput: problemOfUrl,
  });
}

/** Returns why a text cannot be a base URL; undefined when it can. */
export function problemOfUrl(text: string): string | undefined {
  return isBaseUrl(text)
    ? undefined
    : vscode.l10n.t('Enter an http or https URL without user name, query and fragment.');
}

function askForName(baseUrl: string, declared: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Add Endpoint: Name'),
    prompt: vscode.l10n.t('What you choose it by, in the editor and by "# @endpoint NAME".'),
    value: suggestedName(baseUrl, declared),
    ignoreFocusOut: true,
    validateInput: (name) => {
      if (!/^[\p{L}\d][\p{L}\d._-]*$/u.test(name))
        return vscode.l10n.t('Use letters, digits, dots, hyphens and underscores.');
      return declared.includes(name)
        ? {
            message: vscode.l10n.t('The endpoint {0} is replaced.', name),
            severity: vscode.InputBoxValidationSeverity.Warning,
          }
        : undefined;
    },
  });
}

/** Returns a name for a base URL that none of the others has. */
function suggestedName(baseUrl: string, taken: readonly string[]): string {
  const host = /^https?:\/\/(\[[^\]]*\]|[^:/]+)/i.exec(baseUrl)?.[1] ?? '';
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host);
  const words = host.toLowerCase().split('.');
  const own = /^[\d.]+$|^\[/.test(host) || words.length < 2 ? host : (words.at(-2) ?? host);
  const base = isLocal ? 'local' : own.replace(/[^\p{L}\d-]+/gu, '-').replace(/^-+|-+$/g, '') || 'service';
  let name = base;
  for (let count = 2; taken.includes(name); count++) name = `${base}-${count}`;
  return name;
}

/** Asks for a service; `noService` where the user wants none. */
async function askForService(
  own: readonly { readonly id: string; readonly title: string }[],
): Promise<string | undefined> {
  const known = identities.filter(({ id }) => !own.some((one) => one.id === id));
  const items = [
    ...own.map(({ id, title }) => ({ label: id, description: title, id })),
    {
      label: vscode.l10n.t('No service'),
      description: vscode.l10n.t('requests are sent, and not checked by the rules of a service'),
      id: noService,
    },
    ...known.map(({ id, title, products = title }) => ({ label: id, description: products, id })),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Add Endpoint: Service'),
    placeHolder: vscode.l10n.t('Choose the service whose rules hold for its requests'),
    ignoreFocusOut: true,
  });
  return picked?.id;
}

async function askForAuthentication(): Promise<Authentication | 'as-needed' | undefined> {
  const items = [
    {
      label: vscode.l10n.t('When the service asks for one'),
      description: vscode.l10n.t('you are asked after the status 401'),
      choice: 'as-needed' as const,
    },
    {
      label: vscode.l10n.t('Bearer token'),
      description: vscode.l10n.t('Authorization: Bearer …'),
      choice: 'bearer' as const,
    },
    {
      label: vscode.l10n.t('API key'),
      description: vscode.l10n.t('Authorization: ApiKey …'),
      choice: 'api-key' as const,
    },
    {
      label: vscode.l10n.t('API key in a header field of its own…'),
      description: vscode.l10n.t('the key by itself'),
      choice: 'field' as const,
    },
    { label: vscode.l10n.t('User and password'), description: vscode.l10n.t('Basic'), choice: 'basic' as const },
    {
      label: vscode.l10n.t('User and password (digest)…'),
      description: vscode.l10n.t('Digest'),
      choice: 'digest' as const,
    },
    {
      label: vscode.l10n.t('Token of OAuth 2…'),
      description: vscode.l10n.t('by the id and the secret of a client'),
      choice: 'oauth2' as const,
    },
    { label: vscode.l10n.t('None'), description: vscode.l10n.t('you are never asked'), choice: 'none' as const },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Add Endpoint: Credential'),
    placeHolder: vscode.l10n.t('Choose the kind of credential; it is never written into a file'),
    ignoreFocusOut: true,
  });
  switch (picked?.choice) {
    case undefined:
      return undefined;
    case 'as-needed':
      return 'as-needed';
    case 'field': {
      const field = await askForText(vscode.l10n.t('Add Endpoint: Header Field'), '', /^[\w!#$%&'*+.^`|~-]+$/);
      return field === undefined ? undefined : { type: 'api-key', field };
    }
    case 'digest': {
      const user = await askForText(vscode.l10n.t('Add Endpoint: User'), '', /^[^:\r\n]+$/);
      return user === undefined ? undefined : { type: 'digest', user };
    }
    case 'oauth2': {
      const url = /^https?:\/\/[^/?#\s@]+(?:\/[^?#\s]*)?$/i;
      const tokenUrl = await askForText(vscode.l10n.t('Add Endpoint: Token URL'), 'https://', url);
      if (tokenUrl === undefined) return undefined;
      const clientId = await askForText(vscode.l10n.t('Add Endpoint: Client Id'), '', /^[^\r\n]+$/);
      return clientId === undefined ? undefined : { type: 'oauth2', tokenUrl, clientId };
    }
    case 'bearer':
    case 'api-key':
    case 'basic':
    case 'none':
      return { type: picked.choice };
  }
}

function askForText(title: string, value: string, form: RegExp): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title,
    value,
    ignoreFocusOut: true,
    validateInput: (text) => (form.test(text) ? undefined : vscode.l10n.t('This value cannot be used here.')),
  });
}

async function askForVerification(folder: vscode.Uri, isUntrusted: boolean): Promise<Verification | undefined> {
  const verify = {
    label: vscode.l10n.t('Verify the certificate'),
    description: vscode.l10n.t('by the authorities of the system'),
    choice: 'verify' as const,
  };
  const own = {
    label: vscode.l10n.t('Verify by an authority of your own…'),
    description: vscode.l10n.t('a PEM file'),
    choice: 'own' as const,
  };
  const none = {
    label: vscode.l10n.t('Do not verify'),
    description: vscode.l10n.t('anybody between you and the host can read along'),
    choice: 'none' as const,
  };
  const picked = await vscode.window.showQuickPick(isUntrusted ? [own, none, verify] : [verify, own, none], {
    title: vscode.l10n.t('Add Endpoint: TLS'),
    placeHolder: vscode.l10n.t('Choose how the certificate of the host is verified'),
    ignoreFocusOut: true,
  });
  if (picked === undefined) return undefined;
  if (picked.choice === 'none') return { insecure: true };
  if (picked.choice === 'verify') return {};
  const files = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Authority'),
    openLabel: vscode.l10n.t('Use'),
    defaultUri: folder,
    filters: { [vscode.l10n.t('Certificates')]: ['pem', 'crt', 'cer'], [vscode.l10n.t('All files')]: ['*'] },
  });
  const [file] = files ?? [];
  if (file === undefined) return undefined;
  const start = `${folder.path.replace(/\/+$/, '')}/`;
  return { ca: [file.path.startsWith(start) ? `./${file.path.slice(start.length)}` : file.fsPath] };
}
