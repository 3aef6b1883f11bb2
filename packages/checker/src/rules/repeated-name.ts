import { textOfConstrained } from './support/constrained';
import { decodedTextOf } from './support/parameter-text';
import { defineConstraintRule } from './rule';

/** Reports a name in the body that is the same as in the path. */
export const repeatedName = defineConstraintRule({
  id: 'repeated-name',
  category: 'style',
  severity: 'hint',
  docs: {
    what: 'Reports a name in the body that is the same as the name in the path, although two different resources are meant.',
    why: 'An index cannot follow itself. The same name is correct if leader and follower are on different clusters, as is usual; on one cluster it is a mistake.',
    remedy: 'If the clusters differ, no change is needed. Otherwise give the follower its own name.',
  },
  passes: ({ options: { parameter } }) => ({
    text: (text, { path }) => path.every((one) => one.field.name !== parameter || decodedTextOf(one) !== text),
  }),
  check(element, { options, provenance }, { path }, report) {
    const scalar = textOfConstrained(element);
    const parameter = path.find(({ field }) => field.name === options.parameter);
    if (scalar === undefined || parameter === undefined || parameter.hasPlaceholder) return;
    if (scalar.text !== '' && scalar.text === decodedTextOf(parameter)) {
      report({ message: options.message, span: scalar.span, provenance });
    }
  },
});
