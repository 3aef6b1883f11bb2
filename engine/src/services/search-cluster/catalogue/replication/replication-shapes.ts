import type { Field, ListShape, ObjectShape } from '../../../../catalogue/shape';
import { refused } from '../../../../catalogue/provenance';
import { flag, text, textListOrText, undescribedObject, wholeNumber } from '../../../../catalogue/shapes';
import { referenceOnFollower, referenceOnReplication, fromFollower } from './replication-sources';
import { followerSettings } from '../indices/index-setting-objects';

const count = { ...wholeNumber, constraints: [atLeast(1)] } as const;
const fromReference = { provenance: referenceOnReplication } as const;

function atLeast(minimum: number) {
  return {
    rule: 'number-range',
    options: { minimum },
    severity: 'warning',
    provenance: referenceOnReplication,
  } as const;
}

function limit(name: string, summary: string, fallback: number): Field {
  return { ...fromReference, name, summary, default: String(fallback), shape: count };
}

function size(name: string, summary: string, fallback: string): Field {
  return { ...fromReference, name, summary, default: `"${fallback}"`, shape: { type: 'string', format: 'byte-size' } };
}

function wait(name: string, summary: string, fallback: string): Field {
  return { ...fromReference, name, summary, default: `"${fallback}"`, shape: { type: 'string', format: 'time-value' } };
}

/** The parameters of the tasks that read from the leader index and write to the follower index. */
export const taskParameters: readonly Field[] = [
  limit('max_outstanding_read_requests', 'The maximum number of outstanding read requests to the leader index.', 12),
  limit('max_outstanding_write_requests', 'The maximum number of outstanding write requests to the follower index.', 9),
  limit('max_read_request_operation_count', 'The maximum number of operations in one read request.', 5120),
  size('max_read_request_size', 'The maximum size of one read request.', '32mb'),
  wait('max_retry_delay', 'The longest delay before a failed operation is tried again.', '500ms'),
  limit(
    'max_write_buffer_count',
    'The maximum number of operations that wait to be written. Reading pauses above it.',
    2_147_483_647,
  ),
  size(
    'max_write_buffer_size',
    'The maximum size of the operations that wait to be written. Reading pauses above it.',
    '512mb',
  ),
  limit('max_write_request_operation_count', 'The maximum number of operations in one write request.', 5120),
  size('max_write_request_size', 'The maximum size of one write request.', '9223372036854775807b'),
  wait(
    'read_poll_timeout',
    'How long a read request waits for new operations if the follower index is up to date.',
    '1m',
  ),
];

const remoteCluster: Field = {
  name: 'remote_cluster',
  summary: 'The name of the remote cluster with the leader index, as defined on the follower cluster.',
  provenance: fromFollower,
  required: true,
  shape: text,
  example: '"leader"',
};

const indexSettings: Field = {
  ...fromReference,
  name: 'settings',
  summary: 'Index settings that override the settings of the leader index.',
  shape: followerSettings,
  example: '{ "index.number_of_replicas": 0 }',
};

/** The body of a follow request. */
export const followBody: ObjectShape = {
  type: 'object',
  name: 'follow request',
  provenance: fromFollower,
  unlisted: 'information',
  refusal: refused(referenceOnReplication),
  fields: [
    remoteCluster,
    {
      name: 'leader_index',
      summary: 'The name of the leader index on the remote cluster.',
      provenance: fromFollower,
      required: true,
      shape: {
        type: 'string',
        constraints: [
          {
            rule: 'repeated-name',
            options: {
              parameter: 'follower_index',
              message:
                'The follower index and the leader index have the same name. That is possible only on different clusters.',
            },
            severity: 'hint',
            provenance: fromFollower,
          },
          {
            rule: 'unsuitable-text',
            options: {
              pattern: '^[^:,\\s]+:[^:]',
              message: 'Write only the index name here. `remote_cluster` names the cluster.',
            },
            severity: 'warning',
            provenance: refused(referenceOnFollower),
          },
        ],
      },
      example: '"leader-index"',
    },
    {
      ...fromReference,
      name: 'data_stream_name',
      summary: 'The name of the local data stream, if the leader index is a backing index of a data stream.',
      shape: text,
    },
    indexSettings,
    ...taskParameters,
  ],
};

/** The body of a resume request. */
export const resumeBody: ObjectShape = {
  type: 'object',
  name: 'resume request',
  fields: taskParameters,
  refusal: refused(referenceOnReplication),
};

/** The body that creates an auto-follow pattern. */
export const autoFollowBody: ObjectShape = {
  type: 'object',
  name: 'auto-follow pattern',
  refusal: refused(referenceOnReplication),
  fields: [
    {
      ...remoteCluster,
      ...fromReference,
      required: { severity: 'warning', ...fromReference },
      summary: 'The name of the remote cluster with the leader indices.',
    },
    {
      ...fromReference,
      name: 'leader_index_patterns',
      summary: 'The index patterns of the leader indices to follow.',
      shape: textListOrText,
      example: '["logs-*"]',
    },
    {
      ...fromReference,
      name: 'leader_index_exclusion_patterns',
      summary: 'The index patterns of leader indices that are not followed.',
      shape: textListOrText,
      example: '["logs-private-*"]',
    },
    {
      ...fromReference,
      name: 'follow_index_pattern',
      summary: 'The name of each follower index. `{{leader_index}}` stands for the name of its leader index.',
      shape: text,
      placeholders: ['leader_index'],
      example: '"{{leader_index}}-copy"',
    },
    indexSettings,
    ...taskParameters,
  ],
};

