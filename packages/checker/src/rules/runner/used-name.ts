import { insertInOrder, isInOrder, type FileBlock } from './file-block';

/** The blocks of a file that use a name. */
export class UsedName {
  /** What the rules say about the name; unknown until it is needed. */
  verdict: string | undefined;
  /** How often the file uses it. */
  count = 0;
  #blocks: FileBlock[] = [];
  /** Those of the blocks that no longer use it. They are taken out together, since a whole file may be replaced. */
  #leaving: Set<FileBlock> | undefined;

  /** The blocks in the order of the file. */
  get blocks(): readonly FileBlock[] {
    this.#settle();
    return this.#blocks;
  }

  /** Adds a use in the block. */
  add(block: FileBlock): void {
    this.count++;
    if (isInOrder(this.#blocks, block)) {
      this.#leaving?.delete(block);
      return;
    }
    this.#settle();
    insertInOrder(this.#blocks, block);
  }

  /** Removes a use in a block of which all uses are removed. */
  remove(block: FileBlock): void {
    this.count--;
    (this.#leaving ??= new Set()).add(block);
  }

  #settle(): void {
    const leaving = this.#leaving;
    if (leaving === undefined) return;
    this.#leaving = undefined;
    this.#blocks = this.#blocks.filter((block) => !leaving.has(block));
  }
}
