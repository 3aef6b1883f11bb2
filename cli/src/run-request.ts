import {
  allowsSending,
  describeResponse,
  environmentConflict,
  isSandboxEndpoint,
  leftOutOf,
  noteCookies,
  maskResponse,
  prepareRequest,
  problemsOf,
  redact,
  wantsCredential,
  type Answers,
  type Configuration,
  type CookieJar,
  type Endpoint,
  type LeftOut,
  type ReceivedResponse,
  type RequestPlan,
  type Resolve,
  type SystemPorts,
  type Transport,
} from '../../engine/src/index';
import { readBodyFile, type BodyFolders } from './body-files';
import { environment } from './configuration-file';
import { credentialHint, type CredentialSource } from './credentials';
import type { RunOptions } from './run';

/** What became of one request; printed by `--format json`. */
export interface Outcome {
  readonly label: string;
  readonly method: string;
  readonly url?: string;
  readonly endpoint?: string;
  readonly isSent: boolean;
  /** Why it was not sent, or got no answer. */
  readonly reason?: string;
  /** What other tools do with the request and Rulebook did not. */
  readonly leftOut?: readonly LeftOut[];
  readonly status?: number;
  readonly response?: ReceivedResponse;
  /** Returns the answer as people read it. */
  readonly text: () => string;
}

/** What all requests of a run share. */
export interface Surroundings {
  readonly configuration: Configuration;
  /** The endpoint that the user named. */
  readonly endpoint: Endpoint | undefined;
  readonly resolve: Resolve;
  readonly bodyFolders: BodyFolders;
  readonly options: RunOptions;
  readonly credentialOf: CredentialSource;
  readonly transport: Transport;
  readonly system: SystemPorts;
  readonly answers: Answers;
  /** Absent when no cookies are kept. */
  readonly cookies: CookieJar | undefined;
  /** Names of the requests whose answers the file refers to; others are not kept. */
  readonly referredTo: ReadonlySet<string>;
}

const startHint = 'No sandbox runs: start one by `rulebook sandbox` in another terminal, or for this run by --sandbox.';

declare const RULEBOOK_VERSION: string;

/** Sends one request, unless something speaks against it, and returns what became of it. */
export async function runRequest(plan: RequestPlan, surroundings: Surroundings): Promise<Outcome> {
  const { configuration, options, answers } = surroundings;
  const target = surroundings.endpoint ?? configuration.endpoints.find((endpoint) => endpoint.name === plan.endpoint);
  const { leftOut = [] } = plan;
  const about = {
    label: redact(plan.label),
    method: plan.method,
    ...(target && { endpoint: target.name }),
    ...(leftOut.length > 0 && {
      // Lines are counted from 1 wherever somebody reads them.
      leftOut: leftOut.map(({ what, line }) => ({ what, line: line + 1 })),
    }),
  };
  const unsent = (reason: string): Outcome => ({
    ...about,
    isSent: false,
    reason: redact(reason),
    text: () => `rulebook: ${about.label} was not sent: ${redact(reason)}`,
  });
  const conflict = target && environmentConflict(target, configuration.endpoints, environment);
  const refusal = conflict ?? refuse(plan, target, options);
  if (refusal !== undefined) return unsent(refusal);
  const filled = await prepareRequest({
    plan,
    endpoint: target,
    endpoints: configuration.endpoints,
    userAgent: `rulebook/${RULEBOOK_VERSION}`,
    resolve: surroundings.resolve,
    system: surroundings.system,
    answers,
    readFile: (path) => Promise.resolve(readBodyFile(surroundings.bodyFolders, path)),
    askForValues: (names) => Promise.resolve({ problem: explainMissing(names, answers) }),
    credentialOf: surroundings.credentialOf,
    cookies: surroundings.cookies,
  });
  if ('unsent' in filled) return unsent(filled.problem ?? 'it was called off');
  const { request, secrets, endpoint: place } = filled;
  // A variable may have led to an endpoint that the file does not name.
  const later = place !== undefined && place !== target ? refuseAt(place, plan, surroundings) : undefined;
  if (later !== undefined) return unsent(later);
  const outcome = await surroundings.transport.send(request, {
    ...(place?.insecure === true && { unverifiedOrigin: place.baseUrl }),
    followsRedirects: plan.staysAtUrl !== true,
    ...(options.timeout !== undefined && { timeout: options.timeout * 1000 }),
  });
  const shown = { ...about, label: redact(plan.label, secrets), url: redact(request.url, secrets) };
  if ('failure' in outcome) {
    const { kind, message } = outcome.failure;
    const reason = redact(
      kind === 'refused' && isSandboxEndpoint(place) ? `${message} ${startHint}` : message,
      secrets,
    );
    const where = place ? ` (endpoint ${place.name})` : '';
    return { ...shown, isSent: false, reason, text: () => `rulebook: ${shown.label} got no answer${where}: ${reason}` };
  }
  const { response } = outcome;
  if (surroundings.cookies && !plan.keepsNoCookies) noteCookies(request, response, surroundings.cookies);
  if (plan.name !== undefined && surroundings.referredTo.has(plan.name)) answers.note(plan.name, response);
  const hint = place && wantsCredential(response) ? `\n# ${credentialHint(place)}\n` : '';
  const answer = () => (options.showSecrets ? plainResponse(response) : describeResponse(response, { secrets }));
  return {
    ...shown,
    isSent: true,
    status: response.status,
    ...(options.format === 'json' && {
      response: options.showSecrets ? response : maskResponse(response, secrets),
    }),
    text: () => [`# ${shown.label}`, ...headNotes(plan), `${answer()}${hint}`].join('\n'),
  };
}

