import { isRecord } from '@rulebook/json/is-record';
import { failure } from '../cluster/responses';
import {
  respond,
  withCluster,
  type ClusterCall,
  type ClusterHandlers,
  type ClusterStep,
  type NodeSettings,
} from '../cluster/call';
import type { ClusterPair, ClusterState, RepositoryRecord } from '../cluster/model';
import { behaves } from '../cluster/edition';
import { shownAs } from '../cluster/product';
import { nodeOf } from '../cluster/nodes';
import { noObject } from '../indices/handlers';
import { problem, refuse } from '../indices/problem';
import { isTooDeep } from '../indices/values';
import type { MachineTask, Pending, WireResponse } from '@rulebook/sandbox/model';
import { repositoryFormat } from './folder-format';
import { matchesName, selectRepositories } from './names';
import { isUncheckedUpdate, kindOfReadOnly } from './refused-registration';
import { storageOf, type Storage } from './storage';
import { shownSettings } from './stored-settings';
import { answer, readJson, result } from '@rulebook/sandbox/wire';

/** Plays the operations on snapshot repositories. */
export const repositoryHandlers: ClusterHandlers = {
  'search-cluster.repository.put': register,
  'search-cluster.repository.post': register,
  'search-cluster.repository.list': (call) => readRepositories(call, '_all'),
  'search-cluster.repository.get': (call) => readRepositories(call, nameIn(call)),
  'search-cluster.repository.delete': unregister,
  'search-cluster.repository.verify': (call) => withRepository(call, verify),
  'search-cluster.repository.cleanup': (call) => withRepository(call, cleanUp),
};

const acknowledged = { acknowledged: true };

