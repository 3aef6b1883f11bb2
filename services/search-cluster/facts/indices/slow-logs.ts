import {
  anySetting,
  durationSetting,
  flagSetting,
  formSetting,
  fromSettingsPage,
  settingsFrom,
} from './setting-values';

const settings = settingsFrom(fromSettingsPage);

const levels = ['warn', 'info', 'debug', 'trace'];

/** Returns the settings of the logs of slow searches and writes. */
export const slowLogs = () => [
  ...levels.flatMap((level) =>
    settings('index', [
      [
        `search.slowlog.threshold.query.${level}`,
        durationSetting,
        `How long a query takes before it is logged as \`${level}\`.`,
        '"-1"',
      ],
      [
        `search.slowlog.threshold.fetch.${level}`,
        durationSetting,
        `How long fetching takes before it is logged as \`${level}\`.`,
        '"-1"',
      ],
      [
        `indexing.slowlog.threshold.index.${level}`,
        durationSetting,
        `How long writing takes before it is logged as \`${level}\`.`,
        '"-1"',
      ],
    ]),
  ),
  ...settings('index', [
    ['search.slowlog.include.user', flagSetting, 'Whether slow searches are logged with their user.', 'false'],
    ['search.slowlog.level', anySetting, 'The former level of the log of slow searches.'],
    ['indexing.slowlog.include.user', flagSetting, 'Whether slow writes are logged with their user.', 'false'],
    [
      'indexing.slowlog.source',
      formSetting('^(?!(?:true|false|[-+]?\\d+)$)', 'The value of this setting is a number, `true` or `false`.'),
      'How many characters of the document are logged: a number, `true` or `false`.',
      '1000',
    ],
    ['indexing.slowlog.reformat', flagSetting, 'Whether logged documents are put on one line.', 'true'],
    ['indexing.slowlog.level', anySetting, 'The former level of the log of slow writes.'],
  ]),
];
