import type {
  ApiKeyRecord,
  AutoFollowRecord,
  DocumentRecord,
  FollowRecord,
  LeaseRecord,
  OperationRecord,
  RepositoryRecord,
  UserRecord,
} from '../../services/search-cluster/sandbox/cluster/model';
import {
  either,
  isFlag,
  isNumber,
  isObject,
  isText,
  isWhole,
  listForm,
  mapOf,
  objectOf,
  oneOf,
  optional,
  type Form,
} from './form';
import type { ClusterSettings } from '../../services/search-cluster/sandbox/cluster/settings';
import type { ExportedCluster, ExportedIndex, ExportedState } from './export-state';
import { isHost, isHostSeed } from '../../services/code-hosting/sandbox/form';
import type { Fault } from '../model';
import { schemaVersion, type ControlState, type FaultRule, type SandboxSeed } from '../sandbox-state';

const isNothing: Form = oneOf(null);
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
  number: optional(isWhole),
  invalidation: optional(isNumber),
});

const isUser = objectOf<UserRecord>({ password: isText, roles: isObject });

const isRepository = objectOf<RepositoryRecord>({ uuid: isText, type: isText, settings: isObject });

const isClusterName: Form = oneOf('cluster', 'leader');

const isIndex = objectOf<ExportedIndex>({
  uuid: isText,
  isOpen: isFlag,
  settings: isObject,
  mappings: isObject,
  aliases: optional(isObject),
  documents: mapOf(objectOf<DocumentRecord>({ source: isObject, version: isWhole, sequence: isWhole })),
  nextSequence: isWhole,
  history: listForm(
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

const isCluster = (name: string): Form =>
  objectOf<ExportedCluster>({
    service: oneOf('search-cluster'),
    bootstrap: isText,
    name: oneOf(name),
    users: optional(mapOf(isUser)),
    keys: mapOf(isKey),
    repositories: mapOf(isRepository),
    indices: mapOf(isIndex),
    settings: optional(objectOf<ClusterSettings>({ persistent: isObject, transient: isObject })),
    autoFollow: optional(mapOf(isAutoFollow)),
  });

const isFault = objectOf<Fault & { readonly milliseconds?: number; readonly status?: number }>({
  kind: oneOf('delay', 'drop', 'status', 'cut'),
  milliseconds: optional(isWhole),
  status: optional(isWhole),
});

const isControl = objectOf<ControlState>({
  clock: either(objectOf({ fixed: isNumber }), objectOf({ offset: isNumber })),
  faults: listForm(
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
  repositories: listForm(isText),
  host: optional(isHostSeed),
  pathRepo: optional(listForm(isText)),
  allowedUrls: optional(listForm(isText)),
  clusterUsers: optional(mapOf(isUser)),
  isDeterministic: optional(isFlag),
});

/** Checks whether a value has the form of a sandbox's state. */
export const stateForm = objectOf<ExportedState>({
  schema: oneOf(schemaVersion),
  seed: isSeed,
  control: isControl,
  clusters: objectOf({ cluster: isCluster('cluster'), leader: isCluster('leader') }),
  host: isHost,
});
