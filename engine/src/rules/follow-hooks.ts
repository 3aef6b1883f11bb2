import type { HookFacts } from './resource-use';
import { hookFactsOf } from './resource-use';
import type { BlockGroup, ResourceUse } from './rule';

/** What is known of a webhook before a step. */
export interface HookState {
  /** The block that created it. */
  readonly created?: number;
  readonly deleted?: number;
  readonly secretSince?: number;
  readonly inactiveSince?: number;
  readonly events?: readonly string[];
  readonly eventsSince?: number;
}

/** A request on a webhook, with what earlier requests of the file say about the webhook. */
export interface HookVisit {
  readonly block: number;
  readonly use: ResourceUse;
  readonly facts: HookFacts;
  readonly before: HookState;
}

/** Returns the requests on webhooks in order; a webhook that cannot be told from another starts with nothing known. */
export function followHooks(group: BlockGroup): readonly HookVisit[] {
  const known = followed.get(group);
  if (known !== undefined) return known;
  const identify = identifier(group);
  const states = new Map<string, HookState>();
  const visits: HookVisit[] = [];
  group.summaries.forEach(({ resource }, block) => {
    if (resource === undefined) return;
    const facts = hookFactsOf(resource);
    const key = facts.step === 'create' ? createdIn(block) : identify(resource);
    const before = (key === undefined ? undefined : states.get(key)) ?? unknown;
    visits.push({ block, use: resource, facts, before });
    const now = after(before, facts, block);
    if (key !== undefined && now !== before) states.set(key, now);
  });
  followed.set(group, visits);
  return visits;
}

const unknown: HookState = {};

/** Several rules follow the same group one after the other. */
const followed = new WeakMap<BlockGroup, readonly HookVisit[]>();

function createdIn(block: number | undefined): string {
  return `#${String(block)}`;
}

function after(before: HookState, facts: HookFacts, block: number): HookState {
  switch (facts.step) {
    case 'create':
      return {
        created: block,
        ...(facts.hasSecret ? { secretSince: block } : {}),
        ...(facts.active === false ? { inactiveSince: block } : {}),
        ...(facts.events === undefined ? {} : { events: facts.events, eventsSince: block }),
      };
    case 'delete':
      return { ...before, deleted: block };
    case 'update':
      return {
        ...before,
        ...secretAfter(before, facts, block),
        ...activityAfter(before, facts, block),
        ...eventsAfter(before, facts, block),
      };
    default:
      return before;
  }
}

function secretAfter(before: HookState, facts: HookFacts, block: number): Partial<{ secretSince: number | undefined }> {
  if (!facts.hasConfig) return {};
  return { secretSince: facts.hasSecret ? (before.secretSince ?? block) : undefined };
}

function activityAfter(
  before: HookState,
  facts: HookFacts,
  block: number,
): Partial<{ inactiveSince: number | undefined }> {
  if (!facts.hasActive) return {};
  return { inactiveSince: facts.active === false ? (before.inactiveSince ?? block) : undefined };
}

function eventsAfter(
  before: HookState,
  facts: HookFacts,
  block: number,
): Partial<{ events: readonly string[] | undefined; eventsSince: number | undefined }> {
  if (facts.hasEvents) return { events: facts.events, eventsSince: block };
  if (before.events === undefined || facts.added.length + facts.removed.length === 0) return {};
  const kept = before.events.filter((event) => !facts.removed.includes(event));
  return { events: [...new Set([...kept, ...facts.added])], eventsSince: block };
}

/** Tells webhooks apart: by the name of the request that created them, or by an id that can only be theirs. */
function identifier({ summaries, definitions }: BlockGroup): (use: ResourceUse) => string | undefined {
  const creates: { block: number; scope: string; name: string | undefined }[] = [];
  const ids = new Map<string, Set<string>>();
  const firstUses = new Map<string, number>();
  summaries.forEach(({ resource, requestName }, block) => {
    if (resource === undefined) return;
    if (hookFactsOf(resource).step === 'create')
      creates.push({ block, scope: resource.scope, name: requestName?.name });
    if (resource.id === undefined) return;
    if (!firstUses.has(resource.scope)) firstUses.set(resource.scope, block);
    const known = ids.get(resource.scope) ?? new Set<string>();
    ids.set(resource.scope, known.add(resource.id));
  });
  return ({ scope, id }) => {
    if (id === undefined) return undefined;
    const variable = /^\{\{\s*([^{}]+?)\s*\}\}$/.exec(id)?.[1];
    const chained = variable === undefined ? undefined : /^([^.[]+)\.response\./.exec(variable)?.[1];
    if (chained !== undefined) {
      const named = creates.filter(({ name }) => name === chained);
      return named.length === 1 ? createdIn(named[0]?.block) : undefined;
    }
    if (variable !== undefined && (definitions.get(variable) ?? 0) > 1) return undefined;
    const here = creates.filter((create) => create.scope === scope);
    const [only, ...others] = here;
    // One webhook is created, and afterwards one id is used: they belong together.
    const isFollowed = only !== undefined && only.block < (firstUses.get(scope) ?? 0);
    if (isFollowed && others.length === 0 && ids.get(scope)?.size === 1) return createdIn(only.block);
    return `${scope}#${id}`;
  };
}
