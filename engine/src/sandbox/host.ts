import { codeHosting } from '../catalogue/code-hosting/service';
import { getDelivery, listDeliveries, redeliver } from './host-deliveries';
import { hostFailure, invalid, notFound, type HostStep } from './host-answers';
import { createHook, deleteHook, getConfig, getHook, listHooks, updateConfig, updateHook } from './host-hooks';
import { pingHook, testHook } from './host-events';
import { projectHandlers } from './host-collaborators';
import type { HookRecord, HostState } from './host-model';
import type { StepInput, WireRequest } from './model';
import {
  describeUnknown,
  headerValue,
  isRecord,
  ownValue,
  readCall,
  readJson,
  result,
  type Call,
  type CheckWire,
} from './wire';

/** A request to a repository that exists, from a caller who may. */
export interface HostCall extends Call {
  readonly owner: string;
  readonly repo: string;
  /** The members of the body; empty without one. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly input: StepInput;
}

type RepositoryHandler = (state: HostState, call: HostCall) => HostStep;
type HookHandler = (state: HostState, call: HostCall, hook: HookRecord) => HostStep;

const repositoryHandlers: Readonly<Record<string, RepositoryHandler>> = {
  'code-hosting.hooks.list': listHooks,
  'code-hosting.hooks.create': createHook,
};

const hookHandlers: Readonly<Record<string, HookHandler>> = {
  'code-hosting.hooks.get': getHook,
  'code-hosting.hooks.update': updateHook,
  'code-hosting.hooks.delete': deleteHook,
  'code-hosting.hooks.get-config': getConfig,
  'code-hosting.hooks.update-config': updateConfig,
  'code-hosting.hooks.ping': pingHook,
  'code-hosting.hooks.test': testHook,
  'code-hosting.deliveries.list': listDeliveries,
  'code-hosting.deliveries.get': getDelivery,
  'code-hosting.deliveries.redeliver': redeliver,
};

/** The repository that every sandbox has. */
const seededRepository = 'octocat/hello-world';

/** Makes a code host without webhooks; `bootstrap` is the token that callers send behind `Bearer`. */
export function createHostState(bootstrap: string, seedRepositories: readonly string[] = []): HostState {
  const names = [seededRepository, ...seedRepositories.map((name) => name.toLowerCase())];
  return { service: 'code-hosting', bootstrap, nextId: 1, hooks: {}, repositories: [...new Set(names)] };
}

/** Answers one request to the code host. Never throws on bad input. */
export function stepHost(state: HostState, request: WireRequest, input: StepInput, check: CheckWire): HostStep {
  const credential = headerValue(request, 'authorization')?.trim() ?? '';
  if (credential === '') return result(state, hostFailure(401, 'Requires authentication'));
  const [, token] = /^(?:bearer|token)\s+(\S+)$/i.exec(credential) ?? [];
  if (token !== state.bootstrap) return result(state, hostFailure(401, 'Bad credentials'));

  const call = readCall(request, codeHosting);
  const id = call.match.kind === 'operation' ? call.match.operation.id : '';
  const onRepository = ownValue(repositoryHandlers, id);
  const onHook = ownValue(hookHandlers, id);
  const onProject = ownValue(projectHandlers, id);
  if (!onRepository && !onHook && !onProject) {
    const isPlayed = (operation: { readonly id: string }) =>
      [repositoryHandlers, hookHandlers, projectHandlers].some((played) => Object.hasOwn(played, operation.id));
    return notFound(state, describeUnknown(call, codeHosting, isPlayed));
  }
  const owner = call.parameters.get('owner') ?? '';
  const repo = call.parameters.get('repo') ?? '';
  const refusals = check(request);
  const malformed = bodyProblem(request.body);
  if (malformed) {
    const rule = refusals[0]?.rule;
    return result(state, hostFailure(400, malformed, rule === undefined ? {} : { rule }));
  }
  if (refusals.length > 0) return invalid(state, refusals);
  if (onProject) return onProject(state, { ...call, body: membersOf(request.body), input });
  if (!state.repositories.includes(`${owner}/${repo}`.toLowerCase())) {
    return notFound(
      state,
      `There is no repository ${owner}/${repo}; the sandbox has ${state.repositories.join(', ')}.`,
    );
  }
  const hostCall: HostCall = { ...call, owner, repo, body: membersOf(request.body), input };
  if (onRepository) return onRepository(state, hostCall);
  const hook = findHook(state, hostCall);
  if (!hook || !onHook)
    return notFound(state, `The repository has no webhook ${call.parameters.get('hook_id') ?? ''}.`);
  return onHook(state, hostCall, hook);
}

function findHook(state: HostState, { parameters, owner, repo }: HostCall): HookRecord | undefined {
  const written = parameters.get('hook_id') ?? '';
  const hook = /^\d{1,15}$/.test(written) ? ownValue(state.hooks, Number(written)) : undefined;
  const isHere = hook?.owner.toLowerCase() === owner.toLowerCase() && hook.repo.toLowerCase() === repo.toLowerCase();
  return isHere ? hook : undefined;
}

function bodyProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const json = readJson(text);
  if (!json) return 'Problems parsing JSON';
  return isRecord(json.value) || json.value === null ? undefined : 'Body should be a JSON object';
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  const value = readJson(text)?.value;
  return isRecord(value) ? value : {};
}
