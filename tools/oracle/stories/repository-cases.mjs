// Settings of snapshot repositories: what servers accept, and what they refuse.
import { flags, oneOfEachType, sizes } from './builders.mjs';

/** Names that servers accept. */
export const acceptedNames = [
  'a',
  'A',
  'My-Repo',
  'repo_1',
  '0',
  'r.s',
  '-r',
  '+r',
  '_r',
  'ä',
  'r:s',
  'r;s',
  "r's",
  'r(s)',
  'r@s',
  'r=s',
  'r&s',
  'x'.repeat(255),
  'x'.repeat(300),
];

/** Names with one mistake. */
export const refusedNames = [
  'a b',
  ' a',
  'a,b',
  'a#b',
  'a*',
  '*',
  'a?b',
  'a"b',
  'a<b',
  'a>b',
  'a|b',
  'a\\b',
  'a/b',
  '_all',
];

/** Values of each setting of any type. @type {Record<string, { valid: readonly unknown[], invalid: readonly unknown[] }>} */
export const anySettings = {
  compress: { valid: flags.valid, invalid: flags.invalid },
  readonly: { valid: [true, 'true', 'false', false], invalid: flags.invalid },
  chunk_size: {
    valid: ['1b', '5mb', '1gb', '10MB', '1.5mb', '100k', '5g', null],
    invalid: ['0', '0b', '-1', ...sizes.invalid],
  },
  max_snapshot_bytes_per_sec: { valid: ['40mb', '0', '0b', '-1', '1GB', '10k', null], invalid: sizes.invalid },
  max_restore_bytes_per_sec: { valid: ['40mb', '0', '1gb', null], invalid: sizes.invalid },
  max_number_of_snapshots: {
    valid: [1, '500', 2_147_483_647, null],
    invalid: [0, -1, 'many', 1.5, '', 2_147_483_648, {}],
  },
  location: {
    valid: ['deep', 'deep/er/still', './here', 'with space', 'ä', '{{repo}}', '{{repo}}/abs', '{{repo}}/a/../b', 'x/'],
    invalid: ['', '..', '../out', '/', '/etc', '/somewhere/else', 'a/../../out', '{{repo}}/../out', null, [], {}, 5],
  },
};

/** Settings that are stored although nothing reads them. */
export const unreadSettings = [
  'read_only',
  'Readonly',
  'readOnly',
  'locaton',
  'path',
  'compressed',
  'chunksize',
  'chunk-size',
  'max_snapshot_bytes',
  'my.own.setting',
  'url',
  'bucket',
  'base_path',
  'concurrent_streams',
  'use_for_peer_recovery',
];

/** Whole bodies that are refused. @type {readonly object[]} */
export const refusedBodies = [
  {},
  { type: 'fs' },
  { type: 'fs', settings: {} },
  { type: 'fs', settings: { compress: true } },
  { settings: { location: 'l' } },
  { settings: {} },
  { type: '', settings: { location: 'l' } },
  { type: 'FS', settings: { location: 'l' } },
  { type: 'Fs', settings: { location: 'l' } },
  { type: 'file', settings: { location: 'l' } },
  { type: 'fss', settings: { location: 'l' } },
  { type: ' fs', settings: { location: 'l' } },
  { Type: 'fs', settings: { location: 'l' } },
  { typ: 'fs', settings: { location: 'l' } },
  { type: 'fs', setting: { location: 'l' } },
  { type: 'fs', Settings: { location: 'l' } },
  { type: 'fs', location: 'l' },
  { type: 'fs', settings: { location: 'l' }, unknown: 1 },
  { type: 'fs', settings: { location: 'l' }, verify: false },
  { type: 'fs', settings: { location: 'l' }, name: 'other' },
  { type: 'fs', settings: { location: 'l' }, uuid: 'abc' },
  { repository: { type: 'fs', settings: { location: 'l' } } },
  { type: 's3', settings: { bucket: 'b' } },
  { type: 'gcs', settings: { bucket: 'b' } },
  { type: 'azure', settings: {} },
  { type: 'hdfs', settings: { uri: 'hdfs://n/', path: 'p' } },
  { type: 'url', settings: {} },
  { type: 'url', settings: { location: 'l' } },
  { type: 'source', settings: {} },
  { type: 'source', settings: { location: 'l' } },
  { type: 'source', settings: { delegate_type: 'none', location: 'l' } },
  { type: 'source', settings: { delegate_type: 'source', location: 'l' } },
  { type: 'source', settings: { delegate_type: 'fs' } },
  ...oneOfEachType.map((type) => ({ type, settings: { location: 'l' } })),
  ...oneOfEachType.map((settings) => ({ type: 'fs', settings })),
];

/** URLs of read-only repositories. */
export const urls = {
  valid: [
    'file:{{repo}}',
    'file:{{repo}}/u',
    'file://{{repo}}/u',
    'file:///{{repo}}/u',
    'FILE:{{repo}}/u',
    'jar:file:{{repo}}/u.jar!/',
  ],
  invalid: [
    '',
    'u',
    '/u',
    'file:',
    'file:/etc',
    'file:/somewhere/else',
    'http://127.0.0.1:9/none',
    'https://example.invalid/r',
    'ftp://example.invalid/r',
    'sftp://example.invalid/r',
    's3://b/p',
    'ht tp://x',
    'gopher://x',
    'http//x',
    '://',
    'file:relative',
    null,
    5,
    [],
    {},
  ],
};

/** Settings of read-only repositories at URLs. @type {Record<string, { valid: readonly unknown[], invalid: readonly unknown[] }>} */
export const urlSettings = {
  http_max_retries: { valid: [0, 5, '5', 100, 2_147_483_647], invalid: [-1, 'x', 1.5, '', true, 2_147_483_648] },
  http_socket_timeout: {
    valid: ['50s', '1m', '1ms', '60m'],
    invalid: ['0', '-1', '50', 50, '1w', 'x', '', '61m', '2h'],
  },
  max_number_of_snapshots: { valid: [1, '10'], invalid: [0, 'x'] },
  readonly: { valid: [true, 'true', false], invalid: [] },
  compress: { valid: [true], invalid: ['yes'] },
};
