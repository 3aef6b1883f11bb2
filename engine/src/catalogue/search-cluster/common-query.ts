import type { Field, Provenance } from '../model';
import { flag, text } from '../shapes';
import { duration } from './setting-shapes';

/** Returns the parameter that says how long to wait for the master node. */
export function masterTimeoutFrom(provenance: Provenance): Field {
  return {
    name: 'master_timeout',
    summary: 'How long to wait for the master node before the request fails.',
    provenance,
    default: '30s',
    shape: duration,
  };
}

/** Returns the parameter that says how long to wait for those who carry the request out. */
export function timeoutFrom(provenance: Provenance, standard = '30s'): Field {
  return {
    name: 'timeout',
    summary: 'How long to wait for the answers of nodes and shards.',
    provenance,
    default: standard,
    shape: duration,
  };
}

/** Returns the parameters that choose among indices. */
export function indexChoiceFrom(provenance: Provenance): readonly Field[] {
  return [
    {
      name: 'ignore_unavailable',
      summary: 'Passes over indices that are missing or closed.',
      provenance,
      bare: 'true',
      default: 'false',
      shape: flag,
    },
    {
      name: 'allow_no_indices',
      summary: 'Accepts a pattern that matches no index.',
      provenance,
      bare: 'true',
      default: 'true',
      shape: flag,
    },
    {
      name: 'expand_wildcards',
      summary: 'Which indices a pattern matches: `open`, `closed`, `hidden`, `none` or `all`, separated by commas.',
      provenance,
      default: 'open',
      shape: text,
    },
  ];
}
