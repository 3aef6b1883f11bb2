import { areDistinct } from './resource-use';
import type { BlockGroup, BlockSummary, RequestDestination, KindSummary, ResourceUse } from './summary';

/** Returns what a file contains about each kind of resource whose resources are compared with each other. */
export function summarizeKinds(
  summaries: readonly BlockSummary[],
  file: Pick<BlockGroup, 'definitions' | 'hasSeveralInstances'>,
): ReadonlyMap<string, KindSummary> {
  const kinds = new Map<
    string,
    { endpoints: Map<string, RequestDestination>; firstAdded: Map<string, number>; addsUnnamed: boolean }
  >();
  summaries.forEach(({ resource: use }, block) => {
    if (use?.effect.life.isCompared !== true) return;
    const { kind } = use.effect.life;
    const known = kinds.get(kind) ?? { endpoints: new Map(), firstAdded: new Map(), addsUnnamed: false };
    kinds.set(kind, known);
    const { text } = use.endpoint;
    if (!known.endpoints.has(text)) known.endpoints.set(text, use.endpoint);
    if (use.effect.does !== 'adds') return;
    if (!known.firstAdded.has(text)) known.firstAdded.set(text, block);
    if (use.namesSeveral === true) known.addsUnnamed = true;
  });
  return new Map(
    [...kinds].map(([kind, { endpoints, firstAdded, addsUnnamed }]) => [
      kind,
      { areDistinct: areDistinct([...endpoints.values()], file), firstAdded, addsUnnamed },
    ]),
  );
}

/** Returns whether the change of a block may change what the file contains about the kind of its resource. */
export function changesKind(
  before: ResourceUse | undefined,
  now: ResourceUse | undefined,
  block: number,
  kinds: ReadonlyMap<string, KindSummary>,
): boolean {
  if (before?.effect.life.isCompared !== true && now?.effect.life.isCompared !== true) return false;
  if (before === undefined || now === undefined || before.effect !== now.effect) return true;
  if (before.endpoint.text !== now.endpoint.text) return true;
  return kinds.get(now.effect.life.kind)?.firstAdded.get(now.endpoint.text) === block;
}
