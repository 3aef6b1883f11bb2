import type { Binding, BoundParameter } from '../binding/model';
import { count } from '@rulebook/text/count';
import { isKnownText } from './support/bound-values';
import { entriesOf } from './support/checked-parameters';
import { valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { code, subjectOf } from './support/wording';

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
  const { field } = parameter;
  const { shape } = field;
  if (shape.type !== 'array') return undefined;
  const all = likeParameters(parameter, binding).filter((one) => one.field === field);
  if (all[0] !== parameter || all.some((one) => !isKnownText(one))) return undefined;
  // Other separators may belong to a style that is not known, and brackets name a place in the list.
  if (all.some(({ text }) => /[|;[{"]|%7c|%20|%3b/i.test(text))) return undefined;
  if (all.length === 1 && all[0].text === '') return undefined;
  const entries = all.flatMap((one) => entriesOf(one, shape));
  const sum = (count: (entry: (typeof entries)[number]) => number): number =>
    entries.reduce((known, entry) => known + count(entry), 0);
  const most = sum(({ text }) => text.split(/%2c/i).length);
  const least = sum(({ text, isWhole }) => (isWhole ? 1 : text.split(/%2c/i).length));
  return { least: isRepeated(parameter, binding) ? all.length : least, most };
}

/** Returns the parameters among which further items of the list may be. */
function likeParameters({ kind }: BoundParameter, { path, query, headers, form }: Binding): readonly BoundParameter[] {
  switch (kind) {
    case 'path':
      return path;
    case 'query':
      return query;
    case 'header':
      return headers;
    case 'form':
      return form?.bound ?? [];
    default:
      return [];
  }
}

/** Returns whether each item is a parameter of its own, in which a comma separates nothing. */
function isRepeated({ kind, field }: BoundParameter, { form }: Binding): boolean {
  if (kind !== 'form') return field.isRepeatable === true;
  const { writtenForms = {} } = form ?? {};
  return !Object.hasOwn(writtenForms, field.name) || writtenForms[field.name]?.explode !== false;
}
