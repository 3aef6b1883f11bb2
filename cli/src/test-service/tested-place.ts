import { refused, type Refusal } from '@rulebook/sender/plan';
import type { Endpoint } from '@rulebook/engine';
import type { Destination } from '@rulebook/sandbox/contract-tests';
import { isSandboxEndpoint, type Configuration } from '@rulebook/sender/configuration';
import type { Service } from '@rulebook/services';
import { unknownEndpoint } from '@rulebook/sender/send';
import { isLoopbackHost } from '@rulebook/text';

/** Where tests go. */
export interface TestedPlace {
  readonly destination: Destination;
  /** Absent: it is a URL. */
  readonly endpoint: Endpoint | undefined;
  readonly url: string;
}

/** Returns where the tests go, or why they do not go there, as a sentence. */
export function testedPlace(written: string, service: Service, { endpoints }: Configuration): TestedPlace | Refusal {
  if (!/^https?:\/\//i.test(written)) {
    const endpoint = endpoints.find(({ name }) => name === written);
    if (endpoint === undefined) return refused(unknownEndpoint(written, endpoints));
    if (endpoint.protected === true) return refused(protectedReason(written));
    if (endpoint.service !== service.id)
      return refused(`the endpoint ${written} is of ${endpoint.service}, not of ${service.id}`);
    return { destination: { endpoint: written }, endpoint, url: endpoint.baseUrl };
  }
  if (!URL.canParse(written)) return refused(`${written} is not a URL`);
  const { origin } = new URL(written);
  const guarded = endpoints.find((one) => one.protected === true && originOf(one.baseUrl) === origin);
  if (guarded !== undefined) return refused(protectedReason(guarded.name));
  return { destination: { url: written }, endpoint: undefined, url: written };
}

/** Returns where a service is tested that no option says: at its endpoint, or at the server of this machine that its description names. */
export function usualDestination(
  { id, baseUrls = [] }: Service,
  { endpoints, defaults }: Configuration,
): string | undefined {
  const own = endpoints.filter(({ service, isBuiltIn }) => service === id && isBuiltIn !== true);
  const name = defaults[id];
  const usual = own.find((one) => one.name === name) ?? (own.length === 1 ? own[0] : undefined);
  return usual?.name ?? baseUrls.find((url) => isOnThisMachine(url));
}

function protectedReason(name: string): string {
  return `the endpoint ${name} is protected, so it is not tested: tests create, change and remove what they need`;
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/** Reads header fields such as `Api-Key: {{key}}`; a sentence for one that is none. */
export function headersIn(written: readonly string[]): NonNullable<Destination['headers']> | Refusal {
  const fields = written.map((text) => /^([!#$%&'*+.^`|~\w-]+):(.+)$/.exec(text));
  const wrong = fields.findIndex((field) => field === null);
  if (wrong >= 0) return refused('--header needs a field such as "Api-Key: {{key}}"');
  return fields.map((field) => [field?.[1] ?? '', field?.[2]?.trim() ?? ''] as const);
}

/** Returns whether tests go to a sandbox that a rulebook.json has not named itself. */
export function isInSandbox({ endpoint }: TestedPlace): boolean {
  return isSandboxEndpoint(endpoint) && endpoint?.folder === undefined;
}

/** Returns whether a URL leads to this machine. */
export function isOnThisMachine(url: string): boolean {
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}
