import type { Endpoint, IncludedProblem } from '../../../engine/src/index';
import { isSandboxEndpoint, protectedEnvironment, type Configuration } from '../../../engine/src/configuration/index';
import type { RecordedExchange } from '../../../engine/src/exchange-formats/index';
import { redact } from '../../../engine/src/masking/index';
import {
  wantsCredential,
  type CancelSignal,
  type ConnectionOptions,
  type LeftOut,
  type ReceivedResponse,
  type RequestPlan,
  type Transport,
} from '../../../engine/src/sending/plan/index';
import { credentialWayOf, wayOf } from '../../../engine/src/sending/private/index';
import {
  describeEnd,
  describeResponse,
  maskResponse,
  summariseResponse,
} from '../../../engine/src/sending/response/index';
import {
  describeAssertResult,
  evaluateAsserts,
  failedRedirect,
  judgesStatus,
  type AssertResult,
} from '../../../engine/src/sending/asserts/index';
import {
  exchangeSettings,
  explainMissing,
  headNotes,
  sendPlan,
  type CookieJar,
  type Decision,
  type RateLimits,
  type Refusal,
} from '../../../engine/src/sending/send/index';
import {
  valueInIteration,
  type NamedResponses,
  type Resolve,
  type SystemPorts,
} from '../../../engine/src/sending/variables/index';
import { count, visibleLine } from '../../../engine/src/text/index';
import { readBodyFile, type BodyFolders } from '../../../platform/node/files/body-folders';
import type { CredentialFile } from '../../../platform/node/credentials/credential-file';
import { fileSecrets } from '../../../platform/node/credentials/file-secrets';
import { credentialHint, type CredentialSource } from '../../../platform/node/credentials/environment-credentials';
import { adviseVar, type PromptedValues } from '../requests/ask-values';
import { environment } from '../configuration/configuration-file';
import { askOnTerminal, terminalWays } from '../configuration/credentials';
import { describeWritten } from '../../../platform/describe-written';
import {
  createResponseWriter,
  type OutputFolders,
  type ResponseWriter,
} from '../../../platform/node/files/write-outputs';
import { followResponse, type FollowedResponse } from './follow-response';
import type { Output } from '../output';
import { saveBody } from './save-body';
import type { RunOptions } from './run-options';

/** The outcome of one request; printed by `--format json`. */
export interface Outcome {
  readonly label: string;
  readonly method: string;
  /** The file of the request, when the file of the run imports it. */
  readonly source?: string;
  /** The line of the request, counted from 1. */
  readonly line?: number;
  readonly url?: string;
  readonly endpoint?: string;
  readonly isSent: boolean;
  /** A run of several requests has left it out, which does not count as a failure: it is switched off, or of a protocol that is not supported. */
  readonly isOmitted?: boolean;
  /** Why it was not sent, or received no response. */
  readonly reason?: string;
  /** What other tools do with the request and Rulebook did not. */
  readonly leftOut?: readonly LeftOut[];
  readonly status?: number;
  /** Why a redirect was not followed although the request asks for what is behind it, as the end of a sentence. */
  readonly unfollowed?: string;
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
  /** Returns the response as people read it. */
  readonly text: () => string;
}

/** What all requests of a run share. */
export interface RunContext {
  /** Receives each request that was answered. */
  readonly record?: ((exchange: Omit<RecordedExchange, 'ended'>) => void) | undefined;
  readonly configuration: Configuration;
  /** The endpoint that the user named. */
  readonly endpoint: Endpoint | undefined;
  /** Returns what resolves the variables of a request. */
  readonly resolveFor: (plan: RequestPlan) => Resolve;
  /** What the user enters for prompts. */
  readonly prompted: PromptedValues;
  /** Returns where the body files of a request may be. */
  readonly foldersFor: (plan: RequestPlan) => BodyFolders;
  readonly options: RunOptions;
  readonly credentialOf: CredentialSource;
  /** Returns how an endpoint is reached, or why it cannot be. */
  readonly connectionOf: (
    endpoint: Endpoint | undefined,
  ) => Promise<ConnectionOptions | { readonly problem: string } | undefined>;
  readonly transport: Transport;
  readonly rateLimits: RateLimits;
  readonly output: Output;
  readonly system: SystemPorts;
  /** The file with the secrets of `{{$secret name}}`. */
  readonly credentials: CredentialFile;
  readonly answers: NamedResponses;
  /** Absent when no cookies are kept. */
  readonly cookies: CookieJar | undefined;
  /** Compares a shown response with what is known about the operation. */
  readonly checkAnswer: (text: string, operation: string) => readonly IncludedProblem[];
  /** Names of the requests whose responses the file refers to; others are not kept. */
  readonly referredTo: ReadonlySet<string>;
  readonly signal: CancelSignal;
}

