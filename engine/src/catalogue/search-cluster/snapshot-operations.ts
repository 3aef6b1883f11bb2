import type { Constraint, Field, Operation, ResponseSpec, Shape } from '../model';
import { anyNumber, flag, text, wholeNumber } from '../shapes';
import { masterTimeoutFrom, timeoutFrom } from './common-query';
import { byteSize, duration } from './setting-shapes';
import {
  acknowledgement,
  cleanupAnswer,
  repositoriesAnswer,
  repositoryBody,
  verifyAnswer,
} from './snapshot-repository';
import { besideRepositories, fromRepositories } from './snapshot-sources';
import { serverSource, specification } from './sources';

const fromSpecification = besideRepositories(specification);

const masterTimeout = masterTimeoutFrom(fromSpecification);
const timeout = timeoutFrom(fromSpecification);
const local: Field = {
  name: 'local',
  summary: 'Whether the node that is asked answers from what it knows itself.',
  provenance: fromSpecification,
  default: 'false',
  bare: 'true',
  shape: flag,
};
const verify: Field = {
  name: 'verify',
  summary:
    'Whether the repository is verified at once on all master and data nodes. With `false` that is left to `_verify`.',
  provenance: fromRepositories,
  default: 'true',
  bare: 'true',
  shape: {
    ...flag,
    constraints: [
      {
        rule: 'noted-value',
        options: { value: 'false', message: 'The repository is not verified now; `_verify` can do it later.' },
        provenance: fromRepositories,
      },
    ],
  },
};

const isOneRepository: Constraint = {
  rule: 'unsuitable-text',
  options: {
    pattern: String.raw`[*,]|%2[AaCc]|^_all$`,
    message: 'Lists and wildcards of repositories are documented for reading only.',
  },
  provenance: fromRepositories,
};
const hasPlainName: Constraint = {
  rule: 'unsuitable-text',
  options: {
    pattern: String.raw`["<>|\\]|%(20|22|23|2[Ff]|3[CcEeFf]|5[Cc]|7[Cc])`,
    message: 'A name of a repository holds no space and none of the characters that file names must not have.',
  },
  provenance: besideRepositories(serverSource),
};

function repository(summary: string, constraints: readonly Constraint[] = []): Field {
  return {
    name: 'repository',
    summary,
    provenance: fromRepositories,
    shape: { ...text, constraints },
    required: true,
    example: 'my-repository',
  };
}

const readable = repository(
  'The repositories to read: a name, a comma-separated list, a pattern with `*`, or `_all`. A leading `-` leaves out.',
);
const removable = repository('The repository to unregister.', [
  {
    rule: 'noted-value',
    options: {
      pattern: String.raw`[*,]|^_all$`,
      message: 'Every repository that the list or pattern names is unregistered.',
    },
    provenance: fromSpecification,
  },
]);
const single = repository('The name of the repository.', [isOneRepository]);
const ownName = repository('The name of the repository, which you choose.', [isOneRepository, hasPlainName]);

function answer(status: number, summary: string, shape: Shape, isDocumented: boolean): ResponseSpec {
  return { status, summary, shape, provenance: isDocumented ? fromRepositories : fromSpecification };
}

const missing: ResponseSpec = {
  status: 404,
  summary: 'No such repository.',
  provenance: fromSpecification,
};
const failed: ResponseSpec = {
  status: 500,
  summary: 'The repository cannot be used, or its verification failed on some node.',
  provenance: fromSpecification,
};
const acknowledged = answer(200, 'The change is made.', acknowledgement, false);

const sharing =
  'Of several clusters that share a repository only one may write to it; the others set `readonly` to `true`. Clusters of different major versions should not share one: they can damage it, and the form of snapshots can change, so that one version does not see those of another.';
const backingUp =
  'While a repository is copied for a backup, no cluster may write to it; a restored copy may be registered once it is complete.';

interface Described extends Pick<
  Operation,
  'title' | 'summary' | 'methods' | 'path' | 'parameters' | 'responses' | 'provenance'
> {
  readonly name: string;
  readonly notes?: readonly string[];
  readonly since?: Operation['since'];
  readonly body?: Operation['body'];
  readonly reference?: Operation['reference'];
  readonly furtherMethods?: Operation['furtherMethods'];
}

function operation({ name, notes = [], ...described }: Described): Operation {
  return {
    ...described,
    id: `search-cluster.repository.${name}`,
    service: 'search-cluster',
    notes: notes.map((message) => ({ message, provenance: described.provenance })),
  };
}

const registering = {
  path: '/_snapshot/{repository}',
  summary:
    'Makes a repository known to the cluster, which every snapshot and restore needs; an existing one gets the new settings.',
  parameters: { path: [ownName], query: [verify, masterTimeout, timeout] },
  responses: [
    acknowledged,
    { status: 400, summary: 'The body is not accepted.', provenance: fromSpecification },
    failed,
  ],
  notes: [sharing, backingUp],
} as const;

