import type { Operation } from '@rulebook/catalogue/operation';
import type { Collection, OperationRole } from '@rulebook/catalogue/resource-model';
import type { Service } from '@rulebook/catalogue/service';
import type { Shape } from '@rulebook/catalogue/shape';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { foreignIdsIn, targetOf, type Collections } from '@rulebook/checker/resource-model/foreign-ids';
import { resourceModelOf } from '@rulebook/checker/resource-model/resource-model';
import { bodyFor, jsonTypeOf, ownIdOf, withoutId } from './bodies';
import { misfitOf } from '@rulebook/checker/resource-model/misfit';
import { withOwnBodies, type OwnBody } from './own-bodies';
import type { Expectation, MadeItem, Step, TestCase } from './model';
import { creationOf, neededFor, type Created } from './creation';
import { withItems } from './foreign-items';
import { hasValue, openParameters, stepOf, textFor, unmade } from './requests';
import { separationOf, storyOf } from './stories';
import { oddIds, oddQueryTexts, oddValuesOf } from './odd-values';
import { allowedTexts, forbiddenTexts } from './json-parameters';
import { boundariesOf, partAt, violationsOf } from './variations';

/** An operation that is not tested, and why; the reason is half a sentence. */
export interface Untested {
  readonly operation: string;
  readonly cause: string;
}

/** What is tested of a service. */
export interface TestPlan {
  /** In the order in which they are sent; made when they are needed. */
  readonly cases: () => Iterable<TestCase>;
  /** The operations that are tested, by their names. */
  readonly operations: readonly string[];
  readonly untested: readonly Untested[];
}

/** What is chosen of the tests. */
export interface TestChoice {
  /** The same number gives the same requests. */
  readonly seed: number;
  /** Returns whether an operation is tested, by its method and path. */
  readonly isChosen: (operation: Operation) => boolean;
  /** Bodies of the user's own requests. Each is sent once as it is, and the first of an operation is what its other bodies are made of. */
  readonly ownBodies?: readonly OwnBody[];
}

/** Returns the tests of a service: the stories of its resources, then each operation with what its description allows and forbids. */
export function testsOf(described: Service, { seed, isChosen, ownBodies = [] }: TestChoice): TestPlan {
  const service = withOwnBodies(described, ownBodies);
  const model = resourceModelOf(service);
  const collections: Collections = new Map(model.collections.map((one) => [one.itemPath, one]));
  let count = 0;
  const next = (): number => (seed % 1000) * 1000 + (count += 5);
  const untested: Untested[] = [];
  const chosen = service.operations.filter(isChosen);
  const places = chosen.flatMap((operation) => {
    const place = placeOfOperation(operation, model.roleOf(operation), collections);
    if (!('cause' in place)) return [{ operation, place }];
    untested.push({ operation: nameOfOperation(operation), cause: place.cause });
    return [];
  });
  const chosenCollections = model.collections.filter((of) =>
    [of.create ?? of.replace, of.read, of.list, of.remove, of.change].some((one) => one !== undefined && isChosen(one)),
  );
  return {
    operations: places.map(({ operation }) => nameOfOperation(operation)),
    untested,
    *cases() {
      for (const of of chosenCollections) {
        const life = storyOf(of, collections, next());
        if ('story' in life) yield life.story;
        const apart = separationOf(of, collections, next());
        if (apart !== undefined) yield apart;
      }
      for (const { operation, place } of places) {
        const bodies = ownBodies.filter((body) => body.operation === operation.id);
        yield* casesOf(operation, place, { collections, next, ownBodies: bodies });
      }
    },
  };
}

/** Returns the method and the path of an operation. */
export function nameOfOperation({ methods: [method = ''], path }: Operation): string {
  return `${method} ${path}`;
}

/** What an operation needs to be called. */
interface PlaceOfCall {
  /** The collection with the item that must be there. */
  readonly needs?: Collection;
  /** What it creates. */
  readonly makes?: Collection;
  /** It is about the item that must be there, and not about what is below it. */
  readonly isOfItem?: true;
  readonly expects: Expectation;
}

const foreign = 'it changes something that the tests did not create';

