import { expressionOf } from '@rulebook/text/expressions';
import type { CompiledConstraint, CompiledExclusion } from '../../compiled';
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

const named = '`?([a-z]\\w{0,60})`?';
const notTogether = '(?:can ?not|can.t|must not) be (?:used|combined|specified|provided|set|passed)';

/** Sentences in which a parameter names those that exclude it; in others, each group is the name of a parameter. */
const exclusions: readonly { readonly form: RegExp; readonly isOfBoth?: true }[] = [
  { form: expressionOf(`\\beither ${named} or ${named},? but not both\\b`, 'i'), isOfBoth: true },
  {
    form: expressionOf(`^${named} and ${named} (?:are mutually exclusive|${notTogether} together)\\b`, 'i'),
    isOfBoth: true,
  },
  {
    form: expressionOf(
      `^(?:this (?:query )?parameter )?${notTogether}(?: in (?:combination|conjunction)| together)? with (?:the )?${named}(?: or (?:the )?${named})?(?: (?:query )?parameters?)?\\.?$`,
      'i',
    ),
  },
  {
    form: expressionOf(
      `^(?:this (?:query )?parameter )?(?:is )?mutually exclusive with (?:the )?${named}(?: or (?:the )?${named})?(?: (?:query )?parameters?)?\\.?$`,
      'i',
    ),
  },
  {
    form: expressionOf(
      `^Will cause an? \`?4\\d\\d\`? error if used in the same request as ${named}(?: or ${named})?\\.?$`,
      'i',
    ),
  },
];

/** Returns which parameters of a query exclude each other, if the sentences of one of them say it in one of the regular forms. */
export function exclusionsInProse(parameters: ReadonlyMap<string, Place>): readonly CompiledExclusion[] {
  const found = new Map<string, CompiledExclusion>();
  for (const [name, place] of parameters) {
    const text = childOf(place, 'description');
    if (typeof text?.value !== 'string') continue;
    for (const sentence of sentencesOf(text.value)) {
      for (const { form, isOfBoth } of exclusions) {
        const others = (form.exec(sentence) ?? []).slice(1).filter((one) => one !== undefined);
        if (others.length === 0 || !others.every((one) => parameters.has(one))) continue;
        // What is said of two other parameters is said where they are.
        if (isOfBoth && !others.includes(name)) continue;
        for (const other of others) {
          if (other === name) continue;
          const fields = [name, other].sort() as [string, string];
          const pair = fields.join(' ');
          if (!found.has(pair)) found.set(pair, { fields, pointer: pointerIn(text) });
        }
      }
    }
  }
  return [...found.values()];
}
