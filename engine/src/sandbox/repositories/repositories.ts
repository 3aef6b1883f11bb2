import { failure } from '../cluster/answers';
import { respond, withCluster, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import type { ClusterPair, ClusterState, RepositoryRecord } from '../cluster/model';
import { nodeOf } from '../cluster/nodes';
import { noObject } from '../indices/handlers';
import { refuse } from '../indices/problem';
import { isTooDeep } from '../indices/values';
import type { MachineTask, NodeSettings, Pending, WireResponse } from '../model';
import { selectRepositories } from './names';
import { storageOf, type Storage } from './storage';
import { answer, isRecord, ownValue, readJson, result } from '../wire';

/** Plays the operations on snapshot repositories. */
export const repositoryHandlers: ClusterHandlers = {
  'search-cluster.repository.put': register,
  'search-cluster.repository.post': register,
  'search-cluster.repository.list': (call) => read(call, '_all'),
  'search-cluster.repository.get': (call) => read(call, nameIn(call)),
  'search-cluster.repository.delete': unregister,
  'search-cluster.repository.verify': (call) => withRepository(call, verify),
  'search-cluster.repository.cleanup': (call) => withRepository(call, cleanUp),
};

const acknowledged = { acknowledged: true };

/** Makes a repository known, and verifies it unless told otherwise. A failed verification leaves it known, as servers do. */
function register(call: ClusterCall): ClusterStep {
  const name = nameIn(call);
  const body = readJson(call.request.body)?.value;
  if (!isRecord(body) || isTooDeep(body)) return refuse(call, noObject);
  if (typeof body.type !== 'string') {
    return respond(call, failure(400, 'x_content_parse_exception', [{ reason: 'The body names no [type].' }]));
  }
  if (/[*,]|^_all$/.test(name)) {
    return fail(call, name, 'Paths could not name such a repository; leave out commas and stars.');
  }
  const { type } = body;
  const settings = isRecord(body.settings) ? body.settings : {};
  const storage = storageOf(type, settings, nodesOf(call));
  if ('problem' in storage) return fail(call, name, storage.problem);
  const writer = isWritable(storage) ? findOtherWriter(call, storage.folder) : undefined;
  if (writer !== undefined) {
    const reason = `[${name}] The cluster [${writer.cluster}] writes to [${writer.folder}] as [${writer.repository}]. Of the clusters that share a repository only one may write; set [readonly] to true here, or there first.`;
    return respond(call, failure(400, 'illegal_argument_exception', [{ reason }]));
  }
  const uuid = uuidOf(call, name, type, storage) ?? call.input.randomText(22);
  const next = withRepositoryRecord(call.cluster, name, { uuid, type, settings });
  if (call.query.get('verify') === 'false') return respond(call, answer(200, acknowledged), next);
  return verifyStorage(call, { name, storage, uuid, next, verified: acknowledged });
}

function read(call: ClusterCall, names: string): ClusterStep {
  const { repositories } = call.cluster;
  const selected = selectRepositories(Object.keys(repositories), names);
  if ('missing' in selected) return respond(call, missing(selected.missing));
  const found = selected.names.map((name) => [name, describe(ownValue(repositories, name))]);
  return respond(call, answer(200, Object.fromEntries(found)));
}

/** Forgets repositories; nothing of their data is touched. */
function unregister(call: ClusterCall): ClusterStep {
  const { repositories } = call.cluster;
  const names = nameIn(call);
  const selected = selectRepositories(Object.keys(repositories), names);
  if ('missing' in selected) return respond(call, missing(selected.missing));
  if (selected.names.length === 0 && names !== '*' && names !== '_all') return respond(call, missing(names));
  const left = Object.entries(repositories).filter(([name]) => !selected.names.includes(name));
  return respond(call, answer(200, acknowledged), { ...call.cluster, repositories: Object.fromEntries(left) });
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
  if (!isWritable(storage)) return fail(call, name, 'The repository is read-only, so nothing is cleaned up.');
  return ask(call, call.cluster, {
    task: { kind: 'clean-folder', location: storage.folder },
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
  /** The cluster as it is from now on, whatever comes out. */
  readonly next: ClusterState;
  /** What is answered when all is well. */
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
      const known = ownValue(cluster.repositories, name);
      // Meanwhile the repository may have been unregistered, or be another one.
      if (outcome.uuid === undefined || known?.uuid !== uuid) return result(clusters, answer(200, verified));
      const named = withRepositoryRecord(cluster, name, { ...known, uuid: outcome.uuid });
      return result(withCluster(clusters, named), answer(200, verified));
    },
  });
}

