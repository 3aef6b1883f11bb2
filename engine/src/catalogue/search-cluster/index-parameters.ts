import type { Field } from '../model';
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
