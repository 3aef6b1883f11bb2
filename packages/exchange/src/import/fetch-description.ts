import { refused, type CancelSignal, type Refusal, type Transport } from '@rulebook/sender/plan';
import type { FetchedDescription } from './fetched-description';
import { importedUrls } from './bundle-description';
import { isDescriptionText } from './find-description';

/** Where services have their descriptions by default: FastAPI and others, Spring, ASP.NET, NestJS, Quarkus, and plain files. */
export const usualDescriptionPaths: readonly string[] = [
  '/openapi.json',
  '/v3/api-docs',
  '/swagger/v1/swagger.json',
  '/swagger.json',
  '/api-docs',
  '/api-json',
  '/openapi/v1.json',
  '/api/openapi.json',
  '/q/openapi?format=json',
  '/openapi.yaml',
];

const limits = { timeout: 15_000, maximumBody: 32_000_000, followsRedirects: false };

/** So many files of a description are fetched. */
const maxImports = 100;

/**
 * Fetches the description at a URL, with `GET` and without a credential; at a host alone, the first that is at one of the usual places. Redirects are
 * not followed. Never rejects; a refusal is a sentence for the user.
 */
export async function fetchDescription(
  { send }: Transport,
  url: string,
  signal?: CancelSignal,
): Promise<FetchedDescription | Refusal> {
  const host = /^(https?:\/\/[^/?#]+)\/?$/i.exec(url)?.[1];
  const places = host === undefined ? [url] : usualDescriptionPaths.map((path) => host + path);
  for (const place of places) {
    const headers = [['Accept', 'application/json, application/yaml;q=0.9, */*;q=0.5']] as const;
    const outcome = await send({ method: 'GET', url: place, headers }, limits, signal);
    if ('failure' in outcome) return refused(`${place} cannot be fetched: ${outcome.failure.message}`);
    const { status, body, isTruncated } = outcome.response;
    if (status === 200 && !isTruncated && isDescriptionText(body)) {
      const imports = await fetchImports({ send }, { url: place, text: body }, signal);
      if ('cause' in imports) return imports;
      return { ...laidOut(place, body), ...(imports.length > 0 && { imports }) };
    }
    if (places.length === 1) return refused(reasonOf(place, status, isTruncated));
  }
  return refused(`${url} has no description at the usual places; name its whole URL, which its documentation has`);
}

/** Fetches the files of its own origin that a description refers to. */
async function fetchImports(
  { send }: Transport,
  root: { readonly url: string; readonly text: string },
  signal?: CancelSignal,
): Promise<readonly { readonly url: string; readonly text: string }[] | Refusal> {
  const found: { readonly url: string; readonly text: string }[] = [];
  const known = new Set([root.url]);
  const waiting = [...importedUrls(root.text, root.url)];
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    if (known.has(url)) continue;
    known.add(url);
    if (known.size > maxImports)
      return refused(`${root.url} refers to more than ${maxImports} files; save it as one file`);
    const headers = [['Accept', 'application/json, application/yaml;q=0.9, */*;q=0.5']] as const;
    const outcome = await send({ method: 'GET', url, headers }, limits, signal);
    if ('failure' in outcome) return refused(`${url} cannot be fetched: ${outcome.failure.message}`);
    const { status, body, isTruncated } = outcome.response;
    // What is not there is a problem of the description, which is shown with its others.
    if (status !== 200 || isTruncated) continue;
    found.push({ url, text: body });
    waiting.push(...importedUrls(body, url));
  }
  return found;
}

function reasonOf(url: string, status: number, isTruncated: boolean): string {
  if (status !== 200)
    return `${url} answered with status ${status}; look for the URL in the documentation of the service`;
  return isTruncated
    ? `the description at ${url} is too large; save it as a file, and remove what no request needs`
    : `what is at ${url} is not an OpenAPI or Swagger description; look for the URL in the documentation of the service`;
}

function laidOut(url: string, text: string): FetchedDescription {
  const value = parsed(text);
  if (value === undefined) {
    const title = /^[ \t]+title:[ \t]*["']?([^"'\r\n]*)/m.exec(text)?.[1]?.trim() ?? '';
    return { url, text, extension: 'yaml', title };
  }
  const { title } = memberOf(value, 'info') ?? {};
  const whole = `${JSON.stringify(value, null, 2)}\n`;
  return { url, text: whole, extension: 'json', title: typeof title === 'string' ? title : '' };
}

function parsed(text: string, readYaml?: (text: string) => unknown): Members | undefined {
  const plain = text.replace(/^\uFEFF/, '');
  for (const read of [JSON.parse as (text: string) => unknown, readYaml]) {
    try {
      const value = read?.(plain);
      if (isMembers(value)) return value;
    } catch {
      // It may be of the other language.
    }
  }
  return undefined;
}

/**
 * Returns the base URL of a service whose description is at a URL, if its first server is there: a server without a host is at the place that serves the
 * description. Undefined where the description names another host.
 */
export function serverNextTo({ url, text }: Pick<FetchedDescription, 'url' | 'text'>): string | undefined {
  const origin = /^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? '';
  const { servers, basePath, host } = parsed(text) ?? {};
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  const named = isMembers(first) ? first.url : typeof host === 'string' ? `//${host}` : basePath;
  if (typeof named !== 'string') return origin;
  if (/^(?:[a-z]+:)?\/\//i.test(named) || named.includes('{'))
    return named.toLowerCase().startsWith(`${origin.toLowerCase()}/`) || named === origin
      ? named.replace(/\/+$/, '')
      : undefined;
  return `${origin}/${named}`.replace(/([^:])\/{2,}/g, '$1/').replace(/\/+$/, '');
}

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function memberOf(value: Members, name: string): Members | undefined {
  const member = value[name];
  return isMembers(member) ? member : undefined;
}

/** What differs between two versions of a description, as methods and paths such as `GET /books/{id}`. */
export interface DescriptionChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Compares two versions of a description, each operation with all that it refers to; undefined for what cannot be read. */
export function changedOperations(
  former: string,
  next: string,
  readYaml: (text: string) => unknown,
): DescriptionChanges | undefined {
  const [before, after] = [parsed(former, readYaml), parsed(next, readYaml)];
  if (before === undefined || after === undefined) return undefined;
  const [old, now] = [operationsOf(before), operationsOf(after)];
  const names = [...now.keys()];
  return {
    added: names.filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    changed: names.filter((name) => old.has(name) && old.get(name) !== now.get(name)),
  };
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];

function operationsOf(root: Members): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [path, item] of Object.entries(memberOf(root, 'paths') ?? {})) {
    const target = isMembers(item) && typeof item.$ref === 'string' ? at(root, item.$ref) : item;
    if (!isMembers(item) || !isMembers(target)) continue;
    for (const method of methods) {
      const operation = item[method] ?? target[method];
      if (!isMembers(operation)) continue;
      const whole = [operation, item.parameters, target.parameters, item.$ref, root.security];
      found.set(`${method.toUpperCase()} ${path}`, JSON.stringify([whole, ...referredTo(whole, root)]));
    }
  }
  return found;
}

/** Returns everything that a value refers to, each once, in the order in which it is found. */
function referredTo(value: unknown, root: Members): readonly unknown[] {
  const seen = new Set<string>();
  const found: unknown[] = [];
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const member of Object.values(next)) waiting.push(member ?? '');
    const reference = '$ref' in next ? next.$ref : undefined;
    if (typeof reference !== 'string' || !reference.startsWith('#/') || seen.has(reference)) continue;
    seen.add(reference);
    const target = at(root, reference);
    if (target === undefined) continue;
    found.push(target);
    waiting.push(target);
  }
  return found;
}

function at(root: Members, pointer: string): unknown {
  let value: unknown = root;
  for (const step of pointer.slice(2).split('/')) {
    if (!isMembers(value)) return undefined;
    value = value[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
}
