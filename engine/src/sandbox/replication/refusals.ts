import type { IndexRecord } from '../cluster/model';
import { problem, type Problem } from '../indices/problem';

/** Says that a cluster knows no remote cluster of that name. */
export function unknownRemote(name: string, known: readonly string[]): Problem {
  return problem(`There is no remote cluster [${name}]; this cluster knows [${known.join(', ')}].`, {
    status: 404,
    type: 'no_such_remote_cluster_exception',
  });
}

/** Says that a name is taken by an alias. */
export function aliasOfOther(alias: string, name: string): Problem {
  return problem(`[${alias}] is an alias of the index [${name}], so no index can be called so.`, {
    type: 'invalid_index_name_exception',
  });
}

/** Says that the mapping of a follower comes from its leader. */
export function mappingOfLeader(name: string): Problem {
  return problem(`The index [${name}] follows a leader and takes its mapping from there.`, {
    status: 403,
    type: 'status_exception',
  });
}

/** Says that an index has to be closed before it follows. */
export function openFollower(name: string, { follow }: IndexRecord): Problem {
  const steps = follow?.status === 'active' ? 'Pause it and close it' : 'Close it';
  return problem(`There is an open index [${name}] already. ${steps} before it is followed again.`, {
    type: 'resource_already_exists_exception',
  });
}

/** Says that a closed follower has to be paused before it follows again. */
export function runningFollower(name: string): Problem {
  return problem(`The index [${name}] replicates, although it is closed. Pause it before it is followed again.`, {
    type: 'resource_already_exists_exception',
  });
}

/** Says that an index follows nothing. */
export function noFollower(name: string): Problem {
  return problem(`The index [${name}] is no follower index.`);
}

/** Says that a follower has to replicate for that. */
export function pausedFollower(name: string): Problem {
  return problem(`The follower index [${name}] is paused already.`);
}

/** Says that a follower replicates already. */
export function unpausedFollower(name: string): Problem {
  return problem(`The follower index [${name}] is not paused; it replicates.`, {
    type: 'resource_already_exists_exception',
  });
}

/** Says that a follower has to be paused for that. */
export function pauseFirst(name: string): Problem {
  return problem(`The follower index [${name}] replicates. Pause it before it is turned into a standard index.`);
}

/** Says that the leader a follower began with is not there any more. */
export function otherLeader(name: string): Problem {
  return problem(`The leader [${name}] is another index of the same name by now. Close the follower and follow again.`);
}
