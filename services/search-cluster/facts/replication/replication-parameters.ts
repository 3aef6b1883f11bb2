import type { Field } from '@rulebook/catalogue/shape';
import { text } from '@rulebook/catalogue/shapes';
import { indexChoiceFrom, masterTimeoutFrom, timeoutFrom } from '../common-query';
import { newIndexConstraints } from '../indices/index-parameters';
import { referenceOnReplication, fromReplication } from './replication-sources';

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

const noRefusal = 'The document describes an integer here. Servers also accept this word.';

/** The number of copies of each shard that must be active before the response. */
export const waitForActiveShards: Field = {
  name: 'wait_for_active_shards',
  summary: 'The number of copies of each shard that must be active before the service responds.',
  provenance: fromReplication,
  shape: {
    type: 'integer',
    values: {
      closed: false,
      provenance: referenceOnReplication,
      exempt: '^[+-]?\\d+$',
      values: [
        { value: 'all', summary: 'All copies.', provenance: referenceOnReplication },
        { value: 'index-setting', summary: 'The number from the index settings.', provenance: referenceOnReplication },
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
            provenance: referenceOnReplication,
          }) as const,
      ),
    ],
  },
  reference: {
    text: 'Servers also accept `all` and `index-setting`. The default of a follow request is 0.',
    source: 'elastic/elasticsearch-specification, 2026-08',
  },
};

/** How long to wait for the master node. */
export const masterTimeout = masterTimeoutFrom(referenceOnReplication);

/** How long to wait for the responses of the nodes. */
export const timeout = timeoutFrom(referenceOnReplication);

/** The query parameters that select indices. */
export const indexChoice = indexChoiceFrom(referenceOnReplication);
