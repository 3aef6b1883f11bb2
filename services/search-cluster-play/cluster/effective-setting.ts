import {
  clusterSettingDefault,
  clusterSettingFields,
} from '@rulebook/search-cluster/facts/indices/cluster-setting-list';
import type { ClusterState } from './model';

/** Returns what holds for a setting of the cluster, as text: the transient value, the persistent one, or its default. */
export function effectiveSetting({ settings }: ClusterState, name: string): string {
  const value = settings?.transient[name] ?? settings?.persistent[name];
  return value === undefined ? clusterSettingDefault(name) : String(value);
}

/** Returns the defaults of the settings that are not set, as far as they are known. */
export function standardSettings({ settings }: ClusterState): Readonly<Record<string, string>> {
  const set = { ...settings?.persistent, ...settings?.transient };
  return Object.fromEntries(
    clusterSettingFields().flatMap(({ name, default: standard }) =>
      standard === undefined || Object.hasOwn(set, name) ? [] : [[name, clusterSettingDefault(name)] as const],
    ),
  );
}
