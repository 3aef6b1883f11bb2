import { nearWordsOf } from '@rulebook/text/near-words';
import type { Span } from '@rulebook/text/span';
import { commandFacts, foreignCommands } from './commands';
import { Mistake, type Reader } from './reader';

/** Reports a command that is not known, and ends the reading of it. */
export function reportUnknown(
  reader: Reader,
  { name, span, isFirst }: { readonly name: string; readonly span: Span; readonly isFirst: boolean },
): never {
  const near = (isFirst ? nearSources : nearCommands)(name, name.length < 4 ? 1 : 2);
  const least = Math.min(...near.map(({ distance }) => distance));
  const word = foreignCommands[name] ?? near.find(({ distance }) => distance === least)?.word;
  reader.problems.push({
    kind: 'unknown-name',
    message: `ES|QL has no command \`${name}\`${word === undefined ? '.' : `; did you mean \`${word}\`?`}`,
    span,
    // A later version may have it.
    isRefused: word !== undefined,
    ...(word !== undefined && name !== 'SELECT' && { meant: word }),
  });
  throw new Mistake();
}

const nearSources = nearWordsOf(commandFacts.flatMap(({ name, isSource }) => (isSource ? [name] : [])));
const nearCommands = nearWordsOf(
  commandFacts.flatMap(({ name, isSource }) =>
    isSource ? [] : name.includes(' ') ? [name, name.split(' ')[0] ?? ''] : [name],
  ),
);
