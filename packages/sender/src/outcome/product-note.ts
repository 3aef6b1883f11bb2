import type { Endpoint } from '@rulebook/checker/binding/model';
import type { ShownProduct } from '@rulebook/catalogue/identity';
import { isSandboxEndpoint } from '../configuration/sandbox-endpoint';
import { identities } from '@rulebook/services/identities';
import { ofLast, perObject } from '@rulebook/text/structures/memo';
import type { ReceivedResponse } from '../plan/response';

/** A body that says what a product is has a few lines. In characters. */
const longest = 10_000;

/**
 * Returns a sentence that says which product has answered, where the endpoint says otherwise, or is usually taken for something else;
 * empty where the response does not show it. Checks then know which description holds.
 */
export function productNote(
  endpoint: Endpoint | undefined,
  { headers, body }: Pick<ReceivedResponse, 'headers' | 'body'>,
): readonly string[] {
  if (endpoint === undefined || isSandboxEndpoint(endpoint)) return [];
  for (const product of productsOf(endpoint)) {
    const named = product.header !== undefined && fieldsOf(headers).includes(fieldOf(product.header));
    const version = product.body && versionIn(body, product.body);
    if (!named && version === undefined) continue;
    const isUsual = product.isUsual === true && endpoint.vendor === undefined;
    if (isUsual || endpoint.vendor?.toLowerCase() === product.vendor || endpoint.vendor === 'none') return [];
    const members = [`"vendor": "${product.vendor}"`, ...(version ? [`"version": "${version}"`] : [])].join(', ');
    return [
      `This server is ${[product.title, version].filter(Boolean).join(' ')}. Write ${members} into the endpoint ${endpoint.name} in rulebook.json, so that its description is used.`,
    ];
  }
  return [];
}

const productsOf = perObject(
  ({ service }: Endpoint) => identities.find(({ id }) => id === service)?.shownProducts ?? [],
);

type Headers = ReceivedResponse['headers'];

/** Responses after each other often have the same header fields. */
const fieldsOf = ofLast((headers: Headers) =>
  headers.map(([name, value]) => fieldOf({ name: name.toLowerCase(), value: value.trim() })),
);

function fieldOf({ name, value }: NonNullable<ShownProduct['header']>): string {
  return `${name}: ${value}`;
}

/** Returns the version that a body states, or an empty text for one without; undefined if the body is not that of the product. */
function versionIn(body: string, { at, value, version }: NonNullable<ShownProduct['body']>): string | undefined {
  if (body.length > longest || !body.trimStart().startsWith('{')) return undefined;
  // Most bodies are about something else; with a backslash, the value may be written in another way.
  if (!body.includes(value) && !body.includes('\\')) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (valueAt(json, at) !== value) return undefined;
  const [number = ''] = /^\d{1,4}\.\d{1,4}(?:\.\d{1,4})?/.exec(String(valueAt(json, version))) ?? [];
  return number;
}

function valueAt(json: unknown, path: readonly string[]): unknown {
  let value = json;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}
