import type { Loss, Operation } from '../catalogue/operation';
import type { Service } from '../catalogue/service';
import { mergeOperations } from './merge-operations';

/**
 * Returns the upper service with the operations of the lower one that it does not have itself. Where both have an operation of the same method
 * and form of path, they are merged member by member. An outline, which says nothing but that the operation exists, gives way; what it says of
 * losses holds for the operation that takes its place.
 */
export function mergeDocumented(upper: Service, lower: Service): Service {
  const documented = upper.operations.filter(({ isOutline }) => isOutline !== true);
  const hidden = new Set(documented.flatMap(methodsAndPaths));
  const taken = new Set(documented.map(({ id }) => id));
  const described = new Set<string>();
  const losses = lossesOfOutlines(upper);
  /** What the lower service has in the place of an operation of the upper one, by method and form of path. */
  const replaced = new Map<string, Operation>();
  const added = lower.operations.flatMap((operation) => {
    const forms = methodsAndPaths(operation);
    for (const form of forms) if (hidden.has(form)) replaced.set(form, operation);
    const methods = operation.methods.filter((_, index) => !hidden.has(forms[index] ?? ''));
    if (methods.length === 0) return [];
    for (const form of forms) if (!hidden.has(form)) described.add(form);
    const id = taken.has(operation.id) ? `${operation.id}.described` : operation.id;
    const lost = forms.flatMap((form) => losses.get(form) ?? []);
    const isSame = id === operation.id && methods.length === operation.methods.length && lost.length === 0;
    return isSame ? [operation] : [derivedFrom(operation, methods, id, lost)];
  });
  const own = upper.operations.filter(
    (operation) => operation.isOutline !== true || !methodsAndPaths(operation).every((form) => described.has(form)),
  );
  const known = new Set(upper.commonQuery.map(({ name }) => name));
  return {
    ...upper,
    version: lower.version ?? upper.version,
    credentials: lower.credentials ?? upper.credentials,
    operations: [...own.map((operation) => withDescribed(operation, replaced, upper)), ...added],
    commonQuery: [...upper.commonQuery, ...lower.commonQuery.filter(({ name }) => !known.has(name))],
  };
}

function withDescribed(operation: Operation, replaced: ReadonlyMap<string, Operation>, upper: Service): Operation {
  const [first, ...others] = new Set(methodsAndPaths(operation).flatMap((form) => replaced.get(form) ?? []));
  if (first === undefined) return operation;
  return mergeOperations(operation, [first, ...others], upper);
}

/** An operation computes its parts on first use, and must go on doing so. */
function derivedFrom(operation: Operation, methods: readonly string[], id: string, losses: readonly Loss[]): Operation {
  return Object.create(operation, {
    methods: { value: methods, enumerable: true },
    id: { value: id, enumerable: true },
    ...(losses.length > 0 && { losses: { value: losses, enumerable: true } }),
  }) as Operation;
}

/** Returns what is lost by the operations of which a service has only an outline, by method and form of path. */
function lossesOfOutlines({ operations }: Service): ReadonlyMap<string, readonly Loss[]> {
  return new Map(
    operations.flatMap((operation) => {
      const { isOutline, losses } = operation;
      return isOutline !== true || losses === undefined
        ? []
        : methodsAndPaths(operation).map((form) => [form, losses] as const);
    }),
  );
}

function methodsAndPaths({ methods, path }: Operation): readonly string[] {
  // The names of parameters do not matter.
  const form = path.replace(/\{[^{}]*\}/g, '{}');
  return methods.map((method) => `${method} ${form}`);
}
