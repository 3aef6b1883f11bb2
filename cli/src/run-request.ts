import {
  count,
  describeAssertResult,
  describeEnd,
  describeResponse,
  evaluateAsserts,
  exchangeSettings,
  explainMissing,
  headNotes,
  isSandboxEndpoint,
  judgesStatus,
  maskResponse,
  redact,
  sendPlan,
  summariseResponse,
  visibleLine,
  wantsCredential,
  type Answers,
  type AssertResult,
  type CancelSignal,
  type Configuration,
  type ConnectionOptions,
  type CookieJar,
  type Decision,
  type Endpoint,
  type IncludedProblem,
  type LeftOut,
  type ReceivedResponse,
  type RecordedExchange,
  type Refusal,
  type RequestPlan,
  type Resolve,
  type SystemPorts,
  type Transport,
} from '../../engine/src/index';
import { readBodyFile, type BodyFolders } from '../../platform/node/body-folders';
import type { CredentialFile } from '../../platform/node/credential-file';
import { fileSecrets } from '../../platform/node/file-secrets';
import { credentialHint, type CredentialSource } from '../../platform/node/environment-credentials';
import { environment } from './configuration-file';
import { askOnTerminal } from './credentials';
import { followAnswer, type FollowedAnswer } from './follow-answer';
import type { Output } from './output';
import { saveBody } from './save-body';
import type { RunOptions } from './run-options';

/** The outcome of one request; printed by `--format json`. */
export interface Outcome {
  readonly label: string;
  readonly method: string;
  /** The line of the request, counted from 1. */
  readonly line?: number;
  readonly url?: string;
  readonly endpoint?: string;
  readonly isSent: boolean;
  /** Why it was not sent, or received no response. */
  readonly reason?: string;
  /** What other tools do with the request and Rulebook did not. */
  readonly leftOut?: readonly LeftOut[];
  readonly status?: number;
  /** In milliseconds. */
  readonly duration?: number;
  /** Where the body is. */
  readonly file?: string | undefined;
  /** It was written while it came. */
  readonly isWritten?: boolean;
  readonly response?: ReceivedResponse;
  /** Where the response differs from what is known about the operation, if that is asked for; lines are counted from 1, from the status line. */
  readonly differences?: readonly { readonly line: number; readonly rule: string; readonly message: string }[];
  /** The results of the asserts; lines are counted from 1. */
  readonly asserts?: readonly AssertResult[];
  /** Returns the answer as people read it. */
  readonly text: () => string;
}

