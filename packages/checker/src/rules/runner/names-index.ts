import type { OutsideNames } from '../../binding/model';
import type { BlockNames, FileNames, ReferenceCircle } from '../across/summary';
import type { Finding, RelatedPosition, Rule } from '../rule';
import { code } from '../support/wording';
import { checkNames, isSuppressedIn, type NameUses } from './check-names';
import { DefinedNames } from './defined-names';
import { noCircles, noFindings, type FileBlock } from './file-block';
import type { FileCheckerParts } from './file-checker-parts';
import type { RuleFailureListener } from './findings';
import { UsedName } from './used-name';
import { areSameCircles, referenceCircles } from './reference-circles';

const none: readonly string[] = [];
const noBlocks: readonly FileBlock[] = [];
const noUses: ReadonlyMap<string, UsedName> = new Map();
const noCirclesAtAll: ReadonlyMap<FileBlock, readonly ReferenceCircle[]> = new Map();

/** A finding leads to so many other uses of its name. */
const maxOthers = 10;

/** What the names of a file are checked with. */
type NamesParts = Pick<FileCheckerParts, 'rules' | 'checksOnce' | 'onRuleFailure'>;

/** The names that the blocks of a file define and use, and what the rules about names report. */
export class NamesIndex {
  readonly #variables = new DefinedNames(({ definitions }) =>
    definitions.length === 0 ? none : definitions.map(({ name }) => name),
  );
  readonly #requests = new DefinedNames(({ requestName }) => (requestName === undefined ? none : [requestName.name]));
  readonly #repeated = new DefinedNames(({ requestName }) =>
    requestName?.isRepeated === true ? [requestName.name] : none,
  );
  readonly #otherRequests = new DefinedNames(({ otherNames = none }) => otherNames);
  readonly #given = new DefinedNames(({ given = none }) => given);
  readonly #outside: OutsideNames | undefined;
  // A run may check thousands of small files, most of which have nothing of most of these.
  /** The blocks that refer to requests, and those of them that a reference comes back to. */
  #referring: Set<FileBlock> | undefined;
  #circles: ReadonlyMap<FileBlock, readonly ReferenceCircle[]> = noCirclesAtAll;
  #areCirclesOld = false;
  #open: Set<FileBlock> | undefined;
  /** The blocks that import files whose names are not known. */
  #importing: Set<FileBlock> | undefined;
  #used: Map<string, UsedName> | undefined;
  /** The blocks whose uses are not among these yet: a file in which nothing is wrong is often checked once only, and needs none. */
  #unlisted: FileBlock[] | undefined;
  #referred: Map<string, UsedName> | undefined;
  /** The blocks of which there may be other findings: those that have come, and that may have reported names that are used at other places than before. */
  #concerned: Set<FileBlock> | undefined;
  /** The names that are used at other places than before. */
  #touched: Set<string> | undefined;
  readonly #rules: readonly Rule[];
  readonly #checksOnce: boolean;
  #isSettled = false;
  readonly #onRuleFailure: RuleFailureListener | undefined;
  #names: FileNames;
  #bare: { readonly of: FileNames; readonly names: BlockNames } | undefined;

  constructor({ rules, checksOnce, onRuleFailure }: NamesParts, outside: OutsideNames | undefined) {
    this.#rules = rules;
    this.#outside = outside;
    this.#checksOnce = checksOnce;
    this.#onRuleFailure = onRuleFailure;
    this.#names = this.#current();
  }

  /** The same object until another name is defined, or one no longer is. */
  get names(): FileNames {
    const { variables, requests, repeated, otherRequests, given, isOpen, hasOpenRequests } = this.#names;
    const isSame =
      variables === this.#variables.view &&
      requests === this.#requests.view &&
      repeated === this.#repeated.view &&
      otherRequests === this.#otherRequests.view &&
      given === this.#given.view &&
      isOpen === hasAny(this.#open) &&
      hasOpenRequests === hasAny(this.#importing);
    return isSame ? this.#names : (this.#names = this.#current());
  }

  #current(): FileNames {
    return {
      variables: this.#variables.view,
      requests: this.#requests.view,
      repeated: this.#repeated.view,
      otherRequests: this.#otherRequests.view,
      given: this.#given.view,
      isOpen: hasAny(this.#open),
      hasOpenRequests: hasAny(this.#importing),
      outside: this.#outside,
    };
  }

  enter(block: FileBlock): void {
    this.#variables.enter(block);
    this.#requests.enter(block);
    this.#repeated.enter(block);
    this.#otherRequests.enter(block);
    this.#given.enter(block);
    const { isOpen, imports, uses, references } = block.summary;
    const isImportOpen = imports === true && !this.#outside?.hasImports;
    if (isImportOpen) (this.#importing ??= new Set()).add(block);
    if (isOpen || isImportOpen) (this.#open ??= new Set()).add(block);
    if (uses.length > 0) {
      this.#touch(uses);
      (this.#unlisted ??= []).push(block);
    }
    if (references !== undefined) {
      addUses((this.#referred ??= new Map<string, UsedName>()), references, block);
      (this.#referring ??= new Set()).add(block);
    }
    this.#areCirclesOld ||= hasAny(this.#referring);
    if (uses.length > 0 || references !== undefined || block.ofNames.length > 0) this.#concern(block);
  }

  leave(block: FileBlock): void {
    this.#variables.leave(block);
    this.#requests.leave(block);
    this.#repeated.leave(block);
    this.#otherRequests.leave(block);
    this.#given.leave(block);
    this.#open?.delete(block);
    this.#importing?.delete(block);
    const { uses, references = [] } = block.summary;
    this.#touch(uses);
    removeUses(this.#usedNames(), uses, block);
    removeUses(this.#referred, references, block);
    this.#areCirclesOld ||= hasAny(this.#referring);
    this.#referring?.delete(block);
    this.#concerned?.delete(block);
  }

  #usedNames(): Map<string, UsedName> | undefined {
    const unlisted = this.#unlisted;
    this.#unlisted = undefined;
    for (const block of unlisted ?? noBlocks)
      addUses((this.#used ??= new Map<string, UsedName>()), block.summary.uses, block);
    return this.#used;
  }

  #concern(block: FileBlock): void {
    (this.#concerned ??= new Set()).add(block);
  }

  /** Checks what has changed, and returns the blocks with other findings. */
  settle(): readonly FileBlock[] {
    const former = this.#names;
    for (const name of this.#touched ?? none) for (const block of this.#firstUsersOf(name)) this.#concern(block);
    this.#touched = undefined;
    const areOthers = this.names !== former;
    // At first, all blocks are concerned anyway: what is said of each name is only for the next version.
    const isOnlyVersion = this.#checksOnce && !this.#isSettled;
    this.#isSettled = true;
    if (areOthers && !isOnlyVersion) {
      for (const kind of ['uses', 'references'] as const)
        for (const [name, used] of (kind === 'uses' ? this.#usedNames() : this.#referred) ?? noUses) {
          const verdict = this.#verdictOn(name, kind);
          if (verdict !== used.verdict) for (const block of used.blocks) this.#concern(block);
          used.verdict = verdict;
        }
    }
    if (this.#areCirclesOld) for (const block of this.#findCircles()) this.#concern(block);
    const concerned = this.#concerned;
    this.#concerned = undefined;
    return concerned === undefined ? noBlocks : [...concerned].filter((block) => this.#check(block));
  }

  /** Remembers, before names are used at other places, who may have reported them. */
  #touch(uses: readonly { readonly name: string }[]): void {
    // At first, nothing was reported.
    if (!this.#isSettled) return;
    const touched = (this.#touched ??= new Set<string>());
    for (const { name } of uses) {
      if (touched.has(name)) continue;
      touched.add(name);
      for (const block of this.#firstUsersOf(name)) this.#concern(block);
    }
  }

  /** Returns the blocks one of which reports a name that is reported once: up to the first that ignores nothing. */
  #firstUsersOf(name: string): readonly FileBlock[] {
    const blocks = this.#usedNames()?.get(name)?.blocks ?? noBlocks;
    const first = blocks.findIndex(({ summary }) => summary.suppressions === undefined);
    return first < 0 ? blocks : blocks.slice(0, first + 1);
  }

  #usesOf(name: string, own: FileBlock): NameUses | undefined {
    const used = this.#usedNames()?.get(name);
    if (used === undefined) return undefined;
    return {
      count: used.count,
      isFirst: (ruleId) => {
        const first = used.blocks.find(({ summary }) => {
          const isSuppressed = isSuppressedIn(summary);
          return summary.uses.some((use) => use.name === name && !isSuppressed(ruleId, use.span));
        });
        return first === own;
      },
      othersThan: ({ start }) => {
        const others: RelatedPosition[] = [];
        for (const block of used.blocks) {
          for (const use of block.summary.uses) {
            if (use.name !== name || (block === own && use.span.start === start)) continue;
            const message = `${code(name)} is used here, too.`;
            others.push(block === own ? { message, span: use.span } : { message, span: use.span, block });
            if (others.length === maxOthers) return others;
          }
        }
        return others.length === 0 ? undefined : others;
      },
    };
  }

  /** Returns the blocks that are part of other circles than before. */
  #findCircles(): readonly FileBlock[] {
    const former = this.#circles;
    this.#areCirclesOld = false;
    const referring: ReadonlySet<FileBlock> = this.#referring ?? new Set();
    this.#circles = referenceCircles(referring, (name) => {
      const all = [...this.#requests.blocksOf(name), ...this.#otherRequests.blocksOf(name)];
      return all.filter(({ result }) => result.hasRequest).sort((a, b) => a.order - b.order);
    });
    return [...new Set([...former.keys(), ...this.#circles.keys()])].filter(
      (block) => referring.has(block) && !areSameCircles(former.get(block), this.#circles.get(block)),
    );
  }

  #check(block: FileBlock): boolean {
    const { summary } = block;
    const isPlain = summary.uses.length === 0 && summary.references === undefined;
    const found = isPlain ? noFindings : this.#findingsOf(block);
    if (found.length === 0 && block.ofNames.length === 0) return false;
    block.ofNames = found;
    return true;
  }

  #findingsOf(block: FileBlock): readonly Finding[] {
    const circles = this.#circles.get(block);
    const { rows } = block.summary;
    const known = circles === undefined ? this.#namesWithoutCircles() : { ...this.names, circles };
    const names = rows === undefined ? known : { ...known, rows };
    return checkNames(block.summary, names, this.#rules, this.#onRuleFailure, (name) => this.#usesOf(name, block));
  }

  /** What nearly all blocks are checked with; the same object until other names are defined. */
  #namesWithoutCircles(): BlockNames {
    const { names } = this;
    if (this.#bare?.of !== names) this.#bare = { of: names, names: { ...names, circles: noCircles } };
    return this.#bare.names;
  }

  #verdictOn(name: string, kind: 'uses' | 'references'): string {
    const use = { definitions: [], uses: [], [kind]: [{ name, span: { start: 0, end: 0 } }] };
    return checkNames(use, this.#namesWithoutCircles(), this.#rules)
      .map(({ message }) => message)
      .join('\n');
  }
}

function addUses(all: Map<string, UsedName>, uses: readonly { readonly name: string }[], block: FileBlock): void {
  for (const { name } of uses) {
    const used = all.get(name) ?? new UsedName();
    if (used.count === 0) all.set(name, used);
    used.add(block);
  }
}

function removeUses(
  all: Map<string, UsedName> | undefined,
  uses: readonly { readonly name: string }[],
  block: FileBlock,
): void {
  for (const { name } of uses) {
    const used = all?.get(name);
    used?.remove(block);
    if (used?.count === 0) all?.delete(name);
  }
}

function hasAny(blocks: ReadonlySet<FileBlock> | undefined): boolean {
  return blocks !== undefined && blocks.size > 0;
}
