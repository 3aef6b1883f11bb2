import { unsuitable } from '@rulebook/catalogue/makers';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Field } from '@rulebook/catalogue/shape';
import type { Provenance } from '@rulebook/catalogue/facts';
import { flag, text } from '@rulebook/catalogue/shapes';
import { refused } from '@rulebook/catalogue/provenance';
import { reference } from './source-document';
import { serverSource } from './sources';
import { duration } from './setting-shapes';

/** Returns the parameter that says how long to wait for the master node. */
export function masterTimeoutFrom(provenance: Provenance): Field {
  return {
    name: 'master_timeout',
    summary: 'How long to wait for the master node. After that, the request fails.',
    provenance,
    default: '30s',
    shape: duration,
  };
}

/** Returns the parameter that says how long to wait for the nodes and shards that carry the request out. */
export function timeoutFrom(provenance: Provenance, standard = '30s'): Field {
  return {
    name: 'timeout',
    summary: 'How long to wait for the responses of nodes and shards.',
    provenance,
    default: standard,
    shape: duration,
  };
}

/** Parameters of many operations that are true or false. */
export const choiceFlags: ReadonlySet<string> = new Set([
  ...['ignore_unavailable', 'allow_no_indices', 'human', 'pretty', 'error_trace', 'flat_settings', 'include_defaults'],
  ...['preserve_existing', 'reopen', 'write_index_only'],
]);

/** Parameters of many operations that say how long to wait, also where only the published descriptions have them. */
export const waitingTimes: ReadonlySet<string> = new Set(['timeout', 'master_timeout', 'cluster_manager_timeout']);

/** The kinds of indices that a pattern can match. */
export const indexKinds = ['open', 'closed', 'hidden', 'none', 'all'] as const;

/** The kinds of indices, in lower case. */
export const knownKinds = unsuitable(
  `^(?!.*%)(?:.*,)?(?!(?:${indexKinds.join('|')})?(?:,|$))`,
  'The kinds of indices are `open`, `closed`, `hidden`, `none` and `all`.',
  refused(reference('What the service does', serverSource)),
) satisfies Constraint;

/** What reading an index can show. */
export const shownFeatures = ['aliases', 'mappings', 'settings'] as const;

/** Returns the parameters that select indices. */
export function indexChoiceFrom(provenance: Provenance): readonly Field[] {
  return [
    {
      name: 'ignore_unavailable',
      summary: 'Whether missing or closed indices are skipped.',
      provenance,
      bare: 'true',
      default: 'false',
      shape: flag,
    },
    {
      name: 'allow_no_indices',
      summary: 'Whether an index pattern may match no index.',
      provenance,
      bare: 'true',
      default: 'true',
      shape: flag,
    },
    {
      name: 'expand_wildcards',
      summary:
        'The kinds of indices that a pattern can match: `open`, `closed`, `hidden`, `none` or `all`, separated by commas.',
      provenance,
      default: 'open',
      shape: { ...text, constraints: [knownKinds] },
    },
  ];
}
