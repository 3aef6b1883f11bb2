import type { Endpoint } from '@rulebook/engine';
import { isSandboxEndpoint } from '@rulebook/sender/configuration';

/** Returns the endpoints of a service but for those of the sandbox, and the one to which requests go without a question. */
export function endpointsOfService(
  endpoints: readonly Endpoint[],
  defaults: Readonly<Record<string, string | undefined>>,
  service: string,
): { readonly only?: Endpoint; readonly offered: readonly Endpoint[] } {
  const offered = endpoints.filter((endpoint) => endpoint.service === service && !isSandboxEndpoint(endpoint));
  const only =
    offered.find(({ name }) => name === defaults[service]) ?? (offered.length === 1 ? offered[0] : undefined);
  return { ...(only && { only }), offered };
}

/** Returns the document of a request for an operation, as a snippet whose request is given. */
export function operationSnippet(summary: string, endpoint: string | undefined, request: string): string {
  const title = `### ${escaped(summary)}`.trimEnd();
  return `${title}\n${endpoint === undefined ? '' : `# @endpoint ${escaped(endpoint)}\n`}${request}`;
}

/** Returns a text of one line whose signs have no meaning in a snippet. */
function escaped(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\$}]/g, '\\$&');
}
