import type {
  ApiKeyRecord,
  AutoFollowRecord,
  ClusterState,
  DocumentRecord,
  FollowRecord,
  IndexRecord,
  LeaseRecord,
  OperationRecord,
  RepositoryRecord,
  UserRecord,
} from './cluster-model';
import {
  either,
  isFlag,
  isNumber,
  isObject,
  isText,
  isWhole,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  optional,
  type Form,
} from './form';
import type { CollaboratorRecord, DeliveryRecord, HookRecord, HostState } from './host-model';
import type { DeliveryOutcome, Fault } from './model';
import type { ControlState, FaultRule, SandboxSeed, SandboxState } from './sandbox-state';

const isNothing: Form = oneOf(null);
const isHeader: Form = (value, at) =>
  listOf(isText)(value, at) ?? ((value as readonly string[]).length === 2 ? undefined : `${at} is no pair`);

const isKey = objectOf<ApiKeyRecord>({
  id: isText,
  name: either(isNothing, isText),
  secret: isText,
  creation: isNumber,
  expiration: optional(isNumber),
  owner: isText,
  roleDescriptors: isObject,
  limitedBy: optional(isObject),
  metadata: isObject,
  invalidation: optional(isNumber),
});

const isUser = objectOf<UserRecord>({ password: isText, roles: isObject });

const isRepository = objectOf<RepositoryRecord>({ uuid: isText, type: isText, settings: isObject });

const isClusterName: Form = oneOf('cluster', 'leader');

const isIndex = objectOf<IndexRecord>({
  uuid: isText,
  isOpen: isFlag,
  settings: isObject,
  mappings: isObject,
  documents: mapOf(objectOf<DocumentRecord>({ source: isObject, version: isWhole, sequence: isWhole })),
  nextSequence: isWhole,
  history: listOf(
    objectOf<OperationRecord>({ sequence: isWhole, at: isNumber, id: isText, source: optional(isObject) }),
  ),
  leases: mapOf(objectOf<LeaseRecord>({ retained: isWhole, renewedAt: isNumber })),
  follow: optional(
    objectOf<FollowRecord>({
      remoteCluster: isClusterName,
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
  recoveries: optional(isWhole),
});

const isAutoFollow = objectOf<AutoFollowRecord>({
  remoteCluster: isClusterName,
  leaderPatterns: listOf(isText),
  exclusionPatterns: listOf(isText),
  followPattern: optional(isText),
  settings: isObject,
  parameters: isObject,
  isActive: isFlag,
  known: listOf(isText),
  followed: isWhole,
  refused: isWhole,
});

const isCluster = (name: string): Form =>
  objectOf<ClusterState>({
    service: oneOf('search-cluster'),
    bootstrap: isText,
    name: oneOf(name),
    users: optional(mapOf(isUser)),
    keys: mapOf(isKey),
    repositories: mapOf(isRepository),
    indices: mapOf(isIndex),
    autoFollow: optional(mapOf(isAutoFollow)),
  });

const isDelivery = objectOf<DeliveryRecord>({
  id: isWhole,
  guid: isText,
  deliveredAt: isNumber,
  redelivery: isFlag,
  event: isText,
  action: either(isNothing, isText),
  url: isText,
  outcome: optional(
    objectOf<DeliveryOutcome>({
      hook: isWhole,
      delivery: isWhole,
      status: isWhole,
      statusText: isText,
      requestHeaders: listOf(isHeader),
      responseHeaders: listOf(isHeader),
      responseBody: isText,
      duration: isNumber,
    }),
  ),
});

const isHook = objectOf<HookRecord>({
  id: isWhole,
  owner: isText,
  repo: isText,
  active: isFlag,
  events: listOf(isText),
  url: isText,
  contentType: isText,
  insecureSsl: isText,
  secret: optional(isText),
  createdAt: isNumber,
  updatedAt: isNumber,
  deliveries: listOf(isDelivery),
});

const isHost = objectOf<HostState>({
  service: oneOf('code-hosting'),
  bootstrap: isText,
  nextId: isWhole,
  hooks: mapOf(isHook),
  repositories: listOf(isText),
  collaborators: optional(mapOf(objectOf<CollaboratorRecord>({ id: isWhole, login: isText, permission: isText }))),
});

const isFault = objectOf<Fault & { readonly milliseconds?: number; readonly status?: number }>({
  kind: oneOf('delay', 'drop', 'status', 'cut'),
  milliseconds: optional(isWhole),
  status: optional(isWhole),
});

const isControl = objectOf<ControlState>({
  clock: either(objectOf({ fixed: isNumber }), objectOf({ offset: isNumber })),
  faults: listOf(
    objectOf<FaultRule>({
      id: isWhole,
      server: optional(oneOf('cluster', 'leader', 'host')),
      method: optional(isText),
      path: isText,
      remaining: isWhole,
      fault: isFault,
    }),
  ),
  nextFault: isWhole,
  random: optional(isWhole),
});

const isSeed = objectOf<SandboxSeed>({
  clusterCredential: isText,
  hostCredential: isText,
  repositories: listOf(isText),
  pathRepo: optional(listOf(isText)),
  allowedUrls: optional(listOf(isText)),
  clusterUsers: optional(mapOf(isUser)),
  isDeterministic: optional(isFlag),
});

/** Tells where a value has not the form of a sandbox's state. */
export const stateForm = objectOf<SandboxState>({
  seed: isSeed,
  control: isControl,
  clusters: objectOf({ cluster: isCluster('cluster'), leader: isCluster('leader') }),
  host: isHost,
});
