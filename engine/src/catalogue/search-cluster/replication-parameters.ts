import type { Field } from '../model';
import { text } from '../shapes';
import { indexChoiceFrom, masterTimeoutFrom, timeoutFrom } from './common-query';
import { newIndexConstraints } from './index-parameters';
import { besideReplication, fromReplication } from './replication-sources';

/** The follower index in the path. */
export const followerIndex: Field = {
  name: 'follower_index',
  summary: 'The name of the follower index.',
  provenance: fromReplication,
  required: true,
  shape: text,
};

/** The follower index in the path of the request that creates it. */
export const newFollowerIndex: Field = { ...followerIndex, shape: { ...text, constraints: newIndexConstraints } };

const noRefusal = 'The document describes a whole number here; servers take this word too.';

/** How many copies of each shard must be active before the answer. */
export const waitForActiveShards: Field = {
  name: 'wait_for_active_shards',
  summary: 'How many copies of each shard must be active before the request is answered.',
  provenance: fromReplication,
  shape: {
    type: 'integer',
    values: {
      closed: false,
      provenance: besideReplication,
      exempt: '^[+-]?\\d+$',
      values: [
        { value: 'all', summary: 'Every copy.', provenance: besideReplication },
        { value: 'index-setting', summary: 'As the index is set.', provenance: besideReplication },
      ],
    },
    constraints: [
      { rule: 'number-range', options: { minimum: 0 }, severity: 'error', provenance: fromReplication },
      ...['all', 'index-setting'].map(
        (value) =>
          ({
            rule: 'noted-value',
            options: { value, message: noRefusal },
            severity: 'information',
            provenance: besideReplication,
          }) as const,
      ),
    ],
  },
  reference: {
    text: 'Also `all` or `index-setting`. For a follow request the default is 0.',
    source: 'elastic/elasticsearch-specification, 2026-08',
  },
};

/** How long to wait for the master node. */
export const masterTimeout = masterTimeoutFrom(besideReplication);

/** How long to wait for the answers of the nodes. */
export const timeout = timeoutFrom(besideReplication);

/** The query parameters that choose among indices. */
export const indexChoice = indexChoiceFrom(besideReplication);
