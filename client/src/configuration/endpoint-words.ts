import * as vscode from 'vscode';
import { noService, type Endpoint } from '@rulebook/engine';
import { isSandboxEndpoint, keySpanInConfiguration } from '@rulebook/sender/configuration';

/** How an endpoint looks in the status bar. */
export interface EndpointAppearance {
  /** With an icon in the form of the editor. */
  readonly text: string;
  /** For people who hear it. */
  readonly label: string;
  readonly isWarning: boolean;
}

/** Returns how the endpoint of a request looks, or the default endpoints where there is none. */
export function appearanceOf(endpoints: readonly Endpoint[]): EndpointAppearance {
  const [first] = endpoints;
  if (first === undefined)
    return { text: `$(plug) ${vscode.l10n.t('No endpoint')}`, label: vscode.l10n.t('No endpoint'), isWarning: false };
  const isProtected = endpoints.some((one) => one.protected === true);
  const isInsecure = endpoints.some(({ insecure }) => insecure === true);
  const names = endpoints.map(({ name }) => name).join(' · ');
  const notes = [
    ...(isProtected ? [vscode.l10n.t('protected')] : []),
    ...(isInsecure ? [vscode.l10n.t('TLS not verified')] : []),
  ];
  const icon = isInsecure ? 'unlock' : isProtected ? 'shield' : endpoints.every(isSandboxEndpoint) ? 'beaker' : 'plug';
  return {
    text: `$(${icon}) ${isInsecure ? vscode.l10n.t('{0} (TLS not verified)', names) : names}`,
    label: [vscode.l10n.t('Endpoint {0}', names), ...notes].join(', '),
    isWarning: isProtected || isInsecure,
  };
}

/** Returns how a host without an endpoint looks: `http` is written out, since it is not encrypted. */
export function appearanceOfOrigin(origin: string): EndpointAppearance {
  const shown = origin.replace(/^https:\/\//i, '');
  return { text: `$(globe) ${shown}`, label: vscode.l10n.t('Goes to {0}', origin), isWarning: false };
}

/** Returns how a host looks that is the value of a variable without a value. */
export function appearanceOfUnknown(written: string): EndpointAppearance {
  return {
    text: `$(question) ${written}`,
    label: vscode.l10n.t('Goes to {0}, which has no value yet', written),
    isWarning: false,
  };
}

/** Returns what matters about an endpoint before something is sent there. */
export function detailOf(endpoint: Endpoint): string {
  const { service, authentication } = endpoint;
  return [
    ...(service === noService ? [] : [service]),
    ...(isSandboxEndpoint(endpoint) ? [vscode.l10n.t('sandbox')] : []),
    ...(endpoint.protected ? [vscode.l10n.t('protected')] : []),
    ...(endpoint.insecure ? [vscode.l10n.t('TLS is not verified')] : []),
    ...(authentication === undefined ? [] : [vscode.l10n.t('authentication: {0}', authentication.type)]),
    ...(endpoint.clientCertificate ? [vscode.l10n.t('client certificate')] : []),
    ...(endpoint.proxy === undefined ? [] : [vscode.l10n.t('own proxy')]),
  ].join(', ');
}

/** Returns the offset of an endpoint in the text of a `rulebook.json`; undefined when it is not there. */
export function placeOfEndpoint(text: string, name: string): number | undefined {
  return keySpanInConfiguration(text, ['endpoints', name])?.start;
}
