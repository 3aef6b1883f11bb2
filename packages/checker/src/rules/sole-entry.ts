import { childCount } from '@rulebook/json/placed-node';
import type { Block } from '@rulebook/request-file/syntax/model';
import { includesWord } from '@rulebook/request-file/syntax/searched-text';
import { memberNamed, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { code, labelOf } from './support/wording';
import { hasKey, namesOf, someMember } from './support/written-keys';

/** In larger maps, the rule first searches the text, because each entry would walk through all its members. */
const manyEntries = 500;

/** At most so many of the other entries are listed; a map can have thousands. */
const maxRelated = 20;

/** Reports a field that allows only one entry in its map, in a map with more. */
export const soleEntry = defineConstraintRule({
  id: 'sole-entry',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports a field that requires its map to have exactly one entry, in a map with more entries.',
    why: 'The service refuses the combination.',
    remedy: 'Keep one entry, or remove the field.',
  },
  passes({ options: { field } }, shape) {
    const entries = shape.type === 'object' ? shape.entries?.shape : undefined;
    if (entries?.type !== 'object') return undefined;
    const names = namesOf(entries, field);
    return { node: (node) => !someMember(node, (_key, entry) => entry !== undefined && hasKey(entry, names)) };
  },
  check(element, { options, provenance }, { block }, report) {
    const map = valueOfConstrained(element);
    if (map?.node.type !== 'object') return;
    const count = childCount(map.node);
    if (count < 2 || (count > manyEntries && !mayName(block, options.field))) return;
    for (const entry of map.members) {
      const member = entry.value === undefined ? undefined : memberNamed(entry.value, options.field);
      if (member === undefined || entry.value === undefined) continue;
      const others = map.members.filter((other, index) => other !== entry && index <= maxRelated).slice(0, maxRelated);
      report({
        message: `With ${code(options.field)}, ${labelOf(map)} must have exactly one entry.`,
        span: member.keySpan,
        provenance,
        related: others.map(({ key, keySpan }) => ({
          message: `${code(key)} is another entry.`,
          span: keySpan,
        })),
      });
    }
  },
});

/** Returns whether the text can contain the key; searching the text is much faster than walking through its values. */
function mayName(block: Block, key: string): boolean {
  return includesWord(block, JSON.stringify(key)) || includesWord(block, '\\u');
}
