import { refused } from '@rulebook/catalogue/provenance';
import { reference } from '../source-document';
import { serverSource } from '../sources';

const moving = ['allocate', 'migrate'];
const usual = ['set_priority', 'unfollow', 'readonly', 'downsample'];
const shrinking = ['shrink', 'forcemerge'];

/** Which actions a phase of a lifecycle policy may have, as servers of versions 8 and 9 show it. */
export const actionsOfPhases: Readonly<Record<string, readonly string[]>> = {
  hot: [...usual, ...shrinking, 'rollover', 'searchable_snapshot'],
  warm: [...usual, ...shrinking, ...moving],
  cold: [...usual, ...moving, 'searchable_snapshot', 'freeze'],
  frozen: ['unfollow', 'searchable_snapshot'],
  delete: ['wait_for_snapshot', 'delete'],
};

/** The actions that the phase `hot` has only together with `rollover`. */
export const actionsAfterRollover: readonly string[] = ['readonly', 'downsample', ...shrinking, 'searchable_snapshot'];

/** Where both come from. */
export const actionsProvenance = refused(reference('What the service does', serverSource));