/** The body of a forget request. */
export const forgetFollowerBody: ObjectShape = {
  type: 'object',
  name: 'forget request',
  refusal: refused(referenceOnReplication),
  fields: [
    {
      ...fromReference,
      name: 'follower_cluster',
      summary: 'The name of the cluster with the follower index.',
      shape: text,
    },
    { ...fromReference, name: 'follower_index', summary: 'The name of the follower index.', shape: text },
    { ...fromReference, name: 'follower_index_uuid', summary: 'The UUID of the follower index.', shape: text },
    {
      ...fromReference,
      name: 'leader_remote_cluster',
      summary: 'The name of this cluster, as defined on the cluster with the follower index.',
      shape: text,
    },
  ],
};

function answered(name: string, summary: string, shape: Field['shape'] = flag): Field {
  return { ...fromReference, name, summary, shape };
}

function responseShape(name: string, fields: readonly Field[]): ObjectShape {
  return { type: 'object', name, isOpen: true, fields };
}

function listShape(items: ObjectShape): ListShape {
  return { type: 'array', items };
}

/** The response of most operations. */
export const acknowledged = responseShape('acknowledgement', [
  answered('acknowledged', 'Whether the cluster acknowledged the request.'),
]);

/** The response to a follow request. */
export const followed = responseShape('follow response', [
  answered('follow_index_created', 'Whether the follower index was created.'),
  answered('follow_index_shards_acked', 'Whether the requested number of shards became active in time.'),
  answered('index_following_started', 'Whether the index now follows its leader index.'),
]);

/** The response that describes follower indices. */
export const followerInfo = responseShape('follower information', [
  answered(
    'follower_indices',
    'The follower indices, one item each.',
    listShape(
      responseShape('follower', [
        answered('follower_index', 'The name of the follower index.', text),
        answered('leader_index', 'The name of its leader index.', text),
        answered('remote_cluster', 'The remote cluster with the leader index.', text),
        answered('status', 'The state of the follower index.', {
          type: 'string',
          values: {
            closed: false,
            provenance: referenceOnFollower,
            values: [
              { value: 'active', summary: 'The follower index replicates.' },
              { value: 'paused', summary: 'Replication is paused.' },
            ],
          },
        }),
        answered('parameters', 'The parameters of its tasks. Absent while replication is paused.', {
          type: 'object',
          name: 'task parameters',
          isOpen: true,
          fields: taskParameters,
        }),
      ]),
    ),
  ),
]);

const fatalException: Field = {
  name: 'fatal_exception',
  summary: 'An error that stopped replication and needs an action from you: recreate the follower index.',
  provenance: fromFollower,
  shape: { type: 'any' },
};

/** The document says what is counted. The names of the counters come from the public specification. */
const shardStatistics = responseShape('shard statistics', [
  answered('remote_cluster', 'The remote cluster with the leader index.', text),
  answered('leader_index', 'The name of the leader index.', text),
  answered('follower_index', 'The name of the follower index.', text),
  answered('shard_id', 'The number of the shard.', wholeNumber),
  answered(
    'leader_global_checkpoint',
    'The global checkpoint of the leader shard: all operations up to this sequence number are safe.',
    wholeNumber,
  ),
  answered(
    'follower_global_checkpoint',
    'The global checkpoint of the follower shard: all operations up to this sequence number are safe.',
    wholeNumber,
  ),
  answered('operations_read', 'The number of operations that were read from the leader index.', wholeNumber),
  answered('operations_written', 'The number of operations that were written to the follower index.', wholeNumber),
  answered('failed_read_requests', 'The number of failed read requests.', wholeNumber),
  answered('failed_write_requests', 'The number of failed write requests.', wholeNumber),
  answered(
    'read_exceptions',
    'Read errors that are retried. They need no action.',
    listShape(
      responseShape('read exception', [
        answered('from_seq_no', 'The sequence number of the first operation of the read request.', wholeNumber),
        answered('retries', 'The number of retries.', wholeNumber),
        answered('exception', 'The error.', undescribedObject('error')),
      ]),
    ),
  ),
  fatalException,
]);

/** The response with the statistics of follower shards. */
export const followerStatistics = responseShape('follower statistics', [
  {
    ...answered(
      'indices',
      'The follower indices, with the statistics of their shards.',
      listShape(
        responseShape('follower statistics of an index', [
          answered('index', 'The name of the follower index.', text),
          answered('shards', 'The statistics of each shard.', listShape(shardStatistics)),
          fatalException,
        ]),
      ),
    ),
    provenance: fromFollower,
  },
]);
