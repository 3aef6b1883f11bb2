import { otherCommands, otherCommandsBehind } from '../../catalogue/other-commands';
import { rootPrivilege } from '../../catalogue/security/operation-privileges';
import { searchCluster } from '../../catalogue/service';
import { refusalOfCaller, refusalOfNeeds } from './authorization';
import { bulkHandlers } from '../indices/bulk';
import {
  failure,
  forbidden,
  refusedResponse,
  unauthenticated,
  withProductHeader,
  type KindOfRefusal,
} from './responses';
import { actingCaller, authenticate } from './authentication';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterInput, type ClusterStep } from './call';
import { keyListHandlers } from './key-list';
import { keyQueryHandlers } from './key-query';
import { keyUpdateHandlers } from './key-update';
import { keyHandlers } from './keys';
import { IndexTable } from './index-table';
import type { ClusterName, ClusterPair, ClusterState } from './model';
import { describeCluster, nodeHandlers } from './nodes';
import { catHandlers } from './cat';
import { taskHandlers } from './tasks';
import { aliasHandlers } from '../indices/aliases';
import { reindexHandlers } from '../indices/reindex';
import { severalDocumentHandlers } from '../indices/several-documents';
import { repositoryRefusals } from '../repositories/refused-registration';
import { repositoryHandlers } from '../repositories/repositories';
import { snapshotHandlers } from '../repositories/snapshots';
import { settingHandlers } from './settings';
import { byQueryHandlers } from '../indices/by-query';
import { filterResponse } from './filter-response';
import { documentHandlers } from '../indices/documents';
import { indexHandlers } from '../indices/handlers';
import { inKind } from './media-type';
import type { DescribedResponse, StepInput, WireRequest, WireResponse } from '../../../../sandbox/model';
import { hasPrivilege } from './privileges';
import { replicationRefusals } from '../replication/refused-requests';
import { replicationHandlers } from '../replication/replication';
import { synchronize } from '../replication/sync';
import { Table } from '../../../../sandbox/table';
import { pointInTimeHandlers } from '../search/point-in-time';
import { scrollHandlers } from '../search/scroll';
import { searchHandlers } from '../search/search';
import { severalHandlers } from '../search/several';
import {
  answer,
  describeUnanswered,
  ownValue,
  readCall,
  readJson,
  result,
  type CheckWire,
  type Refusal,
} from '../../../../sandbox/wire';

const handlers: ClusterHandlers = {
  ...indexHandlers,
  ...documentHandlers,
  ...bulkHandlers,
  ...searchHandlers,
  ...severalHandlers,
  ...scrollHandlers,
  ...pointInTimeHandlers,
  ...byQueryHandlers,
  ...reindexHandlers,
  ...severalDocumentHandlers,
  ...aliasHandlers,
  ...taskHandlers,
  ...catHandlers,
  ...keyHandlers,
  ...keyListHandlers,
  ...keyQueryHandlers,
  ...keyUpdateHandlers,
  ...nodeHandlers,
  ...settingHandlers,
  ...repositoryHandlers,
  ...snapshotHandlers,
  ...replicationHandlers,
};

/** How servers refuse requests of some operations, by their ids. */
const kindsOfRefusal: Readonly<
  Record<string, (call: ClusterCall, refusals: readonly Refusal[]) => KindOfRefusal | undefined>
> = { ...repositoryRefusals, ...replicationRefusals };

/**
 * Creates two empty clusters. `bootstrap` is the bearer token of the built-in administrator of both, and the password of the user `elastic`.
 */
export function createClusterPair(bootstrap: string, users?: ClusterState['users']): ClusterPair {
  const create = (name: ClusterName): ClusterState => ({
    service: 'search-cluster',
    name,
    bootstrap,
    ...(users && { users }),
    keys: Table.empty(),
    repositories: Table.empty(),
    indices: IndexTable.from([]),
  });
  return { cluster: create('cluster'), leader: create('leader') };
}

/** Responds to one request to one of the clusters. Never throws on bad input. */
export function stepCluster(
  clusters: ClusterPair,
  self: ClusterName,
  request: WireRequest,
  input: ClusterInput,
  check: CheckWire,
): ClusterStep {
  // Synchronizes before the request, so that it sees the effects of time, and after it, so that followers receive its changes at once.
  return finish(route(synchronize(clusters, input), self, request, input, check), request, input);
}

