import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { otherParameters } from '../../../engine/src/services/search-cluster/catalogue/field-mapping';
import { otherSettings } from '../../../engine/src/services/search-cluster/catalogue/setting-names';

interface Property {
  readonly name: string;
  readonly aliases?: readonly string[];
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

it('all index settings in the published schema are known', () => {
  const names = namesIn(({ name }) => name.namespace === 'indices._types' && name.name === 'IndexSettings');
  const words = [...new Set(names.map((name) => name.replace(/^index\./, '').replace(/\..*/, '')))];
  expect(words.length).toBeGreaterThan(40);
  expect(words.filter((word) => !otherSettings.includes(word))).toEqual([]);
});
