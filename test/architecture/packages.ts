import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of the house, or a service that is its guest. */
export interface Package {
  /** `@rulebook/json` */
  readonly name: string;
  /** `packages/json` */
  readonly folder: string;
  /** What others may import, as their specifiers, and the files that are meant; `*` stands for any characters. */
  readonly exports: ReadonlyMap<string, string>;
  /** The packages of the house that it may import. */
  readonly needs: readonly string[];
  /** The libraries that it may import. */
  readonly libraries: ReadonlyMap<string, string>;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Reads the packages from their manifests. */
export function readPackages(root: string): readonly Package[] {
  return ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .map((name) => `${folder}/${name}`)
      .map((path) => packageOf(path, JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Manifest)),
  );
}

function packageOf(folder: string, { name, exports, dependencies = {} }: Manifest): Package {
  const others = Object.entries(dependencies);
  const isOurs = (one: string): boolean => one.startsWith('@rulebook/');
  return {
    name,
    folder,
    exports: new Map(Object.entries(exports).map(([sub, file]) => [name + sub.slice(1), folder + file.slice(1)])),
    needs: others.flatMap(([one]) => (isOurs(one) ? [one] : [])),
    libraries: new Map(others.filter(([one]) => !isOurs(one))),
  };
}

/** Returns the package that a specifier names. */
export function packageNamed(packages: readonly Package[], specifier: string): Package | undefined {
  return packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
}

/** Returns the package that a file is in. */
export function packageWith(packages: readonly Package[], file: string): Package | undefined {
  return packages.find(({ folder }) => file.startsWith(`${folder}/`));
}

/** Returns the file that a specifier means, and what the package exports it by; undefined when it does not export it. */
export function exportedFile(
  { exports }: Package,
  specifier: string,
): { readonly file: string; readonly by: string } | undefined {
  const whole = exports.get(specifier);
  if (whole !== undefined) return { file: whole, by: specifier };
  for (const [by, file] of exports) {
    const [start = '', end] = by.split('*');
    if (end === undefined || !specifier.startsWith(start)) continue;
    return { file: file.replace('*', specifier.slice(start.length)), by };
  }
  return undefined;
}

/** Returns the names of the packages from the bottom up, each behind those that it needs; throws where some need each other. */
export function orderOf(packages: readonly Package[]): readonly string[] {
  const placed: string[] = [];
  let left = [...packages];
  while (left.length > 0) {
    const next = left.filter(({ needs }) => needs.every((name) => placed.includes(name)));
    if (next.length === 0)
      throw new Error(`These packages need each other: ${left.map(({ name }) => name).join(', ')}.`);
    placed.push(...next.map(({ name }) => name));
    left = left.filter((one) => !next.includes(one));
  }
  return placed;
}
