// Makes the lists of the services' parts from packages/services/src/names.ts: a service is a folder there, and its name is the service's id.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constantOf } from '../lib/rule-files.mjs';

const folder = 'packages/services/src';
const guests = 'services';
const generated = '// Generated from names.ts and the folders that it names by `npm run docs`.';

/**
 * Returns the generated sources by their paths in the repository. `names` are the services in their order, `products` the names of further products with
 * the service that each serves.
 */
export function serviceLists(root, names, products = {}) {
  for (const name of names) {
    refuseOther(root, `${name}/identity.ts`, constantOf(name));
    refuseOther(root, `${name}/facts/service.ts`, constantOf(name));
    refuseOther(root, `${name}/facts/source-document.ts`, 'document');
  }
  for (const product of Object.keys(products)) {
    refuseOther(root, `${product}/identity.ts`, constantOf(product));
    refuseOther(root, `${product}/facts/product.ts`, constantOf(product));
  }
  const played = names.flatMap((name) => {
    const play = playOf(root, name);
    return play === undefined ? [] : [{ name, play }];
  });
  for (const { play } of played) {
    refuseOther(root, `${play}/part.ts`, 'part');
    refuseMissing(root, `${play}/states.ts`);
  }
  return new Map([
    [`${folder}/identities.ts`, identitiesSource(names, products)],
    [`${folder}/registry.ts`, registrySource(names, products)],
    [`${folder}/sandbox-parts.ts`, sandboxSource(played, products)],
    [`${folder}/played-states.ts`, statesSource(played)],
  ]);
}

/** Returns the names of the further products that serve a service. */
function servedBy(products, service) {
  return Object.keys(products).filter((name) => products[name] === service);
}

/** Returns the folder of how a service is played: a package of its own, `NAME-play`, or the folder `play` of the service. */
function playOf(root, name) {
  return [`${name}-play`, `${name}/play`].find((folder) => existsSync(join(root, guests, folder)));
}

/** Returns the source of how the paths of the catalogue end that take lines of JSON: the formatter needs nothing else of it. */
export function lineEndingsSource(endings) {
  return [
    '// Generated from the operations of the catalogue by `npm run docs`.',
    '',
    '/** How the documented paths that take newline-delimited JSON end. What only formats loads no catalogue for them. */',
    `export const lineEndings: readonly string[] = ${JSON.stringify(endings)};`,
    '',
  ].join('\n');
}

function identitiesSource(names, products) {
  const all = Object.keys(products);
  const one = (name) => {
    const own = servedBy(products, name).map(constantOf);
    return own.length === 0 ? constantOf(name) : `identityWithProducts(${constantOf(name)}, [${own.join(', ')}])`;
  };
  return [
    generated,
    "import type { ServiceIdentity } from '@rulebook/catalogue/identity';",
    ...(all.length > 0 ? ["import { identityWithProducts } from '@rulebook/catalogue/product';"] : []),
    ...[...names, ...all].map((name) => `import { ${constantOf(name)} } from '@rulebook/${name}/identity';`),
    '',
    '/** The services without their operations, for what must not hold the catalogue. */',
    `export const identities: readonly ServiceIdentity[] = [${names.map(one).join(', ')}];`,
    '',
  ].join('\n');
}

const shownOf = (name) => `shown${constantOf(name)[0].toUpperCase()}${constantOf(name).slice(1)}`;

function productImports(names) {
  return names.flatMap((name) => [
    `import { ${constantOf(name)} } from '@rulebook/${name}/facts/product';`,
    `import { ${constantOf(name)} as ${shownOf(name)} } from '@rulebook/${name}/identity';`,
  ]);
}

function registrySource(names, products) {
  const all = Object.keys(products);
  const one = (name) => {
    const own = servedBy(products, name);
    if (own.length === 0) return constantOf(name);
    return `serviceWithProducts(${constantOf(name)}, [${own.map(shownOf).join(', ')}], [${own.map(constantOf).join(', ')}])`;
  };
  const documentOf = (name) => `${constantOf(name)}Document`;
  return [
    generated,
    "import type { Catalogue } from '@rulebook/catalogue/service';",
    ...(all.length > 0 ? ["import { serviceWithProducts } from '@rulebook/catalogue/product';"] : []),
    ...names.flatMap((name) => [
      `import { ${constantOf(name)} } from '@rulebook/${name}/facts/service';`,
      `import { document as ${documentOf(name)} } from '@rulebook/${name}/facts/source-document';`,
    ]),
    ...productImports(all),
    '',
    '/** All facts of the documents of the services that Rulebook knows by itself, with facts from public sources. */',
    `export const catalogue: Catalogue = { documents: [${names.map(documentOf).join(', ')}], services: [${names.map(one).join(', ')}] };`,
    '',
  ].join('\n');
}

function sandboxSource(played, products) {
  const partOf = (name) => `${constantOf(name)}Part`;
  const all = Object.keys(products).filter((name) => played.some((one) => one.name === products[name]));
  const one = (name) => {
    const own = servedBy(products, name);
    if (own.length === 0) return partOf(name);
    return `{ ...${partOf(name)}, service: serviceWithProducts(${partOf(name)}.service, [${own.map(shownOf).join(', ')}], [${own.map(constantOf).join(', ')}]) }`;
  };
  return [
    generated,
    ...(all.length > 0 ? ["import { serviceWithProducts } from '@rulebook/catalogue/product';"] : []),
    "import type { SandboxPart } from '@rulebook/sandbox/part';",
    ...played.map(({ name, play }) => `import { part as ${partOf(name)} } from '@rulebook/${play}/part';`),
    ...productImports(all),
    '',
    '/** The services that the sandbox plays. */',
    `export const sandboxParts: readonly SandboxPart[] = [${played.map(({ name }) => one(name)).join(', ')}];`,
    '',
  ].join('\n');
}

function statesSource(played) {
  const all = ['Seed', 'States', 'Exported'];
  const typeOf = (name, type) => `${constantOf(name)[0].toUpperCase()}${constantOf(name).slice(1)}${type}`;
  const together = (type) => played.map(({ name }) => typeOf(name, type)).join(' & ');
  return [
    generated,
    ...played.map(({ name, play }) => {
      const types = all.map((type) => `${type} as ${typeOf(name, type)}`);
      return `import type { ${types.join(', ')} } from '@rulebook/${play}/states';`;
    }),
    '',
    '/** What the services start from. */',
    `export type PlayedSeeds = ${together('Seed')};`,
    '',
    '/** The states of the services, by the member of their parts. */',
    `export type PlayedStates = ${together('States')};`,
    '',
    '/** The same in the format of exports. */',
    `export type PlayedExports = ${together('Exported')};`,
    '',
  ].join('\n');
}

function refuseMissing(root, file) {
  const path = `${guests}/${file}`;
  const advice = `A service of ${folder}/names.ts is a folder of ${guests}/ with its name; docs/contributing/recipes/service.md says what is in it.`;
  if (!existsSync(join(root, path))) throw new Error(`There is no ${path}. ${advice}`);
  return path;
}

function refuseOther(root, file, constant) {
  const path = refuseMissing(root, file);
  if (!new RegExp(`^export const ${constant}\\b`, 'm').test(readFileSync(join(root, path), 'utf8'))) {
    throw new Error(`${path} must export the constant \`${constant}\`. docs/contributing/recipes/service.md says what is in a service's folder.`);
  }
}
