import type { ResourceEffect, ResourceLife } from '@rulebook/catalogue/resource-life';

/** A webhook, of which the rules compare what the requests of a file say. */
const hookLife: ResourceLife = {
  kind: 'webhook',
  noun: 'webhook',
  start: 'start',
  transitions: [{ step: 'create', from: ['start'], to: 'present' }],
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