/** Returns what an operation needs; what it would change must have been created by the tests. */
function placeOfOperation(
  operation: Operation,
  role: OperationRole,
  collections: Collections,
): PlaceOfCall | { readonly cause: string } {
  const { body, methods, path } = operation;
  if (body?.required === true && jsonTypeOf(operation) === undefined)
    return { cause: 'its body is not JSON, or is a JSON Patch' };
  const without = unmade(operation);
  if (without !== undefined) return { cause: without };
  const isReading = methods.includes('GET') || methods.includes('HEAD');
  const below = (of: Collection | undefined): PlaceOfCall | { readonly cause: string } => {
    const created = of && creationOf(of, { collections, name: 'created', number: 0 });
    if (of === undefined || created === undefined) return { cause: foreign };
    return 'cause' in created ? created : { needs: of, expects: 'success' };
  };
  const parentOf = (parent: string | undefined): PlaceOfCall => {
    const found = below(parent === undefined ? undefined : collections.get(parent));
    if (!('cause' in found)) return found;
    // Where only the service knows what is there, it may have nothing.
    return { expects: openParameters(path, operation).length > 0 ? 'described' : 'success' };
  };
  if ('single' in role) {
    const { parent } = role.single;
    const found = below(parent === undefined ? undefined : collections.get(parent));
    if ('cause' in found) return isReading ? { expects: 'described' } : found;
    return { ...found, expects: 'described' };
  }
  switch (role.kind) {
    case 'list':
      return parentOf(role.of.parent);
    case 'create':
      return { ...parentOf(role.of.parent), makes: role.of };
    case 'clear': {
      const found = parentOf(role.of.parent);
      return found.needs === undefined ? { cause: 'it removes what the tests did not create' } : found;
    }
    case 'action': {
      const found = below(role.of);
      if (!('cause' in found)) return { ...found, expects: 'described' };
      const isRisky = methods.some((method) => ['PUT', 'PATCH', 'DELETE'].includes(method)) || role.of !== undefined;
      return isRisky && !isReading ? found : { expects: 'described' };
    }
    default: {
      const found = below(role.of);
      if ('cause' in found) return isReading ? { expects: 'described' } : found;
      return { ...found, isOfItem: true };
    }
  }
}

/** Begins what is special about a request of the user. */
const asInOwn = 'as in ';

function* casesOf(
  operation: Operation,
  place: PlaceOfCall,
  {
    collections,
    next,
    ownBodies,
  }: { readonly collections: Collections; readonly next: () => number; readonly ownBodies: readonly OwnBody[] },
): Generator<TestCase> {
  const { needs, makes, expects, isOfItem = false } = place;
  const around = (): Created | undefined => {
    const found = needs && creationOf(needs, { collections, name: 'created', number: next() });
    return found === undefined || 'cause' in found ? undefined : found;
  };
  const shape = jsonTypeOf(operation) === undefined ? undefined : operation.body?.shape;
  const bodyOf = (isSmallest: boolean): unknown => {
    const body = bodyFor(operation, { number: next(), isSmallest, ...(makes !== undefined && { of: makes }) });
    return isOfItem && needs !== undefined ? withoutId(body, operation, needs) : body;
  };
  const full = bodyOf(false);
  /** An item keeps its id. */
  const sampleOf = (body: unknown): unknown =>
    isOfItem && needs !== undefined
      ? ownIdOf(body, operation, { collection: needs, path: '', id: '' })?.sample
      : undefined;
  const own = isOfItem ? needs : makes;
  const foreignFor = (step: Step, created: Created | undefined) => {
    const items = new Map([...(created?.items ?? [])].filter(([path]) => path !== own?.itemPath));
    return neededFor(step, { collections, name: 'tested', number: next(), items, own });
  };
  /** Ids of other items stay, or the request would be refused for them. */
  const fixed = foreignIdsIn(full, { operation, collections, own }).map(({ place }) =>
    typeof place.at(-1) === 'number' ? place.slice(0, -1) : place,
  );
  const hasSameIds = (body: unknown): boolean =>
    fixed.every((place) => JSON.stringify(partAt(body, place)) === JSON.stringify(partAt(full, place)));
  const make = (
    variant: string,
    kind: 'valid' | 'invalid',
    change: (step: Step) => Step,
    original?: unknown,
  ): TestCase | undefined => {
    const created = around();
    if (needs !== undefined && created === undefined) return undefined;
    const body = shape === undefined ? undefined : bodyOf(variant === '');
    const plain = stepOf(operation, {
      ...{ name: 'tested', body, below: created?.item.path ?? '' },
      expects: kind === 'invalid' ? 'refusal' : expects,
      ...(makes !== undefined && { makes: madeBy(makes, operation, body, created) }),
      ...(operation.methods.includes('DELETE') && created !== undefined && isOfItem && { removes: 'created' }),
    });
    const changed = change(plain);
    const id = created && isOfItem ? ownIdOf(original ?? changed.body, operation, created.item) : undefined;
    const whole = { ...changed, ...(id !== undefined && { ids: [id] }) };
    // The user's own requests are sent as they are.
    const needed = variant.startsWith(asInOwn) ? undefined : foreignFor(whole, created);
    const step = needed === undefined ? whole : withItems(whole, needed.items, collections, own);
    const isAlike = aliker(kind, step, shape);
    const title = `${nameOfOperation(operation)}${variant === '' ? '' : `: ${variant}`}`;
    const before = [...(created === undefined ? [] : [...created.steps, created.step]), ...(needed?.steps ?? [])];
    return { title, kind, variant, steps: [...before, { ...step, title }], isAlike };
  };
  const tests = [
    make('', 'valid', (step) => step),
    ...(shape === undefined ? [] : [make('every member', 'valid', (step) => step)]),
    ...ownBodies
      .filter(({ value }) => shape !== undefined && fitsShape(value, shape))
      .map(({ title, value }) => make(`${asInOwn}${title}`, 'valid', (step) => ({ ...step, body: value }))),
    ...queryVariants(operation, collections).map(({ words, name, text, kind }) =>
      make(words, kind, (step) => ({
        ...step,
        query: [...step.query.filter(([key]) => key !== name), ...(text === undefined ? [] : [[name, text] as const])],
      })),
    ),
    ...(shape === undefined
      ? []
      : [
          ...boundariesOf(full, shape)
            .filter(({ value }) => sampleOf(value) === sampleOf(full) && hasSameIds(value))
            .map(({ title, value }) => make(title, 'valid', (step) => ({ ...step, body: value }))),
          ...violationsOf(full, shape).map(({ title, value }) =>
            make(title, 'invalid', (step) => ({ ...step, body: value }), full),
          ),
          ...(operation.body?.required === true
            ? [make('without a body', 'invalid', ({ body: _, ...step }) => step, full)]
            : []),
          ...oddValuesOf(full, shape)
            .filter(({ value }) => sampleOf(value) === sampleOf(full) && hasSameIds(value))
            .map(({ title, value }) => make(title, 'valid', (step) => asOdd({ ...step, body: value }))),
        ]),
    ...oddQueries(operation, collections).map(({ words, name, text }) =>
      make(words, 'valid', (step) =>
        asOdd({ ...step, query: [...step.query.filter(([key]) => key !== name), [name, text]] }),
      ),
    ),
    ...oddPaths(operation).map(({ words, text }) =>
      make(words, 'valid', (step) =>
        asOdd({ ...step, path: `${step.path.slice(0, step.path.lastIndexOf('/') + 1)}${text}` }),
      ),
    ),
  ];
  for (const one of tests) if (one !== undefined) yield one;
}

