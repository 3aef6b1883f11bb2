import type { Endpoint } from '../../binding/model';
import type { NamedResponses } from '../variables/named-responses';
import { endpointOfUrl, isBehind } from '../../binding/destination';
import { cookiesFor, type CookieJar, type RequestCookies } from './cookies';
import { hasOwnCredential, materialise, takesCredential } from '../variables/materialise';
import { filesOf } from '../variables/materialise-body';
import { promptOfVariable } from '../plan/prompts';
import type { BodyFile, PlannedPrompt, PreparedRequest, RequestPlan, Segment } from '../plan/plan';
import { secretsOfRequest } from '../plan/request-secrets';
import type { PrivateUse } from '../private/private-sources';
import { credentialWayOf } from '../private/ways';
import { decideWay, type WayPorts } from './allowed-ways';
import type { Resolve, SystemPorts } from '../variables/system-variables';

/** The sender's answer to the question for an endpoint's credential. */
export type CredentialAnswer =
  | { readonly credential: string | undefined }
  /** The request must not be sent; the sentence says why. */
  | { readonly problem: string }
  /** The user cancelled the request. */
  | { readonly isCalledOff: true };

/** What a plan needs before it can be sent, and functions that supply it. */
export interface PreparePorts {
  readonly plan: RequestPlan;
  /** The endpoint for paths. */
  readonly endpoint: Endpoint | undefined;
  /** All known endpoints, since the value of a variable may lead to one of them. */
  readonly endpoints?: readonly Endpoint[];
  /** The product and its version for `User-Agent`. */
  readonly userAgent?: string | undefined;
  readonly resolve: Resolve;
  readonly system: SystemPorts;
  /** The responses of requests that were sent before. */
  readonly answers: NamedResponses;
  /** Returns the content of a file that the body includes. */
  readonly readFile: (path: string) => Promise<BodyFile | { readonly problem: string }>;
  /** Asks for the values of variables. When it returns `undefined`, the request is filled in again. */
  readonly askForValues: (names: readonly string[]) => Promise<{ readonly problem?: string } | undefined>;
  /** Asks for values that a request wants to be entered, and keeps them for its variables; absent where no one can be asked. */
  readonly askForPrompts?:
    ((prompts: readonly PlannedPrompt[]) => Promise<{ readonly problem?: string } | undefined>) | undefined;
  /** Where private values may go. */
  readonly ways: WayPorts;
  /** Returns the credential of the endpoint; called only for a request that goes there and has no credential of its own. */
  readonly credentialOf: (endpoint: Endpoint) => Promise<CredentialAnswer>;
  /** The cookies of the session; absent when none are kept. */
  readonly cookies?: CookieJar | undefined;
}

/** A request that can be sent, or why there is none; without a `problem`, because the user cancelled it. */
export type Prepared =
  | {
      readonly request: PreparedRequest;
      readonly secrets: readonly string[];
      /** The private values in the request, with their sources. */
      readonly uses: readonly PrivateUse[];
      /** The endpoint whose base URL the request belongs to; its settings apply to no other URL. */
      readonly endpoint: Endpoint | undefined;
      /** What values change of the structure that is written, as sentences without any value. */
      readonly changes: readonly string[];
      /** Which values add segments to the path. */
      readonly segmentsAdded: readonly string[];
      /** The URL with the names of variables in place of their values in the path. */
      readonly writtenUrl: string;
      /** Returns the body as text, with the files in it. */
      readonly textOfBody: () => string;
      /** Absent when no cookies are kept. */
      readonly cookies?: RequestCookies;
    }
  | { readonly unsent: true; readonly problem?: string };

/** Completes a plan: files, variables, and the credential of the endpoint that it goes to. */
export async function prepareRequest(ports: PreparePorts): Promise<Prepared> {
  const prepared = await fillIn(ports);
  if (ports.cookies === undefined || ports.plan.keepsNoCookies || !('request' in prepared)) return prepared;
  const cookies = cookiesFor(prepared.request, ports.cookies);
  const { request } = cookies;
  return { ...prepared, request, cookies, secrets: [...new Set([...prepared.secrets, ...secretsOfRequest(request)])] };
}

