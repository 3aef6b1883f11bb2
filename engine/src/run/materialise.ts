import type { Endpoint } from '../binding/model';
import { vendorHeaderName, vendorMediaType } from '../binding/vendor-name';
import type { BodyFile, BodyPiece, LiteralMember, PreparedRequest, RequestPlan, Segment } from './plan';
import type { Answers } from './answers';
import { secretsOfRequest } from './request-secrets';
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
  /** The files that the plan's body includes, by their paths as written. */
  readonly files?: ReadonlyMap<string, BodyFile>;
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
  const body = bodyOf(input, filler.fill);
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
  const hasOwn = headers.some(([name]) => name.toLowerCase() === 'authorization');
  const credentialScope = credential !== '' && !hasOwn && isBehind(url, endpoint) ? endpoint?.baseUrl : undefined;
  if (credentialScope !== undefined) {
    add('Authorization', knownScheme.test(credential) ? credential : `${plan.scheme ?? 'Bearer'} ${credential}`);
  }
  const request = {
    method: plan.method,
    url,
    headers,
    ...(body !== undefined && { body }),
    ...(credentialScope !== undefined && { credentialScope }),
  };
  return { request, secrets: [...new Set([...secrets, ...secretsOfRequest(request)])] };
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

/** Returns the paths of the files that a plan's body includes, as written and once. */
export function filesOf({ body }: RequestPlan): readonly string[] {
  if (body?.kind === 'file') return [body.path];
  if (body?.kind !== 'pieces') return [];
  return [...new Set(body.pieces.flatMap((piece) => (piece.kind === 'file' ? [piece.path] : [])))];
}

function bodyOf({ plan, files }: MaterialiseInput, fill: (segments: readonly Segment[]) => string) {
  const { body } = plan;
  if (body === undefined) return undefined;
  if (body.kind === 'text') return fill(body.segments);
  if (body.kind === 'file') return fileContent(body, body.literals ?? [], files, fill);
  return body.pieces.flatMap((piece) =>
    piece.kind === 'text' ? [fill(piece.segments)] : (fileContent(piece, [], files, fill) ?? []),
  );
}

/** Returns the bytes of a file as they are, or its text where something in it is replaced. */
function fileContent(
  { path, fillsVariables, encoding }: Extract<BodyPiece, { readonly kind: 'file' }>,
  literals: readonly LiteralMember[],
  files: MaterialiseInput['files'],
  fill: (segments: readonly Segment[]) => string,
): PreparedRequest['body'] {
  const file = files?.get(path);
  if (file === undefined) return undefined;
  if (!fillsVariables && !isJsonFile(path)) return [file.bytes];
  const text = file.text(encoding) ?? '';
  // A JSON file may begin with a comment that says which request it belongs to.
  const strict = isJsonFile(path) ? toStrictJson(text) : text;
  return fillsVariables ? fill(uncovered(segmentsOf(withMembersCovered(strict, literals)))) : strict;
}

function mediaType({ body }: RequestPlan): string | undefined {
  if (body?.kind === 'file') {
    if (/\.ndjson$/i.test(body.path)) return linesType;
    return isJsonFile(body.path) ? jsonType : undefined;
  }
  if (body?.kind !== 'text' || body.form === undefined) return undefined;
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
