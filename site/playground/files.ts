import base from '../.generated/configuration.json';
import type { Shared } from './link';
import { uriOf } from '../worker/messages';

/** The name of the service that a pasted description describes. */
export const ownService = 'own';

/** Returns the files next to the request file, by their URIs. */
export function filesFor({ description, configuration }: Shared): Readonly<Record<string, string>> {
  const made = description ? { ...base, services: { [ownService]: { description: `./${description.name}` } } } : base;
  return {
    [uriOf('rulebook.json')]: configuration ?? JSON.stringify(made, undefined, 2),
    ...(description && { [uriOf(description.name)]: description.text }),
  };
}