async function fillIn(ports: PreparePorts): Promise<Prepared> {
  const { plan, endpoint, resolve, system, answers } = ports;
  const refused = await askForPrompts(plan.prompts ?? [], ports);
  if (refused !== undefined) return { unsent: true, ...refused };
  const files = new Map<string, BodyFile>();
  for (const path of filesOf(plan)) {
    const file = await ports.readFile(path);
    if ('problem' in file) return { unsent: true, problem: file.problem };
    files.set(path, file);
  }
  const fill = (at: Endpoint | undefined, credential?: string) =>
    materialise({ plan, endpoint: at, resolve, system, answers, credential, files, userAgent: ports.userAgent });
  let filled = fill(endpoint);
  // A given value may contain further variables; each round resolves at least one.
  while ('unresolved' in filled) {
    const prompts = filled.unresolved.flatMap((name) => promptOfVariable(name) ?? []);
    const others = filled.unresolved.filter((name) => promptOfVariable(name) === undefined);
    const refusal = (await askForPrompts(prompts, ports)) ?? (await askForOthers(others, ports));
    if (refusal !== undefined) return { unsent: true, ...refusal };
    filled = fill(endpoint);
  }
  if ('problem' in filled) return { unsent: true, problem: filled.problem };
  const { url } = filled.request;
  const place = isBehind(url, endpoint) ? endpoint : endpointOfUrl(url, ports.endpoints ?? []);
  const isUnverified = plan.acceptsAnyCertificate;
  const refusal = await decideWay(
    filled.uses,
    { url, place, endpoints: [...(ports.endpoints ?? []), ...(endpoint ? [endpoint] : [])], isUnverified },
    ports.ways,
  );
  if (refusal !== undefined) return { unsent: true, ...refusal };
  const { body } = filled.request;
  const textOfBody = () => textOf(body, files);
  if (place === undefined) return { ...filled, textOfBody, endpoint: undefined };
  if (!takesCredential(plan, place) || hasOwnCredential(filled.request, plan, place))
    return { ...filled, textOfBody, endpoint: place };
  const known = await ports.credentialOf(place);
  if ('problem' in known) return { unsent: true, problem: known.problem };
  if ('isCalledOff' in known) return { unsent: true };
  if ((known.credential ?? '') === '') return { ...filled, textOfBody, endpoint: place };
  const again = fill(place, known.credential);
  if (!('request' in again)) return { ...filled, textOfBody, endpoint: place };
  const source = { kind: 'credential', endpoint: place.name, way: credentialWayOf(place) } as const;
  return { ...again, textOfBody, uses: [...again.uses, { source }], endpoint: place };
}

function textOf(body: PreparedRequest['body'], files: ReadonlyMap<string, BodyFile>): string {
  if (body === undefined || typeof body === 'string') return body ?? '';
  const texts = new Map([...files.values()].map((file) => [file.bytes, file] as const));
  return body.map((part) => (typeof part === 'string' ? part : (texts.get(part)?.text() ?? ''))).join('');
}

async function askForPrompts(prompts: readonly PlannedPrompt[], ports: PreparePorts) {
  const [first] = prompts;
  if (first === undefined) return undefined;
  // A prompt of the file may be answered by a definition; one that is in the request itself has no other value.
  const missing = first.name.startsWith('$')
    ? { problem: `no one can be asked for {{${first.name}}} here` }
    : undefined;
  return ports.askForPrompts === undefined ? missing : ports.askForPrompts(prompts);
}

async function askForOthers(names: readonly string[], ports: PreparePorts) {
  return names.length === 0 ? undefined : ports.askForValues(names);
}

/** Returns the plan without its own credential, so that the endpoint's credential is sent; the same plan when it has none. */
export function withoutAuthorization(plan: RequestPlan): RequestPlan {
  const field = plan.credential?.kind === 'header' ? plan.credential.name.toLowerCase() : undefined;
  const headers = plan.headers.filter(({ name }) => !isNamed(name, 'authorization') && !isNamed(name, field));
  return headers.length === plan.headers.length ? plan : { ...plan, headers };
}

function isNamed(name: readonly Segment[], field: string | undefined): boolean {
  return name.length === 1 && typeof name[0] === 'string' && name[0].trim().toLowerCase() === field;
}
