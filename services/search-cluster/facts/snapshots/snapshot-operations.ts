import { field } from '@rulebook/catalogue/makers';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import type { LostThing, Operation, ResponseSpec } from '@rulebook/catalogue/operation';
import { refused } from '@rulebook/catalogue/provenance';
import { anyNumber, flag, text, wholeNumber } from '@rulebook/catalogue/shapes';
import { masterTimeoutFrom, timeoutFrom } from '../common-query';
import { byteSize, duration } from '../setting-shapes';
import {
  acknowledgement,
  cleanupResponse,
  repositoriesResponse,
  repositoryBody,
  verifyResponse,
} from './snapshot-repository';
import { referenceOnRepositories, fromRepositories, fromRepository } from './snapshot-sources';
import { serverSource, specification, textBehind } from '../sources';

const fromSpecification = referenceOnRepositories(specification);

const masterTimeout = masterTimeoutFrom(fromSpecification);
const timeout = timeoutFrom(fromSpecification);
/** Servers refuse any other word than `true` and `false`. */
const refusedFlag = { ...flag, typeProvenance: refused(fromSpecification) } as const;
const local: Field = {
  name: 'local',
  summary: 'Whether the node responds from its own state, without asking the master node.',
  provenance: fromSpecification,
  default: 'false',
  bare: 'true',
  shape: refusedFlag,
};
const verify: Field = {
  name: 'verify',
  summary: 'Whether to verify the repository at once on all master and data nodes. With `false`, call `_verify` later.',
  provenance: fromRepositories,
  default: 'true',
  bare: 'true',
  shape: {
    ...flag,
    constraints: [
      {
        rule: 'noted-value',
        options: {
          value: 'false',
          message: 'The repository is not verified now. Verify it later with `POST /_snapshot/{repository}/_verify`.',
        },
        provenance: fromRepositories,
      },
    ],
  },
};

