import * as vscode from 'vscode';
import {
  definitionsIn,
  isSandboxEndpoint,
  prepareRequest,
  type CredentialAnswer,
  type Endpoint,
  type PreparedRequest,
  type RequestPlan,
} from '../../../engine/src/index';
import { readBodyFile } from '../body-file';
import { pickEndpoint } from '../endpoints';
import type { RequestPlace } from '../sending/attempt';
import { askForValues, findOrAsk } from '../sending/send-request';
import type { SendServices } from '../sending/send-services';
import { confirmTrust } from '../trust';
import { createResolver } from '../variables';

declare const RULEBOOK_VERSION: string;

/** A request as it would be sent. */
export interface PreparedPlace {
  readonly plan: RequestPlan;
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
  const result = await services.plan({ uri: uri.toString(), line, version: document.version });
  if ('reason' in result) {
    void vscode.window.showWarningMessage(result.reason);
    return undefined;
  }
  const { plan } = result;
  const { endpoints, defaults } = services.configuration.of(uri);
  let endpoint = endpoints.find(({ name }) => name === plan.endpoint);
  if (endpoint === undefined && !plan.isAbsolute) {
    endpoint = await pickEndpoint(endpoints, defaults, `Choose the endpoint for ${plan.label}`);
    if (endpoint === undefined) return undefined;
  }
  if (isSandboxEndpoint(endpoint)) await services.sandbox.lookAround();
  const name = endpoint?.name;
  const answers = new Map<string, string>();
  const earlier = services.answersOf(uri.toString());
  const dotenv = services.ports.dotenv?.(uri);
  let credential: string | undefined;
  const current = services.configuration.of(uri).endpoints;
  const filled = await prepareRequest({
    plan,
    endpoint: current.find((one) => one.name === name),
    endpoints: current,
    userAgent: `rulebook/${RULEBOOK_VERSION}`,
    resolve: createResolver({
      answers,
      definitions: definitionsIn(document.getText()),
      tables: services.environments.tables(uri),
      environment: services.environments.current(uri),
    }),
    system: { ...services.ports.system, ...(dotenv && { dotenv }) },
    answers: earlier,
    readFile: (path) => readBodyFile(services.ports, uri, path),
    askForValues: (names) => askForValues(names, answers, earlier),
    credentialOf: async (target): Promise<CredentialAnswer> => {
      // Getting a token would send something.
      if (target.authentication?.type === 'oauth2') return { credential: undefined };
      const found = await findOrAsk(services, target);
      if ('credential' in found) ({ credential } = found);
      return found;
    },
  });
  if ('unsent' in filled) {
    if (filled.problem !== undefined) void vscode.window.showErrorMessage(filled.problem);
    return undefined;
  }
  return { plan, request: filled.request, secrets: filled.secrets, endpoint: filled.endpoint, credential };
}
