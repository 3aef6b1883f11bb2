import { replicaCount } from '@rulebook/search-cluster/facts/indices/index-settings';
import type { IndexRecord } from '../cluster/model';
import { settingOf } from './settings';

/** Returns how many copies of each shard an index is to have. Of them, one node has one. */
export function copiesOf({ settings }: IndexRecord): number {
  return 1 + Number(settingOf(settings, replicaCount) ?? 1);
}
