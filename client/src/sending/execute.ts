import * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import type { SenderPorts } from '@rulebook/sender/ports';
import { withoutAuthorization, type SendPolicy } from '@rulebook/sender/send';
import { createSender } from '@rulebook/sender/outcome';
import { isSandboxEndpoint, protectedEnvironment } from '@rulebook/sender/configuration';
import { redact } from '@rulebook/catalogue/masking';
import { wantsCredential, type RequestPlan, refused, reasonOf } from '@rulebook/sender/plan';
import { askInRun, credentialFor } from '../credentials/request-credentials';
import { outputFoldersOf } from '../editing/body-file';
import { collectResponse } from '../response/collect-body';
import { followResponse, type FollowedResponse } from '../response/arriving-text';
import type { ArrivingResponse } from '../response/arriving-response';
import type { Attempt, Outcome } from './attempt';
import { decide } from './decide';
import { judgeOf } from './judge-sent';
import { circumstancesOf, environmentOf, preparingPorts } from './request-values';
import { withProgress } from './send-progress';
import type { SendServices } from './send-services';
import { keepsCookies, timeoutSetting } from './send-settings';
import { showAnswer, showFailure } from './show-outcome';
import type { UsedEnvironment } from '../configuration/used-environment';

/** Where the response of an attempt is shown while it arrives, and what was found out on the way. */
interface Following {
  title: string;
  arriving?: ArrivingResponse | undefined;
  followed?: FollowedResponse | undefined;
  /** The endpoint that was tried without a credential. */
  unasked?: Endpoint;
}

/** Sends an attempt, once more after the user has changed something, and shows what became of it. */
export async function execute(services: SendServices, asked: Attempt): Promise<Outcome> {
  const { document, choices, line } = asked;
  const { run } = choices;
  const { version } = document;
  const following: Following = { title: redact(asked.plan.label) };
  const createFile = services.ports.bodyFiles?.create;
  const ports = await portsOf(services, asked, following);
  // The files for the response are written here, so nothing is left out.
  const { outputs: _outputs, ...unwritten } = asked.plan;
  const plan: RequestPlan = ports.files.writerOf === undefined ? asked.plan : unwritten;
  if (run === undefined) services.sends.note(document.uri, line, plan);
  const ended = await createSender(ports, policyOf(services, asked)).send(plannedAs(asked), (secrets, place) => {
    following.title = redact(asked.plan.label, secrets);
    services.log.info(`Sending ${plan.method} to ${place?.name ?? 'an absolute URL'}.`);
    following.arriving = run === undefined ? services.responses.begin(following.title) : undefined;
    if (following.arriving !== undefined) following.followed = followResponse(following.arriving, secrets);
    else if (run?.inCell !== undefined)
      following.followed = followResponse(
        { ...run.inCell.arriving(following.title), ...(createFile && { createFile }) },
        secrets,
      );
    else if (run?.keepsBodies === true) following.followed = collectResponse(createFile);
    return following.followed?.observer ?? {};
  });
  const { sent, asserts } = ended;
  const { arriving, followed, unasked } = following;
  if (ended.log !== undefined && ended.log.length > 0)
    services.scriptLog(
      following.title,
      ended.log.map(({ text }) => text),
    );
  followed?.stop();
  const used = usedEnvironment(services, asked, sent.kind === 'unsent' ? undefined : sent.endpoint);
  const attempt: Attempt = { ...asked, plan };
  const outcome: Outcome = { ...ended, attempt, environment: used, body: followed?.body, version };
  services.reused.note(outcome, circumstancesOf(services, document.uri, choices));
  if (sent.kind === 'unsent') {
    const { refusal } = sent;
    if (refusal.kind !== 'cancelled' && run === undefined) {
      if (refusal.kind === 'omitted') void vscode.window.showInformationMessage(sentenceOf(reasonOf(refusal)));
      else void vscode.window.showErrorMessage(sentenceOf(reasonOf(refusal)));
    }
    return outcome;
  }
  const time = await services.history.note(document, line, plan, sent, used);
  if (sent.kind === 'answered') {
    services.log.info(`Received ${sent.response.status} after ${Math.round(sent.response.duration)} ms.`);
    if (run?.inCell === undefined) services.asserts.note(document, version, plan, asserts, run?.isTest);
    const { url } = sent.request;
    const answered = { url, uri: document.uri.toString(), line, status: sent.response.status };
    services.afterSend(plan.isUnsafe ? sent.endpoint?.name : undefined, answered);
  }
  const isFirstAsked = sent.kind === 'answered' && unasked !== undefined && wantsCredential(sent.response);
  if (run !== undefined && isFirstAsked && (await askInRun(services, unasked, run))) return execute(services, asked);
  if (arriving === undefined) return outcome;
  const again = (changed: Partial<Attempt> = {}) => void execute(services, { ...asked, ...changed });
  if (sent.kind === 'answered') await showAnswer(services, { ...outcome, sent, arriving, again, time, isFirstAsked });
  else await showFailure(services, { ...outcome, sent, arriving, again });
  return outcome;
}

