import type { LifeNote, ResourceEffect, ResourceLife } from '../../../catalogue/resource-life';
import { fromHooks } from './sources';

const deleted: LifeNote = {
  rule: 'deleted-resource',
  severity: 'warning',
  message: 'An earlier request in this file deletes the webhook.',
  earlier: { steps: ['delete'], message: 'The webhook is deleted here.' },
  provenance: fromHooks,
};

const uses = ['use', 'update', 'delete', 'ping', 'test'] as const;

/** The states of a webhook. */
export const hookLife: ResourceLife = {
  kind: 'webhook',
  noun: 'webhook',
  start: 'start',
  transitions: [
    { step: 'create', from: ['start'], to: 'present' },
    { step: 'delete', from: ['start', 'present'], to: 'deleted' },
    ...uses.map((step) => ({ step, from: ['deleted'], note: deleted })),
  ],
};

const onRepository: ResourceEffect = { life: hookLife, step: 'use', owner: ['owner', 'repo'] };
const onHook: ResourceEffect = { ...onRepository, name: 'hook_id' };

const configuration = { meaning: 'configuration', path: ['config'], keeps: 'members', except: ['secret'] } as const;
const secret = { meaning: 'secret', path: ['config', 'secret'], keeps: 'presence' } as const;
const events = { meaning: 'events', path: ['events'], keeps: 'list' } as const;
const activity = { meaning: 'activity', path: ['active'], keeps: 'text' } as const;

/** What the operations on webhooks do, by their ids. */
export const hookEffects: Readonly<Record<string, ResourceEffect>> = {
  'code-hosting.hooks.list': onRepository,
  'code-hosting.hooks.create': {
    ...onRepository,
    step: 'create',
    does: 'adds',
    members: [configuration, secret, events, activity],
  },
  'code-hosting.hooks.get': onHook,
  'code-hosting.hooks.update': {
    ...onHook,
    step: 'update',
    members: [
      // Only new webhooks are compared, so an update is not checked again for each letter of its URL.
      { ...configuration, keeps: 'presence' },
      secret,
      events,
      { meaning: 'added-events', path: ['add_events'], keeps: 'list' },
      { meaning: 'removed-events', path: ['remove_events'], keeps: 'list' },
      activity,
    ],
  },
  'code-hosting.hooks.delete': { ...onHook, step: 'delete', does: 'removes' },
  'code-hosting.hooks.get-config': onHook,
  'code-hosting.hooks.update-config': onHook,
  'code-hosting.hooks.ping': { ...onHook, step: 'ping', delivers: { event: 'ping', needsSubscription: false } },
  'code-hosting.hooks.test': { ...onHook, step: 'test', delivers: { event: 'push', needsSubscription: true } },
  'code-hosting.deliveries.list': onHook,
  'code-hosting.deliveries.get': onHook,
  'code-hosting.deliveries.redeliver': onHook,
};
