import type { Operation } from '@rulebook/catalogue/operation';
import { otherCommands, otherCommandsBehind } from '@rulebook/search-cluster/facts/other-commands';
import { permissionCheck } from '@rulebook/search-cluster/facts/behaviours';
import { privilegeOf, rootPrivilege } from '@rulebook/search-cluster/facts/security/operation-privileges';
import { searchCluster } from '@rulebook/search-cluster/facts/service';
import { refusalOfCaller, refusalOfNeeds } from './authorization';
import { bulkHandlers } from '../indices/bulk';
import { isLeftToRules } from '../indices/left-to-rules';
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
import { typeOfKeyRefusal } from './key-errors';
import { keyListHandlers } from './key-list';
import { keyQueryHandlers } from './key-query';
import { keyUpdateHandlers } from './key-update';
import { keyCloneHandlers } from './key-clone';
import { keyHandlers } from './keys';
import { IndexTable } from './index-table';
import type { ClusterName, ClusterPair, ClusterState } from './model';
import { behaves, editionOf, type Edition } from './edition';
import { withOwnErrors } from './product';
import { describeCluster, nodeHandlers } from './nodes';
import { lackedPartAt, lackedPartOf } from '@rulebook/checker/binding/vendor-facts';
import { catHandlers } from './cat';
import { taskHandlers } from './tasks';
import { aliasHandlers } from '../indices/aliases';
import { reindexHandlers } from '../indices/reindex';
import { severalDocumentHandlers } from '../indices/several-documents';
import { isTaken, repositoryRefusals, withoutUnread } from '../repositories/refused-registration';
import { repositoryHandlers } from '../repositories/repositories';
import { snapshotHandlers } from '../repositories/snapshots';
import { settingRefusals } from './refused-settings';
import { refuseEmptySettings, settingHandlers } from './settings';
import { byQueryHandlers } from '../indices/by-query';
import { filterResponse } from './filter-response';
import { documentHandlers } from '../indices/documents';
import { indexHandlers, indexProblems, refuseCreation, refuseEmptyChange } from '../indices/handlers';
import { refuseBlocked } from '../indices/blocks';
import { isOn } from '../indices/names';
import { refusal, refuse, type Problem } from '../indices/problem';
import { outlineOf } from '../indices/json-text';
import { resolveDateMath } from '../indices/date-math';
import { refuseQueryValues } from './query-values';
import { incompatibleTypes, inKind, inPlainKind, unreadableType } from './media-type';
import type { DescribedResponse, WireRequest, WireResponse } from '@rulebook/sandbox/model';
import { hasPrivilege } from './privileges';
import { refuseBlank, replicationRefusals } from '../replication/refused-requests';
import { replicationHandlers } from '../replication/replication';
import { synchronize } from '../replication/sync';
import { readScriptsOfState, storedHandler, storedHandlers } from '../stored/stored';
import { Table } from '@rulebook/sandbox/table';
import { queryHandlers } from '../queries/queries';
import { pointInTimeHandlers } from '../search/point-in-time';
import { scrollHandlers } from '../search/scroll';
import { searchHandlers, searchMisreadings } from '../search/search';
import { isOfOneSearch, severalHandlers, severalMisreadings } from '../search/several';
import {
  answer,
  describeUnanswered,
  ownValue,
  readCall,
  readJson,
  result,
  type CheckWire,
  type Refusal,
} from '@rulebook/sandbox/wire';

const handlers: ClusterHandlers = {
  ...indexHandlers,
  ...documentHandlers,
  ...bulkHandlers,
  ...searchHandlers,
  ...severalHandlers,
  ...queryHandlers,
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
  ...keyCloneHandlers,
  ...nodeHandlers,
  ...settingHandlers,
  ...repositoryHandlers,
  ...snapshotHandlers,
  ...replicationHandlers,
  ...storedHandlers,
};

