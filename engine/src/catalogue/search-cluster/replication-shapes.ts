import type { Field, ListShape, ObjectShape } from '../model';
import { refused } from '../provenance';
import { flag, text, textListOrText, undescribedObject, wholeNumber } from '../shapes';
import { replicaCount, retentionLeaseOfFollower } from './index-settings';
import { besideFollower, besideReplication, fromFollower } from './replication-sources';
import { settingsObject } from './setting-names';

const count = { ...wholeNumber, constraints: [atLeast(1)] } as const;
const beside = { provenance: besideReplication } as const;

function atLeast(minimum: number) {
  return {
    rule: 'number-range',
    options: { minimum },
    severity: 'warning',
    provenance: besideReplication,
  } as const;
}

function limit(name: string, summary: string, fallback: number): Field {
  return { ...beside, name, summary, default: String(fallback), shape: count };
}

function size(name: string, summary: string, fallback: string): Field {
  return { ...beside, name, summary, default: `"${fallback}"`, shape: { type: 'string', format: 'byte-size' } };
}

function wait(name: string, summary: string, fallback: string): Field {
  return { ...beside, name, summary, default: `"${fallback}"`, shape: { type: 'string', format: 'time-value' } };
}

/** The parameters of the tasks that read from the leader and write to the follower. */
export const taskParameters: readonly Field[] = [
  limit('max_outstanding_read_requests', 'How many reads from the leader may be under way.', 12),
  limit('max_outstanding_write_requests', 'How many writes to the follower may be under way.', 9),
  limit('max_read_request_operation_count', 'How many operations one read fetches at most.', 5120),
  size('max_read_request_size', 'How many bytes one read fetches at most.', '32mb'),
  wait('max_retry_delay', 'The longest pause before a failed operation is tried again.', '500ms'),
  limit('max_write_buffer_count', 'How many operations may wait to be written; above, reading pauses.', 2_147_483_647),
  size('max_write_buffer_size', 'How many bytes may wait to be written; above, reading pauses.', '512mb'),
  limit('max_write_request_operation_count', 'How many operations one write holds at most.', 5120),
  size('max_write_request_size', 'How many bytes one write holds at most.', '9223372036854775807b'),
  wait('read_poll_timeout', 'How long a read waits for new operations when the follower is up to date.', '1m'),
];

const remoteCluster: Field = {
  name: 'remote_cluster',
  summary: 'The name under which the follower cluster knows the cluster that holds the leader index.',
  provenance: fromFollower,
  required: true,
  shape: text,
  example: '"leader"',
};

const indexSettings: Field = {
  ...beside,
  name: 'settings',
  summary: 'Index settings of the follower that differ from those of the leader.',
  shape: settingsObject('index settings', [retentionLeaseOfFollower, replicaCount]),
  example: '{ "index.number_of_replicas": 0 }',
};

/** The body that makes an index follow a leader. */
export const followBody: ObjectShape = {
  type: 'object',
  name: 'follow request',
  provenance: fromFollower,
  unlisted: 'information',
  refusal: refused(besideReplication),
  fields: [
    remoteCluster,
    {
      name: 'leader_index',
      summary: 'The index on the remote cluster whose operations are copied.',
      provenance: fromFollower,
      required: true,
      shape: {
        type: 'string',
        constraints: [
          {
            rule: 'repeated-name',
            options: {
              parameter: 'follower_index',
              message: 'Follower and leader have the same name, which is possible on different clusters only.',
            },
            severity: 'hint',
            provenance: fromFollower,
          },
          {
            rule: 'unsuitable-text',
            options: {
              pattern: '^[^:,\\s]+:[^:]',
              message: 'The name of the index stands alone here; its cluster is named by `remote_cluster`.',
            },
            severity: 'warning',
            provenance: refused(besideFollower),
          },
        ],
      },
      example: '"leader-index"',
    },
    {
      ...beside,
      name: 'data_stream_name',
      summary: 'The name of the local data stream, when the leader is the backing index of one.',
      shape: text,
    },
    indexSettings,
    ...taskParameters,
  ],
};

/** The body that lets a paused follower go on. */
export const resumeBody: ObjectShape = {
  type: 'object',
  name: 'resume request',
  fields: taskParameters,
  refusal: refused(besideReplication),
};

