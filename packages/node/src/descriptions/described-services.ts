import { existsSync } from 'node:fs';
import { basename, relative, resolve, sep } from 'node:path';
import { createDescribedService, playedServers, type PackedDescription, type Service } from '@rulebook/services';
import type { ConfigurationFinder } from '../files/configuration-finder';
import { rootOfDescription } from './description-root';
import { createDescriptionReader } from './own-descriptions';

/** Where `rulebook.json` and the cache of descriptions are. */
export interface ServiceOptions {
  readonly find: ConfigurationFinder;
  /** Returns a variable of the process's environment. */
  readonly environment: (name: string) => string | undefined;
}

/** Returns the service of this name in the nearest `rulebook.json`. Rejects with a sentence for the user. */
export async function serviceNamed(name: string, folder: string, options: ServiceOptions): Promise<Service> {
  const { root, configuration } = options.find(resolve(folder));
  const own = configuration.services.find(({ id }) => id === name);
  if (own === undefined) {
    const known = [...configuration.services, ...playedServers.map(({ service: id }) => ({ id }))].map(({ id }) => id);
    throw new Error(
      `There is no service ${JSON.stringify(name)} in rulebook.json. Known are ${[...new Set(known)].join(', ')}.`,
    );
  }
  const path = resolve(root, own.description);
  const compiled = await compiledFile(path, root, { ...options, overlays: own.overlays });
  return createDescribedService(compiled, {
    ...{ id: own.id, file: own.description },
    ...(own.title !== undefined && { title: own.title }),
  });
}

/** Returns the service of a description, named like its file. Rejects with a sentence for the user. */
export async function serviceIn(file: string, options: ServiceOptions): Promise<Service> {
  if (!existsSync(file)) throw new Error(`${file} does not exist; --description names the file of a description.`);
  const path = resolve(file);
  const compiled = await compiledFile(path, rootOfDescription(path, options.find), options);
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

/** Returns the service of the text of a description, which refers to no files. Rejects with a sentence for the user. */
export async function serviceOf({ name, text }: { readonly name: string; readonly text: string }): Promise<Service> {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name))
    throw new Error(`${JSON.stringify(name)} is not a name of a service; use small letters, digits and hyphens.`);
  // The compiler takes long to load.
  const { compileText } = await import('./compile-description');
  const compiled = compileText(text);
  if (compiled === undefined)
    throw new Error(`The description of ${name} cannot be used; it is not an OpenAPI description.`);
  return createDescribedService(compiled, { id: name, file: `${name}.yaml` });
}

async function compiledFile(
  path: string,
  root: string,
  { environment, overlays = [] }: ServiceOptions & { readonly overlays?: readonly string[] },
): Promise<PackedDescription> {
  const description = relative(root, path).split(sep).join('/');
  const read = await createDescriptionReader(environment)({ root, description, overlays });
  const file = relative(process.cwd(), path);
  if ('cause' in read) throw new Error(`${file} cannot be read: ${read.cause}.`);
  if (read.compiled === undefined)
    throw new Error(`${file} cannot be used; run \`rulebook describe ${file}\` to see why.`);
  return read.compiled;
}
