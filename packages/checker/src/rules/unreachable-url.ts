import type { Binding } from '../binding/model';
import { isLoopbackHost, withoutPort } from '@rulebook/text/loopback-host';
import { readUrl } from '@rulebook/text/url';
import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

function isLocal(url: string): boolean {
  const host = readUrl(url)?.host;
  return host !== undefined && (isLoopbackHost(withoutPort(host)) || /^(?:0\.0\.0\.0|\[::\])$/.test(host));
}

/** Reports a delivery address that means the machine of the service. */
export const unreachableUrl = defineConstraintRule({
  id: 'unreachable-url',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a URL with `localhost` or another name of the local machine, which the service cannot reach.',
    why: 'The service sends from where it runs, and `localhost` there is another machine. The public service refuses such URLs. Requests to an endpoint on the local machine, such as the sandbox, are not reported.',
    remedy: 'Write an address that the service can reach, for example that of a tunnel to your machine.',
  },
  passes: () => ({ text: (text) => !isLocal(text) }),
  check(element, { options, provenance }, binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined || !isLocal(scalar.text) || goesToThisMachine(binding)) return;
    report({ message: options.message, span: scalar.span, provenance });
  },
});

/** Without a configuration, the built-in endpoints are only placeholders for those of the user. */
function goesToThisMachine({ endpoint, namedEndpoint, request }: Binding): boolean {
  const { origin } = request.target;
  if (origin !== undefined) return isLocal(origin.text);
  if (endpoint === undefined || !isLocal(endpoint.baseUrl)) return false;
  return endpoint.isBuiltIn !== true || namedEndpoint !== undefined;
}