function verificationOf(storage: Exclude<Storage, { readonly kind: 'unseen' }>, uuid: string): MachineTask {
  if (storage.kind === 'address') return { kind: 'probe-url', url: storage.url };
  return storage.isReadOnly
    ? { kind: 'read-folder', location: storage.folder }
    : { kind: 'verify-folder', location: storage.folder, uuid };
}

/** Makes a step that waits for the machine; what the answer is not about has happened already. */
function ask(call: ClusterCall, next: ClusterState, pending: Pending<ClusterPair>): ClusterStep {
  return { ...result(withCluster(call.clusters, next), answer(200)), pending };
}

function withRepository(
  call: ClusterCall,
  use: (call: ClusterCall, name: string, repository: RepositoryRecord, storage: Storage) => ClusterStep,
): ClusterStep {
  const name = nameIn(call);
  const repository = ownValue(call.cluster.repositories, name);
  if (repository === undefined) return respond(call, missing(name));
  // The nodes may have been started anew with other settings.
  const storage = storageOf(repository.type, repository.settings, nodesOf(call));
  return 'problem' in storage ? fail(call, name, storage.problem) : use(call, name, repository, storage);
}

/** The other cluster's repository that writes to the folder, if there is one. */
function findOtherWriter(
  call: ClusterCall,
  folder: string,
): { readonly cluster: string; readonly repository: string; readonly folder: string } | undefined {
  const other = call.clusters[call.self === 'cluster' ? 'leader' : 'cluster'];
  for (const [repository, { type, settings }] of Object.entries(other.repositories)) {
    const storage = storageOf(type, settings, nodesOf(call));
    if (!('problem' in storage) && isWritable(storage) && storage.folder === folder) {
      return { cluster: other.name, repository, folder };
    }
  }
  return undefined;
}

/** An update keeps the id, and so does another name or cluster for the same place. */
function uuidOf(call: ClusterCall, name: string, type: string, storage: Storage): string | undefined {
  const own = ownValue(call.cluster.repositories, name);
  const all = [call.cluster, ...Object.values(call.clusters)].flatMap(({ repositories }) =>
    Object.values(repositories),
  );
  const place = placeOf(storage);
  const same = all.find((known) => {
    const other = storageOf(known.type, known.settings, nodesOf(call));
    return !('problem' in other) && place !== undefined && placeOf(other) === place;
  });
  return same?.uuid ?? (place === undefined && own?.type === type ? own.uuid : undefined);
}

function placeOf(storage: Storage): string | undefined {
  if (storage.kind === 'unseen') return undefined;
  return storage.kind === 'folder' ? storage.folder : storage.url;
}

function isWritable(storage: Storage): storage is Extract<Storage, { readonly kind: 'folder' }> {
  return storage.kind === 'folder' && !storage.isReadOnly;
}

function withRepositoryRecord(cluster: ClusterState, name: string, repository: RepositoryRecord): ClusterState {
  // A name such as `__proto__` must become a member like any other.
  const others = Object.entries(cluster.repositories).filter(([known]) => known !== name);
  return { ...cluster, repositories: Object.fromEntries([...others, [name, repository]]) };
}

function describe(repository: RepositoryRecord | undefined): unknown {
  return repository && { type: repository.type, uuid: repository.uuid, settings: repository.settings };
}

function nameIn({ parameters }: ClusterCall): string {
  return parameters.get('repository') ?? '';
}

function nodesOf({ input }: ClusterCall): NodeSettings {
  return input.nodeSettings ?? {};
}

function missing(name: string): WireResponse {
  return failure(404, 'repository_missing_exception', [{ reason: `There is no repository [${name}].` }]);
}

function unverified(name: string, problem: string): WireResponse {
  const reason = `[${name}] ${problem} The repository stays registered; POST /_snapshot/${encodeURIComponent(name)}/_verify tries again.`;
  return failure(500, 'repository_verification_exception', [{ reason }]);
}

function fail(call: ClusterCall, name: string, problem: string): ClusterStep {
  return respond(call, failure(500, 'repository_exception', [{ reason: `[${name}] ${problem}` }]));
}
