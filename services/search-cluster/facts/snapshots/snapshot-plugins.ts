import type { Field, MisplacedField, Shape } from '@rulebook/catalogue/shape';
import { refused } from '@rulebook/catalogue/provenance';
import { text } from '@rulebook/catalogue/shapes';
import { byteSize, duration, settingFlag, settingNumber, settingWord } from '../setting-shapes';
import { readonly, speedFields, type SettingsOfType } from './snapshot-settings';
import { referenceOnRepository, pluginPages } from './snapshot-sources';

// The document names no plugin, so all of this is from the reference layer: a warning at most, and other settings are accepted.
const provenance = referenceOnRepository(pluginPages);

const required = { severity: 'warning', provenance } as const;

function setting(name: string, summary: string, shape: Shape, more: Partial<Field> = {}): Field {
  return { name, summary, provenance, shape, ...more };
}

const common: readonly Field[] = [
  ...speedFields,
  setting('compress', 'Whether metadata is compressed.', settingFlag(provenance), { default: 'true' }),
  { ...readonly, provenance, shape: settingFlag(provenance) },
];

const client = setting('client', 'The name of the client. The settings of the nodes define it.', text, {
  default: '"default"',
});
const basePath = setting('base_path', 'The path to the repository inside the bucket or container.', text, {
  example: '"backups"',
});
const bucket = setting('bucket', 'The bucket that stores the repository. It must already exist.', text, {
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
          options: { pattern: '^/.|./$', message: '`base_path` must not begin or end with `/`. Remove the slash.' },
          provenance,
        },
      ],
    },
  },
  setting('buffer_size', 'The file size above which an upload is split into parts, from `5mb` to `5gb`.', byteSize),
  setting(
    'canned_acl',
    'The access control list (canned ACL) of new objects.',
    settingWord(provenance, accessLists, 'value of `canned_acl`'),
    { default: '"private"' },
  ),
  setting('server_side_encryption', 'Whether the store encrypts the files.', settingFlag(provenance), {
    default: 'false',
  }),
  setting(
    'storage_class',
    'The storage class of new objects. Servers refuse archive classes such as `glacier`.',
    settingWord(provenance, s3StorageClasses, 'storage class'),
    { default: '"standard"' },
  ),
  setting(
    'data_storage_class',
    'The storage class of data objects.',
    settingWord(provenance, s3NewClasses, 'storage class'),
  ),
  setting(
    'metadata_storage_class',
    'The storage class of metadata objects.',
    settingWord(provenance, s3NewClasses, 'storage class'),
  ),
  setting(
    'delete_objects_max_size',
    'The maximum number of objects that one request deletes.',
    settingNumber(provenance, { minimum: 1, maximum: 1000 }),
    { default: '1000' },
  ),
  setting('max_multipart_parts', 'The maximum number of parts of an upload.', settingNumber(provenance), {
    default: '10000',
  }),
  setting(
    'max_multipart_upload_cleanup_size',
    'The maximum number of unfinished uploads that one cleanup removes.',
    settingNumber(provenance),
    { default: '1000' },
  ),
  setting('get_register_retry_delay', 'How long to wait before a register is read again.', duration, {
    default: '"5s"',
  }),
  setting('throttled_delete_retry.delay_increment', 'The first delay after a throttled deletion.', duration, {
    default: '"50ms"',
  }),
  setting('throttled_delete_retry.maximum_delay', 'The longest delay after a throttled deletion.', duration, {
    default: '"5s"',
  }),
  setting(
    'throttled_delete_retry.maximum_number_of_retries',
    'The maximum number of retries of a throttled deletion.',
    settingNumber(provenance),
    { default: '10' },
  ),
  setting('endpoint', 'The address of the store, if it is not the default one.', text),
  setting(
    'path_style_access',
    'Whether the URL has the bucket in its path instead of its host.',
    settingFlag(provenance),
  ),
  setting('disable_chunked_encoding', 'Whether chunked uploads are disabled.', settingFlag(provenance)),
  setting('max_retries', 'The maximum number of retries of a failed request.', settingNumber(provenance)),
  setting('max_connections', 'The maximum number of open connections to the store.', settingNumber(provenance)),
  setting('read_timeout', 'How long to wait for data from the store.', duration),
  setting('proxy.host', 'The host of the proxy to connect through.', text),
  setting('proxy.port', 'The port of the proxy to connect through.', settingNumber(provenance)),
  setting('region', 'The region that requests are signed for.', text),
  setting('protocol', 'The protocol to connect with.', settingWord(provenance, ['http', 'https'], 'protocol')),
  ...common,
];

const gcs: readonly Field[] = [
  bucket,
  client,
  basePath,
  setting('application_name', 'The name that the client sends to the store.', text, {
    deprecated: 'Set it for the client in the settings of the nodes instead.',
  }),
  setting(
    'data_storage_class',
    'The storage class of data objects.',
    settingWord(provenance, gcsClasses, 'storage class'),
  ),
  setting(
    'metadata_storage_class',
    'The storage class of metadata objects.',
    settingWord(provenance, gcsClasses, 'storage class'),
  ),
  ...common,
];

const azure: readonly Field[] = [
  setting('container', 'The container that stores the repository. It must already exist.', text, {
    default: '"elasticsearch-snapshots"',
  }),
  client,
  basePath,
  setting(
    'location_mode',
    'The location to use. `secondary_only` makes the repository read-only.',
    settingWord(provenance, ['primary_only', 'secondary_only'], 'location mode'),
    { default: '"primary_only"' },
  ),
  setting(
    'delete_objects_max_size',
    'The maximum number of objects that one request deletes.',
    settingNumber(provenance, { minimum: 1, maximum: 256 }),
    { default: '256' },
  ),
  setting(
    'max_concurrent_batch_deletes',
    'The maximum number of concurrent batch deletions.',
    settingNumber(provenance, { minimum: 1, maximum: 100 }),
    { default: '10' },
  ),
  setting('data_access_tier', 'The access tier of data objects.', settingWord(provenance, azureTiers, 'access tier')),
  setting(
    'metadata_access_tier',
    'The access tier of metadata objects.',
    settingWord(provenance, azureTiers, 'access tier'),
  ),
  ...common,
];

const hdfs: readonly Field[] = [
  setting('uri', 'The URI of the file system.', text, { required, example: '"hdfs://namenode:8020/"' }),
  setting('path', 'The path to the repository inside the file system.', text, {
    required,
    example: '"backups/my-repository"',
  }),
  setting('load_defaults', 'Whether the default Hadoop configuration is loaded.', settingFlag(provenance), {
    default: 'true',
  }),
  setting('security.principal', 'The Kerberos principal for a secured file system.', text),
  setting('compress', 'Whether metadata is compressed.', settingFlag(provenance), { default: 'true' }),
  setting('chunk_size', 'The largest size of a file. Larger files are split.', byteSize),
  { ...readonly, provenance, shape: settingFlag(provenance) },
];

/** Returns remarks that the credentials of a store belong in the keystore of the nodes, under the name of the client. */
function inKeystore(store: string, names: readonly string[]): readonly MisplacedField[] {
  return names.map((name) => ({
    names: [name],
    severity: 'warning',
    message: `Servers refuse credentials in the settings of a repository. Put this one in the keystore of the nodes, as \`${store}.client.NAME.${name}\`.`,
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
