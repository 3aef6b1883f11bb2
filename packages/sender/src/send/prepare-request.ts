import type { Endpoint } from '@rulebook/checker/binding/model';
import { endpointOfUrl, isBehind } from '@rulebook/checker/binding/destination';
import { cookiesFor, type RequestCookies } from './cookies';
import { hasOwnCredential, materialise, takesCredential } from '../variables/materialise';
import { fillPaths } from '../variables/filled-paths';
import { filesOf } from '../variables/materialise-body';
import { promptOfVariable } from '../plan/prompts';
import type { BodyFile, PreparedRequest } from '../plan/prepared-request';
import type { PlannedPrompt, RequestPlan, Segment } from '../plan/plan';
import { secretsOfRequest } from '../plan/request-secrets';
import type { PrivateUse } from '../private/private-sources';
import { credentialWayOf } from '../private/ways';
import { differingHost } from '@rulebook/text/differing-host';
import { problemOfSecretHost } from './secret-host';
import { decideWay, rememberingWays, type Destination } from './allowed-ways';
import { preparingOf, type Preparing } from './sending';
import type { WayPorts } from '../ports/ways';
import type { PreparePorts } from '../ports/sender-ports';
import { schemeOfReference, secretNameOf, type SystemPorts } from '../variables/system-variables';

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

/** Fills in a plan that is not sent. */
export async function prepareRequest(plan: RequestPlan, ports: PreparePorts): Promise<Prepared> {
  return prepare(preparingOf(plan, ports));
}

/** Completes a plan: files, variables, and the credential of the endpoint that it goes to. */
export async function prepare(preparing: Preparing): Promise<Prepared> {
  const { plan, ports } = preparing;
  const prepared = await fillIn(preparing);
  const jar = ports.responses.cookies;
  if (jar === undefined || plan.keepsNoCookies || !('request' in prepared)) return prepared;
  // Cookies belong to the origin of the URL.
  if (differingHost(prepared.request.url, prepared.request.headers) !== undefined) return prepared;
  const cookies = cookiesFor(prepared.request, jar);
  const { request } = cookies;
  return { ...prepared, request, cookies, secrets: [...new Set([...prepared.secrets, ...secretsOfRequest(request)])] };
}

async function fillIn(preparing: Preparing): Promise<Prepared> {
  const { endpoint, values, ports } = preparing;
  const { answers } = values;
  const refused = await askForPrompts(preparing.plan.prompts ?? [], preparing);
  if (refused !== undefined) return { unsent: true, ...refused };
  let paths = fillPaths(preparing.plan, values);
  while ('unresolved' in paths) {
    // A command runs only when it is known where its value goes.
    if (paths.unresolved.some(isReference))
      return { unsent: true, problem: 'the path of a body file cannot hold a secret' };
    const refusal = await askForMissing(paths.unresolved, preparing);
    if (refusal !== undefined) return { unsent: true, ...refusal };
    paths = fillPaths(preparing.plan, values);
  }
  if ('problem' in paths) return { unsent: true, problem: paths.problem };
  const { plan } = paths;
  const files = new Map<string, BodyFile>();
  for (const path of filesOf(plan)) {
    const file = await ports.files.readFile(path, plan);
    if ('problem' in file) return { unsent: true, problem: file.problem };
    files.set(path, file);
  }
  const { userAgent } = ports.values;
  const fill = (at: Endpoint | undefined, credential?: string, by = values.system) =>
    materialise({ ...values, plan, endpoint: at, system: by, credential, files, userAgent });
  const ways = rememberingWays(ports.ways.privateWays);
  let filled = fill(endpoint);
  // A given value may contain further variables; each round resolves at least one.
  while ('unresolved' in filled) {
    const references = filled.unresolved.filter(isReference);
    const others = filled.unresolved.filter((name) => !isReference(name));
    const isRest = others.length === 0;
    const ofHost = isRest ? problemOfSecretHost(plan, values) : undefined;
    if (ofHost !== undefined) return { unsent: true, problem: ofHost };
    // A command of the user resolves a reference: it runs when the value may go where the request goes, and not before.
    const named = isRest ? fill(endpoint, undefined, withNamedReferences(values.system)) : undefined;
    const refusal =
      (await askForMissing(others, preparing)) ??
      (named !== undefined && 'request' in named
        ? await decideUses(named.uses, named.request, preparing, ways)
        : undefined) ??
      (isRest ? await askForMissing(references, preparing) : undefined);
    if (refusal !== undefined) return { unsent: true, ...refusal };
    filled = fill(endpoint);
  }
  if ('problem' in filled) return { unsent: true, problem: filled.problem };
  const ofHost = problemOfSecretHost(plan, values);
  if (ofHost !== undefined) return { unsent: true, problem: ofHost };
  const refusal = await decideUses([...filled.uses, ...answers.carried()], filled.request, preparing, ways);
  if (refusal !== undefined) return { unsent: true, ...refusal };
  const { place, host } = destinationOf(filled.request, preparing);
  const { body } = filled.request;
  const textOfBody = () => textOfSentBody(body, files);
  if (place === undefined) return { ...filled, textOfBody, endpoint: undefined };
  if (place.authentication?.type === 'unreadable' && !hasOwnCredential(filled.request, plan, place)) {
    const problem = `the \`authentication\` of the endpoint ${place.name} cannot be read; correct it in rulebook.json`;
    return { unsent: true, problem };
  }
  if (host !== undefined || !takesCredential(plan, place) || hasOwnCredential(filled.request, plan, place))
    return { ...filled, textOfBody, endpoint: place };
  const known = await ports.credentials.credentialOf(place);
  if ('problem' in known) return { unsent: true, problem: known.problem };
  if ('isCalledOff' in known) return { unsent: true };
  if ((known.credential ?? '') === '') return { ...filled, textOfBody, endpoint: place };
  const again = fill(place, known.credential);
  // A value that is made anew may be another one.
  if (!('request' in again) || destinationOf(again.request, preparing).host !== undefined)
    return { ...filled, textOfBody, endpoint: place };
  const source = { kind: 'credential', endpoint: place.name, way: credentialWayOf(place) } as const;
  return { ...again, textOfBody, uses: [...again.uses, { source }], endpoint: place };
}