const authorityHint = 'With --cacert FILE, the command trusts that file, too.';
const startHint =
  'No sandbox is running. Start one with `rulebook sandbox` in another terminal, or add --sandbox to start one for this run.';

/** Returns where the response of a request may be written: a path begins next to the request file. */
function outputFoldersOf({ bases: [base = '.'], allowed }: BodyFolders): OutputFolders {
  return { base, allowed: allowed ?? [base] };
}

declare const RULEBOOK_VERSION: string;

/** Sends one request, unless there is a reason not to, and returns the outcome. */
export async function runRequest(written: RequestPlan, context: RunContext, turn: Promise<void>): Promise<Outcome> {
  const { outputs: _outputs, ...plan } = written;
  const { configuration, options, answers } = context;
  const resolve = context.resolveFor(plan);
  const folders = context.foldersFor(plan);
  const target = context.endpoint ?? configuration.endpoints.find((endpoint) => endpoint.name === plan.endpoint);
  const { leftOut = [] } = plan;
  const about = {
    label: redact(plan.label),
    method: plan.method,
    ...(plan.file !== undefined && { source: plan.file }),
    ...(plan.line !== undefined && { line: plan.line + 1 }),
    ...(target && { endpoint: target.name }),
    ...(leftOut.length > 0 && {
      // Lines are counted from 1 wherever a user reads them.
      leftOut: leftOut.map(({ what, line }) => ({ what, line: line + 1 })),
    }),
  };
  const unsent = (reason: string): Outcome => ({
    ...about,
    isSent: false,
    reason: redact(reason),
    text: () => `rulebook: ${about.label} was not sent: ${redact(reason)}`,
  });
  const omitted = (reason: string): Outcome => ({
    ...unsent(reason),
    ...(isWholeRun(options) && {
      isOmitted: true,
      text: () => `rulebook: ${about.label} was left out: ${redact(reason)}`,
    }),
  });
  let followed: FollowedResponse | undefined;
  const saved = options.output === undefined ? undefined : saveBody(options.output);
  let outputs: ResponseWriter | undefined;
  const titleOf = (secrets: readonly string[]) => [`# ${redact(plan.label, secrets)}`, ...headNotes(plan)].join('\n');
  const system = { ...context.system, secret: fileSecrets(context.credentials, environment) };
  const forbid = (place: Endpoint | undefined, url?: string) =>
    options.sandbox && !isSandboxEndpoint(place) ? foreignReason(place) : otherWay(place, url, options);
  const sent = await sendPlan({
    plan,
    endpoint: target,
    endpoints: configuration.endpoints,
    userAgent: `rulebook/${RULEBOOK_VERSION}`,
    resolve,
    system,
    askForPrompts: (prompts) => context.prompted.ask(prompts, resolve),
    ways: terminalWays(options, context.credentials),
    answers,
    readFile: (path) => Promise.resolve(readBodyFile(folders, path)),
    askForValues: (names) =>
      Promise.resolve({ problem: explainMissing(names, { ...plan, answers, advise: adviseVar }) }),
    credentialOf: (place) => {
      // A token is got elsewhere than where the request goes.
      const problem = forbid(place, place.baseUrl);
      return problem === undefined ? context.credentialOf(place) : Promise.resolve({ problem });
    },
    cookies: context.cookies,
    transport: context.transport,
    rateLimits: context.rateLimits,
    signal: context.signal,
    optionsFor: async (place) =>
      exchangeSettings(place, await context.connectionOf(place), { ...options, ownTimeout: plan.timeout }),
    environment,
    protectedEnvironment: protectedEnvironment(configuration, options.env),
    decide: (refusal, place) => decide(refusal, place, plan, options),
    forbid,
    staysAtUrl: options.onlyWay !== undefined,
    isKept: (name) => context.referredTo.has(name),
    observe: (secrets) => {
      if (options.format === 'text' && saved === undefined && plan.turn === undefined) {
        const showsSecrets = options.showSecrets === true;
        followed = followResponse({ output: context.output, turn, title: titleOf(secrets), secrets, showsSecrets });
      }
      const writer = createResponseWriter(written, outputFoldersOf(folders), [
        resolve,
        system,
        (name) => valueInIteration(plan.turn, name) ?? answers.resolve(name),
      ]);
      outputs = writer;
      const onBytes = (bytes: Uint8Array) => {
        writer?.write(bytes);
        return saved?.observer.onBytes?.(bytes);
      };
      return { ...followed?.observer, ...((writer ?? saved) && { onBytes }) };
    },
  });
  if (sent.kind === 'unsent')
    return sent.isOmitted ? omitted(sent.problem ?? '') : unsent(sent.problem ?? 'it was cancelled');
  const { request, secrets, endpoint: place } = sent;
  const label = redact(plan.label, secrets);
  if (sent.kind === 'failed') {
    const { kind, message, isUntrusted } = sent.failure;
    const hint = kind === 'refused' && isSandboxEndpoint(place) ? startHint : isUntrusted ? authorityHint : '';
    const reason = redact(`${message} ${hint}`.trimEnd(), secrets);
    const where = place ? ` (endpoint ${place.name})` : '';
    await followed?.end(undefined);
    outputs?.abandon();
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
  const ended = outputs?.end();
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
    resolve,
    system,
    answers,
    differences: () => (found ?? compare())?.map(({ message }) => message),
  }).map((result) => ({ ...result, line: result.line + 1 }));
  const differs = (differences ?? [])
    .map(({ line, rule, message }) => `# Line ${line} of the response differs: ${visibleLine(message)} [${rule}]\n`)
    .join('');
  const results = asserts.map((result) => `# ${describeAssertResult({ ...result, line: result.line - 1 })}\n`).join('');
  const outputNotes =
    ended?.files.map((one) => `# ${redact(describeWritten(one, one.path), secrets)}\n`).join('') ?? '';
  const unfollowed = options.acceptRedirects === true ? undefined : failedRedirect(plan, response, asserts);
  const redirectNote = unfollowed === undefined ? '' : `# This is a failure. ${redirectAdvice}\n`;
  const [notWritten] = ended?.problems ?? [];
  const savedNote = file ? `# The body was saved unchanged to ${file.path}: ${count(file.size, 'byte')}.\n` : '';
  return {
    ...about,
    label,
    url: redact(request.url, secrets),
    isSent: true,
    isWritten,
    status: response.status,
    ...(unfollowed !== undefined && { unfollowed }),
    duration: Math.round(response.duration),
    ...(notWritten !== undefined && { reason: redact(notWritten, secrets) }),
    ...(response.interruption && { reason: redact(response.interruption.message, secrets) }),
    ...(file && { file: file.path }),
    ...(options.format === 'json' && {
      response: options.showSecrets ? withoutBytes(shownResponse) : maskResponse(shownResponse, secrets),
    }),
    ...(differences && { differences }),
    ...(asserts.length > 0 && { asserts }),
    text: () => {
      if (options.format === 'github') return `${label}: ${summariseResponse(response, { secrets })}\n${results}`;
      const end = `${redirectNote}${outputNotes}${differs}${results}${hint}`;
      return isWritten ? end : `${titleOf(secrets)}\n${answer()}${savedNote}${end}`;
    },
  };
}

