import type { InstanceWords, Service } from '@rulebook/catalogue/service';
import type { Block } from '@rulebook/request-file/syntax/model';
import { textIn } from '@rulebook/text/span';
import { perObject } from '@rulebook/text/structures/memo';
import { expressionOf } from '@rulebook/text/expressions';

/**
 * Returns the instances of the service that the block's title and comments name, such as `b` for `# On cluster B`: where a file names
 * several, requests without a host may go to different ones.
 */
export function instancesNamedIn(block: Block, service: Service | undefined): readonly string[] {
  const words = service?.instanceWords;
  if (words === undefined) return none;
  const { word, naming, others } = patternsOf(words);
  let names: Set<string> | undefined;
  const see = (text: string): void => {
    if (!word.test(text)) return;
    names ??= new Set();
    for (const [, before = '', behind = ''] of text.toLowerCase().matchAll(naming)) {
      if (before !== '' && !others.has(before)) names.add(before);
      if (behind !== '' && (behind === 'a' || !others.has(behind))) names.add(behind);
    }
  };
  for (const span of block.comments) see(textIn(block.text, span));
  if (block.title !== undefined) see(block.title.text);
  return names === undefined ? none : [...names];
}

const none: readonly string[] = [];

interface Patterns {
  readonly word: RegExp;
  readonly naming: RegExp;
  readonly others: ReadonlySet<string>;
}

const patternsOf = perObject(({ noun, others }: InstanceWords): Patterns => ({
  word: expressionOf(noun, 'i'),
  // `on the follower cluster`, `against cluster-b`; or `cluster B` at the beginning.
  naming: expressionOf(
    String.raw`(?:\b(?:on|at|in|against)[ \t]+(?:the[ \t]+)?|^[#/*\s]*(?:the[ \t]+)?)(?:([a-z0-9]+)[ \t_-]+)?\b${noun}(?!s\b|ing|ed)(?:[ \t_:-]*([a-z0-9]+))?`,
    'g',
  ),
  others: new Set([...usualWords, ...others]),
}));

/** Words before or after the noun that name nothing. */
const usualWords =
  'a all and any are as at both by can each every for from has in is it its my new of on one or our per same that the this to two whole with your'.split(
    ' ',
  );
