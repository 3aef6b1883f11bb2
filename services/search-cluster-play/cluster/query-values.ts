import { choiceFlags, indexKinds, shownFeatures } from '@rulebook/search-cluster/facts/common-query';
import { problem, type Problem } from '../indices/problem';
import type { ClusterCall } from './call';

const words: Readonly<Record<string, readonly string[]>> = { expand_wildcards: indexKinds, features: shownFeatures };

/** Returns why a value of the query cannot be read, or undefined: of a parameter that many operations have. */
export function refuseQueryValues({ query, path }: ClusterCall): Problem | undefined {
  for (const [name, value] of query) {
    if (choiceFlags.has(name) && !/^(?:|true|false)$/.test(value)) {
      return problem(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
    }
    const known = words[name];
    const unknown = known && value.split(',').find((word) => word !== '' && !known.includes(word));
    if (unknown !== undefined) return problem(`No valid ${name} value [${unknown}]`);
    const isClosing = value === 'index-setting' && path.endsWith('/_close');
    if (name === 'wait_for_active_shards' && !isClosing && !/^(?:all|\d+|)$/.test(value)) {
      return problem(`cannot parse ActiveShardCount[${value}]`);
    }
  }
  return undefined;
}
