import type { Block } from '../../syntax/model';
import { textIn } from '../../text/span';

/** Words before or after `cluster` that do not name a cluster. */
const noNames: ReadonlySet<string> = new Set(
  'a all and any are as at both by can cross each elasticsearch every for from has health in info is it its level my new of on one or our per privilege privileges same search settings setting state stats that the this to two whole wide with your'.split(
    ' ',
  ),
);

/** `on the follower cluster`, `against cluster-b`; or `cluster B` at the beginning. */
const naming =
  /(?:\b(?:on|at|in|against)[ \t]+(?:the[ \t]+)?|^[#/*\s]*(?:the[ \t]+)?)(?:([a-z0-9]+)[ \t_-]+)?\bcluster(?!s\b|ing|ed)(?:[ \t_:-]*([a-z0-9]+))?/g;

/**
 * Returns the clusters that the block's title and comments name, such as `b` for `# On cluster B`: where a file names several, requests
 * without a host may go to different ones.
 */
export function clustersNamedIn(block: Block): readonly string[] {
  if (!/cluster/i.test(block.text)) return none;
  const texts = [...block.comments.map((span) => textIn(block.text, span)), block.title?.text ?? ''];
  const names = new Set<string>();
  for (const text of texts) {
    for (const [, before = '', behind = ''] of text.toLowerCase().matchAll(naming)) {
      if (before !== '' && !noNames.has(before)) names.add(before);
      if (behind !== '' && (behind === 'a' || !noNames.has(behind))) names.add(behind);
    }
  }
  return names.size === 0 ? none : [...names];
}

const none: readonly string[] = [];
