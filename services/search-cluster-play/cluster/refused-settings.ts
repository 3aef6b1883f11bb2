import { isRecord } from '@rulebook/json/is-record';
import { clusterSettingFields } from '@rulebook/search-cluster/facts/indices/cluster-setting-list';
import { indexSettingFields } from '@rulebook/search-cluster/facts/indices/index-setting-list';
import { readJson, type Refusal } from '@rulebook/sandbox/wire';
import { flattenSettings } from '../indices/settings';
import type { ClusterCall } from './call';
import { productLacking } from '@rulebook/checker/binding/vendor-facts';
import { behaves, editionOf } from './edition';
import { isAboutBody, type KindOfRefusal } from './responses';

const unparsed: KindOfRefusal = { status: 400, type: 'parse_exception' };
const unknown: KindOfRefusal = { status: 400, type: 'settings_exception' };

/** Returns how servers refuse settings to which there is an unknown one with the name of a group, such as `cluster.routing`. */
function kindOfRefusal(call: ClusterCall, refusals: readonly Refusal[]): KindOfRefusal | undefined {
  const [first] = refusals;
  const rule = first?.rule;
  if (first && rule === 'unsuitable-text' && !isAboutBody(first) && behaves(call.input, 'parsed-dates'))
    return unparsed;
  if ((rule !== 'wrong-type' && rule !== 'misplaced-field') || !behaves(call.input, 'group-settings')) return undefined;
  const body = readJson(call.request.body)?.value;
  const names = isRecord(body) ? settingNamesIn(body) : [];
  const { target } = editionOf(call.input);
  const isUnknown = (name: string): boolean =>
    rule === 'wrong-type' ? isGroup(name) : productLacking({ variesAs: name }, target) !== undefined;
  return names.some(isUnknown) ? unknown : undefined;
}

/** Returns the full names of the settings of a request. */
function settingNamesIn({
  persistent,
  transient,
  settings,
  ...others
}: Readonly<Record<string, unknown>>): readonly string[] {
  const layers = [persistent, transient].filter(isRecord);
  if (layers.length > 0) return layers.flatMap((layer) => dottedNames(layer, ''));
  return Object.keys(flattenSettings(isRecord(settings) ? settings : others));
}

function dottedNames(value: Readonly<Record<string, unknown>>, path: string): readonly string[] {
  return Object.entries(value).flatMap(([name, member]) =>
    isRecord(member) ? dottedNames(member, `${path}${name}.`) : [`${path}${name}`],
  );
}

const known = [...clusterSettingFields(), ...indexSettingFields()].map(({ name }) => name);

function isGroup(name: string): boolean {
  return (
    name === 'index' ||
    name === 'index.index' ||
    (known.some((one) => one.startsWith(`${name}.`)) && !known.includes(name))
  );
}

/** How servers refuse changes of settings, by the id of their operation. */
export const settingRefusals = Object.fromEntries(
  ['index.create', 'index.settings', 'index.settings.all', 'settings.put'].map((name) => [
    `search-cluster.${name}`,
    kindOfRefusal,
  ]),
);
