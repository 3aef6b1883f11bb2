import { memberNamed, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { code, labelOf } from './support/wording';

/** Each key in such a map would look through all of its entries. */
const manyEntries = 500;

/** Of the other entries, as many are pointed at: a map can have thousands. */
const mostRelated = 20;

/** Reports a field that allows its map one entry only, beside other entries. */
export const soleEntry = defineConstraintRule({
  id: 'sole-entry',
  scope: 'constraint',
  severity: 'error',
  docs: {
    what: 'Reports a field that requires its map to have exactly one entry, where there are more.',
    why: 'The service refuses the combination.',
    remedy: 'Keep one entry, or leave the field out.',
    valid: ['PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "restriction": { "workflows": ["w"] } } } }\n'],
    invalid: [
      'PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "restriction": { "workflows": ["w"] } }, "s": {} } }\n',
    ],
  },
  check(element, { options, provenance }, { block }, report) {
    const map = valueOfConstrained(element);
    if (map === undefined || map.members.length < 2) return;
    if (map.members.length > manyEntries && !mayName(block.text, options.field)) return;
    for (const entry of map.members) {
      const member = entry.value === undefined ? undefined : memberNamed(entry.value, options.field);
      if (member === undefined || entry.value === undefined) continue;
      const others = map.members
        .filter((other, index) => other !== entry && index <= mostRelated)
        .slice(0, mostRelated);
      report({
        message: `With ${code(options.field)}, ${labelOf(map)} must have exactly one entry.`,
        span: member.keySpan,
        provenance,
        related: others.map(({ key, keySpan }) => ({
          message: `${code(key)} is another entry.`,
          span: keySpan,
          block: 0,
        })),
      });
    }
  },
});

/** Returns whether the text can hold the key: to search a text is much faster than to walk through its values. */
function mayName(text: string, key: string): boolean {
  return text.includes(JSON.stringify(key)) || text.includes('\\u');
}
