import { createMemo, perObject, type MemoCounts } from '@rulebook/text/structures/memo';
import { Sequence } from '@rulebook/text/structures/sequence';
import type { BlockText } from '@rulebook/request-file/syntax/model';
import { definitionsFor } from '@rulebook/request-file/syntax/definitions-at';
import { largeBody } from '@rulebook/request-file/syntax/bodies/parse-body';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import type { BlockIdentity } from '../across/block-identity';
import type { BlockSummary, FileNames } from '../across/summary';
import type { Finding, Rule } from '../rule';
import { AcrossIndex } from './across-index';
import { Beginnings } from './beginnings';
import { blockResults, type AskedBlock } from './block-results';
import { FileBlock, noFindings as none, type BlockResult, type CheckedBlock, type WholeSummaries } from './file-block';
import type { BlockVisitor, FileCheckerParts, FileOptions } from './file-checker-parts';
import { joined, withSeverities, withoutSuperseded } from './joined-findings';
import { noNames } from './defined-names';
import { NamesIndex } from './names-index';
import { blocksWithOtherValues } from './other-values';
import { prepareRules } from './prepare-rules';
import { summarizeBlocks } from './summarize-blocks';

/** The findings of one version of a file. */
export interface FileReport {
  /** The blocks in their order. Versions of a file share what is the same in both. */
  readonly blocks: Sequence<CheckedBlock>;
  /** The findings of each block, for whoever reads the whole file; spans count from the start of the block. */
  readonly findings: readonly (readonly Finding[])[];
  /** The number of blocks that hold a request. */
  readonly requests: number;
  /** What the file defines. */
  readonly names: FileNames;
}

/** Returns the index of a block in a report; undefined if it is not there any more. */
export function indexOfBlock({ blocks }: Pick<FileReport, 'blocks'>, identity: BlockIdentity): number | undefined {
  const index = blocks.firstWhere((block) => block.identity.order >= identity.order);
  return blocks.at(index)?.identity === identity ? index : undefined;
}

/** An edit touches fewer blocks than this. */
const fewBlocks = 16;

/** A request file, and how it is checked. */
export interface CheckedTogether {
  readonly file: RequestFile;
  readonly options: FileOptions;
}

/** Checks files, and keeps what is needed to check only what an edit has changed. */
export interface FileChecker {
  (file: RequestFile, options: FileOptions): FileReport;
  /** Checks every block, including those that were checked before, and passes each to the visitor in order. */
  visiting(file: RequestFile, options: FileOptions, onBlock: BlockVisitor): FileReport;
  /** Checks request files that are checked once, step by step: faster than one file after the other. */
  together(files: readonly CheckedTogether[]): readonly FileReport[];
  /** How often the result of a block was still known. */
  readonly counts: MemoCounts;
}

