import { documented } from '../provenance';
import type { LifeNote, ResourceEffect, ResourceLife, StorageIdentity, StorageMembers } from '../resource-life';
import { pluginTypes } from './snapshot-plugins';

const fromStates = documented('search-cluster', 'Snapshot repository');

const unregistered: LifeNote = {
  rule: 'deleted-resource',
  severity: 'warning',
  message: 'The snapshot repository is unregistered earlier in this file.',
  earlier: { steps: ['unregister'], message: 'It is unregistered here.' },
  provenance: fromStates,
};

/** The life of a snapshot repository, from the table of its states. */
export const repositoryLife: ResourceLife = {
  kind: 'snapshot-repository',
  noun: 'snapshot repository',
  isCompared: true,
  start: 'start',
  transitions: [
    { step: 'register', from: ['start', 'unregistered'], to: 'registered' },
    { step: 'unregister', from: ['start', 'registered'], to: 'unregistered' },
    { step: 'use', from: ['unregistered'], note: unregistered },
  ],
};

/** The settings that name the place of a type's storage, with the defaults that plugins give them. */
function identity(type: string, names: readonly string[], everywhere?: StorageIdentity['everywhere']) {
  const fields = pluginTypes.find((known) => known.type === type)?.fields ?? [];
  const settings = names.map((name) => {
    const fallback = fields.find((field) => field.name === name)?.default;
    return { name, ...(fallback !== undefined && { fallback: String(JSON.parse(fallback)) }) };
  });
  return { settings, ...(everywhere && { everywhere }) };
}

/** An address that every machine understands alike. */
const notLocal = String.raw`^(?!.*(localhost|127\.|\[::1\])).`;

const repositoryStorage: StorageMembers = {
  type: 'type',
  settings: 'settings',
  delegating: { type: 'source', setting: 'delegate_type' },
  types: {
    // A relative location is another place on another cluster, as far as anybody knows.
    fs: identity('fs', ['location'], { setting: 'location', pattern: String.raw`^([/\\]|[A-Za-z]:)` }),
    // What a client is stands in the settings of the nodes; names of buckets are certain with the address of their store only.
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

/** What the operations on snapshot repositories do, by their ids. */
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
