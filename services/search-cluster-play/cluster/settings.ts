import { isRecord } from '@rulebook/json/is-record';
import { productLacking } from '@rulebook/checker/binding/vendor-facts';
import { behaves, editionOf } from './edition';
import { shownAs } from './product';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from './call';
import type { ClusterName, ClusterState, ClusterSettings } from './model';
import { standardSettings } from './effective-setting';
import { noObject, readObject } from '../indices/handlers';
import { isOn } from '../indices/names';
import { problem, refuse, type Problem } from '../indices/problem';
import { noSettings } from '../indices/setting-changes';
import { refuseTogether } from './setting-order';
import { nestSettings } from '../indices/settings';
import { remoteOf } from '../replication/pair';
import { answer, readJson } from '@rulebook/sandbox/wire';

type Settings = Readonly<Record<string, unknown>>;

/** Plays reading and changing the settings of a cluster, which define the names of remote clusters. */
export const settingHandlers: ClusterHandlers = {
  'search-cluster.settings.get': readSettings,
  'search-cluster.settings.put': changeSettings,
};

const remoteSetting = /^cluster\.remote\.([^.]+)\.(.+)$/;

/** Returns the names under which a cluster knows the other cluster of the sandbox; there is no third one. */
export function remoteNames(cluster: ClusterState): readonly string[] {
  const { persistent, transient } = settingsOf(cluster);
  const names = Object.entries({ ...persistent, ...transient }).flatMap(([name, value]) => {
    const [, alias, setting] = remoteSetting.exec(name) ?? [];
    return alias !== undefined && value !== null && (setting === 'seeds' || setting === 'proxy_address') ? [alias] : [];
  });
  return [...new Set([remoteOf(cluster.name) as string, ...names])];
}

/** Returns the remote cluster of that name, or undefined. */
export function remoteNamed(cluster: ClusterState, name: string): ClusterName | undefined {
  return remoteNames(cluster).includes(name) ? remoteOf(cluster.name) : undefined;
}

function settingsOf({ settings }: ClusterState): ClusterSettings {
  return settings ?? { persistent: {}, transient: {} };
}

function changeSettings(call: ClusterCall): ClusterStep {
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  const { persistent, transient } = body;
  const before = settingsOf(call.cluster);
  const [lasting, passing] = [dotted(persistent), dotted(transient)];
  const settings = {
    persistent: changed(before.persistent, lasting),
    transient: changed(before.transient, passing),
  };
  const refused = refuseTogether(
    { ...settings.persistent, ...settings.transient },
    { ...lasting, ...passing },
    {
      hasHeadrooms: behaves(call.input, 'disk-headrooms'),
    },
  );
  if (refused) return refuse(call, refused);
  const { target } = editionOf(call.input);
  const foreign = Object.keys({ ...lasting, ...passing }).find(
    (name) => productLacking({ variesAs: name.split('.', 1)[0] ?? '' }, target) !== undefined,
  );
  if (foreign !== undefined)
    return refuse(call, problem(`unknown setting [${foreign}]`, { type: 'settings_exception' }));
  const given = { persistent: changed({}, lasting), transient: changed({}, passing) };
  const response = answer(200, { acknowledged: true, ...describeSettings(call, given) });
  return respond(call, response, { ...call.cluster, settings });
}

function readSettings(call: ClusterCall): ClusterStep {
  const { query, cluster } = call;
  const set = describeSettings(call, settingsOf(cluster));
  if (!isOn(query.get('include_defaults'))) return respond(call, answer(200, set));
  const standard = shownAs(call.input, 'default settings of a cluster', standardSettings(cluster));
  const defaults = isOn(query.get('flat_settings')) ? standard : nestSettings(standard);
  return respond(call, answer(200, { ...set, defaults }));
}

/** Returns why a request sets nothing, or undefined. */
export function refuseEmptySettings(call: ClusterCall): Problem | undefined {
  const { body } = call.request;
  if (body === '') return problem('The request needs a body.', { type: 'parse_exception' });
  const read = readJson(body);
  if (read === undefined) return body.trim() === '' ? noSettings : undefined;
  // A server looks for its two members, and reads nothing else.
  const { persistent, transient } = isRecord(read.value) ? read.value : {};
  for (const layer of [persistent, transient]) {
    if (layer === undefined || isRecord(layer)) continue;
    const type = layer === null ? 'settings_exception' : 'class_cast_exception';
    const isWrong = type === 'settings_exception' && behaves(call.input, 'group-settings');
    return problem('The settings must be an object.', { status: isWrong ? 400 : 500, type });
  }
  if (Object.keys({ ...dotted(persistent), ...dotted(transient) }).length > 0) return undefined;
  // Of two equal members, the other one may set something.
  return call.check(call.request).some(({ rule }) => rule === 'duplicate-key') ? undefined : noSettings;
}

function describeSettings({ query }: ClusterCall, { persistent, transient }: ClusterSettings) {
  return isOn(query.get('flat_settings'))
    ? { persistent, transient }
    : { persistent: nestSettings(persistent), transient: nestSettings(transient) };
}

/** Returns the changed settings. `null` removes a setting; with `*` at the end of a name, all settings with this prefix. */
function changed(before: Settings, given: Settings): Settings {
  const removed = Object.entries(given).flatMap(([name, value]) => (value === null ? [name] : []));
  const isRemoved = (name: string): boolean =>
    removed.some((other) =>
      other.endsWith('*') ? name.startsWith(other.slice(0, -1)) : name === other || name.startsWith(`${other}.`),
    );
  const kept = Object.entries(before).filter(([name]) => !isRemoved(name));
  const added = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries([...kept, ...added]);
}

function dotted(settings: unknown): Settings {
  const flat: [string, unknown][] = [];
  const collect = (value: Settings, path: string): void => {
    for (const [key, member] of Object.entries(value)) {
      const name = path === '' ? key : `${path}.${key}`;
      if (isRecord(member)) collect(member, name);
      else flat.push([name, member === null ? null : Array.isArray(member) ? member : String(member)]);
    }
  };
  if (isRecord(settings)) collect(settings, '');
  return Object.fromEntries(flat);
}
