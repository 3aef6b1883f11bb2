import type { Field, MisplacedField, Shape } from '../model';
import { refused } from '../provenance';
import { text } from '../shapes';
import { byteSize, duration, settingFlag, settingNumber, settingWord } from './setting-shapes';
import { readonly, speedFields, type SettingsOfType } from './snapshot-settings';
import { besideRepository, pluginPages } from './snapshot-sources';

// The document names no plugin, so all of this is the weaker layer: a warning at most, and other settings are let pass.
const provenance = besideRepository(pluginPages);

const required = { severity: 'warning', provenance } as const;

function setting(name: string, summary: string, shape: Shape, more: Partial<Field> = {}): Field {
  return { name, summary, provenance, shape, ...more };
}

const common: readonly Field[] = [
  ...speedFields,
  setting('compress', 'Whether metadata is compressed.', settingFlag(provenance), { default: 'true' }),
  { ...readonly, provenance, shape: settingFlag(provenance) },
];

const client = setting('client', 'The client, under the name that the settings of the nodes give it.', text, {
  default: '"default"',
});
const basePath = setting('base_path', 'Where in the bucket or container the repository begins.', text, {
  example: '"backups"',
});
const bucket = setting('bucket', 'The bucket that holds the repository; it must exist.', text, {
  required,
  example: '"my-bucket"',
});

const s3StorageClasses = ['standard', 'reduced_redundancy', 'standard_ia', 'onezone_ia', 'intelligent_tiering'];
const s3NewClasses = [...s3StorageClasses, 'glacier_ir', 'outposts', 'snow', 'express_onezone'];
const gcsClasses = ['standard', 'nearline', 'coldline'];
const azureTiers = ['hot', 'cool', 'cold'];
const accessLists = [
  'private',
  'public-read',
  'public-read-write',
  'authenticated-read',
  'log-delivery-write',
  'bucket-owner-read',
  'bucket-owner-full-control',
];

const s3: readonly Field[] = [
  bucket,
  client,
  {
    ...basePath,
    shape: {
      type: 'string',
      constraints: [
        {
          rule: 'unsuitable-text',
          options: { pattern: '^/.|./$', message: '`base_path` must not begin or end with `/`.' },
          provenance,
        },
      ],
    },
  },
  setting('buffer_size', 'Files above this size are uploaded in parts, from `5mb` to `5gb`.', byteSize),
  setting(
    'canned_acl',
    'The access list of new objects.',
    settingWord(provenance, accessLists, 'access list of `canned_acl`'),
    { default: '"private"' },
  ),
  setting('server_side_encryption', 'Whether files are encrypted by the store.', settingFlag(provenance), {
    default: 'false',
  }),
  setting(
    'storage_class',
    'The storage class of new objects; archives such as `glacier` are refused.',
    settingWord(provenance, s3StorageClasses, 'storage class'),
    { default: '"standard"' },
  ),
  setting(
    'data_storage_class',
    'The storage class of the data alone.',
    settingWord(provenance, s3NewClasses, 'storage class'),
  ),
  setting(
    'metadata_storage_class',
    'The storage class of the metadata alone.',
    settingWord(provenance, s3NewClasses, 'storage class'),
  ),
  setting(
    'delete_objects_max_size',
    'How many objects one request deletes.',
    settingNumber(provenance, { minimum: 1, maximum: 1000 }),
    { default: '1000' },
  ),
  setting('max_multipart_parts', 'How many parts an upload may have.', settingNumber(provenance), {
    default: '10000',
  }),
  setting(
    'max_multipart_upload_cleanup_size',
    'How many unfinished uploads are cleaned up at a time.',
    settingNumber(provenance),
    { default: '1000' },
  ),
  setting('get_register_retry_delay', 'How long to wait before a register is read again.', duration, {
    default: '"5s"',
  }),
  setting('throttled_delete_retry.delay_increment', 'The first wait after a throttled deletion.', duration, {
    default: '"50ms"',
  }),
  setting('throttled_delete_retry.maximum_delay', 'The longest wait after a throttled deletion.', duration, {
    default: '"5s"',
  }),
  setting(
    'throttled_delete_retry.maximum_number_of_retries',
    'How often a throttled deletion is tried again.',
    settingNumber(provenance),
    { default: '10' },
  ),
  setting('endpoint', 'The address of the store, when it is not the usual one.', text),
  setting('path_style_access', 'Whether the bucket is named in the path and not in the host.', settingFlag(provenance)),
  setting('disable_chunked_encoding', 'Whether uploads are sent in one piece.', settingFlag(provenance)),
  setting('max_retries', 'How often a failed request is sent again.', settingNumber(provenance)),
  setting('max_connections', 'How many connections to the store may be open.', settingNumber(provenance)),
  setting('read_timeout', 'How long to wait for the store.', duration),
  setting('proxy.host', 'The proxy through which the store is reached.', text),
  setting('proxy.port', 'The port of that proxy.', settingNumber(provenance)),
  setting('region', 'The region for which requests are signed.', text),
  setting('protocol', 'How the store is reached.', settingWord(provenance, ['http', 'https'], 'protocol')),
  ...common,
];

