import type { Endpoint } from '@rulebook/engine';
import { reportedAssert } from '@rulebook/sender/report';
import { headNotes } from '@rulebook/sender/send';
import {
  describeOutcome,
  plainWords,
  type DescribedOutcome,
  type Outcome,
  type OutcomeWords,
  type Verdict,
} from '@rulebook/sender/outcome';
import { redact } from '@rulebook/catalogue/masking';
import { wantsCredential, type LeftOut, type ReceivedResponse } from '@rulebook/sender/plan';
import { describeEnd, describeResponse, maskResponse, summariseResponse } from '@rulebook/sender/response';
import { count } from '@rulebook/text';
import { credentialHint } from '@rulebook/node/credentials/environment-credentials';
import type { RunOptions } from './run-options';

/** What became of one request, as `--format json` prints it. */
interface RequestJson {
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
  /** How often it was sent until now; absent for once. */
  readonly attempts?: number;
  /** Why it has failed the times before. */
  readonly earlierFailures?: readonly string[];
  readonly status?: number;
  /** Why a redirect was not followed although the request asks for what is behind it, as the end of a sentence. */
  readonly unfollowed?: string;
  /** In milliseconds. */
  readonly duration?: number;
  /** Where the body is. */
  readonly file?: string | undefined;
  readonly response?: ReceivedResponse;
  /** Where the response differs from what is known about the operation, if that is asked for; lines are counted from 1, from the status line. */
  readonly differences?: readonly { readonly line: number; readonly rule: string; readonly message: string }[];
  /** The results of the asserts; lines are counted from 1. */
  readonly asserts?: readonly ReturnType<typeof reportedAssert>[];
}

/** What became of one request. */
export interface RequestResult {
  readonly outcome: Outcome;
  readonly facts: RunFacts;
  readonly described: DescribedOutcome;
  /** Why it has failed before it was sent again, by `--retry-failed` or `--retries`; empty for one that was sent once. */
  readonly earlier: readonly string[];
  /** Returns the entry of `--format json`. */
  readonly json: () => RequestJson;
  /** The response was written while it came. */
  readonly isWritten: boolean;
  /** Returns the response as people read it, or why there is none. */
  readonly text: () => string;
  /** Returns what became of it in a line, and below it what speaks against it. */
  readonly line: () => string;
}

/** What the command line knows of a request besides its outcome. */
export interface RunFacts {
  readonly options: RunOptions;
  readonly endpoint: Endpoint | undefined;
  readonly isWritten: boolean;
  /** Why it has failed the times before, if it was sent again for that. */
  readonly earlier?: readonly string[];
  /** Where `--output` has saved the body. */
  readonly file: { readonly path: string; readonly size: number } | undefined;
}

const words: OutcomeWords = {
  ...plainWords,
  redirectAdvice:
    'Send the request to its new address, or accept the redirect by `# @no-redirect` in front of the request or by --accept-redirects.',
  startSandbox:
    'No sandbox is running. Start one with `rulebook sandbox` in another terminal, or add --sandbox to start one for this run.',
  trustAuthority: 'With --cacert FILE, the command trusts that file, too.',
};

/** Returns what the command line prints of an outcome. */
export function resultOf(outcome: Outcome, facts: RunFacts): RequestResult {
  const described = describeOutcome(outcome, words);
  return {
    outcome,
    facts,
    described,
    earlier: earlierOf(outcome, facts),
    isWritten: facts.isWritten,
    json: () => jsonOf(outcome, described, facts),
    text: () => textOfOutcome(outcome, described, facts),
    line: () => lineOfOutcome(outcome, described, facts),
  };
}

/** Returns the line of a request, counted from 1. */
export function lineOfResult({ outcome: { plan } }: Pick<RequestResult, 'outcome'>): { readonly line?: number } {
  return plan.line === undefined ? {} : { line: plan.line + 1 };
}

/** Returns where a request is in its file and where it went, as a report names it. */
export function placeOfResult(result: Pick<RequestResult, 'outcome' | 'facts'>) {
  const {
    outcome: { sent },
    facts: { endpoint },
  } = result;
  return {
    ...lineOfResult(result),
    ...urlOf(sent),
    ...(endpoint && { endpoint: endpoint.name }),
  };
}

/** Returns how often a request was sent, and why more than once; nothing for once. */
export function attemptsOf(
  outcome: Outcome,
  facts: Pick<RunFacts, 'earlier'>,
): { readonly attempts?: number; readonly earlierFailures?: readonly string[] } {
  const earlierFailures = earlierOf(outcome, facts);
  return earlierFailures.length === 0 ? {} : { attempts: earlierFailures.length + 1, earlierFailures };
}

function earlierOf({ sent }: Outcome, { earlier = [] }: Pick<RunFacts, 'earlier'>): readonly string[] {
  const retries = sent.kind === 'answered' ? (sent.response.retries ?? []) : [];
  return [...earlier, ...retries.map(({ cause }) => `The service answered with ${cause}.`)];
}

