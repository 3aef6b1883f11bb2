import type { ApplyStep, DeclaringSource, MadeRequest, SentRequest } from '@rulebook/sandbox/comparison';
import { jsonText } from '@rulebook/sandbox/comparison';
import { withoutValues } from '@rulebook/catalogue/masking';
import { createSender, describeOutcome, hasFailed, judge, plainWords, type Outcome } from '@rulebook/sender/outcome';
import type { CancelSignal, RequestPlan } from '@rulebook/sender/plan';
import { readBodyFile } from '@rulebook/node/files/body-folders';
import { credentialWayOf } from '@rulebook/sender/private';
import type { SendablePlan } from '../plan/declared-requests';
import type { ChosenEndpoint } from '../plan/planning';
import { sendPolicyOf } from '../run/send-policy';
import { createSenderPorts } from '../run/sender-ports';
import type { ApplyOptions } from './apply-options';

/** What became of a request. */
export type SentResult =
  | { readonly status: number; readonly body: string; readonly isRefused: boolean }
  /** `isOpen`: it went out, and no whole response came, so that the service may have carried it out. */
  | { readonly problem: string; readonly isOpen?: boolean };

/** Sends the requests of steps. */
interface StepSender {
  readonly send: (request: SentRequest) => Promise<SentResult>;
  readonly end: () => void;
}

/** What requests are sent with. */
interface StepSenderParts extends ChosenEndpoint {
  readonly options: ApplyOptions;
  readonly plans: ReadonlyMap<DeclaringSource, SendablePlan>;
  readonly signal: CancelSignal;
}

/** Returns what sends the requests of files as `rulebook run` does, and those that a plan has made; to the endpoint alone. */
export function createStepSender(parts: StepSenderParts): StepSender {
  const { engine, options, configuration, checkOptions, settings, sandbox, endpoint, plans, signal } = parts;
  const { timeout, retries, sendAnyway } = options;
  const { ports, end } = createSenderPorts({
    ...{ configuration, endpoint, root: settings.root, sandbox, signal },
    options: { ...options, allowOrigin: [], onlyWay: [credentialWayOf(endpoint)] },
  });
  const ofFiles = new Map([...plans.values()].map((one) => [one.plan, one]));
  const sender = createSender(
    {
      ...ports,
      values: { ...ports.values, resolveFor: (plan) => ofFiles.get(plan)?.resolve ?? (() => undefined) },
      files: {
        readFile: (path, plan) => {
          const folders = ofFiles.get(plan)?.folders;
          return folders === undefined
            ? ports.files.readFile(path, plan)
            : Promise.resolve(readBodyFile(folders, path));
        },
      },
    },
    {
      ...sendPolicyOf({ timeout, retries, sendAnyway }, configuration),
      // It was asked once for all of them, and each was tried in a sandbox.
      ...{ staysAtUrl: true, yes: true },
    },
  );
  const planOf = (request: SentRequest): RequestPlan | undefined => {
    if ('declared' in request) return plans.get(request.declared.source)?.plan;
    const file = engine.openFile(textOfRequest(request.made, endpoint.name));
    return engine.plan(file, 0, checkOptions);
  };
  const send = async (request: SentRequest): Promise<SentResult> => {
    const plan = planOf(request);
    if (plan === undefined || plan.isAbsolute) return { problem: 'it cannot be sent' };
    const outcome = await sender.send(plan);
    const { sent } = outcome;
    if (sent.kind === 'answered' && sent.response.interruption === undefined) {
      const { status, body } = sent.response;
      return { status, body: withoutValues(body, sent.secrets), isRefused: hasFailed(judge(outcome).verdict) };
    }
    const { reason = 'it was cancelled' } = describeOutcome(outcome, plainWords);
    return { problem: reason, isOpen: mayBeCarriedOut(sent) };
  };
  return { send, end };
}

/** Returns whether a request without a whole response may have reached the service. */
function mayBeCarriedOut(sent: Outcome['sent']): boolean {
  if (sent.kind !== 'failed') return sent.kind === 'answered';
  return ['timeout', 'reset', 'cancelled', 'protocol', 'other'].includes(sent.failure.kind);
}

function textOfRequest({ method, path, body, mediaType = 'application/json' }: MadeRequest, endpoint: string): string {
  const head = `# @endpoint ${endpoint}\n${method} ${path}\n`;
  return body === undefined ? head : `${head}Content-Type: ${mediaType}\n\n${jsonText(body)}\n`;
}

/** Returns the method and the path of a request, for people. */
export function lineOf(request: SentRequest): string {
  if ('made' in request) return `${request.made.method} ${request.made.path}`;
  const { method, source, path, secrets } = request.declared;
  const isPrivate = secrets.some((secret) => path.includes(secret) || path.includes(encodeURIComponent(secret)));
  return isPrivate ? `${method} (${source.file})` : `${method} ${path}`;
}

/** Returns all requests of steps in order, each with its step. */
export function requestsOf(
  steps: readonly ApplyStep[],
): readonly { readonly step: ApplyStep; readonly request: SentRequest }[] {
  return steps.flatMap((step) => step.sends.map((request) => ({ step, request })));
}
