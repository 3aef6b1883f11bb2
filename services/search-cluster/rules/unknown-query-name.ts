import { queryRule } from './support/query-use';

/** Reports a name in a query that is not there: a command, a function, a column that neither the mapping nor the commands above it have, or one that the version of the endpoint lacks. The mapping is that of the same file, or what the endpoint has listed in the editor. */
export const unknownQueryName = queryRule(
  {
    id: 'unknown-query-name',
    severity: 'warning',
    docs: {
      what: 'Reports a name in a query that is not there: a command, a function, a column that neither the mapping nor the commands above it have, or one that the version of the endpoint lacks. The mapping is that of the same file, or what the endpoint has listed in the editor.',
      why: 'The service refuses a query with a name that it does not know.',
      remedy:
        'Correct the name; a quick fix writes what is probably meant. Of an index whose fields are not known, no column is reported unless an earlier command took it away.',
    },
  },
  new Set(['unknown-name', 'version']),
);