function textOfSentBody(body: PreparedRequest['body'], files: ReadonlyMap<string, BodyFile>): string {
  if (body === undefined || typeof body === 'string') return body ?? '';
  const texts = new Map([...files.values()].map((file) => [file.bytes, file] as const));
  return body.map((part) => (typeof part === 'string' ? part : (texts.get(part)?.text() ?? ''))).join('');
}

/** Decides whether private values may go where a request goes; returns why it is not sent instead. */
export async function decideUses(
  uses: readonly PrivateUse[],
  request: PreparedRequest,
  preparing: Preparing,
  ways: WayPorts,
): Promise<{ readonly problem?: string } | undefined> {
  return decideWay(uses, destinationOf(request, preparing), ways);
}

function destinationOf(
  { url, headers }: PreparedRequest,
  { plan, endpoint, ports }: Pick<Preparing, 'plan' | 'endpoint' | 'ports'>,
): Destination {
  const { endpoints } = ports.ways;
  return {
    url,
    place: isBehind(url, endpoint) ? endpoint : endpointOfUrl(url, endpoints),
    endpoints: [...endpoints, ...(endpoint ? [endpoint] : [])],
    isUnverified: plan.acceptsAnyCertificate,
    host: differingHost(url, headers),
  };
}

function isReference(variable: string): boolean {
  const name = secretNameOf(variable);
  return name !== undefined && schemeOfReference(name) !== undefined;
}

/** Returns what fills in references to secrets by a word that stands for their values. */
function withNamedReferences(system: SystemPorts): SystemPorts {
  const standIn = (name: string) => (isReference(name) ? 'value-of-a-reference' : system.standIn?.(name));
  return { ...system, standIn };
}

async function askForMissing(names: readonly string[], preparing: Preparing) {
  const prompts = names.flatMap((name) => promptOfVariable(name) ?? []);
  const others = names.filter((name) => promptOfVariable(name) === undefined);
  return (await askForPrompts(prompts, preparing)) ?? (await askForOthers(others, preparing));
}

async function askForPrompts(prompts: readonly PlannedPrompt[], { values, ports }: Preparing) {
  const [first] = prompts;
  if (first === undefined) return undefined;
  // A prompt of the file may be answered by a definition; one that is in the request itself has no other value.
  const missing = first.name.startsWith('$')
    ? { problem: `no one can be asked for {{${first.name}}} here` }
    : undefined;
  return ports.values.askForPrompts === undefined ? missing : ports.values.askForPrompts(prompts, values.resolve);
}

async function askForOthers(names: readonly string[], { plan, values, ports }: Preparing) {
  return names.length === 0 ? undefined : ports.values.askForValues(names, plan, values.answers);
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
