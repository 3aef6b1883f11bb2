import { createTextMemo } from '@rulebook/text/structures/memo';
import type { AskedBlock } from './block-results';
import type { BlockResult } from './file-block';
import type { FileOptions } from './file-checker-parts';

/** Results of the blocks in front of the requests of files, by their texts: the files of a team often begin alike. */
export class Beginnings {
  #options: FileOptions | undefined;
  #results = newMemo();

  /** Returns the results of blocks, of which those are computed that are not known. */
  withKnown(
    asked: readonly AskedBlock[],
    compute: (asked: readonly AskedBlock[]) => readonly BlockResult[],
  ): readonly BlockResult[] {
    const known = asked.map((one) => this.#knownOf(one));
    const others = asked.filter((_, index) => known[index] === undefined);
    const computed = compute(others);
    for (const [index, one] of others.entries()) this.#keep(one, computed[index]);
    if (others.length === asked.length) return computed;
    let next = 0;
    return known.flatMap((result) => result ?? computed[next++] ?? []);
  }

  #knownOf(one: AskedBlock): BlockResult | undefined {
    return isBeginning(one) && one.options === this.#options ? this.#results.of(one.source.text) : undefined;
  }

  #keep(one: AskedBlock, result: BlockResult | undefined): void {
    // What a request means depends on what its file defines.
    if (result === undefined || result.hasRequest || !isBeginning(one)) return;
    if (one.options !== this.#options) this.#results = newMemo();
    this.#options = one.options;
    this.#results.keep(one.source.text, result);
  }
}

/** Returns whether a block is the first one of a file of nothing but requests, of which its text says all. */
function isBeginning({ index, file: { association, isMarkdown, script } }: AskedBlock): boolean {
  return index === 0 && association === undefined && isMarkdown === undefined && script === undefined;
}

function newMemo() {
  return createTextMemo<BlockResult>({ most: 16, longest: 4000 });
}
