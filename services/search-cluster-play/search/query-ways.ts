import { behaves } from '../cluster/edition';
import type { QueryWays } from './ways';

/** Returns what the played servers do with queries. */
export function queryWaysOf(input: Parameters<typeof behaves>[0]): QueryWays {
  return { hasOpenRanges: behaves(input, 'open-key-ranges'), hasValueTypes: behaves(input, 'term-value-types') };
}