/** Registers a repository, and verifies it unless `verify` is `false`. It stays registered after a failed verification, as on servers. */
function register(call: ClusterCall): ClusterStep {
  const name = nameIn(call);
  const body = readJson(call.request.body)?.value;
  if (!isRecord(body) || isTooDeep(body)) return refuse(call, noObject);
  if (typeof body.type !== 'string') {
    return respond(
      call,
      failure(400, 'action_request_validation_exception', [{ reason: 'The body must name the [type].' }]),
    );
  }
  if (/[\s"*\\<|,>/?#]/.test(name)) {
    return fail(call, name, 'A repository cannot have this name, since a folder or a path cannot contain it.');
  }
  const { type } = body;
  const { cluster } = call;
  const settings = isRecord(body.settings) ? body.settings : {};
  if (type === 'source' && !behaves(call.input, 'source-repositories'))
    return fail(call, name, `There is no repository type [${type}].`);
  const given = storageOf(type, settings, nodesOf(call));
  const held = isUncheckedUpdate(call, body) ? cluster.repositories.get(name) : undefined;
  const former = 'problem' in given ? held : undefined;
  const storage = former === undefined ? given : storageOf(type, former.settings, nodesOf(call));
  if ('problem' in storage) return fail(call, name, storage.problem);
  const writer = isWritable(storage) ? findOtherWriter(call, storage.folder) : undefined;
  if (writer !== undefined) {
    const reason = `[${name}] The cluster [${writer.cluster}] writes to [${writer.folder}] as [${writer.repository}]. Only one of the clusters that share a repository may write. Set [readonly] to true here, or first there.`;
    return respond(call, failure(400, 'illegal_argument_exception', [{ reason }]));
  }
  const uuid = uuidOf(call, name, type, storage) ?? call.input.randomText(22);
  // What such a registration leaves out stays.
  const kept = former?.settings ?? { ...held?.settings, ...settings };
  const next = withRepositoryRecord(cluster, name, { uuid, type, settings: kept });
  if (call.query.get('verify') === 'false') return respond(call, answer(200, acknowledged), next);
  return verifyStorage(call, { name, storage, uuid, next, verified: acknowledged });
}

function readRepositories(call: ClusterCall, names: string): ClusterStep {
  const { repositories } = call.cluster;
  const selected = selectRepositories(namesOf(repositories), names, behaves(call.input, 'repository-exclusions'));
  if ('missing' in selected) return respond(call, missingRepository(selected.missing));
  const found = selected.names.map((name) => [name, describeRepository(call, repositories.get(name))]);
  return respond(call, answer(200, Object.fromEntries(found)));
}

/** Unregisters the repositories that a name or a pattern selects; their data stays. Here, a list is one name. */
function unregister(call: ClusterCall): ClusterStep {
  const { repositories } = call.cluster;
  const names = nameIn(call);
  const selected = namesOf(repositories).filter((known) => matchesName(names, known));
  if (selected.length === 0 && names !== '*') return respond(call, missingRepository(names));
  const left = selected.reduce((rest, name) => rest.without(name), repositories);
  return respond(call, answer(200, acknowledged), { ...call.cluster, repositories: left });
}

function verify(call: ClusterCall, name: string, { uuid }: RepositoryRecord, storage: Storage): ClusterStep {
  const { id, name: node } = nodeOf(call.self);
  return verifyStorage(call, {
    name,
    storage,
    uuid,
    next: call.cluster,
    verified: { nodes: { [id]: { name: node } } },
  });
}

function cleanUp(call: ClusterCall, name: string, _: RepositoryRecord, storage: Storage): ClusterStep {
  if (storage.kind === 'unseen') return fail(call, name, `The sandbox has no ${storage.what} to clean up.`);
  if (!isWritable(storage)) {
    const reason = `[${name}] The repository is read-only and cannot be cleaned up.`;
    return refuse(call, problem(reason, kindOfReadOnly(call)));
  }
  return ask(call, call.cluster, {
    task: { kind: 'clean-folder', location: storage.folder, format: repositoryFormat },
    resume: (clusters, { problem, deletedBytes = 0, deletedBlobs = 0 }) =>
      result(
        clusters,
        problem === undefined
          ? answer(200, { results: { deleted_bytes: deletedBytes, deleted_blobs: deletedBlobs } })
          : failure(500, 'repository_exception', [{ reason: `[${name}] ${problem}` }]),
      ),
  });
}

interface Verification {
  readonly name: string;
  readonly storage: Storage;
  readonly uuid: string;
  /** The cluster's next state, whatever the outcome is. */
  readonly next: ClusterState;
  /** The response after success. */
  readonly verified: unknown;
}

function verifyStorage(call: ClusterCall, { name, storage, uuid, next, verified }: Verification): ClusterStep {
  if (storage.kind === 'unseen') {
    const text = `The sandbox has no ${storage.what}, so nothing was verified.`;
    return respond(call, answer(200, verified, [['Warning', `299 Rulebook "${text}"`]]), next);
  }
  return ask(call, next, {
    task: verificationOf(storage, uuid),
    resume: (clusters, outcome) => {
      if (outcome.problem !== undefined) {
        return result(clusters, unverified(name, outcome.problem));
      }
      const cluster = clusters[call.self];
      const known = cluster.repositories.get(name);
      // Meanwhile, the repository may have been unregistered or replaced.
      if (outcome.uuid === undefined || known?.uuid !== uuid) return result(clusters, answer(200, verified));
      const named = withRepositoryRecord(cluster, name, { ...known, uuid: outcome.uuid });
      return result(withCluster(clusters, named), answer(200, verified));
    },
  });
}

function verificationOf(storage: Exclude<Storage, { readonly kind: 'unseen' }>, uuid: string): MachineTask {
  if (storage.kind === 'address') return { kind: 'probe-url', url: storage.url };
  return storage.isReadOnly
    ? { kind: 'read-folder', location: storage.folder, format: repositoryFormat }
    : { kind: 'verify-folder', location: storage.folder, uuid, format: repositoryFormat };
}

/** Creates a step that waits for the machine. Changes that do not depend on the outcome are already in `next`. */
function ask(call: ClusterCall, next: ClusterState, pending: Pending<ClusterPair>): ClusterStep {
  return { ...result(withCluster(call.clusters, next), answer(200)), pending };
}

/** Calls a handler of an operation on one repository, if there is one of that name. */
export function withRepository(
  call: ClusterCall,
  use: (call: ClusterCall, name: string, repository: RepositoryRecord, storage: Storage) => ClusterStep,
): ClusterStep {
  const name = nameIn(call);
  const repository = call.cluster.repositories.get(name);
  if (repository === undefined) return respond(call, missingRepository(name));
  // The nodes may have been restarted with other settings.
  const storage = storageOf(repository.type, repository.settings, nodesOf(call));
  return 'problem' in storage ? fail(call, name, storage.problem) : use(call, name, repository, storage);
}

/** The other cluster's repository that writes to the folder, if there is one. */
function findOtherWriter(
  call: ClusterCall,
  folder: string,
): { readonly cluster: string; readonly repository: string; readonly folder: string } | undefined {
  const other = call.clusters[call.self === 'cluster' ? 'leader' : 'cluster'];
  for (const [repository, { type, settings }] of other.repositories.ordered()) {
    const storage = storageOf(type, settings, nodesOf(call));
    if (!('problem' in storage) && isWritable(storage) && storage.folder === folder) {
      return { cluster: other.name, repository, folder };
    }
  }
  return undefined;
}

/** Returns the id that a repository keeps: after an update, and under another name or on another cluster with the same location. */
function uuidOf(call: ClusterCall, name: string, type: string, storage: Storage): string | undefined {
  const place = storedAt(storage);
  const own = call.cluster.repositories.get(name);
  if (place === undefined) return own?.type === type ? own.uuid : undefined;
  const all = [call.cluster, ...Object.values(call.clusters)].flatMap(({ repositories }) => repositories.ordered());
  const same = all.find(([, known]) => {
    const other = storageOf(known.type, known.settings, nodesOf(call));
    return !('problem' in other) && storedAt(other) === place;
  });
  return same?.[1].uuid;
}

function storedAt(storage: Storage): string | undefined {
  if (storage.kind === 'unseen') return undefined;
  return storage.kind === 'folder' ? storage.folder : storage.url;
}

function isWritable(storage: Storage): storage is Extract<Storage, { readonly kind: 'folder' }> {
  return storage.kind === 'folder' && !storage.isReadOnly;
}

function withRepositoryRecord(cluster: ClusterState, name: string, repository: RepositoryRecord): ClusterState {
  return { ...cluster, repositories: cluster.repositories.without(name).with(name, repository) };
}

function namesOf(repositories: ClusterState['repositories']): readonly string[] {
  return repositories.ordered().map(([name]) => name);
}

function describeRepository({ input }: ClusterCall, repository: RepositoryRecord | undefined): unknown {
  if (repository === undefined) return undefined;
  const { type, uuid, settings } = repository;
  return shownAs(input, 'repository', { type, uuid, settings: shownSettings(settings) });
}

function nameIn({ parameters }: ClusterCall): string {
  return parameters.get('repository') ?? '';
}

function nodesOf({ input }: ClusterCall): NodeSettings {
  return input.nodeSettings ?? {};
}

/** Returns the response to a request for a repository that does not exist. */
export function missingRepository(name: string): WireResponse {
  return failure(404, 'repository_missing_exception', [{ reason: `There is no repository [${name}].` }]);
}

function unverified(name: string, problem: string): WireResponse {
  const reason = `[${name}] ${problem} The repository stays registered; POST /_snapshot/${encodeURIComponent(name)}/_verify tries again.`;
  return failure(500, 'repository_verification_exception', [{ reason }]);
}

function fail(call: ClusterCall, name: string, problem: string): ClusterStep {
  return respond(call, failure(500, 'repository_exception', [{ reason: `[${name}] ${problem}` }]));
}
