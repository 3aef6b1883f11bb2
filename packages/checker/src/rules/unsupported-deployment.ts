import { valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a list that one kind of deployment refuses. */
export const unsupportedDeployment = defineConstraintRule({
  id: 'unsupported-deployment',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports a list with items that a kind of deployment refuses.',
    why: 'One kind of deployment accepts the request, and another refuses it.',
    remedy:
      'Leave the list empty for that deployment. To set the deployment, write `# @deployment self-managed` above the request, or `deployment` into the endpoint.',
  },
  check(element, { options, provenance }, { deployment }, report) {
    const list = valueOfConstrained(element);
    if (list?.node.type !== 'array' || list.items.length === 0) return;
    if (deployment === options.deployment) report({ message: options.message, span: list.anchor, provenance });
    else if (deployment === undefined)
      report({ message: options.otherwise, span: list.anchor, severity: 'hint', provenance });
  },
});
