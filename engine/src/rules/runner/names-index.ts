import type { OutsideNames } from '../../binding/model';
import type { BlockIdentity } from '../across/block-identity';
import type { BlockSummary, FileNames, NameSet } from '../across/summary';
import type { Rule } from '../rule';
import { checkNames } from './check-names';
import { insertInOrder, noFindings, removeInOrder, type FileBlock } from './file-block';
import type { RuleFailureListener } from './findings';

/** The blocks that define each name of one kind. */
class DefinedNames {
  readonly #blocks = new Map<string, FileBlock[]>();
  readonly #namesIn: (summary: BlockSummary) => readonly string[];
  #view: NameSet<BlockIdentity> | undefined;

  constructor(namesIn: (summary: BlockSummary) => readonly string[]) {
    this.#namesIn = namesIn;
  }

  enter(block: FileBlock): void {
    for (const name of new Set(this.#namesIn(block.summary))) {
      const blocks = this.#blocks.get(name);
      if (blocks !== undefined) insertInOrder(blocks, block);
      else {
        this.#blocks.set(name, [block]);
        this.#view = undefined;
      }
    }
  }

  leave(block: FileBlock): void {
    for (const name of new Set(this.#namesIn(block.summary))) {
      const blocks = this.#blocks.get(name) ?? [];
      removeInOrder(blocks, block);
      if (blocks.length > 0) continue;
      this.#blocks.delete(name);
      this.#view = undefined;
    }
  }

  /** The same object until another name is defined, or one no longer is. */
  get view(): NameSet<BlockIdentity> {
    return (this.#view ??= {
      has: (name) => this.#blocks.has(name),
      get: (name) => this.#blocks.get(name)?.[0],
      keys: () => [...this.#blocks].sort((a, b) => this.#compare(a, b)).map(([name]) => name),
    });
  }

  /** In the order of the file, whatever the order in which they were typed. */
  #compare([name, [block]]: [string, FileBlock[]], [otherName, [other]]: [string, FileBlock[]]): number {
    if (block === undefined || other === undefined) return 0;
    if (block !== other) return block.order - other.order;
    const names = this.#namesIn(block.summary);
    return names.indexOf(name) - names.indexOf(otherName);
  }
}

/** The blocks that use a name, and what the rules say about it; unknown until it is needed. */
interface UsedName {
  readonly blocks: Set<FileBlock>;
  verdict: string | undefined;
}

/** The names that the blocks of a file define and use, and what the rules about names report. */
export class NamesIndex {
  readonly #variables = new DefinedNames(({ definitions }) => definitions.map(({ name }) => name));
  readonly #requests = new DefinedNames(({ requestName }) => (requestName === undefined ? [] : [requestName.name]));
  readonly #given = new DefinedNames(({ given = [] }) => given);
  readonly #open = new Set<FileBlock>();
  readonly #outside: OutsideNames | undefined;
  readonly #used = new Map<string, UsedName>();
  readonly #entered = new Set<FileBlock>();
  readonly #rules: readonly Rule[];
  readonly #onRuleFailure: RuleFailureListener | undefined;
  #names: FileNames;

  constructor(
    rules: readonly Rule[],
    outside: OutsideNames | undefined,
    onRuleFailure: RuleFailureListener | undefined,
  ) {
    this.#rules = rules;
    this.#outside = outside;
    this.#onRuleFailure = onRuleFailure;
    this.#names = this.#current();
  }

  /** The same object until another name is defined, or one no longer is. */
  get names(): FileNames {
    const { variables, requests, given, isOpen } = this.#names;
    const isSame =
      variables === this.#variables.view &&
      requests === this.#requests.view &&
      given === this.#given.view &&
      isOpen === this.#open.size > 0;
    return isSame ? this.#names : (this.#names = this.#current());
  }

  #current(): FileNames {
    return {
      variables: this.#variables.view,
      requests: this.#requests.view,
      given: this.#given.view,
      isOpen: this.#open.size > 0,
      outside: this.#outside,
    };
  }

  enter(block: FileBlock): void {
    this.#variables.enter(block);
    this.#requests.enter(block);
    this.#given.enter(block);
    const { isOpen, imports } = block.summary;
    if (isOpen || (imports && !this.#outside?.hasImports)) this.#open.add(block);
    for (const { name } of block.summary.uses) {
      const used = this.#used.get(name);
      if (used === undefined) this.#used.set(name, { blocks: new Set([block]), verdict: undefined });
      else used.blocks.add(block);
    }
    this.#entered.add(block);
  }

  leave(block: FileBlock): void {
    this.#variables.leave(block);
    this.#requests.leave(block);
    this.#given.leave(block);
    this.#open.delete(block);
    for (const { name } of block.summary.uses) {
      const used = this.#used.get(name);
      used?.blocks.delete(block);
      if (used?.blocks.size === 0) this.#used.delete(name);
    }
    this.#entered.delete(block);
  }

  /** Checks what has changed, and returns the blocks with other findings. */
  settle(): readonly FileBlock[] {
    const former = this.#names;
    const concerned = new Set(this.#entered);
    this.#entered.clear();
    if (this.names !== former) {
      for (const [name, used] of this.#used) {
        const verdict = this.#verdictOn(name);
        if (verdict !== used.verdict) for (const block of used.blocks) concerned.add(block);
        used.verdict = verdict;
      }
    }
    return [...concerned].filter((block) => this.#check(block));
  }

  #check(block: FileBlock): boolean {
    const { summary } = block;
    const found =
      summary.uses.length === 0 ? noFindings : checkNames(summary, this.names, this.#rules, this.#onRuleFailure);
    if (found.length === 0 && block.ofNames.length === 0) return false;
    block.ofNames = found;
    return true;
  }

  #verdictOn(name: string): string {
    const use = { definitions: [], uses: [{ name, span: { start: 0, end: 0 } }] };
    return checkNames(use, this.names, this.#rules)
      .map(({ message }) => message)
      .join('\n');
  }
}
