/** Objects of responses that a product of another vendor may show with other members, by names of their own. */
export const shownObjects = [
  'brief snapshot',
  'changed aliases',
  'columns of an index',
  'default settings of a cluster',
  'health of a cluster',
  'list of snapshots',
  'node',
  'repository',
  'settings of an index',
  'snapshot',
] as const;

/** The name of such an object. */
export type ShownObject = (typeof shownObjects)[number];