/** Creates a checker; its memory lives as long as the files that it has checked. */
export function createFileChecker(parts: FileCheckerParts): FileChecker {
  // Back and forth between versions, as when a fix is tried.
  const results = createMemo<BlockText, readonly BlockResult[]>({ most: 64 });
  const beginnings = new Beginnings();
  const rulesFor = {
    requests: parts.rules,
    answers: parts.rules.filter(({ isForResponses }) => isForResponses === true),
  };

  const resultsOf = (
    asked: readonly AskedBlock[],
    { rules, isBulk, visitor }: { rules: readonly Rule[]; isBulk: boolean; visitor?: BlockVisitor | undefined },
  ): readonly BlockResult[] => {
    const visit = visitor ?? parts.onBlock;
    const found: BlockResult[] = [];
    for (const group of groupsOf(asked)) {
      // A large block is kept nevertheless: an edit of it needs what is known of it.
      const isKept = !isBulk || isLarge(group[0]);
      const how = { parts, rules, visit, parse: isKept ? parts.parse : parts.parseOnce };
      const compute = (some: readonly AskedBlock[]): readonly BlockResult[] => blockResults(some, how);
      // The visitor sees blocks, too, whose result is known.
      if (!isKept && visit === undefined) found.push(...beginnings.withKnown(group, compute));
      else if (!isKept || visitor !== undefined) found.push(...compute(group));
      else
        for (const one of group) {
          const { definitions, association } = one.file;
          // Where a name is defined several times, the same text means something else at another place.
          const place = definitions.inOrder === undefined ? undefined : one.index;
          const basis = [one.options, definitions, association, place];
          found.push(...results.of(one.source, basis, () => compute([one])));
        }
    }
    return found;
  };

  const create = (file: RequestFile, options: FileOptions, visitor?: BlockVisitor): CheckedFile => {
    const rules = file.association?.isAnswer === true ? rulesFor.answers : rulesFor.requests;
    return new CheckedFile(parts, options, file.association !== undefined, (asked, { isNotOpen }) => {
      const isBulk = asked.length > fewBlocks || parts.checksOnce || isNotOpen === true;
      return resultsOf(asked, { rules, isBulk, visitor });
    });
  };
  const checkedFiles = perObject((_identity: object) => ({ last: undefined as CheckedFile | undefined }));
  const check = (file: RequestFile, options: FileOptions): FileReport => {
    const kept = checkedFiles(file.identity);
    if (kept.last?.options !== options) kept.last = create(file, options);
    return kept.last.moveTo(file);
  };
  return Object.assign(check, {
    counts: results.counts,
    visiting(file: RequestFile, options: FileOptions, visitor: BlockVisitor) {
      const checked = create(file, options, visitor);
      checkedFiles(file.identity).last = checked;
      return checked.moveTo(file);
    },
    together(files: readonly CheckedTogether[]) {
      const moves: { readonly checked: CheckedFile; readonly move: Move | undefined }[] = [];
      const asked: AskedBlock[] = [];
      for (const { file, options } of files) {
        // No version follows, so it is not kept.
        const checked = create(file, options);
        const move = checked.begin(file);
        moves.push({ checked, move });
        for (const one of move?.asked ?? []) asked.push(one);
      }
      const found = resultsOf(asked, { rules: rulesFor.requests, isBulk: true });
      let next = 0;
      for (const { checked, move } of moves)
        if (move !== undefined) checked.take(move, found.slice(next, (next += move.asked.length)));
      return moves.map(({ checked }) => checked.settle());
    },
  });
}

/** Returns the blocks in groups that are checked together: few are, and a large one is by itself. */
function* groupsOf(asked: readonly AskedBlock[]): Generator<readonly AskedBlock[], undefined> {
  for (let start = 0, end = 0; start < asked.length; start = end) {
    end = start + 1;
    if (!isLarge(asked[start])) while (end < asked.length && end - start < together && !isLarge(asked[end])) end++;
    yield asked.slice(start, end);
  }
}

/** So many blocks are enough for their checks to find the code at hand, and few enough to be kept at once. */
const together = 32;

function isLarge(one: AskedBlock | undefined): boolean {
  return one !== undefined && one.source.length >= largeBody;
}

/** Of many blocks at once, nothing but the result is kept. */
type ResultsOf = (asked: readonly AskedBlock[], file: RequestFile) => readonly BlockResult[];

/** The way from the version of a file that was checked last to another one. */
interface Move {
  readonly file: RequestFile;
  readonly start: number;
  readonly endBefore: number;
  /** The blocks that may have other values of variables. */
  readonly outdated: Set<FileBlock>;
  /** The blocks that are to be checked, in place of those from `start` up to `endBefore`. */
  readonly asked: readonly AskedBlock[];
}

/** The checked version of a file, and what is needed to go on to another version. */
class CheckedFile implements WholeSummaries {
  readonly options: FileOptions;
  readonly #parts: FileCheckerParts;
  /** The places of which all is remembered. */
  readonly #whole = new Set<string>();
  readonly #resultsOf: ResultsOf;
  readonly #across: AcrossIndex;
  readonly #names: NamesIndex | undefined;
  /** The texts with variables on which destinations depend, and of how many blocks. */
  readonly #resolvedTexts = new Map<string, number>();
  #file: Pick<RequestFile, 'blocks' | 'definitions'> = noFile;
  /** Those of the newest version, while it is checked without its findings. */
  #blocks = noReport.blocks;
  #requests = 0;
  /** The blocks of which other things may have been found than are in the report. */
  readonly #dirty = new Set<FileBlock>();
  #report = noReport;

  constructor(parts: FileCheckerParts, options: FileOptions, isBody: boolean, resultsOf: ResultsOf) {
    const { rules, onRuleFailure } = parts;
    this.options = options;
    this.#parts = parts;
    this.#resultsOf = resultsOf;
    this.#across = new AcrossIndex(prepareRules(rules), onRuleFailure);
    // The variables of a body file are defined in the file that includes it.
    this.#names = isBody ? undefined : new NamesIndex(parts, options.context.outsideNames);
  }

