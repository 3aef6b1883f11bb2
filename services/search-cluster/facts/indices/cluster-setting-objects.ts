import type { ChoiceShape, Field, MisplacedField, ObjectShape } from '@rulebook/catalogue/shape';
import { once } from '@rulebook/text/structures/once';
import { clusterSettingFields } from './cluster-setting-list';
import { indexSettingFields } from './index-setting-list';
import { nodeSettings } from './node-settings';
import { settingsObject, type SettingFamily } from './setting-names';
import { formSetting, fromClusterSettings, settingsRefused, textSetting, wordSetting } from './setting-values';

/** Beginnings of names that users, plugins and other products continue. */
const free: readonly string[] = [
  ...['cluster.metadata'],
  ...['cluster.routing.allocation.require', 'cluster.routing.allocation.awareness.force', 'transport.profiles'],
  ...['cluster.routing.allocation.desired_balance', 'cluster.routing.allocation.write_load_decider', 'script.context'],
  ...['xpack', 'plugin', 'plugins', 'opendistro', 'opensearch', 'knn', 'data_streams', 'health', 'ccr', 'ml'],
  ...[
    'esql',
    'enrich',
    'reindex',
    'repositories',
    'remote_cluster',
    'remote_store',
    'monitor',
    'http.client_stats',
    'ilm',
  ],
  ...[
    'script.cache',
    'indices.merge',
    'indexing_pressure',
    'shard_indexing_pressure',
    'search_backpressure',
    'thread_pool',
  ],
  ...['wlm', 'segrep', 'compatibility', 'point_in_time', 'node_concurrency', 'tracing', 'time_series', 'watcher'],
];

/** What is below `archived`. */
const archived: ObjectShape = {
  type: 'object',
  name: 'archived settings',
  fields: [],
  get entries() {
    return { keyName: 'setting', summary: 'A setting that is removed.', shape: ofArchived };
  },
};
/** Settings that a newer version did not know are kept, and can only be removed. */
const ofArchived: ChoiceShape = {
  type: 'choice',
  options: [{ type: 'null' }, archived],
  typeProvenance: settingsRefused,
};

/** The level of a logger, which is written in any case. */
const level = wordSetting('all', 'trace', 'debug', 'info', 'warn', 'error', 'fatal', 'off');
const loggers: ObjectShape = {
  type: 'object',
  name: 'loggers',
  fields: [],
  get entries() {
    return {
      keyName: 'logger',
      summary: 'The level of a logger, or of those whose names continue here.',
      shape: ofLogger,
    };
  },
};
const ofLogger: ChoiceShape = { ...level, options: [...level.options, loggers] };

const addresses = formSetting(
  '(?:^|,)(?![^,*]*[*]|\\s*(?:(?:[\\d.]+(?:/(?:[12]?\\d|3[0-2]))?|(?=[^,]*:)[\\da-fA-F:.]+(?:/\\d{1,3})?)\\s*)?(?:,|$))',
  'The value of this setting is a list of IP addresses or networks such as `10.0.0.0/8`.',
);

const families: readonly SettingFamily[] = [
  { beginning: 'logger', rest: '.+', shape: ofLogger },
  { beginning: 'archived', rest: '.+', shape: ofArchived },
  ...['include', 'exclude', 'require'].flatMap((word): readonly SettingFamily[] => {
    const beginning = `cluster.routing.allocation.${word}`;
    return [
      { beginning, rest: '_(?:host_|publish_)?ip', shape: addresses },
      { beginning, rest: '.+', shape: textSetting },
    ];
  }),
];

const unlayered = {
  name: 'cluster settings',
  free,
  provenance: fromClusterSettings,
  refusal: settingsRefused,
};

const misplaced = once((): readonly MisplacedField[] => [
  {
    names: ['index', ...indexSettingFields().map(({ name }) => name)],
    severity: 'warning',
    message: 'Settings of an index do not belong to the cluster. Send them to `PUT /{index}/_settings`.',
    provenance: settingsRefused,
  },
  {
    names: nodeSettings,
    severity: 'warning',
    message: 'A node reads this setting when it starts. Write it into `elasticsearch.yml`.',
    provenance: settingsRefused,
  },
]);

/** Returns a function that makes the settings of a cluster under another name in messages, with one setting more, and more that are like one another. */
export function clusterSettingsWith(further: Field, alike: readonly SettingFamily[]): (name: string) => ObjectShape {
  const settings = once(() => [...clusterSettingFields(), further]);
  return (name) =>
    settingsObject({
      ...unlayered,
      name,
      families: [...families, ...alike],
      get settings() {
        return settings();
      },
      get misplaced() {
        return misplaced();
      },
    });
}
