import type { Field, ListShape, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { refused } from '@rulebook/catalogue/provenance';
import type { Constraint } from '@rulebook/catalogue/constraints';
import { flag, text, undescribedObject, wholeNumber } from '@rulebook/catalogue/shapes';
import { duration } from '../setting-shapes';
import { referenceOnFollower, referenceOnReplication, refusedInReplication, fromFollower } from './replication-sources';
import { filledPlaceholders } from './filled-placeholders';
import { followerSettings } from '../indices/index-setting-objects';

const fromReference = { provenance: referenceOnReplication } as const;
const checked = { provenance: refusedInReplication } as const;

const countRange: Constraint = {
  rule: 'number-range',
  options: { minimum: 1, maximum: 2_147_483_647 },
  severity: 'warning',
  ...checked,
};

const count: Shape = {
  type: 'choice',
  options: [
    {
      ...wholeNumber,
      constraints: [countRange],
    },
    {
      type: 'number',
      isTolerated: true,
      constraints: [
        countRange,
        {
          rule: 'unsuitable-text',
          options: { pattern: '[.eE]', message: 'Servers cut off the decimal places. Write a whole number.' },
          severity: 'warning',
          ...fromReference,
        },
      ],
    },
  ],
};

const positiveSize: Shape = {
  type: 'string',
  format: 'byte-size',
  constraints: [
    unsuitable('^\\s*(?:0+(?:\\.0+)?\\s*[A-Za-z]*|-1)\\s*$', 'Servers refuse a size that is not larger than 0 here.'),
  ],
};

/** Five minutes at most, in each unit. */
const retryDelay: Shape = {
  type: 'string',
  format: 'time-value',
  constraints: [
    unsuitable('^\\s*(?:0+\\s*[A-Za-z]*|-1)\\s*$', 'Servers refuse a delay that is not larger than 0 here.'),
    unsuitable(
      '^\\s*0*(?:[1-9]\\d*\\s*[dDhH]|(?:[6-9]|[1-9]\\d+)\\s*m|(?:30[1-9]|3[1-9]\\d|[4-9]\\d\\d|[1-9]\\d{3,})\\s*[sS]|(?:30000[1-9]|3000[1-9]\\d|300[1-9]\\d\\d|30[1-9]\\d{3}|3[1-9]\\d{4}|[4-9]\\d{5}|[1-9]\\d{6,})\\s*[mM][sS])\\s*$',
      'Servers refuse a delay of more than five minutes here.',
    ),
  ],
};

function unsuitable(pattern: string, message: string): Constraint {
  return { rule: 'unsuitable-text', options: { pattern, message }, severity: 'warning', ...checked };
}

function limit(name: string, summary: string, fallback: number): Field {
  return { ...checked, name, summary, default: String(fallback), shape: count };
}

function size(name: string, summary: string, fallback: string): Field {
  return { ...checked, name, summary, default: `"${fallback}"`, shape: positiveSize };
}

function wait(name: string, summary: string, fallback: string, shape: Shape): Field {
  return { ...checked, name, summary, default: `"${fallback}"`, shape };
}

/** The parameters of the tasks that read from the leader index and write to the follower index. */
export const taskParameters: readonly Field[] = [
  limit('max_outstanding_read_requests', 'The maximum number of outstanding read requests to the leader index.', 12),
  limit('max_outstanding_write_requests', 'The maximum number of outstanding write requests to the follower index.', 9),
  limit('max_read_request_operation_count', 'The maximum number of operations in one read request.', 5120),
  size('max_read_request_size', 'The maximum size of one read request.', '32mb'),
  wait('max_retry_delay', 'The longest delay before a failed operation is tried again.', '500ms', retryDelay),
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
    duration,
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
  ...checked,
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
      ...checked,
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

/** Returns the shape of patterns. Servers read a number or a boolean in the list as a string. */
function patterns(constraints: readonly Constraint[] = []): Shape {
  const items = { ...text, typeProvenance: referenceOnReplication };
  return { type: 'choice', options: [{ type: 'array', items, constraints }, text] };
}

/** The body that creates an auto-follow pattern. */
export const autoFollowBody: ObjectShape = {
  type: 'object',
  name: 'auto-follow pattern',
  refusal: refused(referenceOnReplication),
  fields: [
    {
      ...remoteCluster,
      ...checked,
      required: { severity: 'warning', ...checked },
      summary: 'The name of the remote cluster with the leader indices.',
    },
    {
      ...checked,
      name: 'leader_index_patterns',
      summary: 'The index patterns of the leader indices to follow.',
      required: { severity: 'warning', ...checked },
      shape: patterns([
        {
          rule: 'item-count',
          options: { minimum: 1 },
          severity: 'warning',
          ...checked,
        },
      ]),
      example: '["logs-*"]',
    },
    {
      ...checked,
      name: 'leader_index_exclusion_patterns',
      summary: 'The index patterns of leader indices that are not followed.',
      shape: patterns(),
      example: '["logs-private-*"]',
    },
    {
      ...checked,
      name: 'follow_index_pattern',
      summary: 'The name of each follower index. `{{leader_index}}` stands for the name of its leader index.',
      shape: text,
      placeholders: filledPlaceholders,
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