  /** Checks what differs from the version that was checked last. */
  moveTo(file: RequestFile): FileReport {
    const move = this.begin(file);
    if (move === undefined) return this.#report;
    this.take(move, this.#resultsOf(move.asked, file));
    return this.settle();
  }

  /** Returns which blocks of a version are to be checked; undefined when nothing differs from the version that was checked last. */
  begin(file: RequestFile): Move | undefined {
    if (file === this.#file) return undefined;
    const changed = file.blocks.changedSince(this.#file.blocks);
    const outdated = blocksWithOtherValues(file, this.#file, this.#report.blocks, this.#resolvedTexts, changed);
    this.#file = file;
    if (changed === undefined && outdated.size === 0) return undefined;
    const { start, endBefore, endAfter } = changed ?? { start: 0, endBefore: 0, endAfter: 0 };
    const sources = file.blocks.slice(start, endAfter);
    // What is checked once is not edited, which needs the whole of few blocks.
    const isOutlined = sources.length > fewBlocks || this.#parts.checksOnce;
    const asked = sources.map((source, at) => this.#asked(source, start + at, file, isOutlined));
    return { file, start, endBefore, outdated, asked };
  }

  /** Takes what was found in the blocks that are to be checked; `settle` then looks at the file as a whole. */
  take({ file, start, endBefore, outdated, asked }: Move, results: readonly BlockResult[]): void {
    const { blocks } = this.#report;
    const former = blocks.slice(start, endBefore);
    this.#noteWhole(results, asked);
    const checked: CheckedBlock[] = [];
    for (const [index, { source }] of asked.entries()) {
      const result = results[index];
      if (result === undefined) continue;
      const edited = former[index]?.identity;
      if (edited !== undefined) {
        this.#takeResult(edited, result);
        outdated.delete(edited);
        checked.push(checkedBlock(source, edited, none));
      } else {
        this.#requests += Number(result.hasRequest);
        checked.push(checkedBlock(source, new FileBlock(NaN, result, this), result.findings));
      }
    }
    for (const { identity } of former.slice(asked.length)) {
      this.#requests -= Number(identity.result.hasRequest);
      this.#leave(identity);
    }
    this.#blocks = blocks.replaced(start, endBefore, checked);
    const added = checked.slice(former.length);
    setOrders(this.#blocks, start + former.length, added);
    this.#enter(added.map(({ identity }) => identity));
    for (const block of outdated) {
      const at = indexOfBlock({ blocks: this.#blocks }, block) ?? -1;
      const source = this.#blocks.at(at)?.source;
      const again = source ? [this.#asked(source, at, file, false)] : [];
      const found = this.#resultsOf(again, file);
      this.#noteWhole(found, again);
      if (found[0]) this.#takeResult(block, found[0]);
    }
  }

  /** Checks what the rules about the whole file say of what was taken, and returns the report. */
  settle(): FileReport {
    const dirty = this.#dirty;
    // What was found in a new block itself is there already.
    for (const block of this.#across.settle()) dirty.add(block);
    for (const block of this.#names?.settle() ?? []) dirty.add(block);
    const blocks = this.#withFindings(this.#blocks, dirty);
    dirty.clear();
    this.#report = new Report(blocks, this.#requests, this.#names?.names ?? this.#report.names);
    return this.#report;
  }

  #takeResult(block: FileBlock, result: BlockResult): void {
    this.#requests += Number(result.hasRequest) - Number(block.result.hasRequest);
    this.#change(block, result);
    this.#dirty.add(block);
  }

  /** With `isOutlined`, requests are remembered in outline whose places are not among those of which all is remembered. */
  #asked(source: BlockText, index: number, file: RequestFile, isOutlined: boolean): AskedBlock {
    const whole = isOutlined && source.length < largeBody ? this.#whole : undefined;
    return { source, index, file, options: this.options, whole };
  }

  #noteWhole(results: readonly BlockResult[], asked: readonly AskedBlock[]): void {
    const { wantedWholeBy } = prepareRules(this.#parts.rules);
    for (const [index, { summary }] of results.entries())
      // What is remembered in outline has recorded them.
      if (asked[index]?.whole === undefined) for (const place of wantedWholeBy(summary)) this.#whole.add(place);
  }

  wholeOf(checked: FileBlock): BlockSummary | undefined {
    const index = indexOfBlock({ blocks: this.#blocks }, checked);
    const source = index === undefined ? undefined : this.#blocks.at(index)?.source;
    if (index === undefined || source === undefined) return undefined;
    const { parseOnce, bind } = this.#parts;
    const { context } = this.options;
    const block = parseOnce(source, undefined, context);
    const binding = bind(block, context, definitionsFor(this.#file, index, block));
    return summarizeBlocks([{ block, binding, context }], prepareRules(this.#parts.rules))[0];
  }

  #change(block: FileBlock, result: BlockResult): void {
    const isAlike = block.isAlike(result);
    if (!isAlike) this.#leave(block);
    block.take(result);
    if (!isAlike) this.#enter([block]);
  }

  #enter(blocks: readonly FileBlock[]): void {
    for (const block of blocks) this.#across.enter(block);
    if (this.#names !== undefined) for (const block of blocks) this.#names.enter(block);
    for (const { result } of blocks)
      for (const text of result.resolvedTexts) this.#resolvedTexts.set(text, (this.#resolvedTexts.get(text) ?? 0) + 1);
  }

  #leave(block: FileBlock): void {
    this.#across.leave(block);
    this.#names?.leave(block);
    for (const text of block.result.resolvedTexts) {
      const left = (this.#resolvedTexts.get(text) ?? 0) - 1;
      if (left > 0) this.#resolvedTexts.set(text, left);
      else this.#resolvedTexts.delete(text);
    }
  }

  /** Returns the blocks with the newest findings of those that may have others. */
  #withFindings(blocks: Sequence<CheckedBlock>, dirty: ReadonlySet<FileBlock>): Sequence<CheckedBlock> {
    const findingsOf = (block: FileBlock): readonly Finding[] =>
      joined(
        withoutSuperseded(block.result.findings, withSeverities(block.across, this.options), this.#parts.rules),
        withSeverities(block.ofNames, this.options),
      );
    if (dirty.size === 0) return blocks;
    // At once, where many are others: replacing one costs the depth of the tree.
    if (dirty.size * 8 > blocks.size)
      return Sequence.of(
        [...blocks].map((one) => {
          if (!dirty.has(one.identity)) return one;
          const findings = findingsOf(one.identity);
          return findings === one.findings ? one : checkedBlock(one.source, one.identity, findings);
        }),
      );
    let all = blocks;
    for (const block of dirty) {
      const index = indexOfBlock({ blocks: all }, block);
      const known = index === undefined ? undefined : all.at(index);
      if (index === undefined || known === undefined) continue;
      all = all.replaced(index, index + 1, [checkedBlock(known.source, block, findingsOf(block))]);
    }
    return all;
  }
}

class Report implements FileReport {
  #findings: readonly (readonly Finding[])[] | undefined;

  constructor(
    readonly blocks: Sequence<CheckedBlock>,
    readonly requests: number,
    readonly names: FileNames,
  ) {}

  get findings(): readonly (readonly Finding[])[] {
    return (this.#findings ??= [...this.blocks].map(({ findings }) => findings));
  }
}

const noFile = { blocks: Sequence.of<BlockText>([]), definitions: new Map<never, never>() };
const noReport = new Report(Sequence.of<CheckedBlock>([]), 0, {
  variables: noNames,
  requests: noNames,
  otherRequests: noNames,
  repeated: noNames,
  given: noNames,
  isOpen: false,
  hasOpenRequests: false,
  outside: undefined,
});

function checkedBlock(source: BlockText, identity: FileBlock, findings: readonly Finding[]): CheckedBlock {
  return { source, length: source.length, lineEnds: source.lineEnds, findings, identity };
}

/** The usual difference between neighbouring orders: leaves room for blocks in between. */
const orderStep = 2 ** 20;

/** Gives the new blocks, which start at the index, orders between those of their neighbours. */
function setOrders(blocks: Sequence<CheckedBlock>, start: number, added: readonly CheckedBlock[]): void {
  if (added.length === 0) return;
  const before = blocks.at(start - 1)?.identity.order ?? 0;
  const behind = blocks.at(start + added.length)?.identity.order ?? before + orderStep * (added.length + 1);
  const step = Math.floor((behind - before) / (added.length + 1));
  if (step >= 1) added.forEach(({ identity }, index) => (identity.order = before + step * (index + 1)));
  else {
    let order = 0;
    for (const { identity } of blocks) identity.order = order += orderStep;
  }
}
