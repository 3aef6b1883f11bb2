import { clusterSettingDefault } from '@rulebook/search-cluster/facts/indices/cluster-setting-list';
import { problem, type Problem } from '../indices/problem';
import { timeValueMilliseconds } from './time-value';

type Settings = Readonly<Record<string, unknown>>;

const disk = 'cluster.routing.allocation.disk.watermark';
const watermarks = ['low', 'high', 'flood_stage'] as const;

/** Returns why settings do not fit together after a change, or undefined. Only what the change names is looked at. */
export function refuseTogether(
  after: Settings,
  given: Settings,
  { hasHeadrooms }: { readonly hasHeadrooms: boolean },
): Problem | undefined {
  const valueOf = (name: string): string => {
    const value = after[name];
    return typeof value === 'string' ? value : clusterSettingDefault(name);
  };
  const names = Object.keys(given);
  const [standard, most] = ['search.default_keep_alive', 'search.max_keep_alive'];
  if (names.includes(standard) || names.includes(most)) {
    const [one, other] = [valueOf(standard), valueOf(most)].map((text) => timeValueMilliseconds(text) ?? 0);
    if (one !== undefined && other !== undefined && one > other)
      return problem(`[${standard}] is longer than [${most}]: ${valueOf(standard)} and ${valueOf(most)}.`);
  }
  if (names.some((name) => name.startsWith(`${disk}.`))) {
    return refuseWatermarks(
      (name) => valueOf(`${disk}.${name}`),
      (name) => !hasHeadrooms || after[`${disk}.${name}`] !== undefined,
    );
  }
  return refuseRemote(after, given);
}

function refuseWatermarks(valueOf: (name: string) => string, isSet: (name: string) => boolean): Problem | undefined {
  const shares = watermarks.map((name) => shareOf(valueOf(name)));
  if (shares.some((share) => share === undefined) !== shares.every((share) => share === undefined)) {
    return problem('The watermarks must all be percentages, or all be sizes.');
  }
  for (const [at, name] of watermarks.slice(1).entries()) {
    const [lower = 0, upper = 0] = [shares[at], shares[at + 1]];
    const before = watermarks[at] ?? '';
    if (lower > upper)
      return problem(
        `${before} disk watermark [${valueOf(before)}] more than ${name} disk watermark [${valueOf(name)}]`,
      );
    // The free space that a watermark asks for at most is only known while the watermark has its default.
    const isLoose = !isSet(before) && isSet(name) && !isSet(`${name}.max_headroom`);
    if (isLoose && shares[at] !== undefined) {
      return problem(`[${name}.max_headroom] is not set, while [${before}.max_headroom] has its default.`);
    }
  }
  return undefined;
}

/** Returns the share of a disk in percent; undefined if the text is a size. */
function shareOf(text: string): number | undefined {
  if (text.endsWith('%')) return Number(text.slice(0, -1));
  const ratio = Number(text);
  return Number.isNaN(ratio) ? undefined : ratio * 100;
}

const remoteSetting = /^cluster\.remote\.([^.]+)\.(.+)$/;
const ofModes: Readonly<Record<string, string>> = {
  seeds: 'sniff',
  node_connections: 'sniff',
  proxy_address: 'proxy',
  proxy_socket_connections: 'proxy',
  server_name: 'proxy',
};

/** Returns why a setting does not fit the mode of its remote cluster, or belongs to one without an address. */
function refuseRemote(after: Settings, given: Settings): Problem | undefined {
  for (const [name, value] of Object.entries(given)) {
    const [, alias = '', setting = ''] = remoteSetting.exec(name) ?? [];
    if (alias === '' || value === null) continue;
    const of = (other: string): unknown => after[`cluster.remote.${alias}.${other}`];
    const mode = String(of('mode') ?? 'sniff').toLowerCase();
    const needed = ofModes[setting];
    if (needed !== undefined && needed !== mode) {
      return problem(
        `Setting "${name}" cannot be used with the configured "cluster.remote.${alias}.mode" [required=${needed.toUpperCase()}, configured=${mode.toUpperCase()}]`,
      );
    }
    if (setting === 'skip_unavailable' && of('seeds') === undefined && of('proxy_address') === undefined) {
      return problem(`Cannot configure setting [${name}] if remote cluster is not enabled.`);
    }
  }
  return undefined;
}
