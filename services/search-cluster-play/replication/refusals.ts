import type { IndexRecord } from '../cluster/model';
import { problem, type Problem } from '../indices/problem';

/** Returns the problem of an unknown remote cluster. */
export function unknownRemote(name: string, known: readonly string[]): Problem {
  return problem(`There is no remote cluster [${name}]. Use one of [${known.join(', ')}].`, {
    status: 404,
    type: 'no_such_remote_cluster_exception',
  });
}

/** Returns the problem of a name that an alias has. */
export function aliasOfOther(alias: string, name: string): Problem {
  return problem(`[${alias}] is an alias of the index [${name}]. Use another name.`, {
    type: 'invalid_index_name_exception',
  });
}

/** Returns the problem of a changed mapping of a follower. */
export function mappingOfLeader(name: string): Problem {
  return problem(`The index [${name}] follows a leader and takes its mapping from there.`, {
    status: 403,
    type: 'status_exception',
  });
}

/** Returns the problem of an open index that should follow. */
export function openFollower(name: string, { follow }: IndexRecord): Problem {
  const steps = follow?.status === 'active' ? 'Pause it and close it' : 'Close it';
  return problem(`There is already an open index [${name}]. ${steps} before it follows again.`, {
    type: 'resource_already_exists_exception',
  });
}

/** Returns the problem of a closed follower that is not paused. */
export function runningFollower(name: string): Problem {
  return problem(`The index [${name}] replicates, although it is closed. Pause it before it follows again.`, {
    type: 'resource_already_exists_exception',
  });
}

/** Returns the problem of an index that is not a follower. */
export function noFollower(name: string): Problem {
  return problem(`The index [${name}] is not a follower index.`);
}

/** Returns the problem of a follower that is already paused. */
export function pausedFollower(name: string): Problem {
  return problem(`The follower index [${name}] is already paused.`);
}

/** Returns the problem of a follower that is not paused. */
export function unpausedFollower(name: string): Problem {
  return problem(`The follower index [${name}] is not paused.`, {
    type: 'resource_already_exists_exception',
  });
}

/** Returns the problem of a replicating follower that should become a standard index. */
export function pauseFirst(name: string): Problem {
  return problem(`The follower index [${name}] replicates. Pause it before you turn it into a standard index.`);
}

/** Returns the problem of a follower whose leader was replaced. */
export function otherLeader(name: string): Problem {
  return problem(
    `The leader [${name}] has been replaced by another index of the same name. Close the follower and follow again.`,
  );
}