/** What all requests of a run share. */
export interface RunContext {
  /** Receives each request that was answered. */
  readonly record?: ((exchange: Omit<RecordedExchange, 'ended'>) => void) | undefined;
  readonly configuration: Configuration;
  /** The endpoint that the user named. */
  readonly endpoint: Endpoint | undefined;
  readonly resolve: Resolve;
  readonly bodyFolders: BodyFolders;
  readonly options: RunOptions;
  readonly credentialOf: CredentialSource;
  /** Returns how an endpoint is reached, or why it cannot be. */
  readonly connectionOf: (
    endpoint: Endpoint | undefined,
  ) => Promise<ConnectionOptions | { readonly problem: string } | undefined>;
  readonly transport: Transport;
  readonly output: Output;
  readonly system: SystemPorts;
  /** The file with the secrets of `{{$secret name}}`. */
  readonly credentials: CredentialFile;
  readonly answers: Answers;
  /** Absent when no cookies are kept. */
  readonly cookies: CookieJar | undefined;
  /** Compares a shown response with what is known about the operation. */
  readonly checkAnswer: (text: string, operation: string) => readonly IncludedProblem[];
  /** Names of the requests whose answers the file refers to; others are not kept. */
  readonly referredTo: ReadonlySet<string>;
  readonly signal: CancelSignal;
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
    ...(plan.line !== undefined && { line: plan.line + 1 }),
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
  let followed: FollowedAnswer | undefined;
  const saved = options.output === undefined ? undefined : saveBody(options.output);
  const titleOf = (secrets: readonly string[]) => [`# ${redact(plan.label, secrets)}`, ...headNotes(plan)].join('\n');
  const secretValues = fileSecrets(context.credentials, environment);
  const system = { ...context.system, secret: secretValues.read };
  const sent = await sendPlan({
    plan,
    endpoint: target,
    endpoints: configuration.endpoints,
    userAgent: `rulebook/${RULEBOOK_VERSION}`,
    resolve: context.resolve,
    system,
    confirmSecrets: secretValues.confirm,
    answers,
    readFile: (path) => Promise.resolve(readBodyFile(context.bodyFolders, path)),
    askForValues: (names) => Promise.resolve({ problem: explainMissing(names, answers, ', or add --var NAME=VALUE') }),
    credentialOf: context.credentialOf,
    cookies: context.cookies,
    transport: context.transport,
    signal: context.signal,
    optionsFor: async (place) => exchangeSettings(place, await context.connectionOf(place), options),
    environment,
    decide: (refusal, place) => decide(refusal, place, plan, options),
    forbid: (place) => (options.sandbox && !isSandboxEndpoint(place) ? foreignReason(place) : undefined),
    isKept: (name) => context.referredTo.has(name),
    observe: (secrets) => {
      if (options.format === 'text' && saved === undefined) {
        const showsSecrets = options.showSecrets === true;
        followed = followAnswer({ output: context.output, turn, title: titleOf(secrets), secrets, showsSecrets });
      }
      return { ...followed?.observer, ...saved?.observer };
    },
  });
  if (sent.kind === 'unsent') return unsent(sent.problem ?? 'it was cancelled');
  const { request, secrets, endpoint: place } = sent;
  const label = redact(plan.label, secrets);
  if (sent.kind === 'failed') {
    const { kind, message } = sent.failure;
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
  const { response } = sent;
  context.record?.({ request, response, secrets });
  const isWritten = (await followed?.end(response)) ?? false;
  const file = saved && { path: options.output, size: saved.end() };
  const hint = place && wantsCredential(response) ? `\n# ${credentialHint(place)}\n` : '';
  const shownResponse = file ? { ...response, body: '' } : response;
  const answer = () =>
    options.showSecrets ? plainResponse(shownResponse) : describeResponse(shownResponse, { secrets });
  const { operation } = plan;
  const compare = () =>
    operation === undefined
      ? undefined
      : context.checkAnswer(describeResponse({ ...response, redirects: [] }, { secrets }), operation);
  const found = options.checkAnswers ? compare() : undefined;
  const differences = found?.map(({ line, rule, message }) => ({ line: line + 1, rule, message }));
  const asserts = evaluateAsserts(plan.asserts ?? [], {
    response,
    secrets,
    resolve: context.resolve,
    system,
    answers,
    differences: () => (found ?? compare())?.map(({ message }) => message),
  }).map((result) => ({ ...result, line: result.line + 1 }));
  const differs = (differences ?? [])
    .map(({ line, rule, message }) => `# Line ${line} of the response differs: ${visibleLine(message)} [${rule}]\n`)
    .join('');
  const results = asserts.map((result) => `# ${describeAssertResult({ ...result, line: result.line - 1 })}\n`).join('');
  const savedNote = file ? `# The body was saved unchanged to ${file.path}: ${count(file.size, 'byte')}.\n` : '';
  return {
    ...about,
    label,
    url: redact(request.url, secrets),
    isSent: true,
    isWritten,
    status: response.status,
    duration: Math.round(response.duration),
    ...(response.interruption && { reason: redact(response.interruption.message, secrets) }),
    ...(file && { file: file.path }),
    ...(options.format === 'json' && {
      response: options.showSecrets ? withoutBytes(shownResponse) : maskResponse(shownResponse, secrets),
    }),
    ...(differences && { differences }),
    ...(asserts.length > 0 && { asserts }),
    text: () => {
      if (options.format === 'github') return `${label}: ${summariseResponse(response, { secrets })}\n${results}`;
      const end = `${differs}${results}${hint}`;
      return isWritten ? end : `${titleOf(secrets)}\n${answer()}${savedNote}${end}`;
    },
  };
}

/** Returns whether a request counts as failed: it was not sent, its response is incomplete or refuses it, or an assert does not hold. */
export function hasFailed(outcome: Outcome): boolean {
  return !outcome.isSent || outcome.reason !== undefined || failuresOf(outcome).length > 0;
}

/** Returns what speaks against a response that has arrived, besides its asserts; one sentence each. */
export function failuresOf({ isSent, status = 0, differences = [], asserts = [] }: Outcome): readonly string[] {
  if (!isSent) return [];
  // Where an assert expects the status, the number alone says nothing.
  const refused = status >= 400 && !judgesStatus(asserts) ? [`The service answered with the status ${status}.`] : [];
  const [first] = differences;
  const differs = first === undefined ? [] : [`Line ${first.line} of the response differs: ${first.message}`];
  const failed = asserts
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ text, message }) => `?? ${text}: ${message}`);
  return [...refused, ...differs, ...failed];
}

function foreignReason(place: Endpoint | undefined): string {
  const target = place ? `the endpoint ${place.name}` : 'another host';
  return `it goes to ${target}, but --sandbox sends to the sandbox only; run it without --sandbox`;
}

/** Decides about a reason not to send a request: by the options, or by a question on the terminal before something is destroyed. */
async function decide(
  refusal: Refusal,
  place: Endpoint | undefined,
  plan: RequestPlan,
  { sendAnyway = false, yes = false }: RunOptions,
): Promise<Decision> {
  if (refusal.mayProceed && sendAnyway) return 'proceed';
  // What is lost in a sandbox comes back with its next start.
  if (refusal.kind === 'destructive' && (yes || isSandboxEndpoint(place))) return 'proceed';
  if (refusal.kind === 'destructive' && askOnTerminal) {
    const to = place === undefined ? '' : ` to ${place.name} (${place.baseUrl})`;
    const question = visibleLine(`${refusal.losses.join(' ')} Send ${redact(plan.label)}${to}?`);
    return (await askOnTerminal(question)) ? 'proceed' : { problem: 'you did not confirm it' };
  }
  return { problem: withAdvice(refusal, plan) };
}

/** Returns the reason with the option that sends the request anyway. */
function withAdvice({ kind, reason, mayProceed }: Refusal, plan: RequestPlan): string {
  switch (kind) {
    case 'problems':
      return mayProceed ? `${reason}; correct it, or add --send-anyway to send the rest` : reason;
    case 'errors':
      return `${reason}; run \`rulebook check\` for details, or add --send-anyway`;
    case 'protected':
      return `${reason}; add --send-anyway to change something there`;
    case 'destructive':
      return `${reason}; add --yes to do it`;
    case 'no-endpoint':
      return plan.unknownEndpoint === undefined ? `${reason} or --endpoint` : reason;
    case 'conflict':
      return reason;
  }
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
