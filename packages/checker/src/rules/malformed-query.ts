import { certainProblems, isQueryShape, placeInBlock, queryContextOf, writtenQuery } from '../binding/written-query';
import type { BlockRule } from './rule';
import { isRecorded } from './support/bound-values';
import { changeTo } from './support/change-to';

/** Reports a query in a body that its language does not read. */
export const malformedQuery: BlockRule = {
  id: 'malformed-query',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a query in a string of a body that its language cannot read, for example ES|QL with a missing `|`, or with `=` where values are compared.',
    why: 'The service refuses a query that it cannot read.',
    remedy:
      'Correct the query where it is marked; the word that is missing is often in front of the mark. A quick fix writes what is probably meant.',
  },
  concerns: isQueryShape,
  value(value, binding, report) {
    // Of a text with a form, another rule reports what is not of this form.
    const hasForm = value.shape.type === 'string' && value.shape.format !== undefined;
    const query = hasForm || isRecorded(value, binding) ? undefined : writtenQuery(value, binding);
    if (query === undefined) return;
    for (const problem of certainProblems(query, queryContextOf(binding))) {
      const { kind, message, meant, isRefused } = problem;
      if (kind !== 'syntax') continue;
      const place = placeInBlock(query, problem);
      report({
        message,
        span: place,
        provenance: query.fact.provenance,
        ...(!isRefused && { isRefused: false }),
        fixes: () => changeTo(meant, place, { write: query.write }),
      });
    }
  },
};
