import type { AllowedValue } from '@rulebook/catalogue/values';
import type { Catalogue } from '@rulebook/catalogue/service';
import type { Fact, Version } from '@rulebook/catalogue/facts';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import { perObject } from '@rulebook/text/structures/memo';

/** A version in which elements were added, with their names. */
interface KnownVersion {
  readonly version: Version;
  readonly news: readonly string[];
}

/** Returns the versions in the catalogue, newest first. */
export const knownVersions = perObject((catalogue: Catalogue): readonly KnownVersion[] => {
  const found = new Map<Version, Set<string>>();
  const note = (name: string, { since }: Pick<Fact | AllowedValue, 'since'>): void => {
    if (since !== undefined) found.set(since, (found.get(since) ?? new Set()).add(name));
  };
  const seen = new Set<Shape>();
  const seeField = (field: Field): void => {
    note(field.name, field);
    seeShape(field.shape);
  };
  const seeShape = (shape: Shape): void => {
    // A mapping contains mappings, so a shape can lead back to itself.
    if (seen.has(shape)) return;
    seen.add(shape);
    if ('values' in shape) shape.values?.values.forEach((entry) => note(String(entry.value), entry));
    if (shape.type === 'array') seeShape(shape.items);
    if (shape.type === 'choice') shape.options.forEach(seeShape);
    if (shape.type !== 'object') return;
    shape.fields.forEach(seeField);
    if (shape.entries) seeShape(shape.entries.shape);
  };
  for (const { operations, headers, commonQuery } of catalogue.services) {
    [...headers, ...commonQuery].forEach(seeField);
    for (const operation of operations) {
      note(operation.title, operation);
      // The shapes of a published description are hundreds, and are made only when they are needed.
      if (operation.provenance.kind === 'described') continue;
      [...operation.parameters.path, ...operation.parameters.query].forEach(seeField);
      if (operation.body) seeShape(operation.body.shape);
    }
  }
  return [...found]
    .map(([version, names]) => ({ version, news: [...names] }))
    .sort((a, b) => -a.version.localeCompare(b.version, 'en', { numeric: true }));
});
