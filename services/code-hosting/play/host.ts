import { isRecord } from '@rulebook/json/is-record';
import { otherPaths, otherRepositoryPaths } from '../facts/other-paths';
import { codeHosting } from '../facts/service';
import { getDelivery, listDeliveries, redeliver } from './deliveries';
import { callerOf, canSee, lackOfToken, refuseOnRepository, roleIn } from './access';
import { challenging, hostFailure, invalid, notFound, refuseCaller, type HostStep } from './responses';
import { stepBasics } from './basics';
import { createHook, deleteHook, getConfig, getHook, listHooks, updateConfig, updateHook } from './hooks';
import { pingHook, testHook } from './events';
import { projectHandlers } from './collaborators';
import { releaseDeliveries } from './held-back';
import type { HostState, TokenRecord } from './model';
import { memberHandlers, refuseToken } from './members';
import { countRequest, describeRates, type Counted } from './rates';
import { repositoryOf } from './repositories';
import type { DescribedResponse, StepInput, WireRequest } from '@rulebook/sandbox/model';
import {
  answer,
  describeUnanswered,
  ownValue,
  readCall,
  readJson,
  result,
  type CheckWire,
} from '@rulebook/sandbox/wire';
import type { HookRecord } from './hook-record';
import type { HostCall } from './host-call';

type RepositoryHandler = (state: HostState, call: HostCall) => HostStep;
type HookHandler = (state: HostState, call: HostCall, hook: HookRecord) => HostStep;

const repositoryHandlers: Readonly<Record<string, RepositoryHandler>> = {
  'code-hosting.hooks.list': listHooks,
  'code-hosting.hooks.create': createHook,
};

/** The operation that is not counted, since it asks for the count. */
const rateLimitId = 'code-hosting.rate-limit.get';

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

/** Responds to one request to the code host. Never throws on bad input. */
export function stepHost(before: HostState, request: WireRequest, input: StepInput, check: CheckWire): HostStep {
  // Due deliveries are sent first, so that the request sees them.
  const { state, effects } = releaseDeliveries(before, input.now);
  const step = answerCaller(state, request, input, check);
  return effects.length === 0 ? step : { ...step, effects: [...effects, ...step.effects] };
}