const isOneRepository: Constraint = {
  rule: 'unsuitable-text',
  options: {
    pattern: String.raw`[*,]|^_all$`,
    message: 'A list or wildcard of repositories is documented only for reading. Name one repository.',
  },
  provenance: fromRepositories,
};
const hasPlainName: Constraint = {
  rule: 'unsuitable-text',
  options: {
    pattern: String.raw`[ "<>|\\/?#]`,
    message: 'A repository name cannot contain a space or a character that is not allowed in file names. Rename it.',
  },
  provenance: refused(referenceOnRepositories(serverSource)),
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

const repositoryOfPath: LostThing = {
  one: 'the snapshot repository',
  several: 'snapshot repositories',
  parameter: 'repository',
};

const readable = repository(
  'The repositories to read: a name, a comma-separated list, a pattern with `*`, or `_all`. A leading `-` excludes repositories.',
);
const removable = repository('The name of the repository to unregister.', [
  {
    rule: 'unsuitable-text',
    options: {
      pattern: ',',
      message:
        'Servers take a list here as one name, which no repository has. Send one request for each repository, or use a pattern.',
    },
    // Servers do not refuse it, but respond that the repository is missing.
    provenance: referenceOnRepositories(serverSource),
  },
  {
    rule: 'noted-value',
    options: {
      pattern: String.raw`[*]`,
      message: 'This unregisters every repository that the pattern matches.',
    },
    provenance: fromSpecification,
  },
]);
const single = repository('The name of the repository.', [isOneRepository]);
const ownName = repository('The name of the repository. You choose it.', [isOneRepository, hasPlainName]);

function responseSpec(status: number, summary: string, shape: Shape, isDocumented: boolean): ResponseSpec {
  return { status, summary, shape, provenance: isDocumented ? fromRepositories : fromSpecification };
}

const missing: ResponseSpec = {
  status: 404,
  summary: 'The repository does not exist.',
  provenance: fromSpecification,
};
const failed: ResponseSpec = {
  status: 500,
  summary: 'The repository cannot be used, or its verification failed on a node.',
  provenance: fromSpecification,
};
const acknowledged = responseSpec(200, 'The change was made.', acknowledgement, false);

const sharing =
  'If several clusters share a repository, only one may write to it. The others must set `readonly` to `true`. Use a separate repository for each major version: clusters of different major versions that write to one repository can corrupt it, and one version may not see the snapshots of another.';
const backingUp =
  'No cluster may write to a repository while you copy it for a backup. Register a restored copy only when it is complete.';

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
  readonly losses?: Operation['losses'];
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
    'Registers a repository, which every snapshot and restore operation needs. If the name exists, its settings are updated.',
  parameters: { path: [ownName], query: [verify, masterTimeout, timeout] },
  responses: [
    acknowledged,
    { status: 400, summary: 'The service refused the body.', provenance: fromSpecification },
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
    body: { shape: repositoryBody, required: true, provenance: fromRepositories, textBehind },
  }),
  operation({
    ...registering,
    name: 'post',
    title: 'Register or update a snapshot repository, with POST',
    methods: ['POST'],
    provenance: fromSpecification,
    furtherMethods: {
      methods: ['POST'],
      message: 'The document registers a repository only with `PUT`. Servers also accept `POST`.',
      provenance: fromSpecification,
    },
    body: { shape: repositoryBody, required: true, provenance: fromRepositories, textBehind },
  }),
  operation({
    name: 'list',
    title: 'Read all snapshot repositories',
    summary: 'Lists all registered repositories.',
    methods: ['GET'],
    path: '/_snapshot',
    parameters: { path: [], query: [local, masterTimeout] },
    responses: [responseSpec(200, 'The repositories by name.', repositoriesResponse, true)],
    provenance: fromRepositories,
  }),
  operation({
    name: 'get',
    title: 'Read snapshot repositories',
    summary: 'Reads the type, id and settings of the repositories that the path names. `_all` means all repositories.',
    methods: ['GET'],
    path: '/_snapshot/{repository}',
    parameters: { path: [readable], query: [local, masterTimeout] },
    responses: [responseSpec(200, 'The repositories by name.', repositoriesResponse, true), missing],
    provenance: fromRepositories,
  }),
  operation({
    name: 'delete',
    title: 'Unregister a snapshot repository',
    summary: 'Unregisters a repository from the cluster.',
    methods: ['DELETE'],
    path: '/_snapshot/{repository}',
    parameters: { path: [removable], query: [masterTimeout, timeout] },
    responses: [acknowledged, missing],
    losses: [
      {
        message: 'Unregisters {what}. Only the reference is removed. The snapshots stay in place.',
        what: { ...repositoryOfPath, isWithoutLists: true },
        provenance: fromRepository,
      },
    ],
    provenance: fromRepositories,
  }),
  operation({
    name: 'verify',
    title: 'Verify a snapshot repository',
    summary: 'Checks that all master and data nodes can use the repository. The response lists the nodes that can.',
    methods: ['POST'],
    path: '/_snapshot/{repository}/_verify',
    parameters: { path: [single], query: [masterTimeout, timeout] },
    responses: [
      responseSpec(200, 'The nodes on which the verification succeeded.', verifyResponse, true),
      missing,
      failed,
    ],
    provenance: fromRepositories,
  }),
  operation({
    name: 'cleanup',
    title: 'Clean up a snapshot repository',
    summary: 'Removes what is left of deleted snapshots. The response says how much was deleted.',
    methods: ['POST'],
    path: '/_snapshot/{repository}/_cleanup',
    parameters: { path: [single], query: [masterTimeout, timeout] },
    responses: [responseSpec(200, 'The amount of deleted data.', cleanupResponse, true), missing],
    losses: [
      {
        message: 'Deletes the data in {what} that no snapshot refers to.',
        what: repositoryOfPath,
        provenance: fromRepositories,
      },
    ],
    notes: ['You rarely need this: deleting a snapshot already does most of this work.'],
    provenance: fromRepositories,
  }),
  operation({
    name: 'analyze',
    title: 'Analyze a snapshot repository',
    summary:
      'Tests whether the storage is suitable for snapshots. The test writes, reads and deletes files, which is a heavy load.',
    methods: ['POST'],
    path: '/_snapshot/{repository}/_analyze',
    since: '7.12.0',
    parameters: { path: [single], query: analysisQuery() },
    responses: [{ status: 200, summary: 'The results.', provenance: fromSpecification }, missing, failed],
    provenance: fromSpecification,
  }),
  operation({
    name: 'verify-integrity',
    title: 'Verify the integrity of a snapshot repository',
    summary: 'Reads the repository and reports damaged or missing data. Experimental.',
    methods: ['POST'],
    path: '/_snapshot/{repository}/_verify_integrity',
    since: '8.16.0',
    parameters: { path: [readable], query: integrityQuery() },
    responses: [{ status: 200, summary: 'The results.', provenance: fromSpecification }, missing],
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
    query('blob_count', 'The number of files to write.', wholeNumber, '100'),
    query('concurrency', 'The number of concurrent operations.', wholeNumber, '10'),
    query('detailed', 'Whether the response lists every operation.', flag, 'false'),
    query('early_read_node_count', 'The number of nodes that read a file before it is complete.', wholeNumber, '2'),
    query('max_blob_size', 'The maximum size of a file.', byteSize, '10mb'),
    query('max_total_data_size', 'The maximum total size of all files.', byteSize, '1gb'),
    query('rare_action_probability', 'The probability of rare operations.', anyNumber, '0.02'),
    query('rarely_abort_writes', 'Whether some writes are aborted on purpose.', flag, 'true'),
    query('read_node_count', 'The number of nodes that read a complete file.', wholeNumber, '10'),
    query('register_operation_count', 'The number of operations on registers.', wholeNumber, '10'),
    query('seed', 'The seed of the random generator. The same seed repeats the analysis.', wholeNumber),
    query('timeout', 'How long the analysis may take.', duration, '30s'),
    {
      ...query('check_overwrite_protection', 'Whether to check that files are protected from overwriting.', flag),
      since: '9.5.0',
    },
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
    ...names.map((name) => field(name, wholeNumber, 'A limit of the verification.', fromSpecification)),
    field('max_bytes_per_sec', byteSize, 'The maximum read speed.', fromSpecification),
    {
      name: 'verify_blob_contents',
      summary: 'Whether to read the contents of the files too.',
      shape: flag,
      bare: 'true',
      provenance: fromSpecification,
    },
    masterTimeout,
  ];
}
