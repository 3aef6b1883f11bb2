import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a name in the body that the path names too. */
export const repeatedName = defineConstraintRule({
  id: 'repeated-name',
  scope: 'constraint',
  severity: 'hint',
  docs: {
    what: 'Reports a name in the body that the path names too, where two different things are meant.',
    why: 'An index cannot follow itself. The same name is right when leader and follower stand on different clusters, as they usually do; on one cluster it is a slip.',
    remedy: 'Nothing, when the clusters differ. Otherwise give the follower a name of its own.',
    valid: ['PUT /logs-copy/_ccr/follow\n\n{ "remote_cluster": "leader", "leader_index": "logs" }\n'],
    invalid: ['PUT /logs/_ccr/follow\n\n{ "remote_cluster": "leader", "leader_index": "logs" }\n'],
  },
  check(element, { options, provenance }, { path }, report) {
    const scalar = textOfConstrained(element);
    const parameter = path.find(({ field }) => field.name === options.parameter);
    if (scalar === undefined || parameter === undefined || parameter.hasHole) return;
    if (scalar.text !== '' && scalar.text === parameter.text) {
      report({ message: options.message, span: scalar.span, provenance });
    }
  },
});
