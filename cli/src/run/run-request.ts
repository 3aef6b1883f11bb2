import type { Endpoint } from '@rulebook/engine';
import { evaluateAsserts } from '@rulebook/sender/asserts';
import {
  headingOf,
  exchangeSettings,
  explainMissing,
  type CookieJar,
  type RateLimits,
  type WayPorts,
} from '@rulebook/sender/send';
import { runPlan, type Difference, type Outcome, type RunPorts } from '@rulebook/sender/outcome';
import { protectedEnvironment, type Configuration } from '@rulebook/sender/configuration';
import type { RecordedExchange } from '@rulebook/exchange';
import {
  withoutScripts,
  type CancelSignal,
  type ConnectionOptions,
  type RequestPlan,
  type Transport,
} from '@rulebook/sender/plan';
import type { NamedResponses, Resolve, SystemPorts } from '@rulebook/sender/variables';
import { readBodyFile, type BodyFolders } from '@rulebook/node/files/body-folders';
import { loadReferences } from '@rulebook/node/credentials/file-secrets';
import type { ReferencedSecrets } from '@rulebook/node/credentials/secret-commands';
import type { CredentialSource } from '@rulebook/node/credentials/environment-credentials';
import { adviseVar, type PromptedValues } from '../requests/ask-values';
import { environment } from '../configuration/configuration-file';
import { createResponseWriter } from '@rulebook/node/files/write-outputs';
import type { Output } from '../output';
import { decide, forbid } from './decide';
import { printWhileArriving, type FollowedResponse } from './follow-response';
import type { RunFacts } from './request-result';
import { stopsAtFailure, type SendPolicy } from './run-options';
import { saveBody } from './save-body';

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
  /** What the requests may do. */
  readonly policy: SendPolicy;
  readonly credentialOf: CredentialSource;
  /** Returns how an endpoint is reached, or why it cannot be. */
  readonly connectionOf: (
    endpoint: Endpoint | undefined,
  ) => Promise<ConnectionOptions | { readonly problem: string } | undefined>;
  readonly transport: Transport;
  /** Loads what runs scripts; absent where none are run. */
  readonly scriptBox?: RunPorts['scriptBox'];
  readonly rateLimits: RateLimits;
  readonly output: Output;
  readonly system: SystemPorts;
  /** Loads secrets by the user's commands. */
  readonly references: Pick<ReferencedSecrets, 'load'>;
  /** Where private values may go. */
  readonly ways: WayPorts;
  readonly answers: NamedResponses;
  /** Absent when no cookies are kept. */
  readonly cookies: CookieJar | undefined;
  /** Compares a shown response with what is known about the operation. */
  readonly compare: (text: string, operation: string) => readonly Difference[];
  /** Judges filled requests. */
  readonly judge?: RunPorts['judge'];
  /** Compares a shown response with the JSON Schema in a file. Absent: there are no files. */
  readonly compareWithSchema?: (
    text: string,
    file: string,
    folders: BodyFolders,
  ) => Promise<readonly Difference[] | { readonly problem: string }>;
  /** Names of the requests whose responses the file refers to; others are not kept. */
  readonly referredTo: ReadonlySet<string>;
  readonly signal: CancelSignal;
}

declare const RULEBOOK_VERSION: string;

/** What became of a request, not yet in words: they are written while the next one is out. */
export interface RequestEnd {
  readonly outcome: Outcome;
  readonly facts: RunFacts;
  /** When the response was complete, by the clock of the run. */
  readonly ended: number;
}

/** Sends one request, unless there is a reason not to, and returns what became of it. */
export async function runRequest(planned: RequestPlan, context: RunContext, turn: Promise<void>): Promise<RequestEnd> {
  const plan = context.scriptBox === undefined ? withoutScripts(planned) : planned;
  const { configuration, policy, output } = context;
  const endpoint = context.endpoint ?? configuration.endpoints.find(({ name }) => name === plan.endpoint);
  const saved = policy.output === undefined ? undefined : saveBody(policy.output);
  let followed: FollowedResponse | undefined;
  const outcome = await runPlan({
    ...portsOf(plan, endpoint, context),
    observe: (secrets) => {
      if (policy.format === 'text' && saved === undefined && plan.turn === undefined)
        followed = printWhileArriving({
          ...{ output, turn, secrets, title: () => headingOf({ ...plan, outputs: [] }, secrets) },
          showsSecrets: policy.showSecrets === true,
        });
      return { ...followed?.observer, ...saved?.observer };
    },
  });
  const { sent } = outcome;
  const ended = performance.now();
  if (sent.kind === 'answered') context.record?.(sent);
  const isWritten = (await followed?.end(sent.kind === 'answered' ? sent.response : undefined)) ?? false;
  const file =
    saved && policy.output !== undefined && sent.kind === 'answered'
      ? { path: policy.output, size: saved.end() }
      : undefined;
  return { outcome, ended, facts: { policy, endpoint, isWritten, file } };
}

/** Returns what runs a plan on this machine, as the command may. */
function portsOf(plan: RequestPlan, endpoint: Endpoint | undefined, context: RunContext): RunPorts {
  const { configuration, policy, answers, compareWithSchema } = context;
  const resolve = context.resolveFor(plan);
  const folders = context.foldersFor(plan);
  const [base = '.'] = folders.bases;
  return {
    ...{ plan, endpoint, resolve, answers, environment, evaluateAsserts },
    endpoints: configuration.endpoints,
    userAgent: `rulebook/${RULEBOOK_VERSION}`,
    system: context.system,
    askForPrompts: (prompts) => context.prompted.ask(prompts, resolve),
    ways: context.ways,
    readFile: (path) => Promise.resolve(readBodyFile(folders, path)),
    askForValues: async (names) => {
      const others = await loadReferences(names, context.references);
      if ('problem' in others) return others;
      return others.length === 0
        ? undefined
        : { problem: explainMissing(others, { ...plan, answers, advise: adviseVar }) };
    },
    credentialOf: (place) => {
      // A token is got elsewhere than where the request goes.
      const problem = forbid(place, place.baseUrl, policy);
      return problem === undefined ? context.credentialOf(place) : Promise.resolve({ problem });
    },
    cookies: context.cookies,
    transport: context.transport,
    scriptBox: context.scriptBox,
    rateLimits: context.rateLimits,
    signal: context.signal,
    optionsFor: async (place) =>
      exchangeSettings(place, await context.connectionOf(place), { ...policy, ownTimeout: plan.timeout }),
    // A model can change the file that says what is protected.
    protectedEnvironment:
      protectedEnvironment(configuration, policy.env) ?? policy.guardedEnvironment?.find((name) => name === policy.env),
    // A run of several requests leaves out what is switched off, also with --send-anyway.
    leavesOut: policy.name === undefined && policy.line === undefined,
    decide: (refusal, place) => decide(refusal, place, plan, policy),
    forbid: (place, url, host) => forbid(place, url, policy, host),
    staysAtUrl: policy.onlyWay !== undefined,
    isKept: (name) => context.referredTo.has(name),
    writerOf: (written, values) => createResponseWriter(written, { base, allowed: folders.allowed ?? [base] }, values),
    compare: context.compare,
    judge: context.judge,
    ...(compareWithSchema && { compareWithSchema: (text, file) => compareWithSchema(text, file, folders) }),
    isCompared: policy.checkAnswers,
    acceptsRedirects: policy.acceptRedirects,
    showsSecrets: policy.showSecrets,
    stopsAtFailure: stopsAtFailure(policy),
  };
}
