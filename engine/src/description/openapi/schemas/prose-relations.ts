import type { CompiledConstraint } from '../../compiled';
import { childOf, pointerIn, type Place } from '../place';
import { sentencesOf } from './prose-facts';

const unlessOther = /^Required unless (?:you provide )?`(\w{1,60})`(?: is (?:specified|provided|set))?\.?$/i;
const whenValue = /^(?:This field is )?Required when `(\w{1,60})` is `([\w.-]{1,60})`\.?$/i;
const whenOther = /^(?:This field is )?Required when using `(\w{1,60})`\.?$/i;

/**
 * Returns what sentences of members say about other members of the same object, if they have one of the regular forms and say nothing else: one of
 * two must be there, or one needs another.
 */
export function relationsInProse(properties: ReadonlyMap<string, readonly Place[]>): readonly CompiledConstraint[] {
  const found: CompiledConstraint[] = [];
  const pairs = new Set<string>();
  for (const [name, places] of properties) {
    for (const place of places) {
      const text = childOf(place, 'description');
      if (typeof text?.value !== 'string') continue;
      const pointer = pointerIn(text);
      for (const sentence of sentencesOf(text.value)) {
        const other = unlessOther.exec(sentence)?.[1];
        if (other !== undefined && other !== name && properties.has(other)) {
          const fields = [name, other].sort();
          const pair = fields.join(' ');
          // Both say it of each other.
          if (!pairs.has(pair)) found.push({ rule: 'member-count', options: { minimum: 1, fields }, pointer });
          pairs.add(pair);
        }
        const [, field, value] = whenValue.exec(sentence) ?? whenOther.exec(sentence) ?? [];
        if (field === undefined || field === name || !properties.has(field)) continue;
        const options = { field, requires: [name], ...(value !== undefined && { value }) };
        found.push({ rule: 'dependent-field', options, pointer });
      }
    }
  }
  return found;
}