function answerCaller(state: HostState, request: WireRequest, input: StepInput, check: CheckWire): HostStep {
  const caller = callerOf(state, request);
  const known = typeof caller === 'string' ? undefined : caller;
  const isCounted = !/^\/rate_limit\/?(?:[?#]|$)/.test(request.target);
  const counted: Counted = isCounted ? countRequest(state, known, input.now) : { state, headers: [] };
  const step = counted.refusal
    ? result(counted.state, counted.refusal)
    : caller === 'unknown'
      ? // An unknown token is refused before the operation is determined, whatever the operation documents.
        result(counted.state, challenging(hostFailure(401, 'Bad credentials')))
      : route(counted.state, request, known, input, check);
  if (counted.headers.length === 0) return step;
  return { ...step, response: { ...step.response, headers: [...step.response.headers, ...counted.headers] } };
}

function route(
  state: HostState,
  received: WireRequest,
  caller: TokenRecord | undefined,
  input: StepInput,
  check: CheckWire,
): HostStep {
  // The listener omits the body of a response to HEAD.
  const request = received.method.toUpperCase() === 'HEAD' ? { ...received, method: 'GET' } : received;
  const call = readCall(request, codeHosting);
  const basics = stepBasics(state, call, caller, input);
  if (basics) return basics;
  const operation = call.match.kind === 'operation' ? call.match.operation : undefined;
  const id = operation?.id ?? '';
  const onRepository = ownValue(repositoryHandlers, id);
  const onHook = ownValue(hookHandlers, id);
  const onProject = ownValue(projectHandlers, id);
  const onMembers = ownValue(memberHandlers, id);
  if (id === rateLimitId) return result(state, answer(200, describeRates(state, caller, input.now)));
  if (!operation || (!onRepository && !onHook && !onProject && !onMembers)) {
    const described = input.describe?.(request);
    if (described) return answerUnplayed(state, described, caller);
    const isPlayed = (one: { readonly id: string }) =>
      one.id === rateLimitId ||
      [repositoryHandlers, hookHandlers, projectHandlers, memberHandlers].some((played) =>
        Object.hasOwn(played, one.id),
      );
    const found = describeUnanswered(call, codeHosting, { isPlayed, isOther: isOtherPath });
    return found.kind === 'not-played'
      ? result(state, hostFailure(501, 'Not Implemented', { detail: found.reason }))
      : notFound(state, found.reason);
  }
  if (!caller) {
    const isListed = operation.isOutline === true || operation.responses.some(({ status }) => status === 401);
    const detail =
      'The request carries no credential. This operation does not document 401, so the response is 404. Add an `Authorization` field.';
    const response = isListed ? hostFailure(401, 'Requires authentication') : hostFailure(404, 'Not Found', { detail });
    return result(state, challenging(response));
  }
  const lacking = onMembers && refuseToken(operation, { ...call, caller, body: {}, input });
  if (lacking) return result(state, lacking);
  const refusals = check(request);
  const malformed = bodyProblem(request.body);
  if (malformed) {
    const rule = refusals[0]?.rule;
    return result(state, hostFailure(400, malformed, rule === undefined ? {} : { rule }));
  }
  if (refusals.length > 0) return invalid(state, refusals, onProject ? 'Project' : onMembers ? 'Collaborator' : 'Hook');
  const body = membersOfJson(request.body);
  if (onMembers) return onMembers(state, { ...call, caller, body, input });
  if (onProject) return onProject(state, { ...call, operation, caller, body, input });
  const named = { owner: call.parameters.get('owner') ?? '', repo: call.parameters.get('repo') ?? '' };
  const repository = repositoryOf(state, named);
  if (!repository || !canSee(repository, caller)) {
    const seen = Object.values(state.repositories).filter((one) => canSee(one, caller));
    const names = seen.map(({ owner, name }) => `${owner}/${name}`).join(', ');
    return notFound(state, `You cannot see a repository ${named.owner}/${named.repo}. You can see ${names}.`);
  }
  const refusal = refuseOnRepository(operation, repository, caller);
  if (refusal !== undefined) {
    return roleIn(repository, caller.user) === undefined
      ? notFound(state, refusal)
      : refuseCaller(state, operation, refusal);
  }
  const { owner, name: repo } = repository;
  const hostCall: HostCall = { ...call, owner, repo, repository, caller, body, input };
  if (onRepository) return onRepository(state, hostCall);
  const hook = findHook(state, hostCall);
  if (!hook || !onHook)
    return notFound(state, `The repository has no webhook ${call.parameters.get('hook_id') ?? ''}.`);
  return onHook(state, hostCall, hook);
}

/** Responds to a request that only the service's description knows. */
function answerUnplayed(state: HostState, found: DescribedResponse, caller: TokenRecord | undefined): HostStep {
  const lack = caller && lackOfToken(caller, found.needs);
  if (lack !== undefined) {
    return result(state, hostFailure(403, 'Resource not accessible by this token', { detail: lack }));
  }
  if (found.kind === 'not-played') return result(state, hostFailure(501, 'Not Implemented', { detail: found.reason }));
  if (!caller) return result(state, challenging(hostFailure(401, 'Requires authentication')));
  if (found.kind === 'example') return result(state, found.response);
  const errors = found.refusals.map(({ rule, message }) => ({ code: 'custom', message, rule }));
  return result(state, hostFailure(400, 'Validation Failed', { errors, rule: found.refusals[0]?.rule }));
}

function isOtherPath(words: readonly string[]): boolean {
  const [first = '', , name, word] = words;
  if (first !== 'repos') return otherPaths.has(first);
  return word === undefined ? name !== undefined : otherRepositoryPaths.has(word);
}

function findHook(state: HostState, { parameters, owner, repo }: HostCall): HookRecord | undefined {
  const written = parameters.get('hook_id') ?? '';
  const hook = /^\d{1,15}$/.test(written) ? state.hooks.get(Number(written)) : undefined;
  const isHere = hook?.owner.toLowerCase() === owner.toLowerCase() && hook.repo.toLowerCase() === repo.toLowerCase();
  return isHere ? hook : undefined;
}

function bodyProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const json = readJson(text);
  if (!json) return 'Problems parsing JSON';
  return isRecord(json.value) || json.value === null ? undefined : 'Body should be a JSON object';
}

function membersOfJson(text: string): Readonly<Record<string, unknown>> {
  const value = readJson(text)?.value;
  return isRecord(value) ? value : {};
}
