import { isRecord } from '@rulebook/json/is-record';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import { remoteNamed, remoteNames } from '../cluster/settings';
import type { AutoFollowRecord } from '../cluster/model';
import { noObject, readObject } from '../indices/handlers';
import { problem, refuse, type Problem } from '../indices/problem';
import { nameOfRemote } from './pair';
import { readParameters } from './parameters';
import { unknownRemote } from './refusals';
import { answer, ownValue } from '@rulebook/sandbox/wire';

/** Plays auto-follow patterns. */
export const autoFollowHandlers: ClusterHandlers = {
  'search-cluster.auto-follow.list': (call) => describePatterns(call, Object.entries(call.cluster.autoFollow ?? {})),
  'search-cluster.auto-follow.get': onPattern((call, name, pattern) => describePatterns(call, [[name, pattern]])),
  'search-cluster.auto-follow.put': putPattern,
  'search-cluster.auto-follow.delete': onPattern((call, name) => store(call, name, undefined)),
  'search-cluster.auto-follow.pause': onPattern((call, name, pattern) =>
    store(call, name, { ...pattern, isActive: false }),
  ),
  'search-cluster.auto-follow.resume': onPattern((call, name, pattern) =>
    store(call, name, { ...pattern, isActive: true }),
  ),
};

function putPattern(call: ClusterCall): ClusterStep {
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  const { remote_cluster: remote, settings, follow_index_pattern: followPattern } = body;
  const leaderPatterns = asTexts(body.leader_index_patterns);
  if (typeof remote !== 'string' || leaderPatterns.length === 0) {
    return refuse(
      call,
      problem('The body must name `remote_cluster` and `leader_index_patterns`.', {
        type: 'action_request_validation_exception',
      }),
    );
  }
  const remoteCluster = remoteNamed(call.cluster, remote);
  if (remoteCluster === undefined) return refuse(call, unknownRemote(remote, remoteNames(call.cluster)));
  const name = call.parameters.get('pattern') ?? '';
  const former = ownValue(call.cluster.autoFollow ?? {}, name);
  return store(call, name, {
    remoteCluster,
    ...(remote !== remoteCluster && { remoteAlias: remote }),
    leaderPatterns,
    exclusionPatterns: asTexts(body.leader_index_exclusion_patterns),
    ...(typeof followPattern === 'string' && { followPattern }),
    settings: isRecord(settings) ? settings : {},
    parameters: readParameters(body),
    isActive: true,
    // The pattern applies only to indices that are created later.
    known: call.clusters[remoteCluster].indices.entries().map(([, { uuid }]) => uuid),
    followed: former?.followed ?? 0,
    refused: former?.refused ?? 0,
  });
}

function onPattern(play: (call: ClusterCall, name: string, pattern: AutoFollowRecord) => ClusterStep) {
  return (call: ClusterCall): ClusterStep => {
    const name = call.parameters.get('pattern') ?? '';
    const pattern = ownValue(call.cluster.autoFollow ?? {}, name);
    return pattern ? play(call, name, pattern) : refuse(call, missingPattern(name));
  };
}

function missingPattern(name: string): Problem {
  return problem(`There is no auto-follow pattern [${name}].`, { status: 404, type: 'resource_not_found_exception' });
}

function store(call: ClusterCall, name: string, pattern: AutoFollowRecord | undefined): ClusterStep {
  const others = Object.entries(call.cluster.autoFollow ?? {}).filter(([other]) => other !== name);
  const autoFollow = Object.fromEntries(pattern ? [...others, [name, pattern] as const] : others);
  return respond(call, answer(200, { acknowledged: true }), { ...call.cluster, autoFollow });
}

function describePatterns(call: ClusterCall, patterns: readonly (readonly [string, AutoFollowRecord])[]): ClusterStep {
  const described = patterns.map(([name, pattern]) => ({
    name,
    pattern: {
      active: pattern.isActive,
      remote_cluster: nameOfRemote(pattern),
      leader_index_patterns: pattern.leaderPatterns,
      leader_index_exclusion_patterns: pattern.exclusionPatterns,
      ...(pattern.followPattern !== undefined && { follow_index_pattern: pattern.followPattern }),
      settings: pattern.settings,
      ...pattern.parameters,
    },
  }));
  return respond(call, answer(200, { patterns: described }));
}

/** Servers read a single value as a list, and numbers and booleans as texts. */
function asTexts(value: unknown): readonly string[] {
  const isScalar = (one: unknown) => typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean';
  return [value].flat().filter(isScalar).map(String);
}