/** Returns the ports of an attempt in this window; `following` takes where its response is shown. */
async function portsOf(services: SendServices, asked: Attempt, following: Following): Promise<SenderPorts> {
  const { document, picked, choices, plan } = asked;
  const { uri } = document;
  const { run } = choices;
  const { ports } = services;
  const name = picked ?? plan.endpoint;
  const findEndpoint = () => services.configuration.of(uri).endpoints.find((one) => one.name === name);
  // A sandbox that was started meanwhile may have moved its endpoint.
  if (isSandboxEndpoint(findEndpoint())) await services.sandbox.findRunning();
  const folders = outputFoldersOf(uri);
  const { responseWriter } = ports;
  const filling = preparingPorts(services, document, asked.answers, asked);
  return {
    values: { ...filling.values, scriptBox: ports.scriptBox },
    credentials: {
      credentialOf: async (target) => {
        const found = await credentialFor(services, target);
        if ('isUnasked' in found) following.unasked = target;
        return found;
      },
    },
    ways: { ...filling.ways, endpointOf: findEndpoint, judge: judgeOf(services, uri) },
    files: {
      ...filling.files,
      writerOf: folders && responseWriter && ((written, values) => responseWriter(written, folders, values)),
      compareWithSchema: async (text, schema) => {
        const found = await services.differences({ uri: uri.toString(), schema, text });
        if ('reason' in found) return refused(found.reason);
        return found.problem === undefined ? (found.differences ?? []) : refused(found.problem);
      },
      compareWithSnapshot:
        ports.snapshots &&
        (async (...given) =>
          (await ports.snapshots?.(uri))?.compare(...given) ?? {
            problem: vscode.l10n.t('The requests are not in a file, so there is none for their snapshots. Save them.'),
          }),
    },
    responses: {
      ...filling.responses,
      isKept: () => true,
      cookies: keepsCookies(uri) ? await ports.cookies() : undefined,
      evaluateAsserts: ports.evaluateAsserts,
      // Only the server knows the descriptions.
      compare: async (text, operation) => {
        const found = await services.differences({ uri: uri.toString(), operation, text });
        return 'reason' in found ? undefined : found.differences;
      },
    },
    transport: {
      send: ports.transport.send,
      connectionOf: async (place) => ports.connectionOf?.(place, uri, services.credentials.passphraseOf),
      rateLimits: services.rateLimits,
      during: (send) =>
        run === undefined
          ? withProgress(services.sends, vscode.l10n.t('Sending {0}', following.title), (signal) => send(signal))
          : send(run.signal),
    },
  };
}

/** Returns what an attempt may do: the user is asked. */
function policyOf(services: SendServices, asked: Attempt): SendPolicy {
  const { document, choices, plan, errors = [], isUnverified } = asked;
  const { run } = choices;
  const isRun = run !== undefined && run.inCell?.isAlone !== true;
  const { choices: unasked, mistakes } = services;
  const agreements = { ofRun: run?.ofRun ?? new Set(), isRun, unasked, mistakes };
  const decided = { plan, document: document.uri, errors };
  return {
    protectedEnvironment: guardedEnvironment(services, asked),
    leavesOut: isRun,
    stopsAtFailure: isRun,
    usualTimeout: timeoutSetting(document.uri),
    decide: (refusal, place) =>
      refusal.kind === 'unverified' && isUnverified === true ? 'proceed' : decide(refusal, place, decided, agreements),
  };
}

/** Returns the plan as the user wants it sent this time. */
function plannedAs({ plan, isUnverified, isLineReplaced }: Attempt): RequestPlan {
  const planned = isUnverified === true ? { ...plan, acceptsAnyCertificate: true } : plan;
  return isLineReplaced ? withoutAuthorization(planned) : planned;
}

function guardedEnvironment(services: SendServices, { document, choices }: Attempt): string | undefined {
  return protectedEnvironment(services.configuration.of(document.uri), environmentOf(services, document.uri, choices));
}

function usedEnvironment(services: SendServices, asked: Attempt, place: Endpoint | undefined): UsedEnvironment {
  const environment = environmentOf(services, asked.document.uri, asked.choices);
  const isProtected = guardedEnvironment(services, asked) !== undefined || place?.protected === true;
  return { ...(environment !== undefined && { environment }), ...(isProtected && { isProtected }) };
}

function sentenceOf(problem: string): string {
  return /^[\p{Lu}\p{Lo}]/u.test(problem) ? problem : vscode.l10n.t('The request was not sent: {0}.', problem);
}
