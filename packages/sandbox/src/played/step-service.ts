import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import { resourceModelOf } from '@rulebook/checker/resource-model/resource-model';
import { responseWith, successOf } from '@rulebook/checker/resource-model/successes';
import { decodePart } from '@rulebook/text/decode';
import { withoutBasePath } from '../base-path';
import type { StepResult, WireRequest, WireResponse } from '../model';
import { answer, headerValue, readCall, result, type Call, type Refusal } from '../wire';
import { callbackEffects } from './callbacks';
import { missingCredential, missingScope, type KnownCredentials } from './credentials';
import { acceptedType, coversType, plainType, unsupportedType } from './media-types';
import { bodyOfType } from './body-of-type';
import { contentResponse, uploadedContent } from './content';
import { playResource } from './play-resource';
import { contentAt, withContent, type PlayedNode, type PlayedState, type Words } from './played-state';
import { refusal, type Refused } from './refuse';
import { described, shownBody } from './respond';
import { sentValue } from './sent-value';
import { withTask } from './tasks';
import { webhookEffects } from './webhooks';

/** A request to a service that is played by its description. */
interface ServiceStep {
  readonly service: Service;
  readonly request: WireRequest;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly baseUrl: string;
  readonly credentials: KnownCredentials;
  /** URLs to which all webhooks are sent. */
  readonly receivers: readonly string[];
  /** Returns what the checker finds in the request. */
  readonly check: (request: WireRequest) => readonly Refusal[];
}

/** Responds to a request as the description of the service says, and remembers what it does to the resources of the service. */
export function stepService(state: PlayedState, step: ServiceStep): StepResult<PlayedState> {
  const { service } = step;
  const isHead = step.request.method.toUpperCase() === 'HEAD';
  const target = withoutBasePath(isHead ? { ...step.request, method: 'GET' } : step.request, service);
  const request: WireRequest =
    isHead || target !== step.request.target
      ? { ...step.request, target, ...(isHead && { method: 'GET' }) }
      : step.request;
  const now = new Date(step.now).toISOString().replace('.000Z', 'Z');
  const call = readCall(request, service);
  const operation = call.match.kind === 'operation' ? call.match.operation : undefined;
  const refuse = (refused: Refused): StepResult<PlayedState> =>
    result(state, refusal(service, operation, refused, now));
  if (operation === undefined) return otherwise(state, call, refuse);
  const wanted = preferred(request, operation, now);
  if (wanted !== undefined) return result(state, wanted);
  const unfit = refusalOf(operation, request, step);
  if (unfit !== undefined) return refuse(unfit);
  const spec = successOf(operation) ?? redirectOf(operation);
  if (spec === undefined)
    return refuse({ status: 501, message: 'The description shows no response of this operation that succeeds.' });
  const type = acceptedType(headerValue(request, 'accept'), spec);
  if (type === undefined) {
    const message = `The response has the media type ${(spec.mediaTypes ?? ['application/json']).join(' or ')}.`;
    return refuse({ status: 406, message });
  }
  const sent = sentValue(request, operation);
  const words = call.path
    .split('/')
    .filter(Boolean)
    .map((word) => decodePart(word));
  const played = playResource(state.root, resourceModelOf(service).roleOf(operation), {
    ...{ operation, spec, now, baseUrl: step.baseUrl, query: call.query },
    ...{ words, sent, contentType: headerValue(request, 'content-type') ?? '' },
  });
  if ('refused' in played) return refuse(played.refused);
  const task = withTask(played.root, { service, operation, spec, words, now });
  const { root: carried, body } = task ?? played;
  const root = withUpload(carried, request, played.place ?? words);
  const kept = request.method === 'GET' && !/json/i.test(type) ? contentAt(root, words, operation.path) : undefined;
  // Where the item is described, too, a file that was uploaded with it is not the item in another form.
  const isMeant = spec.shape === undefined || (kept && coversType(plainType(type), plainType(kept.type)));
  const content = isMeant ? kept : undefined;
  const written = content === undefined ? bodyOfType(type, body, operation, spec) : { value: undefined };
  if ('refused' in written) return refuse(written.refused);
  const plain = described(spec, type, written.value, { now, ...played.parts });
  const response = content === undefined ? plain : contentResponse(plain, content, type, spec.mediaTypes ?? []);
  const next = root === state.root ? state : { root };
  const exchanged = { query: call.query, sent, received: body };
  const effects = [
    ...callbackEffects(operation, exchanged, { service: service.id, now }),
    ...webhookEffects(played.changes ?? [], { service, root, receivers: step.receivers, now }),
  ];
  return result(next, isHead ? { status: response.status, headers: response.headers, body: '' } : response, effects);
}