const redirectAdvice =
  'Send the request to its new address, or accept the redirect by `# @no-redirect` in front of the request or by --accept-redirects.';

/** Returns whether a request counts as failed: it was not sent, its response is incomplete or refuses it, or an assert does not hold. */
export function hasFailed(outcome: Outcome): boolean {
  if (outcome.isOmitted) return false;
  return !outcome.isSent || outcome.reason !== undefined || failuresOf(outcome).length > 0;
}

/** Returns what speaks against a response that has arrived, besides its asserts; one sentence each. */
export function failuresOf({
  isSent,
  status = 0,
  unfollowed,
  differences = [],
  asserts = [],
}: Outcome): readonly string[] {
  if (!isSent) return [];
  // Where an assert expects the status, the number alone says nothing.
  const refused = status >= 400 && !judgesStatus(asserts) ? [`The service answered with the status ${status}.`] : [];
  const redirected =
    unfollowed === undefined ? [] : [`The redirect was not followed: ${unfollowed}. ${redirectAdvice}`];
  const [first] = differences;
  const differs = first === undefined ? [] : [`Line ${first.line} of the response differs: ${first.message}`];
  const failed = asserts
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ text, message }) => `?? ${text}: ${message}`);
  return [...refused, ...redirected, ...differs, ...failed];
}