const gcs: readonly Field[] = [
  bucket,
  client,
  basePath,
  setting('application_name', 'The name that the client calls itself by.', text, {
    deprecated: 'Set it for the client instead, in the settings of the nodes.',
  }),
  setting(
    'data_storage_class',
    'The storage class of the data alone.',
    settingWord(provenance, gcsClasses, 'storage class'),
  ),
  setting(
    'metadata_storage_class',
    'The storage class of the metadata alone.',
    settingWord(provenance, gcsClasses, 'storage class'),
  ),
  ...common,
];

const azure: readonly Field[] = [
  setting('container', 'The container that holds the repository; it must exist.', text, {
    default: '"elasticsearch-snapshots"',
  }),
  client,
  basePath,
  setting(
    'location_mode',
    'The location that is used; `secondary_only` makes the repository read-only.',
    settingWord(provenance, ['primary_only', 'secondary_only'], 'location mode'),
    { default: '"primary_only"' },
  ),
  setting(
    'delete_objects_max_size',
    'How many objects one request deletes.',
    settingNumber(provenance, { minimum: 1, maximum: 256 }),
    { default: '256' },
  ),
  setting(
    'max_concurrent_batch_deletes',
    'How many such requests run at a time.',
    settingNumber(provenance, { minimum: 1, maximum: 100 }),
    { default: '10' },
  ),
  setting('data_access_tier', 'The access tier of the data alone.', settingWord(provenance, azureTiers, 'access tier')),
  setting(
    'metadata_access_tier',
    'The access tier of the metadata alone.',
    settingWord(provenance, azureTiers, 'access tier'),
  ),
  ...common,
];

const hdfs: readonly Field[] = [
  setting('uri', 'The address of the file system.', text, { required, example: '"hdfs://namenode:8020/"' }),
  setting('path', 'The directory of the repository inside the file system.', text, {
    required,
    example: '"backups/my-repository"',
  }),
  setting('load_defaults', 'Whether the default configuration of the file system is loaded.', settingFlag(provenance), {
    default: 'true',
  }),
  setting('security.principal', 'The principal with which a secured file system is reached.', text),
  setting('compress', 'Whether metadata is compressed.', settingFlag(provenance), { default: 'true' }),
  setting('chunk_size', 'Files above this size are stored in pieces.', byteSize),
  { ...readonly, provenance, shape: settingFlag(provenance) },
];

/** Returns remarks that the credentials of a store belong into the keystore of the nodes, under the name of the client. */
function inKeystore(store: string, names: readonly string[]): readonly MisplacedField[] {
  return names.map((name) => ({
    names: [name],
    severity: 'warning',
    message: `Credentials are not settings of a repository, and servers refuse them here. Put this one into the keystore of the nodes, as \`${store}.client.NAME.${name}\`.`,
    provenance: refused(provenance),
    fix: { kind: 'remove' },
  }));
}

/** The types that plugins add, with their settings. */
export const pluginTypes: readonly SettingsOfType[] = [
  {
    type: 's3',
    fields: s3,
    isOpen: true,
    misplaced: inKeystore('s3', ['access_key', 'secret_key', 'session_token']),
  },
  {
    type: 'gcs',
    fields: gcs,
    isOpen: true,
    misplaced: inKeystore('gcs', ['credentials_file']),
  },
  {
    type: 'azure',
    fields: azure,
    isOpen: true,
    misplaced: inKeystore('azure', ['account', 'key', 'sas_token']),
  },
  { type: 'hdfs', fields: hdfs, isOpen: true },
];
