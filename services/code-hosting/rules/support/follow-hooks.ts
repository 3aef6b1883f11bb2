import { identifierOf } from '@rulebook/checker/rules/across/identify-resource';
import { memberIn } from '@rulebook/checker/rules/across/resource-use';
import type { BlockGroup, ResourceUse } from '@rulebook/checker/rules/across/summary';
import { perObject } from '@rulebook/text/structures/memo';

/** What is known about a webhook before a step; blocks are indices in the group. */
interface HookState {
  readonly secretSince?: number | undefined;
  readonly inactiveSince?: number | undefined;
  readonly events?: readonly string[] | undefined;
  readonly eventsSince?: number | undefined;
}

/** A request on a webhook, with what earlier requests of the file say about the webhook. */
export interface HookVisit {
  readonly block: number;
  readonly use: ResourceUse;
  readonly before: HookState;
}

/** Returns the requests on webhooks in order. Nothing is known about a webhook that cannot be distinguished from another. */
export const followHooks = perObject((group: BlockGroup): readonly HookVisit[] => {
  const identify = identifierOf(group);
  const states = new Map<string, HookState>();
  const visits: HookVisit[] = [];
  group.summaries.forEach(({ resource }, block) => {
    if (resource === undefined || identify === undefined) return;
    const key = identify(resource, block);
    const before = (key === undefined ? undefined : states.get(key)) ?? unknown;
    visits.push({ block, use: resource, before });
    const now = after(before, resource, block);
    if (key !== undefined && now !== before) states.set(key, now);
  });
  return visits;
});

/** Returns whether the body gives the webhook a configuration. */
export function hasConfiguration(use: ResourceUse): boolean {
  return memberIn(use, 'configuration')?.type === 'object';
}

/** Returns whether the body may give the webhook a secret; a key with a placeholder may be its name. */
export function mayHaveSecret(use: ResourceUse): boolean {
  return memberIn(use, 'secret')?.isGiven === true;
}

function hasSecret(use: ResourceUse): boolean {
  return mayHaveSecret(use) && memberIn(use, 'secret')?.span !== undefined;
}

const unknown: HookState = {};

function after(before: HookState, use: ResourceUse, block: number): HookState {
  const { does, members } = use.effect;
  if (does === 'removes') return unknown;
  if (members === undefined) return before;
  const known = does === 'adds' ? unknown : before;
  return {
    ...known,
    ...(hasConfiguration(use) ? { secretSince: hasSecret(use) ? (known.secretSince ?? block) : undefined } : {}),
    ...activityAfter(known, use, block),
    ...eventsAfter(known, use, block),
  };
}

function activityAfter(before: HookState, use: ResourceUse, block: number): Partial<HookState> {
  const activity = memberIn(use, 'activity');
  if (activity === undefined) return {};
  return { inactiveSince: activity.texts?.[0] === 'false' ? (before.inactiveSince ?? block) : undefined };
}

function eventsAfter(before: HookState, use: ResourceUse, block: number): Partial<HookState> {
  const events = memberIn(use, 'events');
  if (events !== undefined) return { events: events.texts, eventsSince: block };
  const [added, removed] = [memberIn(use, 'added-events'), memberIn(use, 'removed-events')];
  if (before.events === undefined || (added ?? removed) === undefined) return {};
  if ([added, removed].some((list) => list !== undefined && list.texts === undefined)) return { events: undefined };
  const kept = before.events.filter((event) => !removed?.texts?.includes(event));
  return { events: [...new Set([...kept, ...(added?.texts ?? [])])], eventsSince: block };
}
