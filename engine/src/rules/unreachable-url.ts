import { directiveOf, type Binding } from '../binding/model';
import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

const localUrl = /^[a-z]+:\/\/([^/?#@]*@)?([^/?#:]+\.)?(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])\.?([:/?#]|$)/i;

/** Reports a delivery address that names the machine of the service itself. */
export const unreachableUrl = defineConstraintRule({
  id: 'unreachable-url',
  scope: 'constraint',
  severity: 'warning',
  docs: {
    what: 'Reports a delivery address on `localhost` or another name of the local machine.',
    why: 'The service delivers from where it runs, and there `localhost` is another machine. The public service refuses such addresses. A request to an endpoint on this machine, such as the sandbox, is not reported.',
    remedy: 'Write an address that the service can reach, for example that of a tunnel to your machine.',
    valid: [
      'POST /repos/octocat/hello-world/hooks\n\n{ "config": { "url": "https://example.com/hook" } }\n',
      'POST http://127.0.0.1:9272/repos/octocat/hello-world/hooks\n\n{ "config": { "url": "http://localhost:9000/" } }\n',
    ],
    invalid: ['POST /repos/octocat/hello-world/hooks\n\n{ "config": { "url": "http://localhost:9000/" } }\n'],
  },
  check(element, { options, provenance }, binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined || !localUrl.test(scalar.text) || goesToThisMachine(binding)) return;
    report({ message: options.message, span: scalar.span, provenance });
  },
});

/** Without a configuration, the built-in endpoints stand for whatever the user means. */
function goesToThisMachine({ block, endpoint, request }: Binding): boolean {
  const { origin } = request.target;
  if (origin !== undefined) return localUrl.test(origin.text);
  if (endpoint === undefined || !localUrl.test(endpoint.baseUrl)) return false;
  return endpoint.isBuiltIn !== true || directiveOf(block, 'endpoint') !== undefined;
}
