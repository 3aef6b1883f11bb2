import type { Binding, CheckContext } from '../../binding/model';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { ServiceSummary } from '../across/service-summary';
import type { BlockSummary } from '../across/summary';
import type { PreparedRules } from './prepare-rules';

/** A block of which something is remembered. */
export interface SummarizedBlock {
  readonly block: Block;
  readonly binding: Binding | undefined;
  readonly context: CheckContext;
  /** The places of its file of which all is remembered, to which those are added that a summary wants; absent: all is remembered of the block. */
  readonly whole?: Set<string> | undefined;
}

/** What rules about one service remember of a request. */
type Own = Pick<BlockSummary, 'own' | 'outlineOf'>;

export const noOwn: Own = {};

/** What is remembered of a block so far. */
interface Remembered {
  readonly of: SummarizedBlock;
  readonly summaries: readonly ServiceSummary[];
  own: Record<string, unknown> | undefined;
  /** The summary of which there is only an outline, and its place. */
  outline: { readonly summary: ServiceSummary; readonly place: string } | undefined;
}

/**
 * Returns what rules about one service remember of each of these blocks. Where `whole` is given, a request whose place is not in it is remembered in
 * outline, unless another of these blocks names the same place and makes all of it matter.
 */
export function ownSummaries(blocks: readonly SummarizedBlock[], rules: PreparedRules): readonly Own[] {
  const all = blocks.map((of): Remembered => {
    const summaries = of.binding === undefined ? none : rules.summariesFor(of.binding);
    return { of, summaries, own: undefined, outline: undefined };
  });
  for (const summary of rules.summaries)
    for (const one of all) if (one.summaries.includes(summary)) remember(one, summary, true);
  for (let start = 0, end = 0; start < all.length; start = end) {
    const whole = blocks[start]?.whole;
    while (end < all.length && blocks[end]?.whole === whole) end++;
    if (whole !== undefined) completeOutlines(all.slice(start, end), whole, rules);
  }
  return all.map(({ own, outline }) =>
    own === undefined ? noOwn : outline === undefined ? { own } : { own, outlineOf: outline.place },
  );
}

function remember(one: Remembered, summary: ServiceSummary, mayOutline: boolean): void {
  const { block, binding, context, whole } = one.of;
  if (binding === undefined) return;
  const outlined = mayOutline && whole !== undefined ? summary.outline?.(block, binding) : undefined;
  const isEnough = outlined !== undefined && whole?.has(outlined.place) === false;
  one.outline = isEnough ? { summary, place: outlined.place } : one.outline;
  const content = isEnough ? outlined.content : summary.of(block, binding, context);
  if (content !== undefined) (one.own ??= {})[summary.name] = content;
}

/** Remembers all of the blocks whose outlines are not enough for one another, and notes the places that they want. */
function completeOutlines(blocks: readonly Remembered[], whole: Set<string>, { wantedWholeBy }: PreparedRules): void {
  /** By place, the only block that names it; undefined where several do. */
  const named = new Map<string, Remembered | undefined>();
  const wanted = new Set<string>();
  const name = (place: string, one: Remembered): void => {
    named.set(place, !named.has(place) || named.get(place) === one ? one : undefined);
  };
  for (const one of blocks) {
    if (one.outline !== undefined) name(one.outline.place, one);
    if (one.own === undefined) continue;
    for (const place of wantedWholeBy({ own: one.own })) {
      name(place, one);
      wanted.add(place);
    }
  }
  if (wanted.size === 0) return;
  for (const one of blocks) {
    const { outline } = one;
    if (outline === undefined || !wanted.has(outline.place) || named.get(outline.place) !== undefined) continue;
    one.outline = undefined;
    remember(one, outline.summary, false);
  }
  for (const place of wanted) whole.add(place);
}

const none: readonly ServiceSummary[] = [];
