import { isRecord } from '@rulebook/json/is-record';
import { finalSettings } from '@rulebook/search-cluster/facts/indices/index-setting-list';
import { isBelow, ownSettings, staticSettings } from '@rulebook/search-cluster/facts/indices/fixed-settings';
import { replicaCount, shardCount } from '@rulebook/search-cluster/facts/indices/index-settings';
import type { ClusterCall } from '../cluster/call';
import { flattenSettings, withExpansion } from './settings';
import { isOn, type NamedIndex } from './names';
import { problem, type Problem } from './problem';

type Settings = Readonly<Record<string, unknown>>;

const finalNames = finalSettings().map(({ name }) => name);

/** The problem of a request without any setting. */
export const noSettings = problem('Validation Failed: 1: no settings to update;', {
  type: 'action_request_validation_exception',
});

/** Returns what a body sets: its member `settings` or itself, or why a server does not read it. */
export function readChange(body: Settings): Settings | Problem {
  const { settings, ...others } = body;
  if (!isRecord(settings)) return flattenSettings(body);
  if (Object.keys(others).length > 0) {
    return problem('The body has [settings] and settings next to it.', { type: 'parse_exception' });
  }
  return flattenSettings(settings);
}

/** Returns why settings cannot be read: the service reads only lists of plain values, and fails on others. */
export function refuseLists(settings: Settings): Problem | undefined {
  const values: unknown[] = [settings];
  for (let value = values.pop(); value !== undefined; value = values.pop()) {
    if (isRecord(value)) values.push(...Object.values(value).filter((member) => member !== null));
    else if (Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null))
      return problem('Failed to load settings: only lists of plain values are allowed.', {
        status: 500,
        type: 'settings_exception',
      });
  }
  return undefined;
}

/** Returns on which settings of a new index the service fails. */
export function refuseNewSettings(settings: Settings): Problem | undefined {
  const unreadable = refuseLists(settings);
  if (unreadable || flattenSettings(settings)[shardCount.name] !== null) return unreadable;
  const reason = 'The number of shards cannot be `null`.';
  return problem(reason, { status: 500, type: 'illegal_state_exception', rule: 'impossible-settings' });
}

/** Returns why a setting of a new index is refused: only the service sets it. */
export function refuseOwn(settings: Settings): Problem | undefined {
  const own = Object.keys(settings).find((name) => isBelow(name, ownSettings));
  if (own === undefined) return undefined;
  const isVersion = own.startsWith('index.version.') && /^\d+$/.test(String(settings[own]));
  const type = isVersion ? 'validation_exception' : 'illegal_argument_exception';
  return problem(`unknown setting [${own}]: only the service sets it.`, { type });
}

/** Returns why the settings of indices cannot be changed like this, or undefined. */
export function refuseChange(call: ClusterCall, chosen: readonly NamedIndex[], changed: Settings): Problem | undefined {
  const names = Object.keys(changed);
  const own = names.find((name) => isBelow(name, ownSettings));
  if (own !== undefined) return problem(`can not update private setting [${own}]; the service manages it.`);
  const final = names.filter((name) => finalNames.includes(name));
  const fixed = names.filter((name) => isBelow(name, staticSettings));
  const open = chosen.filter(({ index }) => index.isOpen);
  if (final.length > 0 && (open.length < chosen.length || isOn(call.query.get('reopen')))) {
    return problem(`final ${open[0]?.name ?? ''} setting [${final.join(',')}], not updateable`);
  }
  if (final.length + fixed.length === 0 || open.length === 0 || isOn(call.query.get('reopen'))) return undefined;
  return problem(
    `Can't update non dynamic settings [${[...final, ...fixed].join(',')}] for open indices [${open.map(({ name }) => name).join(',')}]. Close them first, or use [reopen].`,
    { rule: 'static-setting' },
  );
}

/** Returns the settings of an index after a change. Without a value, a setting has its default. */
export function withChange(before: Settings, changed: Settings, isPreserving: boolean): Settings {
  const added = Object.entries(changed).filter(([name]) => !isPreserving || !Object.hasOwn(before, name));
  // A prefix with a wildcard sets all below it back.
  const resets = added.flatMap(([name, value]) => (value === null && name.endsWith('*') ? [name.slice(0, -1)] : []));
  const kept = Object.entries(before).filter(([name]) => !resets.some((start) => name.startsWith(start)));
  const after = Object.fromEntries([...kept, ...added.filter(([, value]) => value !== null)]);
  const removed = added.filter(([name, value]) => value === null && !name.endsWith('*')).map(([name]) => name);
  const left = Object.fromEntries(Object.entries(after).filter(([name]) => !removed.includes(name)));
  return withExpansion({ [replicaCount.name]: '1', ...left });
}
