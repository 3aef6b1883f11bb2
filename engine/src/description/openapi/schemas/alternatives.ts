import type { CompiledShape } from '../../compiled';
import { choice } from './choice';
import { anything, type Compilation, type Group, type Parts, type SchemaContext } from './compilation';
import { memberChoice } from './constraints-of';
import { hasNull, isBare, onlyRequirement } from './keywords';
import { collectParts } from './parts';
import { plainShape } from './plain-shape';
import { propertiesOf } from './properties';

/** Combinations of alternatives that are written out. */
const mostCombinations = 256;

/** Writes out the alternatives of a group, each together with everything else. */
export function choiceShape(
  compilation: Compilation,
  group: Group,
  rest: Parts,
  context: SchemaContext,
): CompiledShape {
  const targets = group.options.map((option) => compilation.references.resolved(option));
  // An alternative that is already a part is fulfilled.
  if (targets.some((target) => target !== undefined && rest.visited.has(target.value))) {
    return compilation.shapeOfParts(rest, context);
  }
  const choices = targets.map((target) => target && onlyRequirement(target.value));
  if (choices.every((name): name is string => name !== undefined)) {
    const required = memberChoice(group.kind, choices);
    return compilation.shapeOfParts({ ...rest, required: [...(rest.required ?? []), required] }, context);
  }
  const isAffordable = compilation.spend(group.options.length);
  const combinations = [group, ...rest.groups].reduce((product, { options }) => product * options.length, 1);
  if (combinations > mostCombinations || !isAffordable) {
    compilation.problems.information(`\`${group.kind}\` has too many alternatives to be checked.`, group.owner);
    const plain = plainShape(compilation, { ...rest, groups: [] }, context);
    return typeof plain === 'object' && plain.type === 'object' ? { ...plain, isOpen: true } : anything;
  }
  const isAlone = rest.groups.length === 0 && rest.borrowed.length === 0 && rest.schemas.every(isBare);
  // A request may mean several alternatives at once. A response is right when it fulfils one, whatever the others say about its members.
  const lenders =
    group.kind === 'anyOf' && context.use === 'request' ? targets.flatMap((target) => (target ? [target] : [])) : [];
  const lends = lenders.filter((lender) => propertiesOf(compilation, lender).length > 0).length > 1;
  const inner = { ...context, depth: context.depth + 1 };
  const options = group.options.map((option, index) => {
    if (isAlone && !lends) return compilation.shapeOf(option, inner);
    const parts: Parts = {
      schemas: [...rest.schemas],
      groups: [...rest.groups],
      borrowed: lends ? [...rest.borrowed, ...lenders.filter((lender) => lender !== targets[index])] : rest.borrowed,
      visited: new Set(rest.visited),
      ...(rest.isDecided && { isDecided: true }),
      ...(rest.required && { required: rest.required }),
    };
    collectParts(compilation, option, parts, 0);
    return compilation.isAffordable(option, inner.depth) ? compilation.shapeOfParts(parts, inner) : anything;
  });
  if (isAlone && rest.schemas.some(hasNull)) options.push({ type: 'null' });
  return choice(options);
}
