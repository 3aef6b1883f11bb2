import {
  either,
  isFlag,
  isNumber,
  isObject,
  isText,
  isWhole,
  listForm,
  mapOf,
  objectWith,
  oneOf,
  optional,
  type Form,
} from '@rulebook/sandbox/control/form';
import type {
  ApiKeyRecord,
  AutoFollowRecord,
  DocumentRecord,
  FollowRecord,
  LeaseRecord,
  OperationRecord,
  RepositoryRecord,
  StoredRecord,
  StreamPlace,
  UserRecord,
  ClusterSettings,
  ClusterState,
  TaskRecord,
} from './cluster/model';
import type { ExportedCluster, ExportedClusters, ExportedIndex, ExportedSnapshot } from './exported';

const isNothing: Form = oneOf(null);
const isKey = objectWith<ApiKeyRecord>({
  id: isText,
  name: either(isNothing, isText),
  secret: isText,
  creation: isNumber,
  expiration: optional(isNumber),
  owner: isText,
  roleDescriptors: isObject,
  limitedBy: optional(isObject),
  metadata: isObject,
  number: optional(isWhole),
  invalidation: optional(isNumber),
});

/** The form of a user of the clusters. */
export const isUser = objectWith<UserRecord>({ password: isText, roles: isObject });

const isRepository = objectWith<RepositoryRecord>({ uuid: isText, type: isText, settings: isObject });

const isClusterName: Form = oneOf('cluster', 'leader');

const isIndex = objectWith<ExportedIndex>({
  uuid: isText,
  createdAt: optional(isNumber),
  isOpen: isFlag,
  settings: isObject,
  mappings: isObject,
  aliases: optional(isObject),
  documents: mapOf(
    objectWith<DocumentRecord>({
      routing: optional(isText),
      source: isObject,
      version: isWhole,
      sequence: isWhole,
      term: optional(isWhole),
    }),
  ),
  nextSequence: isWhole,
  history: listForm(
    objectWith<OperationRecord>({ sequence: isWhole, at: isNumber, id: isText, source: optional(isObject) }),
  ),
  leases: mapOf(objectWith<LeaseRecord>({ retained: isWhole, renewedAt: isNumber })),
  follow: optional(
    objectWith<FollowRecord>({
      remoteCluster: isClusterName,
      remoteAlias: optional(isText),
      leaderIndex: isText,
      leaderUuid: isText,
      status: oneOf('active', 'paused'),
      parameters: isObject,
      checkpoint: isWhole,
      fatalException: optional(isText),
      fatalType: optional(isText),
      documentsCopied: isWhole,
      operationsRead: isWhole,
      operationsWritten: isWhole,
    }),
  ),
  stream: optional(objectWith<StreamPlace>({ name: isText, generation: isWhole, timestamp: isText })),
  restarts: optional(isWhole),
  recoveries: optional(isWhole),
});

const isAutoFollow = objectWith<AutoFollowRecord>({
  remoteCluster: isClusterName,
  remoteAlias: optional(isText),
  leaderPatterns: listForm(isText),
  exclusionPatterns: listForm(isText),
  followPattern: optional(isText),
  settings: isObject,
  parameters: isObject,
  isActive: isFlag,
  known: listForm(isText),
  followed: isWhole,
  refused: isWhole,
});

const isSnapshot = objectWith<ExportedSnapshot>({
  repository: isText,
  name: isText,
  uuid: isText,
  startedAt: isNumber,
  hasGlobalState: isFlag,
  metadata: optional(isObject),
  indices: mapOf(isIndex),
});

const isTask = objectWith<TaskRecord>({
  action: isText,
  description: isText,
  startedAt: isNumber,
  response: isObject,
});

const isStored = objectWith<StoredRecord>({
  kind: isText,
  name: isText,
  body: isObject,
  version: isWhole,
  createdAt: isNumber,
  changedAt: isNumber,
});

const isCluster = (name: string): Form =>
  objectWith<ExportedCluster>({
    service: oneOf('search-cluster'),
    bootstrap: isText,
    name: oneOf(name),
    users: optional(mapOf(isUser)),
    keys: mapOf(isKey),
    repositories: mapOf(isRepository),
    indices: mapOf(isIndex),
    settings: optional(objectWith<ClusterSettings>({ persistent: isObject, transient: isObject })),
    autoFollow: optional(mapOf(isAutoFollow)),
    snapshots: optional(mapOf(isSnapshot)),
    stored: optional(mapOf(isStored)),
    tasks: optional(objectWith<NonNullable<ClusterState['tasks']>>({ next: isWhole, done: mapOf(isTask) })),
  });

/** The form of both clusters in exports. */
export const isClusters: Form = objectWith<ExportedClusters>({
  cluster: isCluster('cluster'),
  leader: isCluster('leader'),
});
