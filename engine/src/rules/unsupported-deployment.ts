import { valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a list that one kind of deployment refuses. */
export const unsupportedDeployment = defineConstraintRule({
  id: 'unsupported-deployment',
  scope: 'constraint',
  severity: 'error',
  docs: {
    what: 'Reports a list with items that a kind of deployment refuses.',
    why: 'The same request is accepted by one deployment and refused by another.',
    remedy:
      'Leave the list empty there. `# @deployment self-managed` above the request, or `deployment` of the endpoint, says which one it is.',
    valid: ['# @deployment serverless\nPUT /_security/api_key\n\n{ "role_descriptors": { "r": { "run_as": [] } } }\n'],
    invalid: [
      '# @deployment serverless\nPUT /_security/api_key\n\n{ "role_descriptors": { "r": { "run_as": ["u"] } } }\n',
      'PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "run_as": ["u"] } } }\n',
    ],
  },
  check(element, { options, provenance }, { deployment }, report) {
    const list = valueOfConstrained(element);
    if (list?.node.type !== 'array' || list.items.length === 0) return;
    if (deployment === options.deployment) report({ message: options.message, span: list.anchor, provenance });
    else if (deployment === undefined)
      report({ message: options.otherwise, span: list.anchor, severity: 'hint', provenance });
  },
});
