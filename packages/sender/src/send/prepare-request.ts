import type { Endpoint } from '@rulebook/checker/binding/model';
import { cookiesFor, type RequestCookies } from './cookies';
import { hasOwnCredential, takesCredential } from '../variables/materialise';
import { materialiseFor } from '../variables/materialise-alike';
import { fillPaths } from '../variables/filled-paths';
import { filesOf } from '../variables/materialise-body';
import type { BodyFile, PreparedRequest } from '../plan/prepared-request';
import type { RequestPlan, Segment } from '../plan/plan';
import { refused, type Refusal } from '../refusal';
import { secretsOfRequest } from '../plan/request-secrets';
import type { PrivateUse } from '../private/private-sources';
import { credentialWayOf } from '../private/ways';
import { differingHost } from '@rulebook/text/differing-host';
import { problemOfSecretHost } from './secret-host';
import { decideUses, destinationOf, rememberingWays } from './allowed-ways';
import { askForMissing, askForPrompts } from './ask-for-values';
import { preparingOf, type Preparing } from './sending';
import type { PreparePorts } from '../ports/sender-ports';
import type { WayPorts } from '../ports/ways';
import { schemeOfReference, secretNameOf, type SystemPorts } from '../variables/system-variables';

/** A request that can be sent. */
export interface Filled {
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

/** Fills in a plan that is not sent. */
export async function prepareRequest(plan: RequestPlan, ports: PreparePorts): Promise<Filled | Refusal> {
  return prepare(preparingOf(plan, ports));
}

/** Completes a plan: files, variables, and the credential of the endpoint that it goes to; returns why it is not sent instead. */
export async function prepare(preparing: Preparing): Promise<Filled | Refusal> {
  const { plan, ports } = preparing;
  const filled = await fillIn(preparing);
  const jar = ports.responses.cookies;
  if (jar === undefined || plan.keepsNoCookies || 'cause' in filled) return filled;
  // Cookies belong to the origin of the URL.
  if (differingHost(filled.request.url, filled.request.headers) !== undefined) return filled;
  const cookies = cookiesFor(filled.request, jar);
  const { request } = cookies;
  if (request === filled.request) return { cookies, ...filled };
  return { cookies, ...filled, request, secrets: [...new Set([...filled.secrets, ...secretsOfRequest(request)])] };
}

async function fillIn(preparing: Preparing): Promise<Filled | Refusal> {
  const { endpoint, values, ports } = preparing;
  const { prompts = [] } = preparing.plan;
  const unentered = prompts.length === 0 ? undefined : await askForPrompts(prompts, preparing);
  if (unentered !== undefined) return unentered;
  let paths = fillPaths(preparing.plan, values);
  while ('unresolved' in paths) {
    // A command runs only when it is known where its value goes.
    if (paths.unresolved.some(isReference)) return refused('the path of a body file cannot hold a secret');
    const unknown = await askForMissing(paths.unresolved, preparing);
    if (unknown !== undefined) return unknown;
    paths = fillPaths(preparing.plan, values);
  }
  if ('cause' in paths) return paths;
  const { plan } = paths;
  const files = new Map<string, BodyFile>();
  for (const path of filesOf(plan)) {
    const file = await ports.files.readFile(path, plan);
    if ('cause' in file) return file;
    files.set(path, file);
  }
  const { userAgent } = ports.values;
  const materialise = materialiseFor(ports.values);
  const fill = (at: Endpoint | undefined, credential?: string, by = values.system) =>
    materialise({
      resolve: values.resolve,
      answers: values.answers,
      system: by,
      plan,
      endpoint: at,
      credential,
      files,
      userAgent,
    });
  let remembered: WayPorts | undefined;
  /** Most requests have no private value, about whose way one would be asked. */
  const decide = (uses: readonly PrivateUse[], request: PreparedRequest) =>
    uses.length === 0
      ? undefined
      : decideUses(uses, request, preparing, (remembered ??= rememberingWays(ports.ways.privateWays)));
  let filled = fill(endpoint);
  // A given value may contain further variables; each round resolves at least one.
  while ('unresolved' in filled) {
    const references = filled.unresolved.filter(isReference);
    const others = filled.unresolved.filter((name) => !isReference(name));
    const isRest = others.length === 0;
    const ofHost = isRest ? problemOfSecretHost(plan, values) : undefined;
    if (ofHost !== undefined) return ofHost;
    // A command of the user resolves a reference: it runs when the value may go where the request goes, and not before.
    const named = isRest ? fill(endpoint, undefined, withNamedReferences(values.system)) : undefined;
    const unknown =
      (await askForMissing(others, preparing)) ??
      (named !== undefined && 'request' in named ? await decide(named.uses, named.request) : undefined) ??
      (isRest ? await askForMissing(references, preparing) : undefined);
    if (unknown !== undefined) return unknown;
    filled = fill(endpoint);
  }
  if ('cause' in filled) return filled;
  const objection =
    problemOfSecretHost(plan, values) ?? decide([...filled.uses, ...values.answers.carried()], filled.request);
  const refusal = objection && (await objection);
  if (refusal !== undefined) return refusal;
  const { place, host } = destinationOf(filled.request, preparing);
  const { body } = filled.request;
  const textOfBody = () => textOfSentBody(body, files);
  const plain = { textOfBody, endpoint: place, ...filled };
  if (place === undefined) return plain;
  const hasOwn = hasOwnCredential(filled.request, plan, place);
  if (place.authentication?.type === 'unreadable' && !hasOwn)
    return refused(
      `the \`authentication\` of the endpoint ${place.name} cannot be read`,
      'correct it in rulebook.json',
    );
  if (host !== undefined || hasOwn || !takesCredential(plan, place)) return plain;
  const known = await ports.credentials.credentialOf(place);
  if ('cause' in known) return known;
  if ((known.credential ?? '') === '') return plain;
  const again = fill(place, known.credential);
  // A value that is made anew may be another one.
  if (!('request' in again) || destinationOf(again.request, preparing).host !== undefined) return plain;
  const source = { kind: 'credential', endpoint: place.name, way: credentialWayOf(place) } as const;
  return { ...again, textOfBody, uses: [...again.uses, { source }], endpoint: place };
}

function textOfSentBody(body: PreparedRequest['body'], files: ReadonlyMap<string, BodyFile>): string {
  if (body === undefined || typeof body === 'string') return body ?? '';
  const texts = new Map([...files.values()].map((file) => [file.bytes, file] as const));
  return body.map((part) => (typeof part === 'string' ? part : (texts.get(part)?.text() ?? ''))).join('');
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

/** Returns the plan without its own credential, so that the endpoint's credential is sent; the same plan when it has none. */
export function withoutAuthorization(plan: RequestPlan): RequestPlan {
  const field = plan.credential?.kind === 'header' ? plan.credential.name.toLowerCase() : undefined;
  const headers = plan.headers.filter(({ name }) => !isNamed(name, 'authorization') && !isNamed(name, field));
  return headers.length === plan.headers.length ? plan : { ...plan, headers };
}

function isNamed(name: readonly Segment[], field: string | undefined): boolean {
  return name.length === 1 && typeof name[0] === 'string' && name[0].trim().toLowerCase() === field;
}