/** The body that lets new indices of a remote cluster be followed by themselves. */
export const autoFollowBody: ObjectShape = {
  type: 'object',
  name: 'auto-follow pattern',
  refusal: refused(besideReplication),
  fields: [
    {
      ...remoteCluster,
      ...beside,
      required: { severity: 'warning', ...beside },
      summary: 'The name of the remote cluster whose new indices are followed.',
    },
    {
      ...beside,
      name: 'leader_index_patterns',
      summary: 'Patterns of the leader indices that are followed.',
      shape: textListOrText,
      example: '["logs-*"]',
    },
    {
      ...beside,
      name: 'leader_index_exclusion_patterns',
      summary: 'Patterns of leader indices that are left out.',
      shape: textListOrText,
      example: '["logs-private-*"]',
    },
    {
      ...beside,
      name: 'follow_index_pattern',
      summary: 'The name of each follower, in which `{{leader_index}}` stands for the name of its leader.',
      shape: text,
      placeholders: ['leader_index'],
      example: '"{{leader_index}}-copy"',
    },
    indexSettings,
    ...taskParameters,
  ],
};

/** The body that takes a follower off the leader's list. */
export const forgetFollowerBody: ObjectShape = {
  type: 'object',
  name: 'forget request',
  refusal: refused(besideReplication),
  fields: [
    { ...beside, name: 'follower_cluster', summary: 'The name of the cluster with the follower.', shape: text },
    { ...beside, name: 'follower_index', summary: 'The name of the follower index.', shape: text },
    { ...beside, name: 'follower_index_uuid', summary: 'The UUID of the follower index.', shape: text },
    {
      ...beside,
      name: 'leader_remote_cluster',
      summary: 'The name under which the cluster with the follower knows this one.',
      shape: text,
    },
  ],
};

function answered(name: string, summary: string, shape: Field['shape'] = flag): Field {
  return { ...beside, name, summary, shape };
}

function answer(name: string, fields: readonly Field[]): ObjectShape {
  return { type: 'object', name, isOpen: true, fields };
}

function listOf(items: ObjectShape): ListShape {
  return { type: 'array', items };
}

/** The answer of most operations. */
export const acknowledged = answer('acknowledgement', [
  answered('acknowledged', 'Whether the cluster has taken the request.'),
]);

/** The answer to a follow request. */
export const followed = answer('follow answer', [
  answered('follow_index_created', 'Whether the follower index was created.'),
  answered('follow_index_shards_acked', 'Whether the requested number of shards became active in time.'),
  answered('index_following_started', 'Whether the index follows its leader now.'),
]);

/** The answer that describes follower indices. */
export const followerInfo = answer('follower information', [
  answered(
    'follower_indices',
    'One entry for each follower.',
    listOf(
      answer('follower', [
        answered('follower_index', 'The name of the follower.', text),
        answered('leader_index', 'The name of its leader.', text),
        answered('remote_cluster', 'The remote cluster with the leader.', text),
        answered('status', 'Whether it replicates (`active`) or is paused (`paused`).', {
          type: 'string',
          values: {
            closed: false,
            provenance: besideFollower,
            values: [
              { value: 'active', summary: 'It replicates.' },
              { value: 'paused', summary: 'It is paused.' },
            ],
          },
        }),
        answered('parameters', 'The parameters of its tasks; not there while it is paused.', {
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
  summary: 'An error that ended replication and needs somebody to act: the follower has to be recreated.',
  provenance: fromFollower,
  shape: { type: 'any' },
};

/** The document says what is counted, and leaves the names of the counters to the public specification. */
const shardStatistics = answer('shard statistics', [
  answered('remote_cluster', 'The remote cluster with the leader.', text),
  answered('leader_index', 'The name of the leader.', text),
  answered('follower_index', 'The name of the follower.', text),
  answered('shard_id', 'The number of the shard.', wholeNumber),
  answered('leader_global_checkpoint', 'The last operation of the leader that is safe, by its number.', wholeNumber),
  answered(
    'follower_global_checkpoint',
    'The last operation of the follower that is safe, by its number.',
    wholeNumber,
  ),
  answered('operations_read', 'How many operations were read from the leader.', wholeNumber),
  answered('operations_written', 'How many operations were written to the follower.', wholeNumber),
  answered('failed_read_requests', 'How many reads failed.', wholeNumber),
  answered('failed_write_requests', 'How many writes failed.', wholeNumber),
  answered(
    'read_exceptions',
    'Errors of reads, which are tried again and need nobody to act.',
    listOf(
      answer('read exception', [
        answered('from_seq_no', 'The first operation of the read.', wholeNumber),
        answered('retries', 'How often it was tried again.', wholeNumber),
        answered('exception', 'What went wrong.', undescribedObject('error')),
      ]),
    ),
  ),
  fatalException,
]);

/** The answer that counts what the shards of followers did. */
export const followerStatistics = answer('follower statistics', [
  {
    ...answered(
      'indices',
      'One entry for each follower, with the statistics of its shards.',
      listOf(
        answer('follower statistics of an index', [
          answered('index', 'The name of the follower.', text),
          answered('shards', 'The statistics of each shard.', listOf(shardStatistics)),
          fatalException,
        ]),
      ),
    ),
    provenance: fromFollower,
  },
]);
