import type { Binding, BoundParameter } from '../binding/model';
import { count } from '@rulebook/text/count';
import { valueOfConstrained } from './support/constrained';
import { listOf } from './support/list-of-parameters';
import { defineConstraintRule } from './rule';
import { code, subjectOf } from './support/wording';
import { childCount } from '@rulebook/json/placed-node';

interface ItemLimits {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Reports a list with too few or too many items. */
export const itemCount = defineConstraintRule({
  id: 'item-count',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a list with fewer or more items than the service accepts, in a body, a form, the path, the query or a header field.',
    why: 'The service refuses the list.',
    remedy: 'Add the missing items, or send the others in further requests.',
  },
  passes: ({ options }) => ({
    node: (node) =>
      node.type !== 'array' || faultOf({ least: childCount(node), most: childCount(node) }, options) === undefined,
  }),
  check(element, { options, provenance }, binding, report) {
    if (element.kind === 'parameter') {
      const counted = countedOf(element.parameter, binding);
      const fault = counted && faultOf(counted, options);
      if (fault === undefined) return;
      const { field, span } = element.parameter;
      report({ message: `${code(field.name)} ${fault}`, span, provenance });
      return;
    }
    const list = valueOfConstrained(element);
    // A placeholder may stand for several items.
    if (list?.node.type !== 'array' || list.items.some(({ isOpaque }) => isOpaque)) return;
    const { length } = list.items;
    const fault = faultOf({ least: length, most: length }, options);
    if (fault !== undefined) report({ message: `${subjectOf(list)} ${fault}`, span: list.anchor, provenance });
  },
});

/** How many items a list has: for services that split a text at commas in places where they need not, others than for the rest. */
interface Counted {
  readonly least: number;
  readonly most: number;
}

function faultOf({ least, most }: Counted, { minimum = 0, maximum = Infinity }: ItemLimits): string | undefined {
  if (most < minimum) return `must have at least ${count(minimum, 'item')}; it has ${String(most)}.`;
  return least > maximum ? `must have at most ${count(maximum, 'item')}; it has ${String(least)}.` : undefined;
}

/** Returns how many items the list has, at the first parameter of its name; undefined where that is not certain. */
function countedOf(parameter: BoundParameter, binding: Binding): Counted | undefined {
  const list = listOf(parameter, binding);
  if (list === undefined) return undefined;
  const { parameters, entries, isRepeated } = list;
  let [most, least] = [0, 0];
  for (const { text, isWhole } of entries) {
    const pieces = text.split(/%2c/i).length;
    most += pieces;
    least += isWhole ? 1 : pieces;
  }
  return { least: isRepeated ? parameters.length : least, most };
}
