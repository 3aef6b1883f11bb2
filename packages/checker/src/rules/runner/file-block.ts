import type { Piece } from '@rulebook/text/structures/sequence';
import type { BlockText } from '@rulebook/request-file/syntax/model';
import type { BlockSummary, ReferenceCircle } from '../across/summary';
import type { BlockIdentity } from '../across/block-identity';
import type { Finding } from '../rule';

/** What checking a block by itself found. */
export interface BlockResult {
  readonly findings: readonly Finding[];
  readonly summary: BlockSummary;
  readonly hasRequest: boolean;
  /** The host with its placeholders, and the variables in the head; where and what is sent depends on what the file defines. */
  readonly resolvedTexts: readonly string[];
  /** Where its request begins, or its end: what is defined before is above it. */
  readonly requestStart: number;
}

/** Reads blocks again of which an outline is not enough. */
export interface WholeSummaries {
  /** Returns what file rules may know of the block; undefined when it is not there any more. */
  readonly wholeOf: (block: FileBlock) => BlockSummary | undefined;
}

/** A block of a checked file in its newest version. It stays the same while the block is edited. */
export class FileBlock implements BlockIdentity {
  /** What the rules across requests report for it. */
  across: readonly Finding[] = noFindings;
  /** What the rules about names report for it. */
  ofNames: readonly Finding[] = noFindings;
  #key: string | undefined;
  readonly #summaries: WholeSummaries;

  constructor(
    public order: number,
    public result: BlockResult,
    summaries: WholeSummaries,
  ) {
    this.#summaries = summaries;
  }

  get summary(): BlockSummary {
    return this.result.summary;
  }

  /** The summary with all that is known of the request; from now on, it is that of the block. */
  get wholeSummary(): BlockSummary {
    const whole = this.summary.outlineOf === undefined ? undefined : this.#summaries.wholeOf(this);
    if (whole !== undefined) this.take({ ...this.result, summary: whole });
    return this.summary;
  }

  /** Computed on demand, because few blocks are edited. */
  get key(): string {
    return (this.#key ??= keyOfSummary(this.summary));
  }

  /** Returns whether the rules about a whole file see no difference between the block and its edited form. */
  isAlike(result: BlockResult): boolean {
    const { uses } = result.summary;
    return (
      this.result.resolvedTexts.join('\n') === result.resolvedTexts.join('\n') &&
      this.summary.uses.length === uses.length &&
      this.summary.uses.every(({ name, span: { start, end } }, at) => {
        const use = uses[at];
        return use?.name === name && use.span.start === start && use.span.end === end;
      }) &&
      this.key === keyOfSummary(result.summary)
    );
  }

  /** Takes the result of the edited block. */
  take(result: BlockResult): void {
    this.result = result;
    this.#key = undefined;
  }
}

/** A block of one version of a checked file; immutable. */
export interface CheckedBlock extends Piece {
  readonly source: BlockText;
  /** All findings, in the order of the text; spans count from the start of the block. */
  readonly findings: readonly Finding[];
  readonly identity: FileBlock;
}

/** No findings; one list for all blocks without any. */
export const noFindings: readonly Finding[] = [];
/** No circles; one list for all blocks without any. */
export const noCircles: readonly ReferenceCircle[] = [];

/** The positions of uses are compared without a key, and only the names of definitions matter to others. */
function keyOfSummary({ definitions, uses: _uses, resource, ...others }: BlockSummary): string {
  const isPlain =
    definitions.length === 0 && resource === undefined && Object.values(others).every((one) => one === undefined);
  if (isPlain) return '';
  // The operation says which effect it is, a large object that all its requests share.
  const use = resource && { ...resource, effect: undefined };
  return JSON.stringify([definitions.map(({ name }) => name), use, others]);
}

/** Inserts the block into a list in the order of the file. */
export function insertInOrder(list: FileBlock[], block: FileBlock): void {
  // While a file is read for the first time, each block is the last.
  if ((list.at(-1)?.order ?? -Infinity) < block.order) list.push(block);
  else list.splice(positionInOrder(list, block), 0, block);
}

/** Removes the block from a list in the order of the file. */
export function removeInOrder(list: FileBlock[], block: FileBlock): void {
  const at = positionInOrder(list, block);
  if (list[at] === block) list.splice(at, 1);
}

/** Returns whether the block is in a list in the order of the file. */
export function isInOrder(list: readonly FileBlock[], block: FileBlock): boolean {
  const last = list.at(-1);
  // While a file is read for the first time, each block is the last, or behind it.
  return last !== undefined && block.order <= last.order && list[positionInOrder(list, block)] === block;
}

function positionInOrder(list: readonly FileBlock[], { order }: FileBlock): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.order ?? Infinity) < order) low = middle + 1;
    else high = middle;
  }
  return low;
}
