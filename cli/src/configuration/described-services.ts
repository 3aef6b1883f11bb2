import type { Service } from '@rulebook/services';
import * as described from '@rulebook/node/descriptions/described-services';
import { rootOfDescription as rootOf } from '@rulebook/node/descriptions/description-root';
import { createConfigurationFinder, environment } from './configuration-file';

const optionsOf = (): described.ServiceOptions => ({ find: createConfigurationFinder(), environment });

/** Returns the service of this name in the nearest `rulebook.json`. Rejects with a sentence for the user. */
export function serviceNamed(name: string, folder: string): Promise<Service> {
  return described.serviceNamed(name, folder, optionsOf());
}

/** Returns the service of a description, named like its file. Rejects with a sentence for the user. */
export function serviceIn(file: string): Promise<Service> {
  return described.serviceIn(file, optionsOf());
}

/** Returns the folder in which a description may refer to files. */
export function rootOfDescription(path: string): string {
  return rootOf(path, createConfigurationFinder());
}
