import {
  entriesFor,
  namedEnvironments,
  type Environments,
} from '@rulebook/request-file/environments/known-environments';
import { definitionsIn } from '@rulebook/request-file/syntax/definitions';

/**
 * Returns the lines, of those at which requests begin, whose requests use a variable that some environment defines and that has no value while none
 * is chosen.
 */
export function undefinedWithoutEnvironment(
  text: string,
  starts: readonly number[],
  environments: Environments,
): readonly number[] {
  const inAll = new Set(entriesFor(environments, undefined).flatMap(({ variables }) => [...variables.keys()]));
  const named = new Set<string | undefined>(namedEnvironments(environments).map(({ name }) => name));
  const inSome = new Set(
    environments.entries
      .flatMap(({ environment, variables }) => (named.has(environment) ? [...variables.keys()] : []))
      .filter((name) => !inAll.has(name)),
  );
  if (inSome.size === 0) return [];
  for (const name of definitionsIn(text).keys()) inSome.delete(name);
  const lines = text.split(/\r?\n/);
  return [...starts]
    .sort((a, b) => a - b)
    .filter((start, index, sorted) =>
      lines.slice(start, sorted[index + 1]).some((line) => namesUsedIn(line).some((name) => inSome.has(name))),
    );
}

function namesUsedIn(line: string): readonly string[] {
  return [...line.matchAll(/\{\{[ \t]*(?:%[ \t]*)?([\w.-]+)[ \t]*\}\}/g)].map(([, name = '']) => name);
}