/** The operations on snapshot repositories. */
export const repositoryOperations: readonly Operation[] = [
  operation({
    ...registering,
    name: 'put',
    title: 'Register or update a snapshot repository',
    methods: ['PUT'],
    provenance: fromRepositories,
    reference: { text: '`POST` does the same as the documented `PUT`.', source: specification },
    body: { shape: repositoryBody, required: true, provenance: fromRepositories },
  }),
  operation({
    ...registering,
    name: 'post',
    title: 'Register or update a snapshot repository, with POST',
    methods: ['POST'],
    provenance: fromSpecification,
    furtherMethods: {
      methods: ['POST'],
      message: 'The document registers a repository by `PUT` only; servers take `POST` as well.',
      provenance: fromSpecification,
    },
    body: { shape: repositoryBody, required: true, provenance: fromRepositories },
  }),
  operation({
    name: 'list',
    title: 'Read all snapshot repositories',
    summary: 'Returns all registered repositories.',
    methods: ['GET'],
    path: '/_snapshot',
    parameters: { path: [], query: [local, masterTimeout] },
    responses: [answer(200, 'The repositories by name.', repositoriesAnswer, true)],
    provenance: fromRepositories,
  }),
  operation({
    name: 'get',
    title: 'Read snapshot repositories',
    summary: 'Returns type, id and settings of the repositories that the path names; `_all` names all of them.',
    methods: ['GET'],
    path: '/_snapshot/{repository}',
    parameters: { path: [readable], query: [local, masterTimeout] },
    responses: [answer(200, 'The repositories by name.', repositoriesAnswer, true), missing],
    provenance: fromRepositories,
  }),
  operation({
    name: 'delete',
    title: 'Unregister a snapshot repository',
    summary: 'Removes only the reference to the repository; the snapshots stay where they are.',
    methods: ['DELETE'],
    path: '/_snapshot/{repository}',
    parameters: { path: [removable], query: [masterTimeout, timeout] },
    responses: [acknowledged, missing],
    notes: ['The snapshots stay in place: only the reference is removed.'],
    provenance: fromRepositories,
  }),
  operation({
    name: 'verify',
    title: 'Verify a snapshot repository',
    summary: 'Checks that all master and data nodes can use the repository, and names those that can.',
    methods: ['POST'],
    path: '/_snapshot/{repository}/_verify',
    parameters: { path: [single], query: [masterTimeout, timeout] },
    responses: [answer(200, 'The nodes that succeeded.', verifyAnswer, true), missing, failed],
    provenance: fromRepositories,
  }),
  operation({
    name: 'cleanup',
    title: 'Clean up a snapshot repository',
    summary: 'Deletes data that no snapshot refers to, and says how much that was.',
    methods: ['POST'],
    path: '/_snapshot/{repository}/_cleanup',
    parameters: { path: [single], query: [masterTimeout, timeout] },
    responses: [answer(200, 'What was removed.', cleanupAnswer, true), missing],
    notes: ['Seldom needed: deleting a snapshot does most of this work already.'],
    provenance: fromRepositories,
  }),
  operation({
    name: 'analyze',
    title: 'Analyze a snapshot repository',
    summary: 'Writes, reads and removes files to find out whether the storage is fit for snapshots; a heavy load.',
    methods: ['POST'],
    path: '/_snapshot/{repository}/_analyze',
    since: '7.12.0',
    parameters: { path: [single], query: analysisQuery() },
    responses: [{ status: 200, summary: 'What was found.', provenance: fromSpecification }, missing, failed],
    provenance: fromSpecification,
  }),
  operation({
    name: 'verify-integrity',
    title: 'Verify the integrity of a snapshot repository',
    summary: 'Reads the repository and reports what is damaged or missing. Experimental.',
    methods: ['POST'],
    path: '/_snapshot/{repository}/_verify_integrity',
    since: '8.16.0',
    parameters: { path: [readable], query: integrityQuery() },
    responses: [{ status: 200, summary: 'What was found.', provenance: fromSpecification }, missing],
    provenance: fromSpecification,
  }),
];

function analysisQuery(): readonly Field[] {
  const query = (name: string, summary: string, shape: Shape, standard?: string): Field => ({
    name,
    summary,
    shape,
    provenance: fromSpecification,
    ...(standard === undefined ? {} : { default: standard }),
    ...(shape.type === 'boolean' ? { bare: 'true' } : {}),
  });
  return [
    query('blob_count', 'How many files are written.', wholeNumber, '100'),
    query('concurrency', 'How many operations run at a time.', wholeNumber, '10'),
    query('detailed', 'Whether each operation is reported by itself.', flag, 'false'),
    query('early_read_node_count', 'How many nodes read a file before it is complete.', wholeNumber, '2'),
    query('max_blob_size', 'The size of the largest file.', byteSize, '10mb'),
    query('max_total_data_size', 'The most that all files take together.', byteSize, '1gb'),
    query('rare_action_probability', 'How probable rare operations are.', anyNumber, '0.02'),
    query('rarely_abort_writes', 'Whether some writes are aborted.', flag, 'true'),
    query('read_node_count', 'How many nodes read a complete file.', wholeNumber, '10'),
    query('register_operation_count', 'How many operations on registers run.', wholeNumber, '10'),
    query('seed', 'Makes the analysis repeatable.', wholeNumber),
    query('timeout', 'When the analysis ends without a result.', duration, '30s'),
    { ...query('check_overwrite_protection', 'Whether files are protected from overwriting.', flag), since: '9.5.0' },
    masterTimeout,
  ];
}

function integrityQuery(): readonly Field[] {
  const names = [
    'blob_thread_pool_concurrency',
    'index_snapshot_verification_concurrency',
    'index_verification_concurrency',
    'max_failed_shard_snapshots',
    'meta_thread_pool_concurrency',
    'snapshot_verification_concurrency',
  ];
  return [
    ...names.map((name) => ({
      name,
      summary: 'A limit of the verification.',
      shape: wholeNumber,
      provenance: fromSpecification,
    })),
    {
      name: 'max_bytes_per_sec',
      summary: 'The speed at which is read.',
      shape: byteSize,
      provenance: fromSpecification,
    },
    {
      name: 'verify_blob_contents',
      summary: 'Whether the contents of the files are read as well.',
      shape: flag,
      bare: 'true',
      provenance: fromSpecification,
    },
    masterTimeout,
  ];
}
