import * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import { isSandboxEndpoint } from '@rulebook/sender/configuration';
import type { PlannedCall } from '@rulebook/exchange';
import { type PreparedRequest, type RequestPlan, reasonOf } from '@rulebook/sender/plan';
import { prepareRequest } from '@rulebook/sender/send';
import { pickEndpoint } from '../configuration/endpoints';
import { addEndpoint } from '../configuration/add-endpoint';
import type { RequestPlace } from '../sending/attempt';
import { findOrAsk } from '../credentials/request-credentials';
import { preparingPorts } from '../sending/request-values';
import type { SendServices } from '../sending/send-services';
import { confirmTrust } from '../credentials/trust';

/** A request as it would be sent. */
interface PreparedPlace {
  readonly plan: RequestPlan;
  /** How the official client calls its operation; undefined where that is not known. */
  readonly call: PlannedCall | undefined;
  readonly request: PreparedRequest;
  readonly secrets: readonly string[];
  readonly endpoint: Endpoint | undefined;
  readonly credential: string | undefined;
}

/** Fills in the request at a place as sending does, and asks for what is missing; undefined when the user cancels, or was informed why not. */
export async function preparePlace(
  services: SendServices,
  { uri, line }: RequestPlace,
): Promise<PreparedPlace | undefined> {
  if (!(await confirmTrust())) return undefined;
  const document = await vscode.workspace.openTextDocument(uri);
  const result = await services.plan({ uri: uri.toString(), line, version: document.version, withCall: true });
  if ('reason' in result) {
    void vscode.window.showWarningMessage(result.reason);
    return undefined;
  }
  const { plan, call } = result;
  const { endpoints, defaults } = services.configuration.of(uri);
  let endpoint = endpoints.find(({ name }) => name === plan.endpoint);
  if (endpoint === undefined && !plan.isAbsolute) {
    endpoint = await pickEndpoint(endpoints, defaults, vscode.l10n.t('Choose the endpoint for {0}', plan.label), () =>
      addEndpoint(services.configuration, uri),
    );
    if (endpoint === undefined) return undefined;
  }
  if (isSandboxEndpoint(endpoint)) await services.sandbox.findRunning();
  const name = endpoint?.name;
  let credential: string | undefined;
  const ports = preparingPorts(services, document, new Map());
  const filled = await prepareRequest(plan, {
    ...ports,
    ways: { ...ports.ways, endpointOf: () => ports.ways.endpoints.find((one) => one.name === name) },
    // It is copied, and not sent.
    responses: { answers: { ...ports.responses.answers, carried: () => [] } },
    credentials: {
      credentialOf: async (target) => {
        // Getting a token would send something.
        if (target.authentication?.type === 'oauth2') return { credential: undefined };
        const found = await findOrAsk(services, target);
        if ('credential' in found) ({ credential } = found);
        return found;
      },
    },
  });
  if ('cause' in filled) {
    if (filled.kind !== 'cancelled') void vscode.window.showErrorMessage(reasonOf(filled));
    return undefined;
  }
  return { plan, call, request: filled.request, secrets: filled.secrets, endpoint: filled.endpoint, credential };
}
