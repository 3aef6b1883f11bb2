import { queryRule } from './support/query-use';

/** Reports values in a query whose types do not fit: a number that is compared with a text, an argument of a function, a condition that is none, and aggregations outside of STATS. */
export const mismatchedQueryType = queryRule(
  {
    id: 'mismatched-query-type',
    severity: 'warning',
    docs: {
      what: 'Reports values in a query whose types do not fit: a number that is compared with a text, an argument of a function, a condition that is none, and aggregations outside of STATS.',
      why: 'The service refuses such a query before it runs.',
      remedy: 'Convert the value, for example by `::integer`, or write what the message says.',
    },
  },
  new Set(['type']),
);
