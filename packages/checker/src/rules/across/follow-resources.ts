import type { LifeNote, ResourceLife, Transition } from '@rulebook/catalogue/resource-life';
import { identifierOf } from './identify-resource';
import type { BlockGroup, ResourceUse } from './summary';
import { perObject } from '@rulebook/text/structures/memo';

/** A step that does not fit the state of its resource. */
interface FoundStep {
  /** The index in the group. */
  readonly block: number;
  readonly use: ResourceUse;
  readonly note: LifeNote;
  /** The step that led to the state, by its index in the group. */
  readonly earlier: number;
}

/** Follows the resources of a group through their requests, and returns the steps that do not fit. */
export const foundSteps = perObject(followGroup);

interface Followed {
  state: string;
  /** Each step that the resource went through, and where it did so last. */
  readonly steps: Map<string, number>;
  /** A note that the next step may refute. */
  pending?: FoundStep;
}

function followGroup(group: BlockGroup): readonly FoundStep[] {
  const identify = identifierOf(group);
  if (identify === undefined) return [];
  const resources = new Map<string, Followed>();
  const steps: FoundStep[] = [];
  let passed = 0;
  group.summaries.forEach(({ resource: use }, block) => {
    if (use === undefined) return;
    const fileBlock = group.blocks[block] ?? 0;
    // A request on an unknown resource may have acted on each of these.
    for (; (group.unnamed[passed] ?? Infinity) < fileBlock; passed++) settle(resources, steps);
    const key = identify(use, block);
    if (key === undefined) return;
    const { life, step } = use.effect;
    const resource = resources.get(key) ?? { state: life.start, steps: new Map<string, number>() };
    resources.set(key, resource);
    const { pending } = resource;
    if (pending !== undefined && pending.note.unlessNext !== step) steps.push(pending);
    delete resource.pending;
    const transition = transitionsOf(life).get(`${step} ${resource.state}`);
    const note = transition?.note;
    const earlier = note && lastOf(resource.steps, note.earlier.steps);
    if (note !== undefined && earlier !== undefined) {
      const step = { block, use, note, earlier };
      if (note.unlessNext === undefined) steps.push(step);
      else resource.pending = step;
    }
    resource.steps.set(step, block);
    resource.state = transition?.to ?? resource.state;
  });
  settle(resources, steps);
  return steps;
}

function settle(resources: Map<string, Followed>, steps: FoundStep[]): void {
  for (const { pending } of resources.values()) if (pending !== undefined) steps.push(pending);
  resources.clear();
}

function lastOf(steps: ReadonlyMap<string, number>, names: readonly string[]): number | undefined {
  const blocks = names.flatMap((name) => steps.get(name) ?? []);
  return blocks.length === 0 ? undefined : Math.max(...blocks);
}

const transitionsOf = perObject((life: ResourceLife): ReadonlyMap<string, Transition> => {
  const table = new Map<string, Transition>();
  for (const transition of life.transitions) {
    for (const state of transition.from) table.set(`${transition.step} ${state}`, transition);
  }
  return table;
});
