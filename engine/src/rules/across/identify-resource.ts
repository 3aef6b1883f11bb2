import { areTold } from './resource-use';
import type { BlockGroup, ResourceUse } from '../rule';

/** Returns what tells the resource of a block's step from the others of its group; undefined when nobody can tell. */
export type Identify = (use: ResourceUse, block: number) => string | undefined;

/** Returns how the resources of a group are told apart; undefined when endpoints cannot be told apart, so that nothing is known. */
export function identifierOf(group: BlockGroup): Identify | undefined {
  const known = identifiers.get(group);
  if (known !== undefined) return known.identify;
  const identify = makeIdentifier(group);
  identifiers.set(group, { identify });
  return identify;
}

/** Several rules follow the same group one after the other. */
const identifiers = new WeakMap<BlockGroup, { readonly identify: Identify | undefined }>();

function makeIdentifier(group: BlockGroup): Identify | undefined {
  const uses = group.summaries.flatMap(({ resource }) => (resource === undefined ? [] : [resource]));
  if (!areTold([...new Map(uses.map(({ endpoint }) => [endpoint.text, endpoint])).values()], group)) return undefined;
  const isAmbiguous = uses.some(({ hasNamesake }) => hasNamesake === true);
  if (isAmbiguous && uses.some(({ endpoint }) => !endpoint.isCertain)) return undefined;
  if (uses.every(({ effect }) => effect.owner.length === 0)) {
    return ({ endpoint, id }) => (id === undefined ? undefined : `${endpoint.text} ${id}`);
  }
  return ownedIdentifier(group);
}

/** By the name of the request that created it, or by an id that can only be its own. */
function ownedIdentifier({ summaries, definitions }: BlockGroup): Identify {
  const creates: { block: number; place: string; name: string | undefined }[] = [];
  const ids = new Map<string, Set<string>>();
  const firstUses = new Map<string, number>();
  summaries.forEach(({ resource, requestName }, block) => {
    if (resource === undefined) return;
    const place = placeOf(resource);
    if (resource.effect.does === 'adds') creates.push({ block, place, name: requestName?.name });
    if (resource.id === undefined) return;
    if (!firstUses.has(place)) firstUses.set(place, block);
    const known = ids.get(place) ?? new Set<string>();
    ids.set(place, known.add(resource.id));
  });
  return (use, block) => {
    if (use.effect.does === 'adds') return createdIn(block);
    const { id } = use;
    if (id === undefined) return undefined;
    const variable = /^\{\{\s*([^{}]+?)\s*\}\}$/.exec(id)?.[1];
    const chained = variable === undefined ? undefined : /^([^.[]+)\.response\./.exec(variable)?.[1];
    if (chained !== undefined) {
      const named = creates.filter(({ name }) => name === chained);
      return named.length === 1 ? createdIn(named[0]?.block) : undefined;
    }
    if (variable !== undefined && (definitions.get(variable) ?? 0) > 1) return undefined;
    const place = placeOf(use);
    const here = creates.filter((create) => create.place === place);
    const [only, ...others] = here;
    // One resource is created, and afterwards one id is used: they belong together.
    const isFollowed = only !== undefined && only.block < (firstUses.get(place) ?? 0);
    if (isFollowed && others.length === 0 && ids.get(place)?.size === 1) return createdIn(only.block);
    return `${place}#${id}`;
  };
}

function placeOf({ endpoint, scope }: ResourceUse): string {
  return `${endpoint.text} ${scope}`;
}

function createdIn(block: number | undefined): string {
  return `#${String(block)}`;
}
