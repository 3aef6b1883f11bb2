import type { ResourceEffect, ResourceLife, StorageIdentity, StorageMembers } from '@rulebook/catalogue/resource-life';
import { pluginTypes } from './snapshot-plugins';

/** The states of a snapshot repository, from the table of its states. */
const repositoryLife: ResourceLife = {
  kind: 'snapshot-repository',
  noun: 'snapshot repository',
  isCompared: true,
  start: 'start',
  transitions: [
    { step: 'register', from: ['start', 'unregistered'], to: 'registered' },
    { step: 'unregister', from: ['start', 'registered'], to: 'unregistered' },
  ],
};

/** The settings that identify the storage location of each type, with the defaults of the plugins. */
function identity(type: string, names: readonly string[], everywhere?: StorageIdentity['everywhere']) {
  const fields = pluginTypes.find((known) => known.type === type)?.fields ?? [];
  const settings = names.map((name) => {
    const fallback = fields.find((field) => field.name === name)?.default;
    return { name, ...(fallback !== undefined && { fallback: String(JSON.parse(fallback)) }) };
  });
  return { settings, ...(everywhere && { everywhere }) };
}

/** An address with the same meaning on every machine. */
const notLocal = String.raw`^(?!.*(localhost|127\.|\[::1\])).`;

const repositoryStorage: StorageMembers = {
  type: 'type',
  settings: 'settings',
  delegating: { type: 'source', setting: 'delegate_type' },
  types: {
    // A relative location may be a different place on another cluster.
    fs: identity('fs', ['location'], { setting: 'location', pattern: String.raw`^([/\\]|[A-Za-z]:)` }),
    // The settings of the nodes define a client. A bucket's name identifies it only together with the address of its store.
    s3: identity('s3', ['bucket', 'client', 'base_path', 'endpoint'], {
      setting: 'endpoint',
      pattern: notLocal,
    }),
    gcs: identity('gcs', ['bucket', 'client', 'base_path']),
    azure: identity('azure', ['container', 'client', 'base_path']),
    hdfs: identity('hdfs', ['uri', 'path'], { setting: 'uri', pattern: `${notLocal}*//[^/]` }),
  },
};

function onRepository(step: string): ResourceEffect {
  return { life: repositoryLife, step, owner: [], name: 'repository' };
}

/** The effects of the operations on snapshot repositories, by operation id. */
export const repositoryEffects: Readonly<Record<string, ResourceEffect>> = {
  'search-cluster.repository.put': {
    ...onRepository('register'),
    does: 'adds',
    members: [{ meaning: 'read-only', path: ['settings', 'readonly'], keeps: 'text' }],
    storage: repositoryStorage,
  },
  'search-cluster.repository.delete': { ...onRepository('unregister'), does: 'removes' },
  'search-cluster.repository.get': onRepository('use'),
  'search-cluster.repository.verify': onRepository('use'),
  'search-cluster.repository.cleanup': onRepository('use'),
};
