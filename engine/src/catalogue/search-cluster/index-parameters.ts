import type { Constraint, Field, Severity } from '../model';
import { refused } from '../provenance';
import { text } from '../shapes';
import { indexChoiceFrom, masterTimeoutFrom, timeoutFrom } from './common-query';
import { besideFlattened, flattenedPage, fromFlattenedUsage } from './flattened-sources';
import { conventions, specification } from './sources';

/** The index in the path. */
export const indexName: Field = {
  name: 'index',
  summary: 'The name of the index.',
  provenance: fromFlattenedUsage,
  shape: text,
  required: true,
};

const besideNames = refused(besideFlattened(specification));
/** Names with date math are encoded, and mean another name. */
const plainName = '(?![<%])';

function unsuitable(pattern: string, message: string, severity: Severity = 'warning'): Constraint {
  return { rule: 'unsuitable-text', options: { pattern, message }, severity, provenance: besideNames };
}

/** What holds for the names of indices and of aliases. */
const nameConstraints: readonly Constraint[] = [
  unsuitable(`^${plainName}[-_+].`, 'An index name must not begin with `-`, `_` or `+`.'),
  unsuitable('^\\.\\.?$', 'An index name must not be `.` or `..`.'),
  unsuitable(
    `^${plainName}.*(?:[\\\\*?"<>|\\s,#:]|%(?:2[0-3aAcCfF]|3[aAcCeEfF]|5[cC]|7[cC]))`,
    'An index name must hold none of `\\`, `*`, `?`, `"`, `<`, `>`, `|`, `,`, `#`, `:` and no blank.',
  ),
  { rule: 'length-limit', options: { maximum: 255 }, severity: 'warning', provenance: besideNames },
];

function smallLetters(message: string, severity: Severity): Constraint {
  return {
    rule: 'unsuitable-text',
    options: { pattern: `^${plainName}[^%]*[A-Z]`, message, fix: { kind: 'lower-case' } },
    severity,
    // An alias may hold capitals.
    provenance: severity === 'warning' ? besideNames : besideFlattened(specification),
  };
}

/** Rules for the name of an index that is created. */
export const newIndexConstraints: readonly Constraint[] = [
  ...nameConstraints,
  smallLetters('An index name must be in lower case.', 'warning'),
];

/** The index in the path of a request that creates it. */
export const newIndexName: Field = { ...indexName, shape: { ...text, constraints: newIndexConstraints } };

/** The index, or an alias of it, in the path of a request that writes documents. */
export const writtenIndexName: Field = {
  ...indexName,
  shape: {
    ...text,
    constraints: [
      ...nameConstraints,
      smallLetters('An index name is in lower case; only an alias can hold capitals.', 'information'),
    ],
  },
};

/** The document's id in the path. */
export const documentId: Field = {
  name: 'id',
  summary: 'The id of the document, your own or one that the service made.',
  provenance: fromFlattenedUsage,
  shape: text,
  required: true,
};

const besideRefresh = besideFlattened(specification);

/** When a change becomes visible to searches. */
export const refresh: Field = {
  name: 'refresh',
  summary: 'When the change becomes visible to searches.',
  provenance: fromFlattenedUsage,
  bare: 'true',
  shape: {
    type: 'string',
    values: {
      closed: false,
      unlisted: 'warning',
      refusal: refused(besideRefresh),
      provenance: fromFlattenedUsage,
      values: [
        { value: 'true', summary: 'At once: the affected shards are refreshed.' },
        { value: 'false', summary: 'With the next refresh; nothing waits for it.', provenance: besideRefresh },
        { value: 'wait_for', summary: 'With the next refresh, for which the answer waits.', provenance: besideRefresh },
      ],
    },
  },
  reference: { text: 'Without a value it means `true`; left out it means `false`.', source: flattenedPage },
};

const beside = besideFlattened(specification);

/** How long to wait for the shards. */
export const timeout = timeoutFrom(beside, '1m');

/** How long to wait for the cluster's master node. */
export const masterTimeout = masterTimeoutFrom(beside);

/** The query parameters that choose among indices. */
export const indexChoice = indexChoiceFrom(beside);

/** How many copies of a shard must be there. */
export const waitForActiveShards: Field = {
  name: 'wait_for_active_shards',
  summary: 'How many copies of each shard must be active: a number, or `all`.',
  provenance: beside,
  default: '1',
  shape: text,
};

/** Which shard a document goes to. */
export const routing: Field = {
  name: 'routing',
  summary: 'The value that chooses the shard, in place of the id.',
  provenance: besideFlattened(conventions),
  shape: text,
};

/** The pipeline that a document goes through first. */
export const pipeline: Field = {
  name: 'pipeline',
  summary: 'The ingest pipeline that the document goes through first.',
  provenance: beside,
  shape: text,
};

/** Whether the index must be an alias. */
export const requireAlias: Field = {
  name: 'require_alias',
  summary: 'Whether the name must be that of an alias.',
  provenance: beside,
  default: 'false',
  bare: 'true',
  shape: { type: 'boolean' },
};