/** Keeps what a request uploads at a path. */
function withUpload(root: PlayedNode, request: WireRequest, words: Words): PlayedNode {
  const isUpload = /^(?:POST|PUT|PATCH)$/i.test(request.method);
  const content = isUpload ? uploadedContent(request) : undefined;
  return content === undefined ? root : withContent(root, words, content);
}

/** Returns the response to a request that no operation of the description has. */
function otherwise(
  state: PlayedState,
  { method, path, match }: Call,
  refuse: (refused: Refused) => StepResult<PlayedState>,
): StepResult<PlayedState> {
  if (match.kind !== 'other-method') {
    return refuse({ status: 404, message: `The description has no operation ${method} ${path}.` });
  }
  const methods = [...new Set(match.operations.flatMap((one) => one.methods))].sort();
  const allow = [['Allow', [...methods, 'OPTIONS'].join(', ')]] as const;
  if (method === 'OPTIONS') return result(state, answer(204, undefined, allow));
  return refuse({ status: 405, message: `${path} takes ${methods.join(', ')}, not ${method}.`, headers: allow });
}

/** Returns why an operation is not carried out, before anything is looked up. */
function refusalOf(operation: Operation, request: WireRequest, step: ServiceStep): Refused | undefined {
  const missing = missingCredential(request, operation, step.service, step.credentials);
  if (missing !== undefined)
    return { status: 401, message: missing, headers: [['WWW-Authenticate', schemeOf(operation, step.service)]] };
  const lacking = missingScope(request, operation, step.service, step.credentials);
  if (lacking !== undefined) return { status: 403, message: lacking };
  const other = request.body === '' ? undefined : unsupportedType(headerValue(request, 'content-type'), operation);
  if (other !== undefined) return { status: 415, message: other };
  const header = missingHeader(operation, request);
  const problems = [...(header === undefined ? [] : [header]), ...step.check(request).map(({ message }) => message)];
  if (problems.length === 0) return undefined;
  return { status: statusOfProblems(operation, request), message: problems[0] ?? '', problems };
}

/** Returns as a sentence which header field of the operation a request lacks. */
function missingHeader({ parameters }: Operation, request: WireRequest): string | undefined {
  const missing = parameters.header?.find(
    ({ name, required }) => required === true && headerValue(request, name.toLowerCase()) === undefined,
  );
  return missing && `The request lacks the required header field \`${missing.name}\`.`;
}

/** Returns the status of a request that contradicts the description: of those that the operation has, the one that says most of the mistake. */
function statusOfProblems(operation: Operation, { target, body }: WireRequest): number {
  if (has(operation, 400)) return 400;
  if (has(operation, 422)) return 422;
  // Nothing is wrong but the path, where there can be nothing then.
  const isAboutPath = body === '' && !target.includes('?');
  return isAboutPath && has(operation, 404) ? 404 : 400;
}

function schemeOf({ credentials: names = [] }: Operation, { credentials = [] }: Service): string {
  return credentials.some(({ name, kind }) => names.includes(name) && kind === 'basic')
    ? 'Basic realm="sandbox"'
    : 'Bearer';
}

function has({ responses }: Operation, status: number): boolean {
  return responses.some((one) => one.status === status && one.lastStatus === undefined);
}

/** Returns a response that leads elsewhere, or to another protocol. */
export function redirectOf({ responses }: Operation): ResponseSpec | undefined {
  return responses.find(({ status }) => (status >= 300 && status < 400) || status === 101);
}

/** Returns the response that a caller asks for by `Prefer: code=404` or `Prefer: example=name`; undefined where it asks for none that is described. */
function preferred(request: WireRequest, operation: Operation, now: string): WireResponse | undefined {
  const prefer = headerValue(request, 'prefer') ?? '';
  const code = /(?:^|[\s,;])code=(\d{3})\b/.exec(prefer)?.[1];
  const name = /(?:^|[\s,;])example="?([^",;]+)"?/.exec(prefer)?.[1]?.trim();
  if (code === undefined && name === undefined) return undefined;
  const example = operation.examples?.find(
    (one) =>
      one.status !== undefined &&
      (name === undefined || one.name === name || one.title === name) &&
      (code === undefined || one.status === Number(code)),
  );
  const status = code === undefined ? example?.status : Number(code);
  const spec = status === undefined ? undefined : responseWith(operation, status);
  if (spec === undefined || status === undefined || (name !== undefined && example === undefined)) return undefined;
  const shown =
    example?.body === undefined ? undefined : 'value' in example.body ? example.body.value : example.body.text;
  const value = shown ?? shownBody({ ...operation, examples: [] }, spec, undefined, now);
  const type = spec.mediaTypes?.[0] ?? 'application/json';
  const applied = ['Preference-Applied', prefer.replace(/[^\x20-\x7e]/g, '')] as const;
  return described(spec, type, value, { now, status, headers: [applied] });
}
