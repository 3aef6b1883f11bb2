import { areDistinct } from './resource-use';
import type { BlockGroup, ResourceUse } from './summary';
import { perObject } from '@rulebook/text/structures/memo';

/** Returns what identifies the resource of a block's step in its group; undefined if it is ambiguous. */
type Identify = (use: ResourceUse, block: number) => string | undefined;

/** Returns how the resources of a group are distinguished; undefined if their endpoints cannot be distinguished, so nothing is known. */
export const identifierOf = perObject((group: BlockGroup): Identify | undefined => {
  const uses = group.summaries.flatMap(({ resource }) => (resource === undefined ? [] : [resource]));
  if (!areDistinct([...new Map(uses.map(({ endpoint }) => [endpoint.text, endpoint])).values()], group))
    return undefined;
  const isAmbiguous = uses.some(({ hasNamesake }) => hasNamesake === true);
  if (isAmbiguous && uses.some(({ endpoint }) => !endpoint.isCertain)) return undefined;
  if (uses.every(({ effect }) => effect.owner.length === 0)) {
    return ({ endpoint, id }) => (id === undefined ? undefined : `${endpoint.text} ${id}`);
  }
  return ownedIdentifier(group);
});

/** Identifies a resource by the name of the request that created it, or by an unambiguous id. */
function ownedIdentifier({ summaries, definitions }: BlockGroup): Identify {
  const creates: { block: number; scopeKey: string; name: string | undefined }[] = [];
  const ids = new Map<string, Set<string>>();
  const firstUses = new Map<string, number>();
  summaries.forEach(({ resource, requestName }, block) => {
    if (resource === undefined) return;
    const scopeKey = scopeKeyOf(resource);
    if (resource.effect.does === 'adds') creates.push({ block, scopeKey, name: requestName?.name });
    if (resource.id === undefined) return;
    if (!firstUses.has(scopeKey)) firstUses.set(scopeKey, block);
    const known = ids.get(scopeKey) ?? new Set<string>();
    ids.set(scopeKey, known.add(resource.id));
  });
  return (use, block) => {
    if (use.effect.does === 'adds') return createdIn(block);
    const { id } = use;
    if (id === undefined) return undefined;
    const variable = /^\{\{([^{}]+)\}\}$/.exec(id)?.[1]?.trim();
    const chained = variable === undefined ? undefined : /^([^.[]+)\.response\./.exec(variable)?.[1];
    if (chained !== undefined) {
      const named = creates.filter(({ name }) => name === chained);
      return named.length === 1 ? createdIn(named[0]?.block) : undefined;
    }
    if (variable !== undefined && (definitions.get(variable) ?? 0) > 1) return undefined;
    const scopeKey = scopeKeyOf(use);
    const here = creates.filter((create) => create.scopeKey === scopeKey);
    const [only, ...others] = here;
    // One resource is created, and afterwards one id is used: they belong together.
    const isFollowed = only !== undefined && only.block < (firstUses.get(scopeKey) ?? 0);
    if (isFollowed && others.length === 0 && ids.get(scopeKey)?.size === 1) return createdIn(only.block);
    return `${scopeKey}#${id}`;
  };
}

function scopeKeyOf({ endpoint, scope }: ResourceUse): string {
  return `${endpoint.text} ${scope}`;
}

function createdIn(block: number | undefined): string {
  return `#${String(block)}`;
}