function urlOf(sent: Outcome['sent']): { readonly url?: string } {
  return sent.kind === 'unsent' ? {} : { url: redact(sent.request.url, sent.secrets) };
}

function jsonOf(outcome: Outcome, { label, reason, failures }: DescribedOutcome, facts: RunFacts): RequestJson {
  const { plan, sent, asserts, differences } = outcome;
  const { endpoint, file, options } = facts;
  const about = {
    ...{ label, method: plan.method },
    ...(plan.file !== undefined && { source: plan.file }),
    ...(plan.line !== undefined && { line: plan.line + 1 }),
    ...(endpoint && { endpoint: endpoint.name }),
    ...(plan.leftOut !== undefined &&
      plan.leftOut.length > 0 && { leftOut: plan.leftOut.map(({ what, line }) => fromOne({ what, line })) }),
    ...urlOf(sent),
    isSent: sent.kind === 'answered',
    ...(outcome.log !== undefined && outcome.log.length > 0 && { log: outcome.log.map(fromOne) }),
    ...(reason !== undefined && { reason }),
    ...attemptsOf(outcome, facts),
  };
  if (sent.kind === 'unsent') return { ...about, ...(sent.refusal.kind === 'omitted' && { isOmitted: true }) };
  if (sent.kind === 'failed') return about;
  const shown = shownResponse(sent.response, file);
  const redirect = failures.find((one) => one.kind === 'redirect');
  return {
    ...about,
    status: sent.response.status,
    ...(redirect && { unfollowed: redirect.cause }),
    duration: Math.round(sent.response.duration),
    ...(file && { file: file.path }),
    ...(options.format === 'json' && {
      response: options.showSecrets ? withoutBytes(shown) : maskResponse(shown, sent.secrets),
    }),
    ...(differences && { differences: differences.map(({ line, rule, message }) => fromOne({ line, rule, message })) }),
    ...(asserts.length > 0 && { asserts: asserts.map((assert) => fromOne(reportedAssert(assert))) }),
  };
}

/** Lines are counted from 1 wherever a user reads them. */
function fromOne<T extends { readonly line: number }>(one: T): T {
  return { ...one, line: one.line + 1 };
}

function textOfOutcome({ plan, sent }: Outcome, described: DescribedOutcome, facts: RunFacts): string {
  const { label, headline, notes, results, log = [] } = described;
  const { options, isWritten, file } = facts;
  const lines = (texts: readonly string[]) => texts.map((text) => `# ${text}\n`).join('');
  if (sent.kind !== 'answered') return `${lines(log)}rulebook: ${headline ?? label}`;
  const { response, secrets, endpoint } = sent;
  if (options.format === 'github')
    return `${label}: ${summariseResponse(response, { secrets })}\n${lines([...log, ...results])}`;
  const hint = endpoint && wantsCredential(response) ? `\n# ${credentialHint(endpoint)}\n` : '';
  const end = `${lines([...notes, ...log, ...results])}${hint}`;
  if (isWritten) return end;
  const shown = shownResponse(response, file);
  const answer = options.showSecrets ? plainResponse(shown) : describeResponse(shown, { secrets });
  const saved = file ? `# The body was saved unchanged to ${file.path}: ${count(file.size, 'byte')}.\n` : '';
  return `${[`# ${label}`, ...headNotes(plan)].join('\n')}\n${answer}${saved}${end}`;
}

const wordOf: Readonly<Record<Verdict, string>> = {
  passed: 'passed',
  failed: 'FAILED',
  error: 'ERROR',
  skipped: 'left out',
};

function lineOfOutcome(outcome: Outcome, described: DescribedOutcome, facts: RunFacts): string {
  const { plan, sent } = outcome;
  const { label, verdict, headline, objections, failedAsserts, log = [] } = described;
  const earlier = earlierOf(outcome, facts);
  const isFlaky = verdict === 'passed' && earlier.length > 0;
  const turn = plan.turn === undefined ? '' : ` (${plan.turn.index + 1} of ${plan.turn.count})`;
  const said =
    sent.kind === 'answered'
      ? `${label}${turn}: ${summariseResponse(sent.response, { secrets: sent.secrets })}`
      : (headline ?? label);
  const against = [...objections, ...failedAsserts, ...log];
  const again = earlier.map((cause, index) => `time ${index + 1}: ${cause}`);
  return [
    `${(isFlaky ? 'FLAKY' : wordOf[verdict]).padEnd(8)} ${said}`,
    ...[...again, ...against].map((line) => `         ${line}`),
    '',
  ].join('\n');
}

/** What `--output` has saved is not shown. */
function shownResponse(response: ReceivedResponse, file: RunFacts['file']): ReceivedResponse {
  return file ? { ...response, body: '' } : response;
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
