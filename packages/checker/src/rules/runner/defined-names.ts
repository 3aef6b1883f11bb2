import type { BlockIdentity } from '../across/block-identity';
import type { BlockSummary, NameSet } from '../across/summary';
import { insertInOrder, removeInOrder, type FileBlock } from './file-block';

const none: readonly string[] = [];
const noBlocks: readonly FileBlock[] = [];

/** No names of one kind. */
export const noNames: NameSet<never> = { has: () => false, get: () => undefined, keys: () => none };

/** The blocks that define each name of one kind: most names, one block. Of most kinds, a file has none. */
export class DefinedNames {
  #blocks: Map<string, FileBlock | FileBlock[]> | undefined;
  /** Blocks with names, until the first name is asked for: most names of requests never are. */
  #waiting: FileBlock[] | undefined;
  #isAsked = false;
  readonly #namesIn: (summary: BlockSummary) => readonly string[];
  #view: NameSet<BlockIdentity> | undefined = noNames;

  constructor(namesIn: (summary: BlockSummary) => readonly string[]) {
    this.#namesIn = namesIn;
  }

  enter(block: FileBlock): void {
    const names = this.#namesIn(block.summary);
    if (names.length === 0) return;
    if (this.#isAsked) {
      if (this.#add(block, names)) this.#view = undefined;
    } else {
      (this.#waiting ??= []).push(block);
      this.#view = undefined;
    }
  }

  leave(block: FileBlock): void {
    const all = this.#all();
    for (const name of eachOnce(this.#namesIn(block.summary))) {
      const blocks = all?.get(name);
      if (Array.isArray(blocks)) {
        removeInOrder(blocks, block);
        if (blocks.length > 0) continue;
      } else if (blocks !== undefined && blocks !== block) continue;
      this.#blocks?.delete(name);
      this.#view = undefined;
    }
  }

  /** Adds the names of a block; returns whether one of them was not defined. */
  #add(block: FileBlock, names: readonly string[]): boolean {
    const all = (this.#blocks ??= new Map());
    let isNew = false;
    for (const name of eachOnce(names)) {
      const blocks = all.get(name);
      if (blocks === undefined) {
        all.set(name, block);
        isNew = true;
      } else if (Array.isArray(blocks)) insertInOrder(blocks, block);
      else {
        const both = [blocks];
        insertInOrder(both, block);
        all.set(name, both);
      }
    }
    return isNew;
  }

  #all(): ReadonlyMap<string, FileBlock | FileBlock[]> | undefined {
    this.#isAsked = true;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    for (const block of waiting ?? noBlocks) this.#add(block, this.#namesIn(block.summary));
    return this.#blocks;
  }

  /** Returns the blocks that define a name, in the order of the file. */
  blocksOf(name: string): readonly FileBlock[] {
    const blocks = this.#all()?.get(name);
    if (blocks === undefined) return noBlocks;
    return Array.isArray(blocks) ? blocks : [blocks];
  }

  /** The same object until another name is defined, or one no longer is. */
  get view(): NameSet<BlockIdentity> {
    return (this.#view ??= new NamesView(this));
  }

  has(name: string): boolean {
    return this.#all()?.has(name) === true;
  }

  /** Returns the names in the order of the file, whatever the order in which they were typed. */
  keys(): readonly string[] {
    return [...(this.#all()?.keys() ?? none)].sort((a, b) => this.#compare(a, b));
  }

  #compare(name: string, otherName: string): number {
    const [block] = this.blocksOf(name);
    const [other] = this.blocksOf(otherName);
    if (block === undefined || other === undefined) return 0;
    if (block !== other) return block.order - other.order;
    const names = this.#namesIn(block.summary);
    return names.indexOf(name) - names.indexOf(otherName);
  }
}

/** The names of one kind, as they are seen until others are defined. */
class NamesView implements NameSet<BlockIdentity> {
  readonly #names: DefinedNames;

  constructor(names: DefinedNames) {
    this.#names = names;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  get(name: string): BlockIdentity | undefined {
    return this.#names.blocksOf(name)[0];
  }

  keys(): Iterable<string> {
    return this.#names.keys();
  }
}

/** Most blocks define one name at most. */
function eachOnce(names: readonly string[]): Iterable<string> {
  return names.length < 2 ? names : new Set(names);
}
