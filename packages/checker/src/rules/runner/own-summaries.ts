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
  /** For each summary, whether it may remember something of it. */
  readonly concerned: readonly boolean[];
  own: Record<string, unknown> | undefined;
  /** The summary of which there is an outline, and its place. */
  outline: { readonly summary: ServiceSummary; readonly place: string } | undefined;
  isOutlined: boolean;
  /** The places of which it wants all. */
  wants: readonly string[];
}

/**
 * Returns what rules about one service remember of each of these blocks. Where `whole` is given, a request whose place is not in it is remembered in
 * outline, unless another of these blocks names the same place and makes all of it matter.
 */
export function ownSummaries(blocks: readonly SummarizedBlock[], rules: PreparedRules): readonly Own[] {
  const all = blocks.map((of): Remembered => {
    const concerned = of.binding === undefined ? none : rules.remembering(of.binding);
    return { of, concerned, own: undefined, outline: undefined, isOutlined: false, wants: noPlaces };
  });
  for (const [index, summary] of rules.summaries.entries())
    for (const one of all) if (one.concerned[index] === true) remember(one, summary, true);
  for (let start = 0, end = 0; start < all.length; start = end) {
    const whole = blocks[start]?.whole;
    while (end < all.length && blocks[end]?.whole === whole) end++;
    if (whole !== undefined) completeOutlines(all, start, end, whole, rules);
  }
  return all.map(({ own, outline, isOutlined }) =>
    own === undefined ? noOwn : isOutlined && outline !== undefined ? { own, outlineOf: outline.place } : { own },
  );
}

function remember(one: Remembered, summary: ServiceSummary, mayOutline: boolean): void {
  const { block, binding, context, whole } = one.of;
  if (binding === undefined) return;
  const outlined = mayOutline && whole !== undefined ? summary.outline?.(block, binding) : undefined;
  let content: unknown;
  if (outlined !== undefined && whole?.has(outlined.place) === false) {
    one.outline = { summary, place: outlined.place };
    one.isOutlined = true;
    content = outlined.content;
  } else content = summary.of(block, binding, context);
  if (content !== undefined) (one.own ??= {})[summary.name] = content;
}

/** Remembers all of those blocks of one file whose outlines are not enough for one another, and notes the places that they want. */
function completeOutlines(
  all: readonly Remembered[],
  start: number,
  end: number,
  whole: Set<string>,
  { wantedWholeBy }: PreparedRules,
): void {
  const wanted: string[] = [];
  const blocks = start === 0 && end === all.length ? all : all.slice(start, end);
  for (const one of blocks) {
    if (one.own === undefined) continue;
    one.wants = wantedWholeBy({ own: one.own });
    for (const place of one.wants) wanted.push(place);
  }
  if (wanted.length === 0) return;
  for (const one of blocks) {
    const { outline } = one;
    if (outline === undefined || !wanted.includes(outline.place)) continue;
    // Of one that is the only one on its place, the outline is enough.
    if (!blocks.some((other) => other !== one && names(other, outline.place))) continue;
    one.isOutlined = false;
    remember(one, outline.summary, false);
  }
  for (const place of wanted) whole.add(place);
}

function names({ outline, wants }: Remembered, place: string): boolean {
  return outline?.place === place || wants.includes(place);
}

const none: readonly boolean[] = [];
const noPlaces: readonly string[] = [];