function foreignReason(place: Endpoint | undefined): string {
  const target = place ? `the endpoint ${place.name}` : 'another host';
  return `it goes to ${target}, but --sandbox sends to the sandbox only; run it without --sandbox`;
}

/** Returns why a request may not go where no one said at the start that it may; of a path, only its endpoint is known before it is filled in. */
function otherWay(place: Endpoint | undefined, url: string | undefined, { onlyWay }: RunOptions): string | undefined {
  if (onlyWay === undefined || (place === undefined && url === undefined)) return undefined;
  const way = place === undefined ? wayOf(url ?? '', undefined) : credentialWayOf(place);
  if (onlyWay.includes(way) || (isSandboxEndpoint(place) && place?.folder === undefined)) return undefined;
  return `it goes to ${way}, which was not named when the server was started; the user can start it with --allow-endpoint`;
}

/** Decides about a reason not to send a request: by the options, or by a question on the terminal before something is destroyed. */
async function decide(
  refusal: Refusal,
  place: Endpoint | undefined,
  plan: RequestPlan,
  options: RunOptions,
): Promise<Decision> {
  const { sendAnyway = false, yes = false } = options;
  // A run of several requests leaves out what is switched off, also with --send-anyway.
  if (refusal.kind === 'omitted' && isWholeRun(options)) return { problem: refusal.reason };
  if (refusal.mayProceed && sendAnyway) return 'proceed';
  if (isQuestion(refusal.kind) && yes) return 'proceed';
  // What is lost in a sandbox comes back with its next start.
  if (refusal.kind === 'destructive' && isSandboxEndpoint(place)) return 'proceed';
  if (isQuestion(refusal.kind) && askOnTerminal) {
    const to = place === undefined ? '' : ` to ${place.name} (${place.baseUrl})`;
    const why = refusal.losses.length > 0 ? refusal.losses.join(' ') : `${redact(upperFirst(refusal.reason))}.`;
    const question = visibleLine(`${why} Send ${redact(plan.label)}${to}?`);
    return (await askOnTerminal(question)) ? 'proceed' : { problem: 'you did not confirm it' };
  }
  return { problem: withAdvice(refusal, plan) };
}

/** Returns whether a refusal is a question that `--yes` answers. */
function isQuestion(kind: Refusal['kind']): boolean {
  return kind === 'destructive' || kind === 'note' || kind === 'unverified';
}

/** Returns whether the user has not chosen one request. */
function isWholeRun({ name, line }: RunOptions): boolean {
  return name === undefined && line === undefined;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
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
    case 'note':
    case 'unverified':
      return `${reason}; add --yes to send it`;
    case 'omitted':
      return mayProceed ? `${reason}; add --send-anyway to send it` : reason;
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
