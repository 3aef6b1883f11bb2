import { dirname, relative, sep } from 'node:path';
import { definitionLayers } from '@rulebook/sender/send';
import type { VariableLayer } from '@rulebook/sender/variables';
import { readLinked, type ChoiceInput } from './choose-requests';

/** Returns the variables of the files that a request file imports, or why one cannot be read. */
export function importedLayers(input: ChoiceInput): readonly VariableLayer[] | string {
  const linked = readLinked(input);
  const [problem] = linked.problems;
  if (problem !== undefined) return `${problem.location}, line ${problem.line + 1}: ${problem.reason}`;
  return definitionLayers(linked, linked.root, placeFrom(linked.root)).slice(1);
}

/** Returns how the files that a file imports are named in messages. */
export function placeFrom(root: string): (location: string) => string {
  return (location) => relative(dirname(root), location).split(sep).join('/');
}
