import { existsSync } from 'node:fs';
import { basename, relative, resolve, sep } from 'node:path';
import {
  createDescribedService,
  playedServers,
  type PackedDescription,
  type Service,
} from '../../../engine/src/services/index';
import { createDescriptionReader } from '../../../platform/node/descriptions/own-descriptions';
import { createConfigurationFinder, environment } from './configuration-file';
import { rootOfDescription } from './description-root';

/** Returns the service of this name in the nearest `rulebook.json`. Rejects with a sentence for the user. */
export async function serviceNamed(name: string, folder: string): Promise<Service> {
  const { root, configuration } = createConfigurationFinder()(resolve(folder));
  const own = configuration.services.find(({ id }) => id === name);
  if (own === undefined) {
    const known = [...configuration.services, ...playedServers.map(({ service: id }) => ({ id }))].map(({ id }) => id);
    throw new Error(
      `There is no service ${JSON.stringify(name)} in rulebook.json. Known are ${[...new Set(known)].join(', ')}.`,
    );
  }
  const path = resolve(root, own.description);
  const compiled = await compiledFile(path, root, own.overlays);
  return createDescribedService(compiled, {
    ...{ id: own.id, file: own.description },
    ...(own.title !== undefined && { title: own.title }),
  });
}

/** Returns the service of a description, named like its file. Rejects with a sentence for the user. */
export async function serviceIn(file: string): Promise<Service> {
  if (!existsSync(file)) throw new Error(`${file} does not exist; --description names the file of a description.`);
  const path = resolve(file);
  const compiled = await compiledFile(path, rootOfDescription(path), []);
  const name = basename(file).replace(/\.\w+$/, '');
  // Many descriptions have such a name, which says nothing of the service.
  const isUsual = /^(?:openapi|swagger|api|spec|index)$/i.test(name);
  return createDescribedService(compiled, { id: idOf(isUsual ? compiled.title : name), file });
}

function idOf(name: string): string {
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return id === '' ? 'service' : id;
}

async function compiledFile(path: string, root: string, overlays: readonly string[]): Promise<PackedDescription> {
  const description = relative(root, path).split(sep).join('/');
  const read = await createDescriptionReader(environment)({ root, description, overlays });
  const file = relative(process.cwd(), path);
  if ('cause' in read) throw new Error(`${file} cannot be read: ${read.cause}.`);
  if (read.compiled === undefined)
    throw new Error(`${file} cannot be used; run \`rulebook describe ${file}\` to see why.`);
  return read.compiled;
}
