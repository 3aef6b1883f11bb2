import { anything, type CompiledShape } from '../../compiled';
import { choice } from './choice';
import type { Group, Parts, Reading, SchemaContext } from '../reading';
import { memberChoice } from './constraints-of';
import { hasNull, isBare, onlyRequirement, schemaHas } from './keywords';
import { collectParts, partsWith } from './parts';
import { plainShape } from './plain-shape';
import { propertiesOf } from './properties';
import { hasCommonValue } from './types';

/** Combinations of alternatives that are written out. */
const maxCombinations = 256;

/** Writes out the alternatives of a group, each together with everything else. */
export function choiceShape(reading: Reading, group: Group, rest: Parts, context: SchemaContext): CompiledShape {
  const targets = group.options.map((option) => reading.references.resolved(option));
  // An alternative that is already a part is fulfilled.
  if (targets.some((target) => target !== undefined && rest.visited.has(target.value))) {
    return reading.shapeOfParts(rest, context);
  }
  const choices = targets.map((target) => target && onlyRequirement(target.value));
  if (choices.every((name): name is string => name !== undefined)) {
    const required = memberChoice(group.kind, choices);
    return reading.shapeOfParts({ ...rest, required: [...(rest.required ?? []), required] }, context);
  }
  const isAffordable = reading.spend(group.options.length);
  const combinations = [group, ...rest.groups].reduce((product, { options }) => product * options.length, 1);
  if (combinations > maxCombinations || !isAffordable) {
    reading.problems.information(`\`${group.kind}\` has too many alternatives to be checked.`, group.owner);
    const plain = plainShape(reading, { ...rest, groups: [] }, context);
    return typeof plain === 'object' && plain.type === 'object' ? { ...plain, isOpen: true } : anything;
  }
  const isAlone = rest.groups.length === 0 && rest.borrowed.length === 0 && rest.schemas.every(isBare);
  // A request may mean several alternatives at once. A response is right when it fulfils one, whatever the others say about its members; where no
  // other members may be there, the others count.
  const isEnding = rest.schemas.some((schema) => schemaHas(schema, 'unevaluatedProperties'));
  const lenders =
    group.kind === 'anyOf' && (context.use === 'request' || isEnding)
      ? targets.flatMap((target) => (target ? [target] : []))
      : [];
  const lends = lenders.filter((lender) => propertiesOf(reading, lender).length > 0).length > 1;
  const inner = { ...context, depth: context.depth + 1 };
  const options: CompiledShape[] = [];
  for (const [index, option] of group.options.entries()) {
    if (isAlone && !lends) {
      options.push(reading.shapeOf(option, inner));
      continue;
    }
    const lent = lends ? lenders.filter((lender) => lender !== targets[index]) : [];
    const parts = partsWith(rest, { borrowed: [...rest.borrowed, ...lent] });
    collectParts(reading, option, parts, 0);
    // No value is listed here and around it.
    const isImpossible = !hasCommonValue(parts.schemas) && hasCommonValue(rest.schemas);
    const isLast = index === group.options.length - 1 && options.length === 0;
    if (isImpossible && !isLast) continue;
    options.push(reading.isAffordable(option, inner.depth) ? reading.shapeOfParts(parts, inner) : anything);
  }
  if (isAlone && rest.schemas.some(hasNull)) options.push({ type: 'null' });
  return choice(options);
}
