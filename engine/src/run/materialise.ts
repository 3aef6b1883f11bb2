import type { Endpoint } from '../binding/model';
import { vendorHeaderName, vendorMediaType } from '../binding/vendor-name';
import type { PreparedRequest, RequestPlan } from './plan';
import type { Answers } from './answers';
import { createFiller } from './resolve-variables';
import { uncovered, withMembersCovered } from './literals';
import { segmentsOf } from './segments';
import { toStrictJson } from './strict-json';
import type { Resolve, SystemPorts } from './system-variables';

/** Everything that a plan lacks before it can be sent. */
export interface MaterialiseInput {
  readonly plan: RequestPlan;
  /** Where a path goes; its credential is used only for URLs behind its base URL. */
  readonly endpoint?: Endpoint | undefined;
  readonly resolve: Resolve;
  readonly system: SystemPorts;
  /** The answers of requests that were sent before. */
  readonly answers?: Answers;
  /** Used when the request has no `Authorization` of its own. */
  readonly credential?: string | undefined;
  /** The text of the file when the plan's body is one. */
  readonly fileBody?: string | undefined;
}

/** The request and the values that must never be shown, or what is missing. */
export type Materialised =
  | { readonly request: PreparedRequest; readonly secrets: readonly string[] }
  | { readonly unresolved: readonly string[] };

const jsonType = 'application/json';
const linesType = 'application/x-ndjson';
const knownScheme = /^(ApiKey|Bearer|Basic) +/i;

/** Fills a plan's variables in and adds what the endpoint knows. A path without an endpoint keeps its path as URL, which no transport sends. */
export function materialise(input: MaterialiseInput): Materialised {
  const { plan, endpoint, resolve, system, answers } = input;
  const filler = createFiller(resolve, system, answers?.resolve);
  const url = absoluteUrl(filler.fill(plan.target).trim(), endpoint);
  const headers: (readonly [string, string])[] = plan.headers
    .map(({ name, value }) => [filler.fill(name).trim(), filler.fill(value).trim()] as const)
    // The length is the transport's business; a written one is wrong as soon as a variable is filled in.
    .filter(([name]) => name !== '' && name.toLowerCase() !== 'content-length')
    .map(
      ([name, value]) => [vendorHeaderName(name, endpoint?.vendor), vendorMediaType(value, endpoint?.vendor)] as const,
    );
  const body = bodyText(input, filler.fill);
  if (filler.unresolved.length > 0) return { unresolved: filler.unresolved };

  const secrets = [...filler.secrets, ...(answers?.secretsFor(filler.used) ?? [])];
  const add = (name: string, value: string) => {
    if (!headers.some(([present]) => present.toLowerCase() === name.toLowerCase())) headers.push([name, value]);
  };
  for (const { name, value } of plan.recommended ?? [])
    add(vendorHeaderName(name, endpoint?.vendor), vendorMediaType(value, endpoint?.vendor));
  const type = body === undefined ? undefined : mediaType(plan);
  if (type !== undefined) add('Content-Type', type);
  const credential = input.credential?.trim() ?? '';
  if (credential !== '' && isBehind(url, endpoint)) {
    add('Authorization', knownScheme.test(credential) ? credential : `${plan.scheme ?? 'Bearer'} ${credential}`);
  }
  for (const [name, value] of headers) {
    if (name.toLowerCase() === 'authorization') secrets.push(value, value.replace(/^\S+ +/, ''));
  }
  return {
    request: { method: plan.method, url, headers, ...(body !== undefined && { body }) },
    secrets: [...new Set(secrets)],
  };
}

/** Returns whether a URL is the endpoint's base URL or lies below it; a credential goes nowhere else. */
export function isBehind(url: string, endpoint: Pick<Endpoint, 'baseUrl'> | undefined): boolean {
  if (endpoint === undefined) return false;
  const base = withLowerOrigin(withoutSlash(endpoint.baseUrl));
  const full = withLowerOrigin(url);
  return full.startsWith(base) && /^([/?#]|$)/.test(full.slice(base.length));
}

function absoluteUrl(target: string, endpoint: Endpoint | undefined): string {
  if (/^https?:\/\//i.test(target)) return target;
  // A variable in front of the path may name a host without its scheme.
  if (!target.startsWith('/')) return `http://${target}`;
  return endpoint === undefined ? target : withoutSlash(endpoint.baseUrl) + target;
}

function bodyText({ plan, fileBody }: MaterialiseInput, fill: (segments: ReturnType<typeof segmentsOf>) => string) {
  if (plan.body === undefined) return undefined;
  if (plan.body.kind === 'text') return fill(plan.body.segments);
  if (fileBody === undefined) return undefined;
  // A JSON file may begin with a comment that says which request it belongs to.
  const text = isJsonFile(plan.body.path) ? toStrictJson(fileBody) : fileBody;
  if (!plan.body.fillsVariables) return text;
  return fill(uncovered(segmentsOf(withMembersCovered(text, plan.body.literals ?? []))));
}

function mediaType({ body }: RequestPlan): string | undefined {
  if (body?.kind === 'file') {
    if (/\.ndjson$/i.test(body.path)) return linesType;
    return isJsonFile(body.path) ? jsonType : undefined;
  }
  if (body?.form === undefined) return undefined;
  return body.form === 'lines' ? linesType : jsonType;
}

function isJsonFile(path: string): boolean {
  return /\.jsonc?$/i.test(path);
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

function withLowerOrigin(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, (origin) => origin.toLowerCase());
}