/** A service may refuse what few expect; it must not fail for it. */
function asOdd(step: Step): Step {
  return { ...step, expects: 'answer' };
}

function oddQueries(operation: Operation, collections: Collections) {
  return operation.parameters.query.flatMap((field) => {
    if (targetOf(field, { operation, collections, own: undefined }) !== undefined) return [];
    const { name } = field;
    return oddQueryTexts(field).map(({ words, text }) => ({ words: `${name} ${words}`, name, text }));
  });
}

/** Only what reads is sent to an item that the tests did not create. */
function oddPaths({ methods, path, parameters }: Operation) {
  const name = /\/\{([^{}]+)\}$/.exec(path)?.[1];
  const field = methods.includes('GET') ? parameters.path.find((one) => one.name === name) : undefined;
  return field === undefined ? [] : oddIds(field);
}

/** What the tested request creates is removed again. */
function madeBy(makes: Collection, operation: Operation, body: unknown, created: Created | undefined): MadeItem {
  const found = creationOf(makes, {
    ...{ collections: new Map(), name: 'tested', number: 0, body },
    ...(created !== undefined && { below: created.item.path }),
  });
  return 'cause' in found ? { collection: makes, path: '', id: '' } : found.item;
}

function queryVariants(operation: Operation, collections: Collections) {
  return operation.parameters.query.flatMap((field) => {
    const usual = textFor(field);
    const isForeign = targetOf(field, { operation, collections, own: undefined }) !== undefined;
    const { name, required } = field;
    const variant = (words: string, text: string | undefined, kind: 'valid' | 'invalid') => ({
      words: `${name} ${words}`,
      ...{ name, text, kind },
    });
    return [
      ...(required === true || usual === '' || !hasValue(field) ? [] : [variant('given', usual, 'valid')]),
      ...(isForeign ? [] : allowedTexts(field, usual)).map(({ words, text }) => variant(words, text, 'valid')),
      ...(required === true ? [variant('absent', undefined, 'invalid')] : []),
      ...forbiddenTexts(field).map(({ words, text }) => variant(words, text, 'invalid')),
    ];
  });
}

/** A smaller request must still be allowed, or be forbidden for the same reason. */
function aliker(kind: 'valid' | 'invalid', original: Step, shape: Shape | undefined) {
  const misfit = shape === undefined || original.body === undefined ? undefined : misfitOf(original.body, shape);
  const required = original.operation.parameters.query
    .filter((field) => field.required === true)
    .map(({ name }) => name);
  return ({ body, query }: Step): boolean => {
    const names = query.map(([name]) => name);
    if (kind === 'invalid' && shape !== undefined && original.body === undefined) return body === undefined;
    if (kind === 'invalid' && misfit === undefined)
      return (
        JSON.stringify(query) === JSON.stringify(original.query) && (shape === undefined || fitsShape(body, shape))
      );
    if (required.some((name) => !names.includes(name))) return false;
    if (shape === undefined || body === undefined) return kind === 'valid' && body === original.body;
    if (kind === 'valid') return fitsShape(body, shape);
    const found = misfitOf(body, shape);
    return found?.reason === misfit?.reason && JSON.stringify(found?.place) === JSON.stringify(misfit?.place);
  };
}
