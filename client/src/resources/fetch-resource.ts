import * as vscode from 'vscode';
import { isSandboxEndpoint } from '@rulebook/sender/configuration';
import { type CancelSignal, refused } from '@rulebook/sender/plan';
import type { ResourceRequest } from '@rulebook/services';
import { credentialFor } from '../credentials/request-credentials';
import { sendReading, type Fetched } from '../sending/send-reading';
import { keepsCookies, timeoutSetting } from '../sending/send-settings';
import type { SendServices } from '../sending/send-services';
import { requestPlace } from './request-document';
import type { EndpointPlace } from './resource-nodes';

/** Sends a reading request of the view with the credential of its endpoint, and reads the JSON of its response. Nothing is shown. */
export async function fetchResource(
  services: SendServices,
  endpoint: EndpointPlace,
  request: ResourceRequest,
  signal: CancelSignal,
): Promise<Fetched> {
  const { uri, line } = requestPlace(request, endpoint);
  const document = await vscode.workspace.openTextDocument(uri);
  const planned = await services.plan({ uri: uri.toString(), line, version: document.version });
  if ('reason' in planned) return refused(planned.reason);
  const place = () => services.configuration.of(uri).endpoints.find(({ name }) => name === endpoint.name);
  // A sandbox that was started meanwhile may have moved its endpoint.
  if (isSandboxEndpoint(place())) await services.sandbox.findRunning();
  return sendReading(services, planned.plan, {
    ...{ uri, place: place(), signal, ways: services.privateWays },
    credentialOf: (target) => credentialFor(services, target),
    passphraseOf: services.credentials.passphraseOf,
    cookies: keepsCookies(uri) ? await services.ports.cookies() : undefined,
    timeout: timeoutSetting(uri),
  });
}
