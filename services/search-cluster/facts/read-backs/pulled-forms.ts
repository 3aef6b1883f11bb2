import type { PulledForm } from '@rulebook/catalogue/read-back';

/** What the product brings along begins with a dot. */
const ofProduct = { nameBegins: '.' } as const;

/** What the product stores for itself says so. */
const isManaged = [
  { member: ['_meta', 'managed'], is: 'true' },
  { member: ['_meta', 'managed_by'] },
  { member: ['metadata', '_reserved'], is: 'true' },
] as const;

/** Returns how resources are pulled that a list shows by their names. */
export function byName(file: string, lists: string, more: Partial<PulledForm> = {}): PulledForm {
  return { file, lists, at: [], except: [ofProduct, ...isManaged], ...more };
}

/** Returns how templates are pulled, which are in a list. */
export function inList(file: string, lists: string, at: string, item: string): PulledForm {
  const inner = isManaged.map((one) => ({ ...one, member: [item, ...one.member] }));
  return { file, lists, at: [at], id: ['name'], except: [ofProduct, ...inner] };
}

/** Settings of indices that the service adds. */
const addedSettings = [
  'uuid',
  'creation_date',
  'creation_date_string',
  'provided_name',
  'version',
  'history',
  'resize',
  'verified_before_close',
];

/** How indices are pulled: those that no data stream, no follower and no snapshot has made. */
export const pulledIndices: PulledForm = {
  file: 'indices',
  lists: '/_all?expand_wildcards=open,closed',
  // A block of the metadata of one.
  refused: {
    ...{ before: 'index [', after: '] blocked by' },
    ...{ without: '/*,-{names}?expand_wildcards=open,closed', between: ',-' },
  },
  at: [],
  except: [
    ofProduct,
    { member: ['data_stream'] },
    { member: ['settings', 'index', 'hidden'], is: '"true"' },
    { member: ['settings', 'index', 'xpack', 'ccr'] },
    { member: ['settings', 'index', 'store', 'snapshot'] },
  ],
  omits: [
    ...addedSettings.map((name) => ({ at: ['settings', name] })),
    { at: ['settings', 'routing', 'allocation', 'include', '_tier_preference'], is: '"data_content"' },
    { at: ['aliases'], is: '{}' },
    { at: ['mappings'], is: '{}' },
  ],
};

/** Rights that are shown although there are none. */
export const emptyRights: NonNullable<PulledForm['omits']> = [
  ...['cluster', 'indices', 'applications', 'run_as'].map((name) => ({ at: ['**', name], is: '[]' })),
  ...['metadata', 'transient_metadata'].map((name) => ({ at: ['**', name], is: '{}' })),
];

/** How keys are pulled: what they may do, never what they are. */
export const pulledKeys: PulledForm = {
  file: 'api-keys',
  lists: '/_security/api_key?active_only=true',
  at: ['api_keys'],
  id: ['name'],
  except: [{ member: ['invalidated'], is: 'true' }, { member: ['type'], is: '"cross_cluster"' }, ...isManaged],
  omits: emptyRights,
};
