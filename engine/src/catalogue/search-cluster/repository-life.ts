import { documented } from '../provenance';
import type { LifeNote, ResourceEffect, ResourceLife } from '../resource-life';

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

function onRepository(step: string): ResourceEffect {
  return { life: repositoryLife, step, owner: [], name: 'repository' };
}

/** What the operations on snapshot repositories do, by their ids. */
export const repositoryEffects: Readonly<Record<string, ResourceEffect>> = {
  'search-cluster.repository.put': {
    ...onRepository('register'),
    does: 'adds',
    members: [
      { meaning: 'type', path: ['type'], keeps: 'text' },
      { meaning: 'location', path: ['settings', 'location'], keeps: 'text' },
      { meaning: 'read-only', path: ['settings', 'readonly'], keeps: 'text' },
    ],
    writableTypes: ['fs'],
  },
  'search-cluster.repository.delete': { ...onRepository('unregister'), does: 'removes' },
  'search-cluster.repository.get': onRepository('use'),
  'search-cluster.repository.verify': onRepository('use'),
  'search-cluster.repository.cleanup': onRepository('use'),
};
