import { queryRule } from './support/query-use';

/** Reports a part of a query that the service takes and that does not do what it seems to do, such as `== NULL`, and as a hint what costs much, such as a pattern with a wildcard in front, what a later version will not take, and values that the query does not use. */
export const ineffectiveQuery = queryRule(
  {
    id: 'ineffective-query',
    severity: 'warning',
    docs: {
      what: 'Reports a part of a query that the service takes and that does not do what it seems to do, such as `== NULL`, and as a hint what costs much, such as a pattern with a wildcard in front, what a later version will not take, and values that the query does not use.',
      why: 'The query runs without an error and finds nothing, or something else.',
      remedy: 'Write what the message says.',
    },
  },
  new Set(['ineffective', 'costly', 'deprecated', 'unneeded']),
);
