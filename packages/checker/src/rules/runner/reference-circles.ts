import type { ReferenceCircle } from '../across/summary';
import { noCircles, type FileBlock } from './file-block';

/** Returns the blocks that define a name, in the order of the file. */
type Definers = (name: string) => readonly FileBlock[];

/** Returns, for each of the blocks that refer to requests, the references that come back to it. */
export function referenceCircles(
  blocks: Iterable<FileBlock>,
  definersOf: Definers,
): ReadonlyMap<FileBlock, readonly ReferenceCircle[]> {
  const steps = new Map<FileBlock, readonly Step[]>();
  for (const block of blocks) steps.set(block, stepsFrom(block, definersOf));
  const found = new Map<FileBlock, readonly ReferenceCircle[]>();
  const circles = circlesIn(steps);
  for (const [block, own] of steps) {
    const circle = circles.get(block);
    if (circle === undefined) continue;
    const back = own.filter(({ to }) => circles.get(to) === circle);
    const all = back.flatMap((step) => circleThrough(block, step, steps, circles));
    if (all.length > 0) found.set(block, all);
  }
  return found;
}

/** Returns whether two lists of circles are the same. */
export function areSameCircles(
  one: readonly ReferenceCircle[] = noCircles,
  other: readonly ReferenceCircle[] = noCircles,
): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

interface Step extends Pick<ReferenceCircle, 'span'> {
  readonly name: string;
  readonly to: FileBlock;
}

/** A request means the nearest before it, or else the first behind it, and itself only if there is no other. */
function stepsFrom(block: FileBlock, definersOf: Definers): readonly Step[] {
  return (block.summary.references ?? []).flatMap(({ name, span, isListed }) => {
    if (isListed === true) return [];
    const definers = definersOf(name);
    let [to] = definers;
    for (const one of definers) {
      if (one.order < block.order || to === block) to = one;
      if (one.order > block.order) break;
    }
    return to === undefined ? [] : [{ name, span, to }];
  });
}

/** Returns a number for each block that is part of circles; blocks that can be reached from each other have the same one. */
function circlesIn(steps: ReadonlyMap<FileBlock, readonly Step[]>): ReadonlyMap<FileBlock, number> {
  // Tarjan's strongly connected components, not recursive, since a chain of requests may be as long as a file.
  const numbers = new Map<FileBlock, number>();
  const lowest = new Map<FileBlock, number>();
  const waiting: FileBlock[] = [];
  const isWaiting = new Set<FileBlock>();
  const found = new Map<FileBlock, number>();
  for (const start of steps.keys()) {
    if (numbers.has(start)) continue;
    const open: { readonly block: FileBlock; at: number }[] = [];
    const enter = (block: FileBlock): void => {
      numbers.set(block, numbers.size);
      lowest.set(block, numbers.size - 1);
      waiting.push(block);
      isWaiting.add(block);
      open.push({ block, at: 0 });
    };
    const lower = (block: FileBlock, number = Infinity): void => {
      lowest.set(block, Math.min(lowest.get(block) ?? Infinity, number));
    };
    enter(start);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const { block } = top;
      const next = steps.get(block)?.[top.at++]?.to;
      if (next !== undefined) {
        if (!numbers.has(next)) enter(next);
        else if (isWaiting.has(next)) lower(block, numbers.get(next));
        continue;
      }
      open.pop();
      const low = lowest.get(block);
      const before = open.at(-1)?.block;
      if (before !== undefined) lower(before, low);
      if (low !== numbers.get(block)) continue;
      const together = waiting.splice(waiting.lastIndexOf(block));
      for (const one of together) isWaiting.delete(one);
      const isCircle = together.length > 1 || (steps.get(block) ?? []).some(({ to }) => to === block);
      if (isCircle) for (const one of together) found.set(one, numbers.get(block) ?? 0);
    }
  }
  return found;
}

/** A longer circle is not followed: each of its blocks would be searched from each other one. */
const longest = 20;

/** Returns the shortest way from a reference back to its block. */
function circleThrough(
  block: FileBlock,
  first: Step,
  steps: ReadonlyMap<FileBlock, readonly Step[]>,
  circles: ReadonlyMap<FileBlock, number>,
): readonly ReferenceCircle[] {
  const ways = new Map<FileBlock, readonly string[]>([[first.to, [first.name]]]);
  for (const [to, names] of ways) {
    // The way to each block is found once, and the map goes on to those that are added meanwhile.
    if (to === block) return [{ span: first.span, names: [names.at(-1) ?? first.name, ...names] }];
    if (names.length >= longest || ways.size > longest * longest) continue;
    for (const step of steps.get(to) ?? [])
      if (circles.get(step.to) === circles.get(block) && !ways.has(step.to)) ways.set(step.to, [...names, step.name]);
  }
  return [];
}
