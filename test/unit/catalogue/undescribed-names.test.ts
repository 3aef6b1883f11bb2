import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fieldOf, shapeOfKey } from '../../../engine/src/binding/field-of';
import type { Shape } from '../../../engine/src/catalogue/shape';
import { otherParameters } from '../../../engine/src/services/search-cluster/catalogue/mappings/field-mapping';
import { indexSettings } from '../../../engine/src/services/search-cluster/catalogue/indices/index-setting-objects';
import { searchCluster } from '../../../engine/src/services/search-cluster/catalogue/service';

interface Property {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly type?: { readonly kind: string; readonly type: { readonly namespace: string; readonly name: string } };
}

interface Type {
  readonly kind: string;
  readonly name: { readonly namespace: string; readonly name: string };
  readonly properties?: readonly Property[];
}

const schema = JSON.parse(
  readFileSync(new URL('../../../node_modules/@elastic/request-converter/dist/schema.json', import.meta.url), 'utf8'),
) as { readonly types: readonly Type[] };

/** Returns the names of the members of types, with their aliases. */
function namesIn(isWanted: (type: Type) => boolean): readonly string[] {
  const properties = schema.types.filter(isWanted).flatMap((type) => type.properties ?? []);
  return [...new Set(properties.flatMap(({ name, aliases = [] }) => [name, ...aliases]))];
}

// A name that the list lacks would be reported as a misspelt one when it is near another.
it('all parameters of mappings in the published schema are known', () => {
  const names = namesIn(({ name }) => name.namespace === '_types.mapping' && /Property(Base)?$/.test(name.name));
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !otherParameters.includes(name))).toEqual([]);
});

/** Returns the dotted names of the settings in a type, and how the object of settings knows each of them. */
function* settingsOf(typeName: string, prefix = '', seen: readonly string[] = []): Generator<string> {
  const type = schema.types.find(({ name }) => `${name.namespace}:${name.name}` === typeName);
  for (const property of type?.properties ?? []) {
    const target = property.type?.kind === 'instance_of' ? property.type.type : undefined;
    const inner = target && `${target.namespace}:${target.name}`;
    const name = `${prefix}${property.name}`;
    const isObject = inner !== undefined && target?.namespace === 'indices._types' && !seen.includes(inner);
    const below = isObject && inner !== typeName ? [...settingsOf(inner, `${name}.`, [...seen, typeName])] : [];
    if (below.length > 0) yield* below;
    else yield name;
  }
}

function isKnown(shape: Shape | undefined, path: readonly string[]): boolean {
  if (path.length === 0 || shape?.type === 'any') return true;
  const objects = shape?.type === 'choice' ? shape.options : [shape];
  return objects.some((object) => {
    if (object?.type !== 'object') return false;
    const [key = '', ...rest] = path;
    const below = fieldOf(object, key)?.shape ?? shapeOfKey(object, key);
    return below !== undefined && isKnown(below, rest);
  });
}

it('all index settings in the published schema are known, in all forms of their names', () => {
  const names = [...new Set(settingsOf('indices._types:IndexSettings'))];
  expect(names.length).toBeGreaterThan(90);
  const forms = (name: string) => [
    [name],
    [`index.${name}`],
    ['index', name],
    name.split('.'),
    ['index', ...name.split('.')],
    `index.${name}`.split(/\.(?=[^.]*$)/),
  ];
  const unknown = names.filter(
    (name) => name !== 'index' && !forms(name).every((form) => isKnown(indexSettings, form)),
  );
  expect(unknown).toEqual([]);
});

it('the published schema calls the settings of an index by the name that the service gives to its own', () => {
  const [name] = Object.keys(searchCluster.namedShapes ?? {});
  expect(name).toBe('index settings');
  expect(schema.types.filter((type) => type.name.name === 'IndexSettings')).toHaveLength(1);
});
