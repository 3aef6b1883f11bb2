import type { Definitions } from '@rulebook/request-file/syntax/definitions';
import type { RunLine } from '@rulebook/request-file/syntax/model';

/** So many variables of the caller are taken over at most. */
const most = 200;

/**
 * Returns what a line `run #name (@a={{b}})` gives to the variables of the request that it names, with what was given to the caller. A
 * name in such a value means what it means to the caller, so its definition goes along under a name of its own.
 */
export function callersValues(
  assignments: RunLine['assignments'],
  given: ReadonlyMap<string, string>,
  definitions: Definitions,
): ReadonlyMap<string, string> {
  const values = new Map(given);
  const taken = new Map<string, string>();
  const takeOver = (text: string, at: Definitions): string =>
    text.replace(/\{\{([^{}]*)\}\}/g, (whole, written: string) => {
      const [lead = ''] = /^\s*%?\s*/.exec(written) ?? [];
      const name = written.slice(lead.length).trim();
      const ofGiven = given.get(name);
      const value = ofGiven ?? at.get(name);
      if (value === undefined || taken.size >= most) return whole;
      const place = ofGiven === undefined ? (at.placeOf?.(name) ?? name) : `given ${name}`;
      let own = taken.get(place);
      if (own === undefined) {
        own = `${name} of the caller`;
        while (values.has(own)) own += ' of it';
        taken.set(place, own);
        values.set(own, '');
        values.set(own, ofGiven ?? takeOver(value, at.inValueOf?.(name) ?? at));
      }
      return `{{${lead}${own}}}`;
    });
  const assigned = assignments.map(({ name, value }) => [name.text, takeOver(value.text, definitions)] as const);
  for (const [name, value] of assigned) values.set(name, value);
  return values;
}
