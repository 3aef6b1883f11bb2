import { objectShapeOf, type BoundMember, type BoundValue } from '../binding/model';
import type { ConstraintOptions } from '@rulebook/catalogue/constraints';
import type { JsonNode } from '@rulebook/json/json-node';
import { childCount } from '@rulebook/json/placed-node';
import { count } from '@rulebook/text/count';
import { hasOpenKeys, isUnknownMember } from './support/bound-values';
import { memberNamed, valueOfConstrained } from './support/constrained';
import { misplacementOf } from './support/misplaced';
import { defineConstraintRule } from './rule';
import { code, inList, subjectOf } from './support/wording';
import { hasKey, namesOf } from './support/written-keys';

/** A message lists at most so many names. */
const maxNamed = 12;

/** Reports an object with too few or too many members. */
export const memberCount = defineConstraintRule({
  id: 'member-count',
  category: 'correctness',
  severity: 'warning',
  findsMissing: true,
  docs: {
    what: 'Reports an object with fewer or more members than the service accepts.',
    why: 'Some objects need exactly one of several members. The service refuses others, or uses only one of their members.',
    remedy: 'Add one of the members that the message names, or remove all but one of them.',
  },
  passes({ options: { fields, besides, minimum = 0, maximum = Infinity } }, shape) {
    const names = fields?.map((name) => namesOf(shape, name));
    if (names === undefined && besides !== undefined) return undefined;
    const counted = (node: JsonNode): number =>
      names === undefined ? childCount(node) : names.reduce((sum, own) => sum + (hasKey(node, own) ? 1 : 0), 0);
    return {
      node: (node) => node.type !== 'object' || (counted(node) >= minimum && counted(node) <= maximum),
    };
  },
  check(element, { options, provenance }, binding, report) {
    const value = valueOfConstrained(element);
    if (value?.node.type !== 'object') return;
    const written = countedMembers(value, options);
    const { minimum = 0, maximum = Infinity } = options;
    if ((written.length >= minimum && written.length <= maximum) || hasOpenKeys(value, binding)) return;
    // Of an object that knows all its members, another rule reports the other ones.
    const shape = objectShapeOf(value);
    const isFree = shape?.isOpen === true && shape.misspelt === undefined;
    const members = isFree ? written : written.filter((member) => !isUnknownMember(value, member));
    const [first, second] = members;
    if (written.length < minimum) {
      report({
        message: `${subjectOf(value)} must have ${wantedBy(value, options)}.`,
        span: value.anchor,
        provenance,
        lacks: countedNames(value, options),
      });
    } else if (members.length > maximum && first !== undefined && !hasMisplaced(value)) {
      const surplus = members[maximum] ?? second ?? first;
      report({
        message: `${subjectOf(value)} must have ${wantedBy(value, options)}; it has ${inList(
          members.slice(0, maxNamed).map(({ key }) => key),
          'and',
        )}.`,
        span: surplus.keySpan,
        provenance,
        related: members
          .filter((member) => member !== surplus)
          .slice(0, maxNamed)
          .map(({ key, keySpan }) => ({ message: `${code(key)} is here.`, span: keySpan })),
      });
    }
  },
});

/** A member that belongs elsewhere is reported as that. */
function hasMisplaced(value: BoundValue): boolean {
  const shape = objectShapeOf(value);
  return shape !== undefined && value.members.some((member) => misplacementOf(value, shape, member) !== undefined);
}

function countedMembers(
  value: BoundValue,
  { fields, besides = [] }: ConstraintOptions['member-count'],
): readonly BoundMember[] {
  if (fields === undefined) return value.members.filter(({ key }) => !besides.includes(key));
  return fields.flatMap((name) => memberNamed(value, name) ?? []);
}

function countedNames(
  value: BoundValue,
  { fields, besides = [] }: ConstraintOptions['member-count'],
): readonly string[] {
  const own = objectShapeOf(value)?.fields.map(({ name }) => name) ?? [];
  return fields ?? own.filter((name) => !besides.includes(name));
}

/** Returns for example "exactly one of the members `a` and `b`". */
function wantedBy(value: BoundValue, options: ConstraintOptions['member-count']): string {
  const { minimum, maximum } = options;
  const names = countedNames(value, options);
  const isTooFew = minimum !== undefined && countedMembers(value, options).length < minimum;
  const amount = minimum === maximum ? 'exactly' : isTooFew ? 'at least' : 'at most';
  const wanted = amount === 'at most' ? (maximum ?? 0) : (minimum ?? 0);
  if (names.length === 0 || names.length > maxNamed) return `${amount} ${count(wanted, 'member')}`;
  return `${amount} ${wanted === 1 ? 'one' : String(wanted)} of the members ${inList(names, 'and')}`;
}
