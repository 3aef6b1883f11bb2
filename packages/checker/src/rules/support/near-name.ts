import { perObject } from '@rulebook/text/structures/memo';
import { editDistance } from '@rulebook/text/edit-distance';
import type { NameSet } from '../across/summary';

const shortest = 4;
const longest = 80;

/** The names that a file defines, or gets from elsewhere. */
type Names = NameSet<unknown> | ReadonlySet<string>;

/** The names of a file by their forms without one letter: two names that differ in one letter share such a form. */
type NearNames = ReadonlyMap<string, readonly string[]>;

/** Returns the known name from which a name differs in one letter, if both are long enough. */
export function nameMeantBy(name: string, known: Names): string | undefined {
  if (!isNameLike(name)) return undefined;
  const near = nearNamesOf(known);
  for (const form of shortenedForms(name)) {
    for (const candidate of near.get(form) ?? []) {
      // Names that differ only in a number or a plural ending are usually both intended.
      if (withoutCount(candidate) === withoutCount(name)) continue;
      if (editDistance(name, candidate, 1) === 1) return candidate;
    }
  }
  return undefined;
}

const nearNamesOf = perObject((names: Names): NearNames => {
  const near = new Map<string, string[]>();
  for (const name of names.keys()) {
    if (!isNameLike(name)) continue;
    for (const form of shortenedForms(name)) {
      const alike = near.get(form);
      if (alike === undefined) near.set(form, [name]);
      else alike.push(name);
    }
  }
  return near;
});

/** Returns the name, and its forms without one letter. */
function shortenedForms(name: string): ReadonlySet<string> {
  const forms = new Set([name]);
  for (let at = 0; at < name.length; at++) forms.add(name.slice(0, at) + name.slice(at + 1));
  return forms;
}

function isNameLike({ length }: string): boolean {
  return length >= shortest && length <= longest;
}

function withoutCount(name: string): string {
  return name.replace(/\d+/g, '').replace(/s$/i, '');
}
