import { count } from '@rulebook/text/count';
import { asSentence } from '@rulebook/text/sentence';
import { nameOfAssert } from '@rulebook/text/name-of-assert';
import { visibleLine } from '@rulebook/text/visible';
import { isSandboxEndpoint } from '../configuration/sandbox-endpoint';
import { judgesStatus, linesOfResult, type AssertResult } from '../asserts/assert-result';
import { redact } from '@rulebook/catalogue/masking/masker';
import type { RequestPlan } from '../plan/plan';
import { cancelled, reasonOf, type Refusal } from '../refusal';
import type { TransportFailure } from '../plan/response';
import type { Difference } from '../ports/responses';
import type { WrittenFile, WrittenFiles } from '../ports/files';
import type { LogLine } from '../scripts/run-scripts';
import type { Sent } from '../send/exchange';
import { denialOf } from './denial-of';
import { productNote } from './product-note';

/** A request that is over, with everything that decides whether it has failed. */
export interface Outcome {
  readonly plan: RequestPlan;
  readonly sent: Sent;
  /** The results of its asserts; empty when there is no response. */
  readonly asserts: readonly AssertResult[];
  /** The log of its scripts. */
  readonly log?: readonly LogLine[] | undefined;
  /** Present where the user has asked for a comparison: then a difference is a failure. */
  readonly differences?: readonly Difference[];
  /** The files that the request names for its response. */
  readonly written?: WrittenFiles | undefined;
  /** The user has said that a redirect which is not followed is not a failure. */
  readonly acceptsRedirects?: boolean | undefined;
}

/** `error`: it was not sent, or there is no whole response, or no file with it. `skipped`: a run has left it out, which is not a failure. */
export type Verdict = 'passed' | 'failed' | 'error' | 'skipped';

/** Something that speaks against a request. */
type Failure =
  | { readonly kind: 'unsent'; readonly refusal: Refusal }
  | { readonly kind: 'no-response'; readonly failure: TransportFailure }
  | { readonly kind: 'incomplete'; readonly message: string }
  | { readonly kind: 'unwritten'; readonly problem: string }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'redirect'; readonly cause: string }
  | { readonly kind: 'difference'; readonly difference: Difference }
  | { readonly kind: 'assert'; readonly assert: AssertResult };

/** What a request has come to. */
export interface Judgement {
  readonly verdict: Verdict;
  /** The one that says most comes first. */
  readonly failures: readonly Failure[];
}

/** These say that something is missing; the others are about a whole response. */
const errors: ReadonlySet<Failure['kind']> = new Set(['unsent', 'no-response', 'incomplete', 'unwritten']);

/** Judges a request. It is the one place that says whether a request has failed: for exit codes, runs that end, tests and reports. */
export function judge(outcome: Outcome): Judgement {
  const failures = failuresOf(outcome);
  const [first] = failures;
  if (first === undefined) return { verdict: 'passed', failures };
  if (outcome.sent.kind === 'unsent' && outcome.sent.refusal.kind === 'omitted')
    return { verdict: 'skipped', failures };
  return { verdict: errors.has(first.kind) ? 'error' : 'failed', failures };
}

/** Returns whether a run stops at a request, and counts it as failed. */
export function hasFailed(verdict: Verdict): boolean {
  return verdict === 'failed' || verdict === 'error';
}

function failuresOf({ plan, sent, asserts, differences = [], written, acceptsRedirects }: Outcome): readonly Failure[] {
  if (sent.kind === 'unsent') return [{ kind: 'unsent', refusal: sent.refusal }];
  if (sent.kind === 'failed') return [{ kind: 'no-response', failure: sent.failure }];
  const { status, interruption, unfollowed } = sent.response;
  // Where an assert expects the status, the number alone says nothing.
  const isExpected = judgesStatus(asserts);
  const isAsked = isExpected || plan.staysAtUrl === true || acceptsRedirects === true;
  const failures: Failure[] = [];
  if (interruption !== undefined) failures.push({ kind: 'incomplete', message: interruption.message });
  for (const problem of written?.problems ?? []) failures.push({ kind: 'unwritten', problem });
  if (status >= 400 && !isExpected) failures.push({ kind: 'status', status });
  if (unfollowed !== undefined && !isAsked) failures.push({ kind: 'redirect', cause: unfollowed });
  // One says that the response differs; all of them are shown with it.
  const [difference] = differences;
  if (difference !== undefined) failures.push({ kind: 'difference', difference });
  for (const assert of asserts) if (assert.outcome !== 'passed') failures.push({ kind: 'assert', assert });
  return failures;
}

/** The words about outcomes. An editor translates them; a command says what its options can do. */
export interface OutcomeWords {
  /** Why a request was not sent, if the user has cancelled it. */
  readonly cancelled: string;
  readonly status: (status: number) => string;
  readonly redirect: (cause: string) => string;
  /** What to do where a redirect is not followed. */
  readonly redirectAdvice: string;
  /** What to do where no sandbox runs. */
  readonly startSandbox?: string;
  /** What to do where the certificate of a server is not trusted. */
  readonly trustAuthority?: string;
}

