import type { Binding, BoundParameter } from '../binding/model';
import { count } from '@rulebook/text/count';
import { isKnownText } from './support/bound-values';
import { valueOfConstrained } from './support/constrained';
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
    what: 'Reports a list with fewer or more items than the service accepts, in a body or in the query.',
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

/** Returns how many items the list in the query has, at the first parameter of its name; undefined where that is not certain. */
function countedOf(parameter: BoundParameter, { query }: Binding): Counted | undefined {
  const { kind, field } = parameter;
  if (kind !== 'query' || field.shape.type !== 'array') return undefined;
  const all = query.filter((one) => one.field === field);
  if (all[0] !== parameter || all.some((one) => !isKnownText(one))) return undefined;
  // Other separators may belong to a style that is not known, and brackets name a place in the list.
  if (all.some(({ text }) => /[|;[{]|%7c|%20|%3b/i.test(text))) return undefined;
  const items = all.reduce((sum, { text }) => sum + text.split(/,|%2c/i).length, 0);
  if (all.length === 1 && all[0].text === '') return undefined;
  return { least: field.isRepeatable === true ? all.length : items, most: items };
}
