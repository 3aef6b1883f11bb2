import type { Operation, OperationExample } from '@rulebook/catalogue/operation';
import type { Catalogue } from '@rulebook/catalogue/service';
import type { LoadDescription } from './catalogues';
import { unpackOperation, type PackedDescription } from './packed';

/** Returns the example that a published description shows of a successful response. */
type ExampleOf = (service: string, operation: Operation) => OperationExample | undefined;

/** Returns a function that looks examples up in the files of the package, each of which is loaded when it is needed first. */
export function createExamples({ services }: Catalogue, load: LoadDescription): ExampleOf {
  const loaded = new Map<string, ReadonlyMap<string, () => OperationExample | undefined>>();
  const examplesFor = (service: string) => {
    const fallback = services
      .find(({ id }) => id === service)
      ?.fallbackDescriptions?.find(({ hasExamples }) => hasExamples);
    const known = loaded.get(service) ?? indexOf(fallback && load(`${fallback.description}.examples`));
    loaded.set(service, known);
    return known;
  };
  return (service, { methods, path }) => {
    const examples = examplesFor(service);
    for (const method of methods) {
      const example = examples.get(`${method} ${path}`)?.();
      if (example !== undefined) return example;
    }
    return undefined;
  };
}

function indexOf(description: PackedDescription | undefined): ReadonlyMap<string, () => OperationExample | undefined> {
  if (description === undefined) return new Map();
  return new Map(
    [...description.operations].flatMap((packed) => {
      const read = () => unpackOperation(packed, description).examples?.[0];
      return packed.methods.map((method) => [`${method} ${packed.path}`, read] as const);
    }),
  );
}
