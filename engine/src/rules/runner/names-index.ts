import type { OutsideNames } from '../../binding/model';
import type { BlockIdentity } from '../across/block-identity';
import type { BlockSummary, FileNames, NameSet, ReferenceCircle } from '../across/summary';
import type { Rule } from '../rule';
import { checkNames } from './check-names';
import { insertInOrder, noCircles, noFindings, removeInOrder, type FileBlock } from './file-block';
import type { RuleFailureListener } from './findings';
import { areSameCircles, referenceCircles } from './reference-circles';

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

  /** Returns the blocks that define a name, in the order of the file. */
  blocksOf(name: string): readonly FileBlock[] {
    return this.#blocks.get(name) ?? [];
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
  readonly #otherRequests = new DefinedNames(({ otherNames = [] }) => otherNames);
  /** The blocks that refer to requests, and those of them that a reference comes back to. */
  readonly #referring = new Set<FileBlock>();
  #circles: ReadonlyMap<FileBlock, readonly ReferenceCircle[]> = new Map();
  #areCirclesOld = false;
  readonly #given = new DefinedNames(({ given = [] }) => given);
  readonly #open = new Set<FileBlock>();
  /** The blocks that import files whose names are not known. */
  readonly #importing = new Set<FileBlock>();
  readonly #outside: OutsideNames | undefined;
  readonly #used = new Map<string, UsedName>();
  readonly #referred = new Map<string, UsedName>();
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
    const { variables, requests, otherRequests, given, isOpen, hasOpenRequests } = this.#names;
    const isSame =
      variables === this.#variables.view &&
      requests === this.#requests.view &&
      otherRequests === this.#otherRequests.view &&
      given === this.#given.view &&
      isOpen === this.#open.size > 0 &&
      hasOpenRequests === this.#importing.size > 0;
    return isSame ? this.#names : (this.#names = this.#current());
  }

  #current(): FileNames {
    return {
      variables: this.#variables.view,
      requests: this.#requests.view,
      otherRequests: this.#otherRequests.view,
      given: this.#given.view,
      isOpen: this.#open.size > 0,
      hasOpenRequests: this.#importing.size > 0,
      outside: this.#outside,
    };
  }

  enter(block: FileBlock): void {
    this.#variables.enter(block);
    this.#requests.enter(block);
    this.#otherRequests.enter(block);
    this.#given.enter(block);
    const { isOpen, imports, uses, references = [] } = block.summary;
    const isImportOpen = imports === true && !this.#outside?.hasImports;
    if (isImportOpen) this.#importing.add(block);
    if (isOpen || isImportOpen) this.#open.add(block);
    addUses(this.#used, uses, block);
    addUses(this.#referred, references, block);
    if (references.length > 0) this.#referring.add(block);
    this.#areCirclesOld ||= this.#referring.size > 0;
    this.#entered.add(block);
  }

  leave(block: FileBlock): void {
    this.#variables.leave(block);
    this.#requests.leave(block);
    this.#otherRequests.leave(block);
    this.#given.leave(block);
    this.#open.delete(block);
    this.#importing.delete(block);
    const { uses, references = [] } = block.summary;
    removeUses(this.#used, uses, block);
    removeUses(this.#referred, references, block);
    this.#areCirclesOld ||= this.#referring.size > 0;
    this.#referring.delete(block);
    this.#entered.delete(block);
  }

  /** Checks what has changed, and returns the blocks with other findings. */
  settle(): readonly FileBlock[] {
    const former = this.#names;
    const concerned = new Set(this.#entered);
    this.#entered.clear();
    if (this.names !== former) {
      for (const kind of ['uses', 'references'] as const)
        for (const [name, used] of kind === 'uses' ? this.#used : this.#referred) {
          const verdict = this.#verdictOn(name, kind);
          if (verdict !== used.verdict) for (const block of used.blocks) concerned.add(block);
          used.verdict = verdict;
        }
    }
    if (this.#areCirclesOld) for (const block of this.#findCircles()) concerned.add(block);
    return [...concerned].filter((block) => this.#check(block));
  }

  /** Returns the blocks that are part of other circles than before. */
  #findCircles(): readonly FileBlock[] {
    const former = this.#circles;
    this.#areCirclesOld = false;
    this.#circles = referenceCircles(this.#referring, (name) => {
      const all = [...this.#requests.blocksOf(name), ...this.#otherRequests.blocksOf(name)];
      return all.filter(({ result }) => result.hasRequest).sort((a, b) => a.order - b.order);
    });
    return [...new Set([...former.keys(), ...this.#circles.keys()])].filter(
      (block) => this.#referring.has(block) && !areSameCircles(former.get(block), this.#circles.get(block)),
    );
  }

  #check(block: FileBlock): boolean {
    const { summary } = block;
    const names = { ...this.names, circles: this.#circles.get(block) ?? noCircles };
    const isPlain = summary.uses.length === 0 && summary.references === undefined;
    const found = isPlain ? noFindings : checkNames(summary, names, this.#rules, this.#onRuleFailure);
    if (found.length === 0 && block.ofNames.length === 0) return false;
    block.ofNames = found;
    return true;
  }

  #verdictOn(name: string, kind: 'uses' | 'references'): string {
    const use = { definitions: [], uses: [], [kind]: [{ name, span: { start: 0, end: 0 } }] };
    return checkNames(use, { ...this.names, circles: noCircles }, this.#rules)
      .map(({ message }) => message)
      .join('\n');
  }
}

function addUses(all: Map<string, UsedName>, uses: readonly { readonly name: string }[], block: FileBlock): void {
  for (const { name } of uses) {
    const used = all.get(name);
    if (used === undefined) all.set(name, { blocks: new Set([block]), verdict: undefined });
    else used.blocks.add(block);
  }
}

function removeUses(all: Map<string, UsedName>, uses: readonly { readonly name: string }[], block: FileBlock): void {
  for (const { name } of uses) {
    const used = all.get(name);
    used?.blocks.delete(block);
    if (used?.blocks.size === 0) all.delete(name);
  }
}