function finish(step: ClusterStep, request: WireRequest, input: StepInput): ClusterStep {
  const { pending } = step;
  if (pending === undefined) {
    const response = withProductHeader(
      inKind(searchCluster, request, pretty(request, filterResponse(request, step.response))),
    );
    return { ...step, state: synchronize(step.state, input), response };
  }
  return {
    ...step,
    pending: {
      task: pending.task,
      resume: (state, outcome, later) => finish(pending.resume(state, outcome, later), request, later),
    },
  };
}

function route(
  clusters: ClusterPair,
  self: ClusterName,
  request: WireRequest,
  input: ClusterInput,
  check: CheckWire,
): ClusterStep {
  const cluster = clusters[self];
  const authenticated = authenticate(cluster, request, input.now);
  if (typeof authenticated === 'string') return result(clusters, unauthenticated(authenticated));
  const caller = actingCaller(cluster, request, authenticated);
  if ('status' in caller) return result(clusters, caller);
  const call: ClusterCall = { ...readCall(request, searchCluster), clusters, self, cluster, caller, input, check };
  const operation = call.match.kind === 'operation' ? call.match.operation : undefined;
  const handler = operation && ownValue(handlers, operation.id);
  if (operation && handler) {
    const denial = refusalOfCaller(call, operation);
    if (denial) return respond(call, denial);
    const refusals = check(request);
    if (refusals.length === 0) return handler(call);
    const kind = ownValue(kindsOfRefusal, operation.id)?.(call, refusals);
    return respond(call, refusedResponse(refusals, operation.id, kind));
  }
  if (call.path === '/' && (call.method === 'GET' || call.method === 'HEAD')) return answerRoot(call);
  const documented = operation && refusalOfCaller(call, operation);
  if (documented) return respond(call, documented);
  return respond(call, call.input.describe ? answerUnplayed(call, call.input.describe(request)) : unanswered(call));
}

function answerUnplayed(call: ClusterCall, found: DescribedResponse | undefined): WireResponse {
  if (found === undefined) return unanswered(call);
  const denial = refusalOfNeeds(call.caller, found.needs, found.title);
  if (denial) return denial;
  if (found.kind === 'refused') return refusedResponse(found.refusals, found.operation.id);
  if (found.kind === 'not-played') return failure(501, 'unsupported_operation_exception', [found]);
  return found.response;
}

/** Responds to unknown paths as the service does: with a string as the `error`. */
function unanswered(call: ClusterCall): WireResponse {
  const found = describeUnanswered(call, searchCluster, {
    isPlayed: ({ id }) => Object.hasOwn(handlers, id),
    isOther: isOtherCommand,
  });
  const where = `uri [${call.request.target}] and method [${call.method}]`;
  if (found.kind === 'not-played') return failure(501, 'unsupported_operation_exception', [found]);
  if (found.kind === 'unknown') {
    const words = call.path.split('/').filter((word) => word !== '');
    // A path of one word is an index, and one of two words was a type of documents.
    if (words.length === 1 && words[0]?.startsWith('_') === true && call.method !== 'POST') {
      return failure(400, 'invalid_index_name_exception', [{ reason: found.reason }]);
    }
    if (words.length === 2 && call.method !== 'POST') {
      const error = `Incorrect HTTP method for ${where}, allowed: [POST]`;
      return answer(405, { error, status: 405, detail: found.reason }, [['Allow', 'POST']]);
    }
    return answer(400, { error: `no handler found for ${where}`, status: 400, detail: found.reason });
  }
  const allowed = found.methods.join(', ');
  const error = `Incorrect HTTP method for ${where}, allowed: [${allowed}]`;
  return answer(405, { error, status: 405 }, [['Allow', allowed]]);
}

function isOtherCommand([first = '', second = '']: readonly string[]): boolean {
  const behind = ownValue(otherCommandsBehind, first);
  if (behind) return behind.has(second);
  return otherCommands.has(first) || (!first.startsWith('_') && otherCommands.has(second));
}

function answerRoot(call: ClusterCall): ClusterStep {
  if (!hasPrivilege(call.caller, rootPrivilege, [])) {
    return respond(call, forbidden(call.caller, rootPrivilege, 'read the cluster'));
  }
  return respond(call, answer(200, describeCluster(call.self)));
}

function pretty(request: WireRequest, response: WireResponse): WireResponse {
  if (!request.target.includes('pretty') || response.body === '') return response;
  if (!/[?&]pretty(=true|=)?(&|#|$)/.test(request.target)) return response;
  const json = readJson(response.body);
  return json === undefined ? response : { ...response, body: `${JSON.stringify(json.value, null, 2)}\n` };
}
