import { expect, it } from 'vitest';
import { fieldOf, shapeOfKey } from '../../../packages/checker/src/binding/field-of';
import type { Shape } from '../../../packages/catalogue/src/shape';
import type { CompiledObject, CompiledShape } from '../../../packages/description/src/compiled';
import { unpackShape } from '../../../packages/description/src/packed';
import { otherParameters } from '../../../services/search-cluster/facts/mappings/field-types';
import { shownSettings } from '../../../services/search-cluster/facts/indices/index-setting-objects';
import { searchCluster } from '../../../services/search-cluster/facts/service';
import { loadPublished } from '../binding/published';

const shapes = Array.from(loadPublished('elasticsearch')?.shapes ?? [], unpackShape);

/** Returns a shape as an object, also where it is only referred to. */
function objectOf(shape: CompiledShape | undefined): CompiledObject | undefined {
  if (typeof shape === 'number') return objectOf(shapes[shape]);
  return shape?.type === 'object' ? shape : undefined;
}

const objects = shapes.flatMap((shape) => objectOf(shape) ?? []);
const settings = objects.filter(({ name }) => name === 'index settings');

// A name that the list lacks would be reported as a misspelt one when it is near another.
it('all parameters of mappings in the published schema are known', () => {
  const fields = objects.filter(({ name = '' }) => name.endsWith(' property')).flatMap(({ fields = [] }) => fields);
  const names = [...new Set(fields.flatMap(({ name, aliases = [] }) => [name, ...aliases]))];
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !otherParameters.includes(name))).toEqual([]);
});

/** Returns the dotted names of the settings in an object. */
function* settingsOf(object: CompiledObject, prefix = '', around: readonly CompiledObject[] = []): Generator<string> {
  for (const { name, shape } of object.fields ?? []) {
    // The first part of settings that the schema does not list.
    if (typeof shape === 'object' && shape.type === 'any') continue;
    const inner = objectOf(shape);
    const isBelow = inner !== undefined && inner !== object && !around.includes(inner);
    const below = isBelow ? [...settingsOf(inner, `${prefix}${name}.`, [...around, object])] : [];
    if (below.length > 0) yield* below;
    else yield `${prefix}${name}`;
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
  const names = [...new Set(settings.flatMap((object) => [...settingsOf(object)]))];
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
    (name) => name !== 'index' && !forms(name).every((form) => isKnown(shownSettings, form)),
  );
  expect(unknown).toEqual([]);
});

it('the published schema calls the settings of an index by the name that the service gives to its own', () => {
  const [name] = Object.keys(searchCluster.namedShapes ?? {});
  expect(name).toBe('index settings');
  expect(settings).toHaveLength(1);
});