/** Returns why a request is not sent to the endpoint that its variables lead to. */
function refuseAt(place: Endpoint, plan: RequestPlan, { configuration, options }: Surroundings): string | undefined {
  const conflict = environmentConflict(place, configuration.endpoints, environment);
  return conflict ?? (plan.isUnsafe && place.protected && !options.sendAnyway ? protectedReason(place) : undefined);
}

function protectedReason({ name }: Endpoint): string {
  return `the endpoint ${name} is protected; add --send-anyway to change something there`;
}

/** Returns why a request is not sent before anything is filled in. */
function refuse(
  plan: RequestPlan,
  target: Endpoint | undefined,
  { sendAnyway, sandbox }: RunOptions,
): string | undefined {
  const problems = problemsOf(plan);
  if (problems.length > 0 && !(sendAnyway && allowsSending(plan))) {
    const advice = allowsSending(plan) && '; correct it, or add --send-anyway to send the rest';
    return `${problems.join('; ')}${advice || ''}`;
  }
  if (plan.errors > 0 && !sendAnyway) {
    const count = plan.errors === 1 ? 'an error' : `${plan.errors} errors`;
    return `the check finds ${count}; run \`rulebook check\` to see what, correct it, or add --send-anyway`;
  }
  if (!target && !plan.isAbsolute) return 'it has no endpoint; name one by `# @endpoint name` or --endpoint';
  if (sandbox && !isSandboxEndpoint(target)) {
    const goal = target ? `the endpoint ${target.name}` : 'another host';
    return `it goes to ${goal}, which --sandbox does not reach; leave --sandbox out`;
  }
  if (target?.protected && plan.isUnsafe && !sendAnyway) {
    return protectedReason(target);
  }
  return undefined;
}

function explainMissing(names: readonly string[], answers: Answers): string {
  const [first = 'name'] = names;
  const nextStep =
    answers.explain(first) ?? (first.startsWith('$') ? 'look at how it is written' : `add --var ${first}=value`);
  return `no value is known for ${names.join(', ')}; ${nextStep}`;
}

function headNotes(plan: RequestPlan): readonly string[] {
  const leftOut = leftOutOf(plan);
  return leftOut === undefined ? [] : [`# ${leftOut}`];
}

function plainResponse({ status, statusText, headers, body }: ReceivedResponse): string {
  return `${[`HTTP/1.1 ${status} ${statusText}`, ...headers.map((pair) => pair.join(': '))].join('\n')}\n\n${body}\n`;
}