/** The words in English. */
export const plainWords: OutcomeWords = {
  cancelled: cancelled.cause,
  status: (status) => `The service answered with the status ${status}.`,
  redirect: (cause) => `The redirect was not followed: ${cause}.`,
  redirectAdvice:
    'Send the request to its new address, or accept the redirect by `# @no-redirect` in front of the request.',
};

/** An outcome in words. No text in it holds a secret. */
export interface DescribedOutcome extends Judgement {
  readonly label: string;
  /** Why the request was not sent, or received no whole response, or a file was not written; a sentence, or a part of one. */
  readonly reason?: string;
  /** Where there is no response, the same with the request in front: `GET / was not sent: …`. */
  readonly headline?: string;
  /** What speaks against a response that has arrived, besides its asserts; one sentence each. */
  readonly objections: readonly string[];
  /** The asserts that do not hold, each with what it has shown. */
  readonly failedAsserts: readonly string[];
  /** What is shown behind a response: redirects, files and differences; one sentence each. */
  readonly notes: readonly string[];
  /** The asserts with what became of them, in one line each. */
  readonly results: readonly string[];
  /** The log of its scripts, in one line each. */
  readonly log?: readonly string[];
}

/** Says what became of a request. All that show it use these sentences. */
export function describeOutcome(outcome: Outcome, words: OutcomeWords = plainWords): DescribedOutcome {
  const { plan, sent, asserts, differences = [], log = [], written } = outcome;
  const { verdict, failures } = judge(outcome);
  const secrets = sent.kind === 'unsent' ? none : sent.secrets;
  const masked = (texts: readonly string[]) => (texts.length === 0 ? none : texts.map((text) => redact(text, secrets)));
  const label = redact(plan.label, secrets);
  const [reason] = masked(failures.flatMap((failure) => reasonsOf(failure, sent, words)));
  const notes: string[] = [];
  if (failures.some(({ kind }) => kind === 'redirect')) notes.push(`This is a failure. ${words.redirectAdvice}`);
  if (sent.kind === 'answered')
    notes.push(...denialOf(plan, sent.response), ...productNote(sent.endpoint, sent.response));
  if (written !== undefined) {
    for (const file of written.files) notes.push(describeWritten(file, file.path));
    for (const problem of written.problems) notes.push(asSentence(problem));
  }
  for (const { line, message, rule } of differences)
    notes.push(`${describeDifference(line, visibleLine(message))} [${rule}]`);
  return {
    verdict,
    failures,
    label,
    ...(reason !== undefined && { reason }),
    ...(sent.kind !== 'answered' && { headline: headlineOf(sent, label, reason ?? '') }),
    objections: masked(failures.flatMap((failure) => objectionOf(failure, words))),
    failedAsserts: failures.flatMap((one) => (one.kind === 'assert' ? [describeFailedAssert(one.assert)] : [])),
    notes: masked(notes),
    results: asserts.flatMap(linesOfResult),
    ...(log.length > 0 && {
      log: log.flatMap(({ text }) => text.split('\n').map((line) => visibleLine(`Log: ${line}`))),
    }),
  };
}

const none: readonly string[] = [];

function reasonsOf(failure: Failure, sent: Sent, words: OutcomeWords): readonly string[] {
  switch (failure.kind) {
    case 'unsent':
      return [failure.refusal.kind === 'cancelled' ? words.cancelled : reasonOf(failure.refusal)];
    case 'no-response': {
      const { kind, message, isUntrusted } = failure.failure;
      const isSandbox = sent.kind !== 'unsent' && isSandboxEndpoint(sent.endpoint);
      const advice = kind === 'refused' && isSandbox ? words.startSandbox : isUntrusted && words.trustAuthority;
      return [advice ? `${message} ${advice}` : message];
    }
    case 'incomplete':
      return [failure.message];
    case 'unwritten':
      return [failure.problem];
    default:
      return [];
  }
}

function headlineOf(sent: Exclude<Sent, { readonly kind: 'answered' }>, label: string, reason: string): string {
  if (sent.kind === 'unsent')
    return sent.refusal.kind === 'omitted' ? `${label} was left out: ${reason}` : `${label} was not sent: ${reason}`;
  const where = sent.endpoint ? ` (endpoint ${sent.endpoint.name})` : '';
  if (sent.failure.isAnswered === true) return `${label} was answered${where}, and the response is lost: ${reason}`;
  return `${label} received no response${where}: ${reason}`;
}

function objectionOf(failure: Failure, words: OutcomeWords): readonly string[] {
  switch (failure.kind) {
    case 'status':
      return [words.status(failure.status)];
    case 'redirect':
      return [`${words.redirect(failure.cause)} ${words.redirectAdvice}`];
    case 'difference':
      return [describeDifference(failure.difference.line, failure.difference.message)];
    default:
      return [];
  }
}

function describeFailedAssert(assert: AssertResult): string {
  return `${nameOfAssert(assert)} (line ${assert.line + 1}): ${assert.message}`;
}

function describeDifference(line: number, message: string): string {
  return `Line ${line + 1} of the response differs: ${message}`;
}

/** Says what was written, with the path as the user shall read it. */
export function describeWritten({ size }: WrittenFile, shown: string): string {
  return `The body was written to ${visibleLine(shown)}: ${count(size, 'byte')}.`;
}
