import * as vscode from 'vscode';
import { hasRequestLanguage } from '../editing/request-language';
import { redact } from '@rulebook/catalogue/masking';
import { turnsOf } from '@rulebook/sender/send';
import { pickEndpoint } from '../configuration/endpoints';
import { confirmTrust } from '../credentials/trust';
import { addEndpoint } from '../configuration/add-endpoint';
import type { Attempt, Outcome, RequestPlace, SendChoices } from './attempt';
import { isRefusedHere } from './cannot-send';
import { execute } from './execute';
import { importedDefinitions } from '../editing/request-text';
import { preparingPorts } from './request-values';
import { withRestClientSettings } from './rest-client-settings';
import { withProgress } from './send-progress';
import type { PlanResult } from '../../../server/src/protocol';
import { nameUnreadSettings, restClientSettings } from './send-settings';
import type { SendServices } from './send-services';

type Planned = Extract<PlanResult, { readonly plan: unknown }>;

/** Sends the request at a place after asking for whatever is missing; of a request that repeats itself, returns the last outcome. Undefined when there is none to send. */
export async function sendRequest(
  services: SendServices,
  place: RequestPlace,
  choices: SendChoices = {},
): Promise<Outcome | undefined> {
  return (await sendIterations(services, place, choices))?.at(-1);
}

/** Sends the request at a place as often as it says, and returns all outcomes; undefined when there is nothing to send. */
export async function sendIterations(
  services: SendServices,
  place: RequestPlace,
  choices: SendChoices = {},
): Promise<readonly Outcome[] | undefined> {
  const attempt = await attemptAt(services, place, choices);
  if (attempt === undefined) return undefined;
  const turns = await turnsOf(attempt.plan, preparingPorts(services, attempt.document, attempt.answers, attempt));
  const [only] = turns;
  if (only !== undefined && turns.length === 1) return [await execute(services, { ...attempt, plan: only })];
  const outcomes: Outcome[] = [];
  const sendAll = async (run: NonNullable<SendChoices['run']>) => {
    for (const plan of turns) {
      if (run.signal.isCancelled) return;
      outcomes.push(await execute(services, { ...attempt, plan, choices: { ...choices, run } }));
    }
  };
  if (choices.run) await sendAll(choices.run);
  else
    await withProgress(services.sends, vscode.l10n.t('Sending {0}', redact(attempt.plan.label)), (signal) =>
      sendAll({ ofRun: new Set(), signal, keepsBodies: true }),
    );
  return outcomes;
}

/**
 * Asks once in a file to which endpoint its requests go that several endpoints fit alike, and plans the request anew, since it does something else
 * at another one; undefined when the user chooses none.
 */
async function settleRivals(
  services: SendServices,
  document: vscode.TextDocument,
  planned: Planned,
  picked: string | undefined,
): Promise<Planned | undefined> {
  const { possibleEndpoints = [], label } = planned.plan;
  if (picked !== undefined || possibleEndpoints.length < 2) return planned;
  const { endpoints, defaults } = services.configuration.of(document.uri);
  const offered = endpoints.filter(({ name }) => possibleEndpoints.includes(name));
  const question = vscode.l10n.t(
    'Several endpoints fit {0}. Choose the one for such requests of this file',
    redact(label),
  );
  const chosen = await pickEndpoint(offered, defaults, question);
  if (chosen === undefined) return undefined;
  await services.configuration.choose(chosen, document.uri, 'file');
  const again = await services.plan({ uri: document.uri.toString(), line: planned.line, version: document.version });
  if ('plan' in again) return again;
  void vscode.window.showWarningMessage(again.reason);
  return undefined;
}

async function attemptAt(
  services: SendServices,
  { uri, line }: RequestPlace,
  choices: SendChoices,
): Promise<Attempt | undefined> {
  if ((await isRefusedHere(services.ports)) || !(await confirmTrust())) return undefined;
  const refuse = (reason: string): undefined => {
    if (choices.run?.inCell) choices.run.inCell.refused(reason);
    else void vscode.window.showWarningMessage(reason);
  };
  const document = await services.openDocument(uri);
  if (!(await hasRequestLanguage(document))) return undefined;
  const result = await services.plan({ uri: document.uri.toString(), line, version: document.version });
  if ('reason' in result) return refuse(result.reason);
  const settled = await settleRivals(services, document, result, choices.endpoint);
  if (settled === undefined) return undefined;
  const { errors, text } = settled;
  const plan = withRestClientSettings(settled.plan, restClientSettings(document.uri));
  nameUnreadSettings(document.uri, services.choices);
  const root = choices.root === undefined ? document.uri : vscode.Uri.parse(choices.root);
  const unusable = services.environments.problem(document.uri, root);
  if (unusable !== undefined) return refuse(vscode.l10n.t('The request was not sent: {0}.', unusable));
  let picked = choices.endpoint;
  if (picked !== undefined && plan.isAbsolute)
    return refuse(
      vscode.l10n.t(
        '{0} was not sent to {1}: its URL names a host. Begin the URL with a path to send it to any endpoint.',
        redact(plan.label),
        picked,
      ),
    );
  if (picked === undefined && plan.endpoint === undefined && !plan.isAbsolute) {
    const { endpoints, defaults } = services.configuration.of(document.uri);
    const wanted = plan.unknownEndpoint;
    const question =
      wanted === undefined
        ? vscode.l10n.t('Choose the endpoint for {0}', plan.label)
        : vscode.l10n.t('There is no endpoint named {0}. Choose the endpoint for {1}', wanted, plan.label);
    picked = (
      await pickEndpoint(endpoints, defaults, question, () => addEndpoint(services.configuration, document.uri))
    )?.name;
    if (picked === undefined) return undefined;
  }
  const imported = await importedDefinitions(choices.imports);
  const answers = choices.run?.answers ?? new Map<string, string>();
  const about = { document, line: result.line, plan, picked, answers, choices, imported, text };
  return { ...about, ...(errors && { errors }) };
}
