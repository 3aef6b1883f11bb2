import type { Behaviour } from '@rulebook/catalogue/behaviour';
import { refused } from '@rulebook/catalogue/provenance';
import { serverSource } from './sources';
import { reference } from './source-document';

const fromServers = refused(reference('What the service does', serverSource));

/** Returns what servers of version 9 do and those of version 8 do not. */
function since9(summary: string): Behaviour {
  return { summary, lastWithout: '8.19', firstWith: '9.5', provenance: fromServers };
}

/** Returns what all servers of the documents' product do that were asked, and those of others may not. */
function always(summary: string): Behaviour {
  return { summary, firstWith: '8.0', provenance: fromServers };
}

/** Returns what servers of the documents' product do not do, and those of others may. */
function elsewhere(summary: string): Behaviour {
  return { summary, provenance: fromServers };
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
  'unlocal-aliases': since9('A request that reads aliases has `master_timeout`, and no `local`.'),
  'strict-new-aliases': since9('Members of an alias of a new index that have a wrong value are refused, not ignored.'),
  'unknown-paths': since9('A path that no operation has is unknown, also if it could be one of another method.'),
  'stored-dates': since9('Pipelines and templates say when they were stored and changed.'),
  'resolved-modes': since9('A resolved index shows its mode.'),
  'byte-fractions': always('A size may have a fraction, such as `1.5gb`.'),
  'repository-exclusions': always('A list of repositories may have exclusions.'),
  'missing-exclusions': always('An exclusion may name an index that does not exist.'),
  'plain-options': always('A request with OPTIONS has no body.'),
  'needless-bodies': always('An operation on a repository that takes no body refuses one.'),
  'pattern-names': always('A pattern in the place of a new index is refused as a pattern, not as a name.'),
  'known-members': always('Members of the aliases of a new index that are unknown are refused.'),
  'checked-aliases': always('The aliases of a new index must be an object, and the server says so.'),
  'checked-limits': always('The limits and the speeds of a repository are checked when it is registered.'),
  'checked-updates': always('A repository that is registered once more is checked like a new one.'),
  'disk-headrooms': always(
    'A watermark of disks may ask for a free space of its own, and needs one with a higher limit.',
  ),
  'metadata-of-full-disks': always('The metadata of an index that is read-only for lack of space can be changed.'),
  'parsed-dates': elsewhere('Date math in the name of a new index that cannot be read is a fault of its form.'),
  'plain-copies': elsewhere('A request that closes an index counts copies of shards as others do.'),
  'group-settings': elsewhere('A setting with the name of a group of settings is an unknown one.'),
  'mapping-errors': always('An error in a change of a mapping says that it is about the mapping.'),
  'source-repositories': always('A repository may be of the type `source`.'),
  'read-only-requests': always('A request to change a read-only repository is wrong; the repository does not fail.'),
  'whole-templates': always(
    'An index template shows its components and what its data stream is, also where the request does not say it.',
  ),
  'feature-states': always('A snapshot has states of features.'),
  'known-alias-members': elsewhere('A member of an alias that has another kind of value than a known one is unknown.'),
  'hidden-aliases': elsewhere('A request that puts an alias may say that it is hidden.'),
  'optional-removals': elsewhere('An alias that need not exist may be removed without being there.'),
  'permission-checks': elsewhere('A request may ask only whether its caller has the permissions for it.'),
  'term-value-types': elsewhere('A query `terms` may say in `value_type` how its values are written.'),
  'early-totals': elsewhere('A search for aggregations of all documents says that it ended early.'),
  'settings-of-plugins': elsewhere('Settings that are not listed may be those of a plugin.'),
  'recognized-bodies': elsewhere('A body without an object is not recognized as one of a known format.'),
} as const satisfies Readonly<Record<string, Behaviour>>;

/** The query parameter by which a request asks that, of servers that take it. */
export const permissionCheck = 'perform_permission_check';

/** The name of something that differs between versions or products. */
export type BehaviourName = keyof typeof behaviours;
