import { clockRequests } from './clock';
import { faultRequests } from './faults';
import { receivedRequests } from './requests';
import { pathOfTarget } from './path-pattern';
import { showControlRequest, type ControlCall, type ControlRequest } from './request';
import { stateRequests } from './state';
import { viewRequests } from './view';
import { widen } from '../widen';
import type { StepInput, StepResult, WireRequest } from '../model';
import { credentialOfSeed, serversOf, stateOf, type SandboxPart } from '../part';
import { sandboxTime, type SandboxSeed, type SandboxState } from '../sandbox-state';
import { answer, headerValue, readJson, result } from '../wire';

const root = '/_sandbox';

/**
 * Responds to a control request below `/_sandbox`; returns undefined for any other request. Control requests need the credential with which
 * the called server was started, since they can read secrets and delete everything.
 */
type StepControl = (
  state: SandboxState,
  server: { readonly name: string; readonly part: SandboxPart },
  request: WireRequest,
  input: StepInput,
) => StepResult<SandboxState> | undefined;

/** Returns whether a request is for the sandbox itself, not for the service that it plays. */
export function isControlTarget(target: string): boolean {
  return /^\/_sandbox(?:[/?#]|$)/.test(target);
}

/** Returns the control requests of a sandbox with these services; `create` makes its first state. */
export function createControl(parts: readonly SandboxPart[], create: (seed: SandboxSeed) => SandboxState): StepControl {
  const listRequest: ControlRequest = {
    method: 'GET',
    path: root,
    summary: 'Lists the control requests, with an example of each.',
    play: ({ state }) => {
      const requests = controlRequests.map((one) => ({ ...showControlRequest(one), summary: one.summary }));
      return result(state, answer(200, { requests }));
    },
  };
  const resetRequest: ControlRequest = {
    method: 'POST',
    path: `${root}/reset`,
    summary: 'Resets everything to the seed, including the clock and the faults, and forgets the received requests.',
    play: ({ state, input }) => {
      input.received?.clear();
      return result(create(state.seed), answer(200, { acknowledged: true }));
    },
  };
  const healthRequest: ControlRequest = {
    method: 'GET',
    path: `${root}/health`,
    summary: 'Answers 200 as soon as the sandbox is ready. It needs no credential.',
    play: ({ state }) => result(state, answer(200, { status: 'ready' })),
  };
  /** In the order in which they are listed. Several services may have a request of one path: that of the called server answers. */
  const controlRequests: readonly OfferedRequest[] = [
    listRequest,
    healthRequest,
    resetRequest,
    ...clockRequests,
    ...faultRequests(parts),
    ...receivedRequests(parts),
    ...parts.flatMap(requestsOf),
    ...stateRequests(parts),
    ...viewRequests(parts),
  ];
  return (state, server, request, input) => {
    if (!isControlTarget(request.target)) return undefined;
    const isHealth = /^(?:GET|HEAD)$/i.test(request.method) && pathOfTarget(request.target) === healthRequest.path;
    if (!isHealth && !isAuthorized(state, server.part, request)) {
      return refusal(state, 401, {
        cause: 'A control request must carry the credential with which this server was started.',
        example: { request: `GET ${root}`, headers: { Authorization: 'Bearer <credential of the ready line>' } },
      });
    }
    const [beforeFragment = ''] = request.target.split('#');
    const [written = '', query = ''] = beforeFragment.split(/\?(.*)/s);
    const path = written.replace(/\/$/, '');
    const method = request.method.toUpperCase();
    const onPath = controlRequests.filter((one) => one.path === path);
    const ofMethod = onPath.filter((one) => one.method === (method === 'HEAD' ? 'GET' : method));
    const known = ofMethod.find(({ part }) => part === server.part) ?? ofMethod[0];
    if (known === undefined) {
      const paths = [...new Set(controlRequests.map((one) => one.path))].join(', ');
      const [nearest] = onPath;
      return nearest
        ? refusal(state, 400, {
            cause: `${path} takes ${onPath.map((one) => one.method).join(' and ')}, not ${method}.`,
            example: showControlRequest(nearest),
          })
        : refusal(state, 404, {
            cause: `There is no control request ${path}. Use ${paths}.`,
            example: showControlRequest(listRequest),
          });
    }
    const refuse: ControlCall['refuse'] = (cause) => refusal(state, 400, { cause, example: showControlRequest(known) });
    const isEmpty = request.body.trim() === '';
    const json = isEmpty ? { value: undefined } : readJson(request.body);
    if (json === undefined) return refuse('The body is not valid JSON.');
    if (known.exampleBody === undefined && !isEmpty) return refuse('This control request takes no body. Remove it.');
    return known.play({
      state,
      server: server.name,
      request,
      query: readQuery(query),
      body: json.value,
      input: { ...input, now: sandboxTime(state, input.now) },
      machineTime: input.now,
      refuse,
    });
  };
}

/** A control request, and the service that alone has it. */
type OfferedRequest = ControlRequest & { readonly part?: SandboxPart };

/** Returns a service's own control requests as requests to the whole sandbox. */
function requestsOf(part: SandboxPart): readonly OfferedRequest[] {
  const names = serversOf(part).map(({ name }) => name);
  return (part.controlRequests ?? []).map((own) => ({
    ...own,
    part,
    play: (call) => {
      if (!names.includes(call.server)) return call.refuse(own.elsewhere);
      const state = stateOf(part, call.state);
      const step = own.play({ ...call, state, refuse: (cause) => ({ ...call.refuse(cause), state }) });
      return widen(part, step, call.state);
    },
  }));
}

function isAuthorized({ seed }: SandboxState, part: SandboxPart, request: WireRequest): boolean {
  const [, token] = /^(?:bearer|token)\s+(\S+)$/i.exec(headerValue(request, 'authorization')?.trim() ?? '') ?? [];
  return token !== undefined && token === credentialOfSeed(part, seed);
}

function refusal(
  state: SandboxState,
  status: number,
  more: { readonly cause: string; readonly example: unknown },
): StepResult<SandboxState> {
  return result(state, answer(status, { status, ...more }));
}

function readQuery(text: string): ReadonlyMap<string, string> {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [name, rest.join('=')];
    }),
  );
}