/** What a server looks at before it reads the values of a request. */
const earlyRefusals: Readonly<Record<string, (call: ClusterCall) => Problem | undefined>> = {
  'search-cluster.index.create': refuseCreation,
  'search-cluster.index.settings': refuseEmptyChange,
  'search-cluster.index.settings.all': refuseEmptyChange,
};

/** What a server looks at before it asks who sends a request. */
const validations: typeof earlyRefusals = {
  'search-cluster.settings.put': refuseEmptySettings,
  'search-cluster.follower.resume': refuseBlank,
};

function refuseEarly(call: ClusterCall, operation: string): Problem | undefined {
  return refuseQueryValues(call) ?? ownValue(earlyRefusals, operation)?.(call);
}

/** How servers refuse requests of some operations, by their ids. */
const kindsOfRefusal: Readonly<
  Record<string, (call: ClusterCall, refusals: readonly Refusal[]) => KindOfRefusal | undefined>
> = { ...repositoryRefusals, ...replicationRefusals, ...settingRefusals };

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

function finish(step: ClusterStep, request: WireRequest, input: ClusterInput): ClusterStep {
  const { pending } = step;
  if (pending === undefined) {
    const edition = editionOf(input);
    const { match } = readCall(request, searchCluster);
    const operation = match.kind === 'operation' ? match.operation.id : undefined;
    const own = withOwnErrors(edition, operation, step.response);
    const shown = inKind(edition, request, pretty(request, filterResponse(request, own)));
    const response = edition.product === undefined ? withProductHeader(shown) : shown;
    return { ...step, state: synchronize(step.state, input), response };
  }
  return {
    ...step,
    pending: {
      task: pending.task,
      resume: (state, outcome, later) => finish(pending.resume(state, outcome, later), request, { ...input, ...later }),
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
  const edition = editionOf(input);
  if (/%(?![\da-fA-F]{2})/.test(request.target.split('?', 1)[0] ?? '')) {
    const reason = `invalid escape sequence in the path [${request.target}]`;
    return result(clusters, failure(400, 'illegal_argument_exception', [{ reason }], 'unescaped-percent'));
  }
  const reason = incompatibleTypes(edition, request);
  if (reason !== undefined)
    return result(clusters, inPlainKind(failure(400, 'media_type_header_exception', [{ reason }])));
  const caller = actingCaller(cluster, request, authenticated);
  if ('status' in caller) return result(clusters, caller);
  const read = readCall(request, searchCluster);
  const names = resolveDateMath(read.parameters.get('index') ?? '', input.now);
  const parameters =
    typeof names === 'string' && names !== '' ? new Map([...read.parameters, ['index', names]]) : read.parameters;
  const operation = read.match.kind === 'operation' ? read.match.operation : undefined;
  const taken = operation?.body?.textBehind ? withFirstValue(request) : request;
  const call: ClusterCall = { ...read, request: taken, parameters, clusters, self, cluster, caller, input, check };
  if (call.path === '/' && operation) return respond(call, disallowed(call, 'GET, DELETE, HEAD'));
  const lacked = operation ? lackedPartOf(operation, edition.target) : lackedPartAtPath(read.path, edition);
  if (lacked !== undefined) return respond(call, unknownPart(call));
  const unreadable = unreadableType(edition, request);
  if (operation && unreadable !== undefined) return respond(call, answerUnreadable(unreadable));
  const handler = operation && ownValue(handlers, operation.id);
  if (operation && handler) {
    const invalid = ownValue(validations, operation.id)?.(call);
    if (invalid) return refuse(call, invalid);
    const denial = refusalOfCaller(call, operation);
    if (isOn(call.query.get(permissionCheck)) && behaves(input, 'permission-checks'))
      return respond(call, describePermission(operation, denial));
    if (denial) return respond(call, denial);
    const early = typeof names === 'string' ? refuseEarly(call, operation.id) : names;
    if (early) return call.method === 'HEAD' ? respond(call, answer(early.status)) : refuse(call, early);
    const refusals = check(withoutUnread(call, operation.id)).filter(
      (one) =>
        isLeftToRules(operation.id, one.rule) &&
        !isTaken(call, operation.id, one) &&
        !isOfOneSearch(call, operation.id, one),
    );
    if (refusals.length > 0) return respond(call, refusedByRules(call, operation.id, refusals));
    const blocked = refuseBlocked(call);
    return blocked ? refuse(call, blocked) : handler(call);
  }
  if (call.path === '/' && (call.method === 'GET' || call.method === 'HEAD')) return answerRoot(call);
  const documented = operation && refusalOfCaller(call, operation);
  if (documented) return respond(call, documented);
  const described = call.input.describe?.(request);
  if (described !== undefined && unreadable !== undefined) return respond(call, answerUnreadable(unreadable));
  return playStored(call, described) ?? respond(call, answerUnplayed(call, described));
}

/** A part with the product's own word in front, such as a plugin, may have the name of one that it lacks. */
function lackedPartAtPath(path: string, { product, target }: Edition): ReturnType<typeof lackedPartAt> {
  const words = path.split('/');
  return product?.ownWords?.includes(words[1] ?? '') === true ? undefined : lackedPartAt(words, target);
}

/** Plays an operation on something that is stored by its name, which the published description knows. */
function playStored(call: ClusterCall, described: DescribedResponse | undefined): ClusterStep | undefined {
  if (described?.kind !== 'not-played') return undefined;
  const { operation, needs, title } = described;
  const handler = storedHandler(operation);
  const scripts = handler ? undefined : readScriptsOfState(call);
  if (handler === undefined && scripts === undefined) return undefined;
  const denial = refusalOfNeeds(call.caller, needs, title);
  if (denial) return respond(call, denial);
  // What only contradicts the description may be taken by a server.
  const refusals = call.check(call.request);
  if (refusals.length > 0) return respond(call, refusedResponse(refusals, operation.id, { body: call.request.body }));
  return handler ? handler(call) : scripts;
}

/** Responds to a caller who asks only whether an operation is permitted. */
function describePermission(operation: Operation, denial: WireResponse | undefined): WireResponse {
  const missing = denial === undefined ? [] : [privilegeOf(operation)?.action ?? []].flat();
  return answer(200, { accessAllowed: denial === undefined, missingPrivileges: missing });
}

/** Returns the request without what is behind the first value of its body. */
function withFirstValue(request: WireRequest): WireRequest {
  const { end } = outlineOf(request.body);
  const isFurther = end !== undefined && request.body.slice(end).trim() !== '';
  return isFurther ? { ...request, body: request.body.slice(0, end) } : request;
}

/** Returns the response to a request that the rules refuse, with the error type of what reads it. */
function refusedByRules(call: ClusterCall, operation: string, refusals: readonly Refusal[]): WireResponse {
  const own = ownValue(indexProblems, operation)?.(call);
  if (own) return refusal(own);
  const kind = ownValue(kindsOfRefusal, operation)?.(call, refusals);
  const type = ownValue(misreadings, operation)?.(call)?.type ?? typeOfKeyRefusal(operation, call, refusals);
  return refusedResponse(refusals, operation, { body: call.request.body, type, ...kind });
}

/** What requests are refused for, by operations whose reader says it by the error type. */
const misreadings = { ...searchMisreadings, ...severalMisreadings };

/** A server names the media type in a string as the `error`. */
function answerUnreadable(type: string): WireResponse {
  return answer(406, { error: `Content-Type header [${type}] is not supported`, status: 406 });
}

function answerUnplayed(call: ClusterCall, found: DescribedResponse | undefined): WireResponse {
  if (found === undefined) return unanswered(call);
  const denial = refusalOfNeeds(call.caller, found.needs, found.title);
  if (denial) return denial;
  if (found.kind === 'refused') return refusedResponse(found.refusals, found.operation.id, call.request);
  if (found.kind === 'not-played') return failure(501, 'unsupported_operation_exception', [{ reason: found.reason }]);
  return found.response;
}

const undescribed =
  ' No published description is loaded, without which fewer operations are known; a program gives them by the option `loadDescription`.';

/** Responds to unknown paths as the service does: with a string as the `error`. */
function unanswered(call: ClusterCall): WireResponse {
  const found = describeUnanswered(call, searchCluster, {
    isPlayed: ({ id }) => Object.hasOwn(handlers, id),
    // With the published description, all paths are known.
    isOther: (words) => call.input.describe === undefined && isOtherCommand(words),
  });
  const where = `uri [${call.request.target}] and method [${call.method}]`;
  if (call.method === 'OPTIONS' && call.request.body !== '') {
    if (behaves(call.input, 'plain-options'))
      return failure(400, 'status_exception', [{ reason: 'A request with OPTIONS has no body.' }]);
    const methods = found.kind === 'other-method' ? found.methods.join(', ') : 'GET, PUT, DELETE, HEAD';
    return answer(200, undefined, [['Allow', methods]]);
  }
  if (found.kind === 'not-played') {
    const advice = call.input.describe === undefined ? undescribed : '';
    const reason = `${found.reason}${advice}`;
    return failure(501, 'unsupported_operation_exception', [{ reason }]);
  }
  if (found.kind === 'unknown') {
    const words = call.path.split('/').filter((word) => word !== '');
    // A path of one word is an index, and one of two words was a type of documents.
    if (words.length === 1 && words[0]?.startsWith('_') === true && call.method !== 'POST') {
      return failure(400, 'invalid_index_name_exception', [{ reason: found.reason }]);
    }
    if (isNameless(call)) {
      const reason = 'Validation Failed: 1: index is missing;';
      return failure(400, 'action_request_validation_exception', [{ reason }]);
    }
    if (words.length === 1) return disallowed(call, 'GET, PUT, DELETE, HEAD');
    if (words.length === 2 && call.method !== 'POST' && !behaves(call.input, 'unknown-paths')) {
      const error = `Incorrect HTTP method for ${where}, allowed: [POST]`;
      return answer(405, { error, status: 405, detail: found.reason }, [['Allow', 'POST']]);
    }
    return noHandler(call, found.reason);
  }
  return disallowed(call, found.methods.join(', '));
}

/** A path of one word that belongs to no part is the name of an index. */
function unknownPart(call: ClusterCall): WireResponse {
  const isName = /^\/_[^/]*\/?$/.test(call.path) && call.method !== 'POST';
  if (!isName) return noHandler(call);
  const reason = 'The name of an index cannot begin with an underscore.';
  return failure(400, 'invalid_index_name_exception', [{ reason }]);
}

function noHandler({ request, method }: ClusterCall, detail?: string): WireResponse {
  const error = `no handler found for uri [${request.target}] and method [${method}]`;
  return answer(400, { error, status: 400, ...(detail !== undefined && { detail }) });
}

function disallowed({ request, method }: ClusterCall, allowed: string): WireResponse {
  const error = `Incorrect HTTP method for uri [${request.target}] and method [${method}], allowed: [${allowed}]`;
  return answer(405, { error, status: 405 }, [['Allow', allowed]]);
}

/** Returns whether a request acts on indices and names none. */
function isNameless({ path, method }: ClusterCall): boolean {
  return path === '/' ? method === 'DELETE' : method === 'POST' && /^\/_(?:close|open)\/?$/.test(path);
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
  return respond(call, answer(200, describeCluster(call.self, editionOf(call.input))));
}

function pretty(request: WireRequest, response: WireResponse): WireResponse {
  if (!request.target.includes('pretty') || response.body === '') return response;
  if (!/[?&]pretty(=true|=)?(&|#|$)/.test(request.target)) return response;
  const json = readJson(response.body);
  return json === undefined ? response : { ...response, body: `${JSON.stringify(json.value, null, 2)}\n` };
}
