import { anything, unlessEmpty, type CompiledConstraint, type CompiledList, type CompiledShape } from '../../compiled';
import { childOf, itemsAt, type Place } from '../place';
import type { Parts, Reading, SchemaContext } from '../reading';
import { choice } from './choice';
import { constraintsOf } from './constraints-of';
import { countedItems } from './counted-items';
import { schemaHas } from './keywords';

/** Lists whose items depend on their position have one shape for each of so many items at most. */
const maxPositions = 100;

/** Returns the shape of the lists that schemas allow. */
export function listShape(reading: Reading, parts: Parts, context: SchemaContext): CompiledList {
  const { schemas } = parts;
  const lists = schemas.map(itemsOf);
  const inner = { ...context, depth: context.depth + 1 };
  const constraints = [
    ...(constraintsOf(schemas, 'array', reading.problems) ?? []),
    ...countedItems(reading, schemas),
    ...lists.flatMap((list) => lengthOf(list)),
    ...unevaluatedLength(parts, lists),
  ];
  const length = Math.max(0, ...lists.map(({ first }) => first.length));
  if (length > maxPositions)
    reading.problems.information(
      'Items that depend on their position are not checked, as they are too many.',
      schemas[0] ?? reading.root,
    );
  const isChecked = length <= maxPositions;
  const rest = isChecked
    ? reading.shapeOfAll(
        lists.flatMap((list) => schemaAt(list, length)),
        inner,
      )
    : anything;
  const first = Array.from({ length: isChecked ? length : 0 }, (_, index) =>
    reading.shapeOfAll(
      lists.flatMap((list) => schemaAt(list, index)),
      inner,
    ),
  );
  const isEnded = lists.some(({ rest: behind }) => behind?.value === false);
  return {
    type: 'array',
    items: first.length === 0 ? rest : itemOf(isEnded ? first : [...first, rest]),
    positions: first.length === 0 ? undefined : { first, rest: isEnded ? anything : rest },
    constraints: unlessEmpty(constraints),
  };
}

/** What a schema says about the items of a list. */
interface Items {
  /** The schemas of the first items. */
  readonly first: readonly Place[];
  /** That of the items behind them. */
  readonly rest: Place | undefined;
}

function itemsOf(schema: Place): Items {
  const items = childOf(schema, 'items');
  // Before draft 2020-12, `items` may be a list of schemas.
  if (items && Array.isArray(items.value)) return { first: itemsAt(items), rest: childOf(schema, 'additionalItems') };
  return { first: itemsAt(childOf(schema, 'prefixItems')), rest: items };
}

function schemaAt({ first, rest }: Items, index: number): readonly Place[] {
  const place = first[index] ?? rest;
  return place === undefined || typeof place.value === 'boolean' ? [] : [place];
}

/** Where nothing may be behind the first items, their number is a limit. */
function lengthOf({ first, rest }: Items): readonly CompiledConstraint[] {
  return rest?.value === false ? [{ rule: 'item-count', options: { maximum: first.length } }] : [];
}

/** The same, if no schema says anything of the items behind the first ones. What may say it under a condition is not looked at. */
function unevaluatedLength(
  { schemas, groups, borrowed }: Parts,
  lists: readonly Items[],
): readonly CompiledConstraint[] {
  const isForbidden = schemas.some((schema) => childOf(schema, 'unevaluatedItems')?.value === false);
  const mayBeEvaluated =
    groups.length > 0 ||
    borrowed.length > 0 ||
    lists.some(({ rest }) => rest !== undefined) ||
    schemas.some((schema) => evaluators.some((keyword) => schemaHas(schema, keyword)));
  if (!isForbidden || mayBeEvaluated) return [];
  return [{ rule: 'item-count', options: { maximum: Math.max(...lists.map(({ first }) => first.length)) } }];
}

const evaluators = ['contains', 'if', 'then', 'else', 'dependentSchemas', 'not', '$dynamicRef', '$recursiveRef'];

/** Returns what any of the items may be; whatever its position, nothing more is certain of a choice with anything. */
function itemOf(shapes: readonly CompiledShape[]): CompiledShape {
  return shapes.some((shape) => typeof shape === 'object' && shape.type === 'any') ? anything : choice(shapes);
}
