import type { Behaviour } from '@rulebook/catalogue/behaviour';
import { refused } from '@rulebook/catalogue/provenance';
import { serverSource } from './sources';
import { reference } from './source-document';

const fromServers = refused(reference('What the service does', serverSource));

/** Returns what servers of version 9 do and those of version 8 do not. */
function since9(summary: string): Behaviour {
  return { summary, lastWithout: '8.19', firstWith: '9.5', provenance: fromServers };
}

/** What differs between versions. Products of other vendors say themselves which of it they do. */
export const behaviours = {
  'open-key-ranges': since9('A range on a key of a flattened field may have one bound.'),
  'free-exclusions': since9(
    'An exclusion such as `-a` takes away what is in front of it in a list of indices, also without a pattern there.',
  ),
  'strict-aliases': since9('Members of an alias that are unknown or have a wrong value are refused, not ignored.'),
  'plain-range-bounds': since9('The bounds of a range are not named `from` and `to`.'),
  'settled-copies': since9('A closing request has no `wait_for_active_shards=index-setting`.'),
  'high-threshold': since9('The threshold of the balance is at least 1.'),
  'single-actions': since9('A line of an action in a bulk body has one action.'),
  'untyped-paths': since9(
    'A path of two words that no operation has is unknown, and none to which documents are sent.',
  ),
  'unlocal-aliases': since9('A request that reads aliases has `master_timeout`, and no `local`.'),
  'byte-fractions': {
    summary: 'A size may have a fraction, such as `1.5gb`.',
    firstWith: '8.0',
    provenance: fromServers,
  },
  'repository-exclusions': {
    summary: 'A list of repositories may have exclusions.',
    firstWith: '8.0',
    provenance: fromServers,
  },
  'missing-exclusions': {
    summary: 'An exclusion may name an index that does not exist.',
    firstWith: '8.0',
    provenance: fromServers,
  },
} as const satisfies Readonly<Record<string, Behaviour>>;

/** The name of something that differs between versions or products. */
export type BehaviourName = keyof typeof behaviours;
