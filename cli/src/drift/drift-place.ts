import type { Endpoint } from '@rulebook/engine';
import type { Service } from '@rulebook/services';
import type { Configuration } from '@rulebook/sender/configuration';
import { refused, type Refusal } from '@rulebook/sender/plan';
import { unknownEndpoint } from '@rulebook/sender/send';
import type { AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';

/** The endpoint that a URL gets for the command. */
const urlEndpoint = 'drift';

/** Returns the endpoint that is asked: one of `rulebook.json`, or one that is made of a URL for a description; or why there is none. */
export function askedEndpoint(
  written: string,
  described: Service | undefined,
  { endpoints }: Configuration,
): Endpoint | Refusal {
  if (!/^https?:\/\//i.test(written))
    return endpoints.find(({ name }) => name === written) ?? refused(unknownEndpoint(written, endpoints));
  if (!URL.canParse(written)) return refused(`${written} is not a URL`);
  const { origin, pathname, username, search } = new URL(written);
  if (username !== '' || search !== '')
    return refused('--endpoint takes a URL without a user and without a query; name an endpoint of rulebook.json');
  const baseUrl = `${origin}${pathname.replace(/\/+$/, '')}`;
  const known = endpoints.find((one) => one.baseUrl.replace(/\/+$/, '') === baseUrl);
  if (known !== undefined) return known;
  const guarded = endpoints.find((one) => one.protected === true && originOf(one.baseUrl) === origin);
  if (guarded !== undefined)
    return refused(`the endpoint ${guarded.name} at ${origin} is protected; name it with --endpoint ${guarded.name}`);
  return described === undefined
    ? refused('a URL says nothing of its service; add --description FILE')
    : { name: urlEndpoint, service: described.id, baseUrl };
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/** Returns the sandbox of a command whose configurations have an endpoint more. */
export function withEndpoint(sandbox: AvailableSandbox, endpoint: Endpoint): AvailableSandbox {
  return {
    credentialOf: sandbox.credentialOf,
    locate: (configuration) => {
      const found = sandbox.locate(configuration);
      const others = found.endpoints.filter(({ name }) => name !== endpoint.name);
      return { ...found, endpoints: [...others, endpoint] };
    },
  };
}
