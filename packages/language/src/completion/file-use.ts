import { isParameter, templateSegments } from '@rulebook/paths/match-operation';
import type { Binding } from '@rulebook/checker/binding/model';
import { isServiceNamed } from '@rulebook/checker/binding/named-service';
import type { KnownOperation } from '@rulebook/checker/binding/operation-by-id';
import type { ServiceId } from '@rulebook/catalogue/facts';
import type { FileScope } from './complete-variable';

/** What the requests around the cursor use, so that completion offers it first. */
export interface FileUse {
  /** The services that other requests certainly go to. */
  readonly services: ReadonlySet<ServiceId>;
  /** By id. */
  readonly operations: ReadonlyMap<string, KnownOperation>;
  /** The groups of the descriptions that these operations belong to. */
  readonly tags: ReadonlySet<string>;
  /** The values of path parameters, by the name of the parameter. */
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
}

/** More requests are not looked at, so that a long file completes as quickly as a short one. */
const maxLookedAt = 24;

/** Returns the operations of the nearest other requests of the file. */
export function useAround({ block, blocks, bindingOf }: FileScope): FileUse {
  const services = new Set<ServiceId>();
  const operations = new Map<string, KnownOperation>();
  const tags = new Set<string>();
  const words = new Map<string, Set<string>>();
  for (let distance = 1; distance <= maxLookedAt / 2; distance++) {
    for (const index of [block - distance, block + distance]) {
      const binding = index < 0 || index >= blocks ? undefined : bindingOf(index);
      for (const { field, text, hasPlaceholder } of binding?.path ?? []) {
        if (!hasPlaceholder && text !== '') words.set(field.name, (words.get(field.name) ?? new Set()).add(text));
      }
      if (binding?.service !== undefined && isCertain(binding)) services.add(binding.service.id);
      const used = usedBy(binding);
      if (used === undefined) continue;
      operations.set(used.operation.id, used);
      for (const tag of used.operation.tags ?? []) tags.add(tag);
    }
  }
  return { services, operations, tags, words };
}

function usedBy({ match, service }: Partial<Binding> = {}): KnownOperation | undefined {
  return match?.kind === 'operation' && service !== undefined ? { operation: match.operation, service } : undefined;
}

/** A path of parameters alone fits every request, so it says nothing about where that goes. */
function isCertain(binding: Binding): boolean {
  if (isServiceNamed(binding)) return true;
  const { match } = binding;
  return match.kind === 'operation' && templateSegments(match.operation.path).some((word) => !isParameter(word));
}
