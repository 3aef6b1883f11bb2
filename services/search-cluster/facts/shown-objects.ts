/** Objects of responses that a product of another vendor may show with other members, by names of their own. */
export const shownObjects = [
  'brief snapshot',
  'changed aliases',
  'default settings of a cluster',
  'list of snapshots',
  'repository',
  'settings of an index',
  'snapshot',
] as const;

/** The name of such an object. */
export type ShownObject = (typeof shownObjects)[number];
