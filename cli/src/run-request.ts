import {
  allowsSending,
  count,
  describeEnd,
  describeResponse,
  environmentConflict,
  isSandboxEndpoint,
  leftOutOf,
  maskResponse,
  prepareRequest,
  problemsOf,
  redact,
  visibleLine,
  wantsCredential,
  type Answers,
  type Configuration,
  type CookieJar,
  type Endpoint,
  type IncludedProblem,
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
import { followAnswer } from './follow-answer';
import type { Output } from './output';
import { saveBody } from './save-body';
import type { RunOptions } from './run-options';

/** The outcome of one request; printed by `--format json`. */
export interface Outcome {
  readonly label: string;
  readonly method: string;
  readonly url?: string;
  readonly endpoint?: string;
  readonly isSent: boolean;
  /** Why it was not sent, or received no response. */
  readonly reason?: string;
  /** What other tools do with the request and Rulebook did not. */
  readonly leftOut?: readonly LeftOut[];
  readonly status?: number;
  /** Where the body is. */
  readonly file?: string | undefined;
  /** It was written while it came. */
  readonly isWritten?: boolean;
  readonly response?: ReceivedResponse;
  /** Where the response differs from what is known about the operation, if that is asked for; lines are counted from 1, from the status line. */
  readonly differences?: readonly { readonly line: number; readonly rule: string; readonly message: string }[];
  /** Returns the answer as people read it. */
  readonly text: () => string;
}

/** What all requests of a run share. */
export interface RunContext {
  readonly configuration: Configuration;
  /** The endpoint that the user named. */
  readonly endpoint: Endpoint | undefined;
  readonly resolve: Resolve;
  readonly bodyFolders: BodyFolders;
  readonly options: RunOptions;
  readonly credentialOf: CredentialSource;
  readonly transport: Transport;
  readonly output: Output;
  readonly system: SystemPorts;
  readonly answers: Answers;
  /** Absent when no cookies are kept. */
  readonly cookies: CookieJar | undefined;
  /** Compares a shown response with what is known about the operation. Absent when that is not asked for. */
  readonly checkAnswer: ((text: string, operation: string) => readonly IncludedProblem[]) | undefined;
  /** Names of the requests whose answers the file refers to; others are not kept. */
  readonly referredTo: ReadonlySet<string>;
}

const startHint =
  'No sandbox is running. Start one with `rulebook sandbox` in another terminal, or add --sandbox to start one for this run.';

declare const RULEBOOK_VERSION: string;

/** Sends one request, unless there is a reason not to, and returns the outcome. */
export async function runRequest(plan: RequestPlan, context: RunContext, turn: Promise<void>): Promise<Outcome> {
  const { configuration, options, answers } = context;
  const target = context.endpoint ?? configuration.endpoints.find((endpoint) => endpoint.name === plan.endpoint);
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
  const refusal = conflict ?? refuseRun(plan, target, context);
  if (refusal !== undefined) return unsent(refusal);
  const filled = await prepareRequest({
    plan,
    endpoint: target,
    endpoints: configuration.endpoints,
    userAgent: `rulebook/${RULEBOOK_VERSION}`,
    resolve: context.resolve,
    system: context.system,
    answers,
    readFile: (path) => Promise.resolve(readBodyFile(context.bodyFolders, path)),
    askForValues: (names) => Promise.resolve({ problem: explainMissing(names, answers) }),
    credentialOf: context.credentialOf,
    cookies: context.cookies,
  });
  if ('unsent' in filled) return unsent(filled.problem ?? 'it was cancelled');
  const { request, cookies, endpoint: place } = filled;
  // A variable may have led to an endpoint that the file does not name.
  const later = place === target ? undefined : refuseAt(place, plan, context);
  if (later !== undefined) return unsent(later);
  const label = redact(plan.label, filled.secrets);
  const title = [`# ${label}`, ...headNotes(plan)].join('\n');
  const saved = options.output === undefined ? undefined : saveBody(options.output);
  const followed =
    options.format === 'json' || saved !== undefined
      ? undefined
      : followAnswer({
          output: context.output,
          turn,
          title,
          secrets: filled.secrets,
          showsSecrets: options.showSecrets === true,
        });
  const outcome = await context.transport.send(
    request,
    {
      ...(place?.insecure === true && { unverifiedOrigin: place.baseUrl }),
      followsRedirects: plan.staysAtUrl !== true,
      ...(options.timeout !== undefined && { timeout: options.timeout * 1000 }),
    },
    undefined,
    { ...followed?.observer, ...saved?.observer, ...(cookies && { onRedirect: cookies.onRedirect }) },
  );
  if ('failure' in outcome) {
    const { secrets } = filled;
    const { kind, message } = outcome.failure;
    const reason = redact(
      kind === 'refused' && isSandboxEndpoint(place) ? `${message} ${startHint}` : message,
      secrets,
    );
    const where = place ? ` (endpoint ${place.name})` : '';
    await followed?.end(undefined);
    return {
      ...about,
      label,
      url: redact(request.url, secrets),
      isSent: false,
      reason,
      text: () => `rulebook: ${label} received no response${where}: ${reason}`,
    };
  }
  const { response } = outcome;
  const secrets = [...filled.secrets, ...(cookies?.end(response) ?? [])];
  if (plan.name !== undefined && context.referredTo.has(plan.name)) answers.keep(plan.name, response, request);
  const isWritten = (await followed?.end(response)) ?? false;
  const file = saved && { path: options.output, size: saved.end() };
  const hint = place && wantsCredential(response) ? `\n# ${credentialHint(place)}\n` : '';
  const shownResponse = file ? { ...response, body: '' } : response;
  const answer = () =>
    options.showSecrets ? plainResponse(shownResponse) : describeResponse(shownResponse, { secrets });
  const found =
    context.checkAnswer && plan.operation !== undefined
      ? context.checkAnswer(describeResponse({ ...response, redirects: [] }, { secrets }), plan.operation)
      : undefined;
  const differences = found?.map(({ line, rule, message }) => ({ line: line + 1, rule, message }));
  const differs = (differences ?? [])
    .map(({ line, rule, message }) => `# Line ${line} of the response differs: ${visibleLine(message)} [${rule}]\n`)
    .join('');
  const savedNote = file ? `# The body was saved unchanged to ${file.path}: ${count(file.size, 'byte')}.\n` : '';
  return {
    ...about,
    label,
    url: redact(request.url, secrets),
    isSent: true,
    isWritten,
    status: response.status,
    ...(response.interruption && { reason: redact(response.interruption.message, secrets) }),
    ...(file && { file: file.path }),
    ...(options.format === 'json' && {
      response: options.showSecrets ? withoutBytes(shownResponse) : maskResponse(shownResponse, secrets),
    }),
    ...(differences && { differences }),
    text: () => (isWritten ? `${differs}${hint}` : `${title}\n${answer()}${savedNote}${differs}${hint}`),
  };
}

/** Returns why a request is not sent to where its variables lead. */
function refuseAt(
  place: Endpoint | undefined,
  plan: RequestPlan,
  { configuration, options }: RunContext,
): string | undefined {
  if (options.sandbox && !isSandboxEndpoint(place)) return foreignReason(place);
  if (place === undefined) return undefined;
  const conflict = environmentConflict(place, configuration.endpoints, environment);
  return conflict ?? (plan.isUnsafe && place.protected && !options.sendAnyway ? protectedReason(place) : undefined);
}

function foreignReason(place: Endpoint | undefined): string {
  const target = place ? `the endpoint ${place.name}` : 'another host';
  return `it goes to ${target}, but --sandbox sends to the sandbox only; run it without --sandbox`;
}

function protectedReason({ name }: Endpoint): string {
  return `the endpoint ${name} is protected; add --send-anyway to change something there`;
}

/** Returns why a request is not sent before anything is filled in. */
function refuseRun(
  plan: RequestPlan,
  target: Endpoint | undefined,
  { options: { sendAnyway, sandbox }, configuration: { endpoints } }: RunContext,
): string | undefined {
  const problems = problemsOf(plan);
  if (problems.length > 0 && !(sendAnyway && allowsSending(plan))) {
    const advice = allowsSending(plan) && '; correct it, or add --send-anyway to send the rest';
    return `${problems.join('; ')}${advice || ''}`;
  }
  if (plan.errors > 0 && !sendAnyway) {
    return `the check finds ${count(plan.errors, 'error')}; run \`rulebook check\` for details, or add --send-anyway`;
  }
  if (!target && !plan.isAbsolute) {
    return plan.unknownEndpoint === undefined
      ? 'it has no known endpoint; choose one of rulebook.json with `# @endpoint name` or --endpoint'
      : unknownEndpoint(plan.unknownEndpoint, endpoints);
  }
  if (sandbox && !isSandboxEndpoint(target)) return foreignReason(target);
  if (target?.protected && plan.isUnsafe && !sendAnyway) {
    return protectedReason(target);
  }
  return undefined;
}

/** Returns the message for a name that no endpoint has. */
export function unknownEndpoint(name: string, endpoints: readonly Endpoint[]): string {
  const known = endpoints.map((endpoint) => endpoint.name);
  return `there is no endpoint named ${name}; the endpoints are ${known.join(', ')}`;
}

function explainMissing(names: readonly string[], answers: Answers): string {
  const [first = 'name'] = names;
  const isPlural = names.length > 1;
  // Not with `name=value`: behind the name of a secret, the mask would take the word for one.
  const cause = isPlural ? `the variables ${names.join(', ')} have no value` : `the variable ${first} has no value`;
  return `${cause}; ${answers.explain(first) ?? stepFor(first, isPlural)}`;
}

function stepFor(name: string, isPlural: boolean): string {
  const [, source, key] = /^\$(processEnv|dotenv)\s+(\S+)$/i.exec(name) ?? [];
  if (source !== undefined) {
    return source.toLowerCase() === 'dotenv' ? `add ${key} to the file .env` : `set the environment variable ${key}`;
  }
  return name.startsWith('$')
    ? 'check how it is written'
    : `define ${isPlural ? 'them' : 'it'} in the file or an environment, or add --var NAME=VALUE`;
}

function headNotes(plan: RequestPlan): readonly string[] {
  const leftOut = leftOutOf(plan);
  return leftOut === undefined ? [] : [`# ${leftOut}`];
}

function withoutBytes({ bytes: _bytes, ...response }: ReceivedResponse): ReceivedResponse {
  return response;
}

function plainResponse(response: ReceivedResponse): string {
  const { status, statusText, headers, body, binary, interruption, isTruncated } = response;
  const head = [`HTTP/1.1 ${status} ${statusText}`, ...headers.map((pair) => pair.join(': '))].join('\n');
  const isPart = binary !== undefined || interruption !== undefined || isTruncated;
  return `${head}\n\n${body}\n${isPart ? `\n${describeEnd(response, { secrets: [] })}` : ''}`;
}
